/* io/options_read.c -- the options of a run: defaults, case, file and --set, one over the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "io/options_reader.h"

/* -- one value --------------------------------------------------------------------------------- */

/* A value of a stronger layer switches the other way to say it off. */
static enum status settle_alternative(struct reader *r, const struct option_row *row)
{
    const struct option_row *other = option_alternative(row);

    if (!other || !option_is_set(r, row)) return OK;
    struct setting *theirs = option_setting(r, other);
    if (option_is_set(r, other) && theirs->layer == r->layer)
        FAIL(BAD_INPUT, "%s: keys %s and %s exclude each other, and %s is set at %s; leave one out",
             option_setting(r, row)->place, other->full, row->full, other->full, theirs->place);
    other->type->clear(option_field(other, r->o));
    return OK;
}

static enum status refuse_of_case(const struct reader *r, const struct option_row *row,
                                  const char *place)
{
    const struct option_case *c = r->cases;

    if (strcmp(row->section, "state"))
        FAIL(BAD_INPUT, "%s: key %s means nothing to case %s; its keys of section initial are: %s",
             place, row->full, r->chosen->name, r->chosen->initial_keys);
    while (c->name && !c->has_state) ++c;
    FAIL(BAD_INPUT, "%s: key %s means nothing to case %s; section state is for case %s", place,
         row->full, r->chosen->name, c->name ? c->name : "none");
}

static enum status set_value(struct reader *r, const struct yaml *y, const struct option_row *row,
                             struct fy_node *key, struct fy_node *node)
{
    char place[YAML_PLACE];
    const struct option_input in = { row, y, key, node };
    struct setting *s = option_setting(r, row);

    yaml_place(y, key, place);
    if (r->chosen && r->layer != FROM_DEFAULT &&
        !option_is_of_case(row, r->chosen->initial_keys, r->chosen->has_state))
        return refuse_of_case(r, row, place);
    TRY(option_read_value(&in, r->o));
    free(s->place);
    *s = (struct setting){ r->layer, memory_copy(place) };
    return settle_alternative(r, row);
}

/* -- mappings ---------------------------------------------------------------------------------- */

/* The text of a key, as a string; BAD_INPUT where the key is a list or the like. */
static enum status key_of(const struct yaml *y, struct fy_node_pair *pair, const char **key)
{
    char place[YAML_PLACE];
    struct fy_node *node = fy_node_pair_key(pair);

    *key = node && fy_node_is_scalar(node) ? fy_node_get_scalar0(node) : NULL;
    if (!*key || !**key)
        FAIL(BAD_INPUT, "%s: a key must be a word", yaml_place(y, node, place));
    return OK;
}

/* Refuses a key that stood in the mapping before. */
static enum status check_doubled(const struct yaml *y, struct fy_node *map,
                                 const struct fy_node_pair *pair, const char *prefix,
                                 const char *key)
{
    char place[YAML_PLACE], first[YAML_PLACE];
    struct fy_node_pair *earlier;
    void *at = NULL;
    const char *name = NULL;

    while ((earlier = fy_node_mapping_iterate(map, &at)) && earlier != pair) {
        TRY(key_of(y, earlier, &name));
        if (!strcmp(name, key))
            FAIL(BAD_INPUT, "%s: key %s%s is doubled; it stands at %s already",
                 yaml_place(y, fy_node_pair_key((struct fy_node_pair *)pair), place), prefix, key,
                 yaml_place(y, fy_node_pair_key(earlier), first));
    }
    return OK;
}

static int is_nothing(struct fy_node *node)
{
    return !node || fy_node_is_null(node) ||
           (fy_node_is_scalar(node) && !*fy_node_get_scalar0(node));
}

/* All keys of one section; key is the node to point to for the section as a whole. */
static enum status read_section(struct reader *r, const struct yaml *y, const char *section,
                                struct fy_node *key_node, struct fy_node *map)
{
    char place[YAML_PLACE], prefix[64], shown[64];
    struct fy_node_pair *pair;
    void *at = NULL;
    const char *key = NULL;

    yaml_place(y, key_node, place);
    if (is_nothing(map)) {
        options_warn(r, "%s: section %s is empty", place, section);
        return OK;
    }
    if (!fy_node_is_mapping(map)) {
        const char *text = fy_node_is_scalar(map) ? fy_node_get_scalar0(map) : "a list";
        FAIL(BAD_INPUT, "%s: %s is a section: it must hold keys (`updraft explain %s` lists them), "
             "not %s", place, section, section, yaml_shown(text, strlen(text), shown));
    }
    snprintf(prefix, sizeof prefix, "%s.", section);
    while ((pair = fy_node_mapping_iterate(map, &at))) {
        struct fy_node *node = fy_node_pair_key(pair);
        TRY(key_of(y, pair, &key));
        const struct option_row *row = option_find(section, key);
        if (!row) return option_unknown(yaml_place(y, node, place), section, key);
        TRY(check_doubled(y, map, pair, prefix, key));
        TRY(set_value(r, y, row, node, fy_node_pair_value(pair)));
    }
    return OK;
}

static enum status read_top(struct reader *r, const struct yaml *y)
{
    char place[YAML_PLACE];
    struct fy_node_pair *pair;
    void *at = NULL;
    const char *key = NULL;

    while ((pair = fy_node_mapping_iterate(y->root, &at))) {
        struct fy_node *node = fy_node_pair_key(pair), *value = fy_node_pair_value(pair);
        TRY(key_of(y, pair, &key));
        const struct option_row *row = option_find("top", key);
        const int is_check = !strcmp(key, "check"); /* how the tests run the file */
        if (!row && !is_check && !option_is_section(key))
            return option_unknown(yaml_place(y, node, place), "top", key);
        TRY(check_doubled(y, y->root, pair, "", key));
        if (row) TRY(set_value(r, y, row, node, value));
        else if (!is_check) TRY(read_section(r, y, key, node, value));
    }
    return OK;
}

/* -- the layers -------------------------------------------------------------------------------- */

static enum status read_defaults(struct reader *r)
{
    static const char text[] = "["
#define OPTION(section, key, type, preset, ...) preset ","
#include "io/options.def"
#undef OPTION
    "]";
    struct yaml y;
    struct fy_node *item;
    void *at = NULL;
    enum status s = OK;

    TRY(yaml_read_text(&y, "options.def", text));
    for (int i = 0; i < NUM_ROWS && s == OK; ++i) {
        item = fy_node_sequence_iterate(y.root, &at);
        s = set_value(r, &y, &option_rows[i], NULL, item);
    }
    yaml_free(&y);
    return s;
}

/* KEY=VALUE, value being YAML flow text; key may be a section. name is for messages. */
static enum status read_assignment(struct reader *r, const char *name, const char *key,
                                   const char *value)
{
    struct yaml y;
    enum status s;
    const char *dot = strchr(key, '.');
    const struct option_row *row = option_find_full(key);

    TRY(yaml_read_text(&y, name, value));
    if (row) {
        s = set_value(r, &y, row, NULL, y.root);
    } else if (option_is_section(key)) {
        s = read_section(r, &y, key, NULL, y.root);
    } else if (dot) {
        char section[64];
        snprintf(section, sizeof section, "%.*s", (int)(dot - key < 63 ? dot - key : 63), key);
        s = option_unknown(y.name, section, dot + 1);
    } else {
        s = option_unknown(y.name, "top", key);
    }
    yaml_free(&y);
    return s;
}

static enum status read_case(struct reader *r)
{
    char name[96];

    if (!r->chosen) return OK;
    r->layer = FROM_CASE;
    snprintf(name, sizeof name, "case %s", r->chosen->name);
    for (const struct option_preset *p = r->chosen->presets; p->key; ++p)
        TRY(read_assignment(r, name, p->key, p->value));
    return OK;
}

/* Cuts KEY=VALUE in two; key is the caller's to free. */
static enum status split(const char *set, char **key, const char **value)
{
    char shown[64];
    const char *equal = strchr(set, '=');

    if (!equal || equal == set)
        FAIL(BAD_INPUT, "--set %s: must be KEY=VALUE, as in --set order=3",
             yaml_shown(set, strlen(set), shown));
    *key = memory_copy(set);
    (*key)[equal - set] = '\0';
    *value = equal + 1;
    return OK;
}

static enum status read_sets(struct reader *r, const struct option_source *from)
{
    r->layer = FROM_SET;
    for (int i = 0; i < from->num_sets; ++i) {
        char name[80], shown[64], *key = NULL;
        const char *value = NULL;
        TRY(split(from->sets[i], &key, &value));
        snprintf(name, sizeof name, "--set %s",
                 yaml_shown(from->sets[i], strlen(from->sets[i]), shown));
        const enum status s = read_assignment(r, name, key, value);
        free(key);
        TRY(s);
    }
    return OK;
}

static enum status read_output(struct reader *r, const char *output)
{
    struct setting *s = &r->settings[ROW_output_directory];

    r->layer = FROM_OUTPUT;
    if (!output) return OK;
    for (const char *c = output; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127)
            FAIL(BAD_INPUT, "--output: the name of the folder must not hold control characters");
    if (!*output) FAIL(BAD_INPUT, "--output: must name a folder, not nothing");
    free(r->o->output_directory);
    r->o->output_directory = memory_copy(output);
    free(s->place);
    *s = (struct setting){ FROM_OUTPUT, memory_copy("--output") };
    return OK;
}

/* -- which case -------------------------------------------------------------------------------- */

/* The case that the root of a document names: found before all else, since it brings defaults. */
static enum status choose(struct reader *r, const struct yaml *y, struct fy_node *node)
{
    char place[YAML_PLACE];
    const struct option_input in = { &option_rows[ROW_top_case], y, node, node };

    TRY(option_read_value(&in, r->o));
    yaml_place(y, node, place);
    const char *name = r->o->top_case ? r->o->top_case : "none";
    r->chosen = option_case_find(r->cases, name);
    if (!r->chosen) return option_case_unknown(place, name, r->cases);
    r->o->initial_keys = r->chosen->initial_keys;
    r->o->has_state = r->chosen->has_state;
    return OK;
}

static enum status choose_case(struct reader *r, const struct option_source *from,
                               const struct yaml *file)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    const char *key = NULL, *value = NULL, *set = NULL;

    for (int i = 0; i < from->num_sets; ++i)
        if (!strncmp(from->sets[i], "case=", 5)) set = from->sets[i], value = set + 5;
    if (set) {
        struct yaml y;
        char name[80], shown[64];
        snprintf(name, sizeof name, "--set %s", yaml_shown(set, strlen(set), shown));
        TRY(yaml_read_text(&y, name, value));
        const enum status s = choose(r, &y, y.root);
        yaml_free(&y);
        return s;
    }
    while (file->root && (pair = fy_node_mapping_iterate(file->root, &at))) {
        TRY(key_of(file, pair, &key));
        if (!strcmp(key, "case")) return choose(r, file, fy_node_pair_value(pair));
    }
    return OK;
}

/* -- all of it --------------------------------------------------------------------------------- */

static enum status read_file(const struct option_source *from, const struct option_case *cases,
                             struct yaml *file)
{
    char place[YAML_PLACE], shown[64];
    FILE *there;

    if (!from->file) return OK;
    if (option_case_find(cases, from->file)) {
        if (!(there = fopen(from->file, "r")))
            FAIL(BAD_INPUT, "%s: there is no such file; `updraft init %s` writes %s.yaml",
                 from->file, from->file, from->file);
        fclose(there);
    }
    TRY(yaml_read_file(file, from->file));
    if (!file->root)
        FAIL(BAD_INPUT, "%s: holds no keys; `updraft init NAME` writes a case file", file->name);
    if (!fy_node_is_mapping(file->root))
        FAIL(BAD_INPUT, "%s: must hold keys, as in `case: rising_bubble`, not %s",
             yaml_place(file, file->root, place), fy_node_is_scalar(file->root)
             ? yaml_shown(fy_node_get_scalar0(file->root),
                          strlen(fy_node_get_scalar0(file->root)), shown) : "a list");
    return OK;
}

static enum status read_layers(struct reader *r, const struct option_source *from,
                               const struct yaml *file)
{
    TRY(read_defaults(r));
    TRY(choose_case(r, from, file));
    TRY(read_case(r));
    r->layer = FROM_FILE;
    if (file->root) TRY(read_top(r, file));
    TRY(read_sets(r, from));
    TRY(read_output(r, from->output));
    return options_check(r, from);
}

enum status options_read(struct options *o, const struct option_source *from,
                         const struct option_case *cases)
{
    struct reader r = { .o = o, .cases = cases };
    struct yaml file = { 0 };
    void *locale = option_c_locale_start();

    *o = (struct options){ 0 };
    enum status s = read_file(from, cases, &file);
    if (s == OK) s = read_layers(&r, from, &file);
    yaml_free(&file);
    for (int i = 0; i < NUM_ROWS; ++i) free(r.settings[i].place);
    if (s != OK) options_free(o);
    option_c_locale_stop(locale);
    return s;
}
