/* tests/io/test_options.c -- the case file: what wins, what is refused, and that it comes back. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/options.h"

static const struct option_preset bubble_presets[] = {
    { "mesh.lower", "[-1000, -1000, 0]" }, { "mesh.upper", "[1000, 1000, 2000]" },
    { "mesh.periodic", "[true, true, false]" }, { "gravity", "9.81" },
    { "initial.amplitude", "0.5" }, { "time.end", "400" }, { "output.interval", "50" },
    { "output.fields", "[w]" }, { NULL, NULL },
};
static const struct option_preset wave_presets[] = { { "order", "3" }, { NULL, NULL } };
static const struct option_case cases[] = {
    { "bubble", "a bubble", "amplitude profile", bubble_presets, 0 },
    { "wave", "a wave", "velocity", wave_presets, 0 },
    { NULL, NULL, NULL, NULL, 0 },
};

static char path[] = "/tmp/updraft-options-XXXXXX";

static void write_file(const char *text)
{
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
}

static void start(void) { close(mkstemp(path)); }
static void stop(void) { unlink(path); }
TestSuite(options, .init = start, .fini = stop);

/* Reads text as a case file, with the --set that follow, ended by NULL. */
static enum status read_case(struct options *o, const char *text, ...)
{
    const char *sets[16];
    struct option_source from = { .file = text ? path : NULL, .sets = sets };
    va_list args;

    if (text) write_file(text);
    va_start(args, text);
    while ((sets[from.num_sets] = va_arg(args, const char *))) ++from.num_sets;
    va_end(args);
    error_clear();
    return options_read(o, &from, cases);
}

/* Refused, at that place of the file, with those words. */
static void expect_refused(const char *text, const char *place, const char *words)
{
    struct options o;
    char start_of[200];

    snprintf(start_of, sizeof start_of, "%s%s", path, place);
    cr_expect_eq(read_case(&o, text, NULL), BAD_INPUT, "accepted: %s", text);
    cr_expect(!strncmp(error_text(), start_of, strlen(start_of)), "%s\n  place: %s", text,
              error_text());
    cr_expect_not_null(strstr(error_text(), words), "%s\n  words: %s", text, error_text());
    cr_expect_null(strchr(error_text(), '\n'));
}

/* -- what wins --------------------------------------------------------------------------------- */

Test(options, case_wins_over_defaults_file_over_case_and_set_over_file)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: wave\ntime: {end: 1}\n", NULL), OK, "%s", error_text());
    cr_expect_eq(o.top_order, 3);
    cr_expect_eq(o.mesh_level, 2);
    options_free(&o);
    cr_assert_eq(read_case(&o, "case: wave\norder: 5\ntime: {end: 1}\n", NULL), OK);
    cr_expect_eq(o.top_order, 5);
    options_free(&o);
    cr_assert_eq(read_case(&o, "case: wave\norder: 5\ntime: {end: 1}\n", "order=6", "order=7",
                           NULL), OK);
    cr_expect_eq(o.top_order, 7, "the last --set wins");
    options_free(&o);
}

Test(options, a_set_chooses_another_case_with_its_defaults)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\n", "case=wave", "time.steps=2", NULL), OK);
    cr_expect_str_eq(o.top_case, "wave");
    cr_expect_eq(o.top_order, 3);
    cr_expect_eq(o.top_gravity, 0);
    options_free(&o);
}

Test(options, output_flag_wins_over_all)
{
    const char *sets[] = { "output.directory=b" };
    const struct option_source from = { path, sets, 1, "c d" };
    struct options o;

    write_file("case: bubble\noutput: {directory: a}\n");
    cr_assert_eq(options_read(&o, &from, cases), OK);
    cr_expect_str_eq(o.output_directory, "c d");
    options_free(&o);
}

Test(options, one_alternative_replaces_the_other_that_came_from_a_weaker_place)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\ntime: {steps: 5, dt: 0.1}\noutput: {times: [1, 2]}\n",
                           NULL), OK, "%s", error_text());
    cr_expect(isnan(o.time_end) && o.time_steps == 5, "the file's steps replace the case's end");
    cr_expect(isnan(o.output_interval) && o.output_times.n == 2);
    cr_expect(isnan(o.time_courant) && o.time_dt == 0.1);
    options_free(&o);
    cr_assert_eq(read_case(&o, "case: bubble\ntime: {steps: 5, dt: 0.1}\n", "time.end=7",
                           "time.courant=1", NULL), OK, "%s", error_text());
    cr_expect(o.time_end == 7 && o.time_steps == COUNT_UNSET);
    cr_expect(o.time_courant == 1 && isnan(o.time_dt));
    options_free(&o);
}

Test(options, both_alternatives_in_one_place_are_refused_with_both_lines)
{
    struct options o;
    expect_refused("case: bubble\ntime:\n  end: 1\n  steps: 2\n", ":4:3", "time.end is set at");
    expect_refused("case: bubble\ntime: {dt: 1, courant: 1}\n", ":2:15", "time.courant");
    expect_refused("case: bubble\noutput: {interval: 1, times: [1]}\n", ":2:23", "output.interval");
    cr_expect_eq(read_case(&o, "case: bubble\n", "time.end=1", "time.steps=2", NULL), BAD_INPUT);
    cr_expect_not_null(strstr(error_text(), "--set time.end=1"));
}

Test(options, points_are_a_list_of_positions_and_come_back)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\noutput: {points: [[1, 2, 3], [-4.5, 0, 1e3]]}\n",
                           NULL), OK, "%s", error_text());
    cr_assert_eq(o.output_points.n, 2);
    cr_expect_eq(o.output_points.at[1].at[0], -4.5);
    cr_expect_eq(o.output_points.at[1].at[2], 1000);
    char *text = options_text(&o);
    cr_expect_not_null(strstr(text, "  points: [[1, 2, 3], [-4.5, 0, 1000]]  # m\n"), "%s", text);
    free(text);
    options_free(&o);
    expect_refused("case: bubble\noutput: {points: [1, 2, 3]}\n", ":2:19",
                   "a list of points [x, y, z], not 1 (a list stands in brackets)");
    expect_refused("case: bubble\noutput: {points: [[1, 2]]}\n", ":2:10",
                   "a list of points [x, y, z], not a list of 2");
    expect_refused("case: bubble\noutput: {points: [[1, 2, z]]}\n", ":2:26",
                   "a list of points [x, y, z], not z");
}

Test(options, points_without_fields_are_warned_of)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\noutput: {points: [[1, 2, 3]], fields: []}\n", NULL), OK,
                 "%s", error_text());
    cr_assert_eq(o.warnings.n, 1);
    cr_expect_not_null(strstr(o.warnings.at[0], "no points.csv is written"));
    options_free(&o);
}

Test(options, a_set_may_hold_a_whole_section)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\n", "gas={gamma: 1.3, gas_constant: 300}", NULL), OK);
    cr_expect_eq(o.gas_gamma, 1.3);
    cr_expect_eq(o.gas_gas_constant, 300);
    options_free(&o);
}

Test(options, none_switches_off_what_the_case_brings)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\noutput: {interval: none}\n", NULL), OK);
    cr_expect(isnan(o.output_interval));
    options_free(&o);
}

/* -- what comes back --------------------------------------------------------------------------- */

static void expect_to_come_back(const char *text)
{
    struct options first, second;

    cr_assert_eq(read_case(&first, text, NULL), OK, "%s", error_text());
    char *once = options_text(&first);
    cr_assert_eq(read_case(&second, once, NULL), OK, "%s\n%s", error_text(), once);
    char *twice = options_text(&second);
    cr_expect_str_eq(once, twice);
    cr_expect(first.top_gravity == second.top_gravity && first.gas_gamma == second.gas_gamma);
    cr_expect(first.time_end == second.time_end ||
              (isnan(first.time_end) && isnan(second.time_end)));
    free(once);
    free(twice);
    options_free(&first);
    options_free(&second);
}

Test(options, effective_text_gives_the_same_options_and_the_same_text)
{
    expect_to_come_back("case: bubble\n");
    expect_to_come_back("case: bubble\noutput: {interval: none, fields: []}\n");
    expect_to_come_back("case: bubble\noutput: {times: [1e-7, 0.1, 3e300]}\ntime: {steps: 3}\n");
    expect_to_come_back("case: wave\ntime: {dt: 0.30000000000000004, steps: 999999999999999}\n"
                        "initial: {velocity: [0.1, -1e-320, 123456789.12345679]}\n");
    expect_to_come_back("case: bubble\noutput: {directory: 'a \"b\" \\c: # [d]'}\n");
    expect_to_come_back("case: bubble\noutput: {directory: \"auto\"}\n");
    expect_to_come_back("case: bubble\noutput: {directory: 'null'}\n");
    expect_to_come_back("case: bubble\noutput: {directory: '- größe'}\n");
}

Test(options, numbers_come_back_to_the_last_bit)
{
    static const double numbers[] = { 0.1, 1.0 / 3, 9.81, 5e-324, 1.7976931348623157e308,
                                      0.30000000000000004, 100000, 1e22 };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        struct options o;
        char text[128];
        snprintf(text, sizeof text, "case: bubble\ngravity: %.17g\n", numbers[i]);
        cr_assert_eq(read_case(&o, text, NULL), OK, "%s", error_text());
        char *echo = options_text(&o);
        options_free(&o);
        cr_assert_eq(read_case(&o, echo, NULL), OK);
        cr_expect_eq(o.top_gravity, numbers[i], "%.17g became %.17g", numbers[i], o.top_gravity);
        free(echo);
        options_free(&o);
    }
}

Test(options, an_init_file_runs_unchanged_and_changes_nothing)
{
    char *file = NULL;
    size_t size;
    struct options plain, written;
    FILE *out = open_memstream(&file, &size);

    cr_assert_eq(options_init(out, "bubble", cases), OK, "%s", error_text());
    fclose(out);
    cr_assert_eq(read_case(&written, file, NULL), OK, "%s\n%s", error_text(), file);
    cr_assert_eq(read_case(&plain, NULL, "case=bubble", NULL), OK);
    char *a = options_text(&plain), *b = options_text(&written);
    cr_expect_str_eq(a, b);
    free(a), free(b), free(file);
    options_free(&plain), options_free(&written);
}

/* -- what is refused --------------------------------------------------------------------------- */

Test(options, a_misspelt_key_names_the_nearest)
{
    expect_refused("case: bubble\nodrer: 3\n", ":2:1", "the nearest is order");
    expect_refused("case: bubble\nmesh:\n  lvel: 3\n", ":3:3", "the nearest is mesh.level");
    expect_refused("case: bubble\nmehs: {level: 3}\n", ":2:1", "the nearest is mesh");
    expect_refused("case: bubbel\n", ":1:7", "the nearest is bubble");
    expect_refused("case: bubble\nflux: {surface: rusanow}\n", ":2:17", "the nearest is rusanov");
    expect_refused("case: bubble\noutput: {fields: [thta]}\n", ":2:19", "the nearest is theta");
}

Test(options, a_key_in_the_wrong_section_is_told_where_it_belongs)
{
    expect_refused("case: bubble\nlevel: 3\n", ":2:1", "level belongs to section mesh");
    expect_refused("case: bubble\nmesh: {order: 3}\n", ":2:8", "order belongs to the top");
    expect_refused("case: bubble\ntime: {interval: 3}\n", ":2:8", "section balance or output or checkpoint");
    expect_refused("case: bubble\nmesh: {time: {end: 3}}\n", ":2:8", "section time belongs to");
    expect_refused("case: bubble\ntime.end: 3\n", ":2:1", "write end in section time");
}

Test(options, a_doubled_key_names_both_lines)
{
    expect_refused("case: bubble\norder: 3\norder: 4\n", ":3:1", ":2:1 already");
    expect_refused("case: bubble\nmesh: {level: 1, level: 1}\n", ":2:18", "mesh.level is doubled");
    expect_refused("case: bubble\nmesh: {level: 1}\nmesh: {base: [1, 1, 1]}\n", ":3:1", "doubled");
}

Test(options, a_number_is_read_whole)
{
    static const char *const wrong[] = {
        "4.7", "4xyz", "1,5", "4.0", "1e0", "0x4", "4 4", "1_0", "--4", "\"4\"", "'4'", "four",
        "[4]", "{a: 4}", "", "~", "null", "true", "99999999999999999999", "0", "9", "-1",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        char text[128];
        snprintf(text, sizeof text, "case: bubble\norder: %s\n", wrong[i]);
        expect_refused(text, ":2:", "key order must be a whole number from 1 to 8, not ");
    }
}

Test(options, a_number_is_finite)
{
    static const char *const wrong[] = {
        "nan", "inf", "-inf", ".nan", ".inf", "1e400", "-1e400", "1e-400", "1,5", "9.81 m/s^2",
        "1e", "e5", ".", "+", "1.2.3", "-1",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        char text[128];
        snprintf(text, sizeof text, "case: bubble\ngravity: %s\n", wrong[i]);
        expect_refused(text, ":2:10", "key gravity must be a number from 0 up, not ");
    }
}

Test(options, a_flag_is_true_or_false)
{
    static const char *const wrong[] = { "yes", "no", "on", "True", "1", "\"true\"", "tru" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        char text[128];
        snprintf(text, sizeof text, "case: bubble\noutput: {files: %s}\n", wrong[i]);
        expect_refused(text, ":2:", "key output.files must be true or false, not ");
    }
}

Test(options, bounds_that_are_open_are_open)
{
    struct options o;
    expect_refused("case: bubble\ngas: {gamma: 1}\n", ":2:14", "above 1, up to 10");
    expect_refused("case: bubble\ntime: {dt: 0}\n", ":2:12", "above 0");
    cr_expect_eq(read_case(&o, "case: bubble\ngas: {gamma: 10}\n", NULL), OK);
    options_free(&o);
}

Test(options, an_initial_key_of_another_case_is_refused_with_those_of_this_one)
{
    expect_refused("case: bubble\ninitial: {velocity: [1, 0, 0]}\n", ":2:11", "amplitude profile");
}

Test(options, values_that_do_not_fit_together_are_refused)
{
    expect_refused("case: bubble\nmesh: {upper: [-2000, 1, 1]}\n", ":2:8", "above mesh.lower in x");
    expect_refused("case: bubble\nmesh: {level: 1, partitions: 9}\n", ":2:18", "only 8 elements");
    expect_refused("case: bubble\nmesh: {periodic: [true, true, true]}\n", ":2:8", "periodic in z");
    expect_refused("case: bubble\noutput: {times: [1, 3, 3]}\n", ":2:24", "ascending");
    expect_refused("case: bubble\noutput: {slice: y=3000}\n", ":2:10", "outside the box");
    expect_refused("case: bubble\noutput: {slice: y=nan}\n", ":2:10", "output.slice");
    expect_refused("case: bubble\noutput: {fields: [w, w]}\n", ":2:22", "twice");
    expect_refused("case: wave\n", "", "one of the keys time.end and time.steps is needed");
    expect_refused("order: 3\n", "", "key case is missing");
    expect_refused("case: bubble\nmesh: {base: [1000000, 1000000, 1000000], level: 18}\n", ":2:",
                   "more elements than can be counted");
    expect_refused("case: bubble\nmesh: {partitions: 4}\nbalance: {interval: 20}\n", ":3:11",
                   "mesh.partitions is a number");
    expect_refused("case: bubble\nbalance: {interval: 20}\nruntime: {placement: free}\n", ":2:11",
                   "runtime.placement is free");
}

Test(options, yaml_that_says_things_twice_is_refused)
{
    expect_refused("case: bubble\norder: &a 3\n", ":2:11", "anchors");
    expect_refused("case: bubble\norder: *a\n", ":2:", "aliases");
    expect_refused("case: bubble\norder: !!int 3\n", ":2:", "tags");
    expect_refused("case: bubble\n---\ncase: wave\n", "", "several YAML documents");
}

Test(options, yaml_that_is_none_is_refused_at_its_line)
{
    expect_refused("", "", "holds no keys");
    expect_refused("# nothing\n", "", "holds no keys");
    expect_refused("- a\n", "", "must hold keys");
    expect_refused("case: bubble\nmesh: [1\n", ":3:1", "is not valid YAML");
    expect_refused("case: bubble\nmesh:\n\tlevel: 1\n", ":3:1", "a tab indents this line");
    expect_refused("case: \"bubble\n", ":1:", "is not valid YAML");
    expect_refused("case: b\xff\n", "", "byte 8 is not text");
}

Test(options, what_is_odd_but_runs_is_a_warning)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\nmesh:\noutput: {times: [500]}\n", NULL), OK);
    cr_assert_eq(o.warnings.n, 2);
    cr_expect_not_null(strstr(o.warnings.at[0], ":2:1: section mesh is empty"));
    cr_expect_not_null(strstr(o.warnings.at[1], "beyond time.end"));
    options_free(&o);
}

Test(options, keys_without_effect_are_warned_of_where_they_are_no_defaults)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\nmesh: {warp: 0.15, mountain_height: 0.0, "
                               "mountain_width: 1e3, mountain_center: [0, 0, 0], "
                               "mountain_shape: ridge}\n", NULL), OK);
    cr_expect_eq(o.warnings.n, 0);
    options_free(&o);
    cr_assert_eq(read_case(&o, "case: bubble\nmesh: {warp: 0.1, mountain_shape: hill}\n", NULL), OK);
    cr_assert_eq(o.warnings.n, 2);
    cr_expect_not_null(strstr(o.warnings.at[0], "mesh.warp"));
    cr_expect_not_null(strstr(o.warnings.at[1], "mesh.mountain_shape"));
    options_free(&o);
}

Test(options, the_check_block_is_no_option)
{
    struct options o;
    cr_assert_eq(read_case(&o, "case: bubble\ncheck: {anything: [1, 2], set: {x: 1}}\n", NULL), OK);
    cr_expect_eq(o.warnings.n, 0);
    options_free(&o);
    cr_expect_eq(read_case(&o, "case: bubble\n", "check=1", NULL), BAD_INPUT);
}

/* -- locale ------------------------------------------------------------------------------------ */

Test(options, a_locale_with_a_decimal_comma_changes_nothing)
{
    struct options o;
    char folder[] = "/tmp/updraft-locale-XXXXXX", command[256], number[8];

    cr_assert_not_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -c -i de_DE -f UTF-8 %s/de_DE.UTF-8 "
             ">/dev/null 2>&1", folder);
    const int made = system(command) == 0;
    setenv("LOCPATH", folder, 1);
    const int comma = made && setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    unsetenv("LOCPATH");
    if (!comma) cr_skip_test("localedef makes no German locale here");
    snprintf(number, sizeof number, "%.1f", 0.5);
    cr_assert_str_eq(number, "0,5", "the locale should be in force");

    cr_assert_eq(read_case(&o, "case: bubble\ngravity: 9.81\noutput: {slice: y=0.5}\n",
                           "gas.gamma=1.3", NULL), OK, "%s", error_text());
    cr_expect_eq(o.top_gravity, 9.81);
    cr_expect_eq(o.gas_gamma, 1.3);
    char *text = options_text(&o);
    cr_expect_not_null(strstr(text, "gravity: 9.81"), "%s", text);
    free(text);
    options_free(&o);
    expect_refused("case: bubble\ngravity: 9,81\n", ":2:10", "the decimal mark is a point");
    snprintf(number, sizeof number, "%.1f", 0.5);
    cr_expect_str_eq(number, "0,5", "the caller's locale is left as it was");
}
