/* tests/graph/test_forms.c -- split, surface and full form of a stage: the same bits. */
#include <stdlib.h>
#include <string.h>
#include "tests/graph/forms.h"

Test(forms, have_one_checksum)
{
    static const struct form_case some[] = {
        { "double", "order=4", 2, 2, 1, "pinned" },
        { "double", "order=4", 2, 2, 5, "free" },
        { "double", "order=1", 3, 1, 13, "pinned" },
        { "single", "order=4", 2, 2, 8, "free" },
        { "single", "order=3", 2, 1, 3, "pinned" },
        { "double", "order=7", 1, 2, 64, "pinned" },
    };
    for (size_t i = 0; i < sizeof some / sizeof *some; ++i) expect_one_form(&some[i]);
}

/* The present state is then now in one buffer, now in the other. */
Test(forms, have_one_checksum_with_an_odd_number_of_stages)
{
    static const int partitions[] = { 1, 3 };
    for (int steps = 1; steps <= 2; ++steps)
        for (int n = 0; n < 2; ++n) {
            const struct form_case c = { "double", "time.scheme=lsrk5", steps, 2, partitions[n],
                                         "pinned" };
            expect_one_form(&c);
        }
}

/* Nobody waits for the stages in between. */
Test(forms, full_takes_a_step_at_once_where_there_is_one_partition)
{
    static const struct { const char *partitions, *form; int at_once; } some[] = {
        { "mesh.partitions=1", "kernels.fusion=full", 14 },
        { "mesh.partitions=2", "kernels.fusion=full", 1 },
        { "mesh.partitions=1", "kernels.fusion=surface", 1 },
        { "mesh.partitions=1", "kernels.fusion=split", 1 },
    };
    for (size_t i = 0; i < sizeof some / sizeof *some; ++i) {
        const char *sets[] = { "mesh.level=1", some[i].partitions, some[i].form, NULL };
        struct of_case c;
        of_case_new(&c, "rising_bubble", 1, sets);
        cr_expect_eq(graph_stages_at_once(&c.s.run, c.s.plan.rk), some[i].at_once, "%s, %s",
                     some[i].partitions, some[i].form);
        of_case_free(&c);
    }
}

/* As beside a GPU: two workers of unequal speed, each with a memory of its own, and partitions of
 * unequal size. Outlets are then shared by some neighbours and not by others. */
static uint64_t in_two_memories(const char *fusion, int *outlets)
{
    static const int64_t cut[] = { 0, 9, 10, 12, 40, 41, 64 };
    const char *sets[] = { "mesh.level=2", "time.steps=2", "mesh.partitions=6", fusion, NULL };
    struct of_case c;
    of_case_plan(&c, "rising_bubble", 2, sets);
    c.s.plan.mesh.first = memcpy(malloc(sizeof cut), cut, sizeof cut);
    for (int d = 0; d < 2; ++d) {
        c.s.devices.at[d].memory = (unsigned)d;
        c.s.devices.at[d].speed = 1 + 2 * d;
    }
    cr_assert_eq(session_new(&c.s), OK, "%s", error_text());
    for_each (const struct part, p, c.s.run.parts) {
        cr_expect_eq(p->device, &c.s.devices.at[p->mesh->first >= 12]);
        *outlets += p->ports.num_outlets;
    }
    of_case_steps(&c);
    const uint64_t sum = data_checksum(&c.s.run);
    of_case_free(&c);
    return sum;
}

Test(forms, have_one_checksum_over_memories_and_partitions_of_any_size)
{
    static const struct schedule plain = { "lws", 1, 1, "free" };
    static const char *const forms[] = { "kernels.fusion=split", "kernels.fusion=surface",
                                         "kernels.fusion=full" };
    const uint64_t expected = checksum_of("double", 2, &plain);
    for (int f = 0; f < 3; ++f) {
        int outlets = 0;
        const uint64_t sum = in_two_memories(forms[f], &outlets);
        cr_expect_eq(sum, expected, "%s", forms[f]);
        cr_expect(6 < outlets && outlets < 6 * 5, "%d outlets", outlets);
    }
}

/* A state written by the host has to reach the neighbours' faces as well. */
Test(forms, full_starts_again_from_a_state_that_is_written)
{
    static const char *const sets[] = { "mesh.level=1", "time.steps=3", "mesh.partitions=3",
                                        "kernels.fusion=full", "time.scheme=lsrk5", NULL };
    struct of_case c;
    uint64_t once;
    of_case_new(&c, "rising_bubble", 2, sets);
    struct run *r = &c.s.run;
    const size_t bytes = NFIELDS * 125 * sizeof(double);
    const void **from = calloc((size_t)r->parts.n, sizeof *from);
    void **to = calloc((size_t)r->parts.n, sizeof *to);
    void **kept = calloc((size_t)r->parts.n, sizeof *kept);

    data_look(r, from);
    for (int n = 0; n < r->parts.n; ++n) {
        kept[n] = malloc((size_t)r->parts.at[n].mesh->num_elements * bytes);
        memcpy(kept[n], from[n], (size_t)r->parts.at[n].mesh->num_elements * bytes);
    }
    data_release(r);
    of_case_steps(&c);
    once = data_checksum(r);
    data_rewrite(r, to);
    for (int n = 0; n < r->parts.n; ++n) {
        memcpy(to[n], kept[n], (size_t)r->parts.at[n].mesh->num_elements * bytes);
        free(kept[n]);
    }
    data_release(r);
    of_case_steps(&c);
    cr_expect_eq(data_checksum(r), once);
    free(from);
    free(to);
    free(kept);
    of_case_free(&c);
}

Test(forms, are_told_apart_by_their_tasks)
{
    static const char *const forms[] = { "kernels.fusion=split", "kernels.fusion=surface",
                                         "kernels.fusion=full" };
    static const int tasks[] = { 3 * 4, 3 * 3, 3 }; /* 3 partitions, all elements at a border */
    for (int f = 0; f < 3; ++f) {
        const char *sets[] = { "mesh.level=1", "mesh.partitions=3", forms[f], NULL };
        struct of_case c;
        of_case_new(&c, "rising_bubble", 1, sets);
        cr_expect_eq(data_tasks_a_stage(&c.s.run), tasks[f], "%s: %d tasks", forms[f],
                     data_tasks_a_stage(&c.s.run));
        of_case_free(&c);
    }
}
