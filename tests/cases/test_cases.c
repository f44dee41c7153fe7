/* tests/cases/test_cases.c -- every case file runs at toy size and keeps its bounds. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dirent.h>
#include <jansson.h>
#include <libfyaml.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ARGS = 64 };
extern char **environ;

/* The case files: a test each, and one that none is forgotten. */
#define CASE_FILES(FILE)                                                                          \
    FILE(baroclinic_channel) FILE(density_wave) FILE(inertia_gravity_wave)                        \
    FILE(inertia_gravity_wave_rotating) FILE(isentropic_vortex) FILE(mountain_wave)               \
    FILE(resting_atmosphere) FILE(rising_bubble) FILE(rising_bubble_sharp) FILE(taylor_green)     \
    FILE(user_defined)

static const char *folder(void)
{
    static char path[4096];
    const char *srcdir = getenv("srcdir");

    snprintf(path, sizeof path, "%s/cases", srcdir ? srcdir : ".");
    return path;
}

/* Runs the program, quietly; its exit code. */
static int run(char *const args[])
{
    posix_spawn_file_actions_t quiet;
    pid_t child;
    int status = -1;

    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1 /* O_WRONLY */, 0);
    cr_assert_eq(posix_spawn(&child, args[0], &quiet, NULL, args, environ), 0, "cannot start %s",
                 args[0]);
    posix_spawn_file_actions_destroy(&quiet);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status), "%s was killed", args[0]);
    return WEXITSTATUS(status);
}

/* check.set as --set KEY=VALUE; returns the number of arguments. */
static int add_sets(char **args, int n, struct fy_node *sets)
{
    struct fy_node_pair *pair;
    void *at = NULL;

    while (sets && (pair = fy_node_mapping_iterate(sets, &at))) {
        cr_assert_lt(n, MAX_ARGS - 3, "too many keys in check.set");
        args[n++] = "--set";
        cr_assert_gt(asprintf(&args[n++], "%s=%s", fy_node_get_scalar0(fy_node_pair_key(pair)),
                              fy_node_get_scalar0(fy_node_pair_value(pair))), 0);
    }
    return n;
}

/* "< 1e-13" and the like. Mass and energy may change in either direction: their size counts. */
static void expect_within(const json_t *summary, const char *key, const char *bound)
{
    char comparison[3], rest;
    double limit;
    const json_t *number = json_object_get(summary, key);

    cr_assert(json_is_number(number), "summary.json has no number %s", key);
    cr_assert_eq(sscanf(bound, "%2[<>=] %lf %c", comparison, &limit, &rest), 2,
                 "%s: the bound `%s` is no comparison", key, bound);
    double x = json_number_value(number);
    if (!strcmp(key, "mass_relative_change") || !strcmp(key, "energy_relative_change")) x = fabs(x);
    const int holds = !strcmp(comparison, "<")  ? x < limit
                    : !strcmp(comparison, "<=") ? x <= limit
                    : !strcmp(comparison, ">")  ? x > limit
                    : !strcmp(comparison, ">=") && x >= limit;
    cr_expect(holds, "%s is %.6g, which is not %s", key, x, bound);
}

static int expect_bounds(const char *output, struct fy_node *check)
{
    char path[4200];
    struct fy_node_pair *pair;
    void *at = NULL;
    int bounds = 0;

    snprintf(path, sizeof path, "%s/summary.json", output);
    json_t *summary = json_load_file(path, 0, NULL);
    cr_assert_not_null(summary, "%s cannot be read", path);
    cr_expect_eq(json_integer_value(json_object_get(summary, "exit")), 0);
    while ((pair = fy_node_mapping_iterate(check, &at))) {
        const char *key = fy_node_get_scalar0(fy_node_pair_key(pair));
        if (!strcmp(key, "set")) continue;
        expect_within(summary, key, fy_node_get_scalar0(fy_node_pair_value(pair)));
        ++bounds;
    }
    json_decref(summary);
    return bounds;
}

static void check_case(const char *name)
{
    char file[4200], output[] = "/tmp/updraft-case-XXXXXX", *args[MAX_ARGS] = { getenv("UPDRAFT") };

    if (!args[0]) cr_skip_test("UPDRAFT does not name the program");
    snprintf(file, sizeof file, "%s/%s.yaml", folder(), name);
    struct fy_document *document = fy_document_build_from_file(NULL, file);
    cr_assert_not_null(document, "%s cannot be read", file);
    struct fy_node *check = fy_node_by_path(fy_document_root(document), "/check", FY_NT, 0);
    cr_assert(check && fy_node_is_mapping(check), "%s has no check", file);
    cr_assert_not_null(mkdtemp(output));

    int n = 1;
    args[n++] = "run";
    args[n++] = file;
    n = add_sets(args, n, fy_node_by_path(check, "/set", FY_NT, 0));
    args[n++] = "--output";
    args[n++] = output;
    cr_assert_eq(run(args), 0, "updraft run %s.yaml failed", name);
    cr_expect_geq(expect_bounds(output, check), 3, "%s bounds next to nothing", file);

    fy_document_destroy(document);
    run((char *const[]){ "/bin/rm", "-rf", output, NULL });
}

#define FILE(name)                                                                                \
    Test(cases, name##_keeps_its_bounds) { check_case(#name); }
CASE_FILES(FILE)
#undef FILE

Test(cases, none_is_forgotten)
{
    static const char tested[] =
#define FILE(name) " " #name ".yaml"
        CASE_FILES(FILE) " ";
#undef FILE
    DIR *here = opendir(folder());
    int files = 0;

    cr_assert_not_null(here, "%s cannot be read", folder());
    for (struct dirent *e; (e = readdir(here));) {
        if (!strstr(e->d_name, ".yaml")) continue;
        cr_expect_not_null(strstr(tested, e->d_name), "cases/%s has no test", e->d_name);
        ++files;
    }
    closedir(here);
    cr_expect_gt(files, 0);
}
