/* tests/graph/test_forms_long.c -- the forms of a stage: the same bits at every order and cut. */
#include "tests/graph/forms.h"

static void expect_all(const char *precision)
{
    static const char *const orders[] = { "order=1", "order=2", "order=3", "order=4",
                                          "order=5", "order=6", "order=7", "order=8" };
    static const int partitions[] = { 1, 3, 8, 13 };
    for (int o = 0; o < 8; ++o)
        for (int p = 0; p < 4; ++p) {
            const struct form_case c = { precision, orders[o], 3, 1 + p % 2, partitions[p],
                                         p / 2 ? "free" : "pinned" };
            expect_one_form(&c);
        }
}

Test(forms, have_one_checksum_in_double_precision) { expect_all("double"); }

Test(forms, have_one_checksum_in_single_precision) { expect_all("single"); }
