/* tests/io/test_expression.c -- expressions of the case file: their values, and what is refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include "io/expression.h"

static const char *const names[] = { "x", "g", "cp", NULL };
static const double values[] = { -1.5, 9.81, 1004.5 };

static double value_of(const char *text)
{
    char why[EXPRESSION_WHY];
    struct expression *e = expression_new(text, names, why);
    cr_assert_not_null(e, "%s: %s", text, why);
    cr_expect_str_eq(expression_text(e), text);
    const double value = expression_at(e, values);
    expression_free(e);
    return value;
}

static void expect_refused(const char *text, const char *words)
{
    char why[EXPRESSION_WHY] = "";
    struct expression *e = expression_new(text, names, why);
    cr_expect_null(e, "accepted: %s", text);
    cr_expect_not_null(strstr(why, words), "%s: %s", text, why);
    cr_expect_null(strchr(why, '\n'));
    expression_free(e);
}

Test(expression, has_the_value_that_c_has)
{
    const double x = values[0], g = values[1], cp = values[2];
    cr_expect_eq(value_of("300"), 300);
    cr_expect_eq(value_of(" 1.5e-3 "), 1.5e-3);
    cr_expect_eq(value_of("1 - g*x/(cp*300)"), 1 - g * x / (cp * 300));
    cr_expect_eq(value_of("exp(-g*x/cp)"), exp(-g * x / cp));
    cr_expect_eq(value_of("x < 0 ? sin(x) : cos(x)"), sin(x));
    cr_expect_eq(value_of("x < 0 && g >= 9.81"), 1);
    cr_expect_eq(value_of("-2^2"), -4);
    cr_expect_eq(value_of("log(g)"), log(g));
    cr_expect_eq(value_of("ln(g)"), log(g));
    cr_expect_eq(value_of("log10(1000)"), 3);
    cr_expect_eq(value_of("atan2(x, g)"), atan2(x, g));
    cr_expect_eq(value_of("max(x, min(g, 2), -9)"), 2);
}

Test(expression, may_be_nan_or_infinite)
{
    cr_expect(isnan(value_of("sqrt(x)")));
    cr_expect(isinf(value_of("1/(x - x)")));
}

Test(expression, follows_its_names)
{
    char why[EXPRESSION_WHY];
    struct expression *e = expression_new("x*x - cp", names, why);
    for (double x = -3; x < 3; x += 0.37)
        cr_expect_eq(expression_at(e, (const double[]){ x, 0, 0.5 }), x * x - 0.5);
    expression_free(e);
}

Test(expression, two_of_them_do_not_share_values)
{
    char why[EXPRESSION_WHY];
    struct expression *a = expression_new("x", names, why), *b = expression_new("2*x", names, why);
    cr_expect_eq(expression_at(a, (const double[]){ 1, 0, 0 }), 1);
    cr_expect_eq(expression_at(b, (const double[]){ 5, 0, 0 }), 10);
    cr_expect_eq(expression_at(a, (const double[]){ 2, 0, 0 }), 2);
    expression_free(a);
    expression_free(b);
}

Test(expression, an_unknown_name_comes_with_its_position_and_the_known_ones)
{
    expect_refused("2*xx", "xx at position 3 is not known; names are x, g, cp; functions are sin,");
    expect_refused("_pi", "_pi at position 1 is not known");
    expect_refused("x + y(1)", "y at position 5 is not known");
    expect_refused("1e", "1e at position 1 is not known");
    expect_refused("x % 2", "% at position 3 is not known");
    expect_refused("sin x", "sin at position 1 is a function: its argument stands in parentheses");
}

Test(expression, bad_syntax_comes_with_its_position)
{
    expect_refused("x +", "muParser, at position 4: unexpected end of expression");
    expect_refused("(x", "muParser, at position 3: missing parenthesis");
    expect_refused("x)", "muParser, at position 2: unexpected parenthesis");
    expect_refused("2 x", "muParser, at position 3: unexpected variable");
    expect_refused("x ** 2", "muParser, at position 4: unexpected operator");
    expect_refused("sin(x, g)", "muParser, at position 9: too many parameters");
    expect_refused("sin()", "muParser, at position 5: too few parameters");
    expect_refused("x > 0 ? 1", "muParser: if-then-else operator is missing an else clause");
    expect_refused("", "muParser: ");
    expect_refused("  ", "muParser: ");
}

Test(expression, is_one_value_and_sets_nothing)
{
    expect_refused("1,5*x", "2 values, parted by commas");
    expect_refused("x = 3", "= at position 3: an expression sets no names");
    expect_refused("x == 3 ? g = 1 : 2", "= at position 12: an expression sets no names");
    cr_expect_eq(value_of("x <= 3 && x >= -3 && x != 0 && x == x"), 1);
}
