/* io/yaml.c -- YAML text as a document of libfyaml, with errors of one line. */
#define _GNU_SOURCE /* strchrnul */
#include "io/yaml.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"

enum { LARGEST_FILE = 1 << 20 };

const char *yaml_shown(const char *text, size_t length, char shown[64])
{
    size_t n = 0;

    while (n < length && n < 60) {
        const unsigned char c = (unsigned char)text[n];
        shown[n++] = c < ' ' || c == 127 ? '?' : (char)c;
    }
    if (n < length) {
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80) --n; /* not within a character */
        memcpy(shown + n, "..", 2);
        n += 2;
    }
    shown[n] = '\0';
    return shown;
}

const char *yaml_place(const struct yaml *y, struct fy_node *node, char place[YAML_PLACE])
{
    const int is_scalar = node && fy_node_is_scalar(node);
    struct fy_token *token = is_scalar ? fy_node_get_scalar_token(node) : NULL;
    const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;

    if (y->has_lines && mark)
        snprintf(place, YAML_PLACE, "%s:%d:%d", y->name, mark->line + 1, mark->column + 1);
    else
        snprintf(place, YAML_PLACE, "%s", y->name);
    return place;
}

/* The number of the first byte that is not text, from 1, or 0: NUL and what is not UTF-8. */
static size_t first_strange_byte(const unsigned char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        const int more = s[i] < 0x80 ? 0 : s[i] >= 0xC2 && s[i] < 0xE0 ? 1
                       : s[i] >= 0xE0 && s[i] < 0xF0 ? 2 : s[i] >= 0xF0 && s[i] < 0xF5 ? 3 : -1;
        if (more < 0 || s[i] == 0) return i + 1;
        for (int k = 1; k <= more; ++k)
            if (i + (size_t)k >= n || (s[i + (size_t)k] & 0xC0) != 0x80) return i + 1;
        i += (size_t)more + 1;
    }
    return 0;
}

/* The first line that is indented with a tab, from 1, or 0. */
static int first_tab_line(const char *text)
{
    int line = 1;

    for (const char *s = text; *s; ++line) {
        const char *end = strchrnul(s, '\n'), *word = s + strspn(s, " ");
        if (*word == '\t' && word + strspn(word, " \t\r") < end) return line;
        s = *end ? end + 1 : end;
    }
    return 0;
}

/* libfyaml quotes what it found, as it is. */
static const char *harmless(const char *message, char shown[256])
{
    snprintf(shown, 256, "%s", message);
    for (char *c = shown; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    return shown;
}

/* The first error that libfyaml collected; it has no words of its own for tabs. */
static enum status syntax_error(const struct yaml *y)
{
    char said[256];
    void *at = NULL;
    const struct fy_diag_error *e = fy_diag_errors_iterate(y->diag, &at);
    const int tab = first_tab_line(y->bytes);

    if (tab && y->has_lines)
        FAIL(BAD_INPUT, "%s:%d:1: is not valid YAML: a tab indents this line; YAML wants spaces",
             y->name, tab);

    if (!e) FAIL(BAD_INPUT, "%s: is not valid YAML", y->name);
    harmless(e->msg, said);
    if (!y->has_lines) FAIL(BAD_INPUT, "%s: is not valid YAML: %s", y->name, said);
    FAIL(BAD_INPUT, "%s:%d:%d: is not valid YAML: %s", y->name, e->line, e->column, said);
}

/* Anchors, aliases and tags say the same thing in more ways than a case file needs. */
static enum status refuse_extras(const struct yaml *y, struct fy_node *node)
{
    char place[YAML_PLACE];
    struct fy_node_pair *pair;
    struct fy_node *item;
    void *at = NULL;
    size_t length;

    if (!node) return OK;
    if (fy_node_is_alias(node))
        FAIL(BAD_INPUT, "%s: aliases (*name) are not used in case files; write the value itself",
             yaml_place(y, node, place));
    if (fy_node_get_anchor(node))
        FAIL(BAD_INPUT, "%s: anchors (&name) are not used in case files; leave it out",
             yaml_place(y, node, place));
    if (fy_node_get_tag(node, &length))
        FAIL(BAD_INPUT, "%s: tags (!name) are not used in case files; leave it out",
             yaml_place(y, node, place));
    if (fy_node_is_mapping(node))
        while ((pair = fy_node_mapping_iterate(node, &at))) {
            TRY(refuse_extras(y, fy_node_pair_key(pair)));
            TRY(refuse_extras(y, fy_node_pair_value(pair)));
        }
    if (fy_node_is_sequence(node))
        while ((item = fy_node_sequence_iterate(node, &at))) TRY(refuse_extras(y, item));
    return OK;
}

static enum status parse(struct yaml *y, size_t length)
{
    struct fy_diag_cfg quiet;
    struct fy_document *second;

    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    y->diag = fy_diag_create(&quiet);
    REQUIRE(y->diag, "libfyaml makes no diagnostics");
    fy_diag_set_collect_errors(y->diag, true);
    const struct fy_parse_cfg cfg = {
        .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS, .diag = y->diag
    };
    y->parser = fy_parser_create(&cfg);
    REQUIRE(y->parser, "libfyaml makes no parser");

    /* a byte order mark is no part of the text */
    const size_t skip = length >= 3 && memcmp(y->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (fy_parser_set_string(y->parser, y->bytes + skip, length - skip) != 0)
        return syntax_error(y);
    y->document = fy_parse_load_document(y->parser);
    if (fy_parser_get_stream_error(y->parser)) return syntax_error(y);
    if (!y->document) return OK; /* nothing but comments */

    second = fy_parse_load_document(y->parser);
    if (fy_parser_get_stream_error(y->parser)) return syntax_error(y);
    if (second) {
        fy_parse_document_destroy(y->parser, second);
        FAIL(BAD_INPUT, "%s: holds several YAML documents (---); a case file holds one", y->name);
    }
    y->root = fy_document_root(y->document);
    return refuse_extras(y, y->root);
}

static enum status read_bytes(struct yaml *y, int fd, size_t *length)
{
    struct stat about;
    ssize_t got;

    *length = 0;
    if (fstat(fd, &about) == 0 && S_ISDIR(about.st_mode))
        FAIL(BAD_INPUT, "%s: is a directory; a case file is wanted", y->name);
    y->bytes = memory_new(LARGEST_FILE + 1, 1);
    do {
        got = read(fd, y->bytes + *length, LARGEST_FILE + 1 - *length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) FAIL(BAD_INPUT, "%s: cannot be read: %s", y->name, strerror(errno));
        *length += (size_t)got;
        if (*length > LARGEST_FILE)
            FAIL(BAD_INPUT, "%s: is larger than 1 MiB, which no case file is", y->name);
    } while (got != 0);
    return OK;
}

static enum status read_file(struct yaml *y, const char *path)
{
    char shown[64];
    size_t length, strange;

    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        FAIL(BAD_INPUT, "%s: cannot be opened: %s", y->name, strerror(errno));
    const enum status s = read_bytes(y, fd, &length);
    close(fd);
    TRY(s);
    strange = first_strange_byte((const unsigned char *)y->bytes, length);
    if (strange)
        FAIL(BAD_INPUT, "%s: byte %zu is not text in UTF-8; a case file is YAML text",
             yaml_shown(path, strlen(path), shown), strange);
    return parse(y, length);
}

static char *name_for_messages(const char *name)
{
    char *copy = memory_copy(name);

    for (char *c = copy; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    return copy;
}

enum status yaml_read_file(struct yaml *y, const char *path)
{
    *y = (struct yaml){ .name = name_for_messages(path), .has_lines = 1 };
    const enum status s = read_file(y, path);
    if (s != OK) yaml_free(y);
    return s;
}

enum status yaml_read_text(struct yaml *y, const char *name, const char *text)
{
    enum status s;

    *y = (struct yaml){ .name = name_for_messages(name), .bytes = memory_copy(text) };
    if (first_strange_byte((const unsigned char *)text, strlen(text)))
        s = error_raise(BAD_INPUT, "%s: is not text in UTF-8", y->name);
    else
        s = parse(y, strlen(text));
    if (s != OK) yaml_free(y);
    return s;
}

void yaml_free(struct yaml *y)
{
    if (y->document) fy_parse_document_destroy(y->parser, y->document);
    if (y->parser) fy_parser_destroy(y->parser);
    if (y->diag) fy_diag_destroy(y->diag);
    free(y->bytes);
    free(y->name);
    *y = (struct yaml){ 0 };
}
