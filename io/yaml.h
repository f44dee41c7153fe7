#pragma once
/* io/yaml.h -- YAML text as a document of libfyaml, with errors of one line. */
#include <libfyaml.h>
#include "base/error.h"

/** A document and what messages call it. Its nodes live until yaml_free(). */
struct yaml {
    char *name;      /* the file, or `--set KEY=VALUE`                          */
    int has_lines;   /* whether messages name line and column: of files they do */
    char *bytes;
    struct fy_diag *diag;
    struct fy_parser *parser;
    struct fy_document *document;
    struct fy_node *root; /* NULL where the text holds nothing */
};

/** Room for a place in a message. */
enum { YAML_PLACE = 320 };

/** Reads a file of at most 1 MiB; BAD_INPUT names file, line and column. Zeroed where it fails. */
enum status yaml_read_file(struct yaml *y, const char *path);

/** Reads text that messages call by name. */
enum status yaml_read_text(struct yaml *y, const char *name, const char *text);
void yaml_free(struct yaml *y);

/** Where a node stands, `FILE:LINE:COLUMN` or the name alone; node may be NULL. */
const char *yaml_place(const struct yaml *y, struct fy_node *node, char place[YAML_PLACE]);

/** A copy of text that fits a message: one line, 60 bytes at most, nothing that a terminal obeys */
const char *yaml_shown(const char *text, size_t length, char shown[64]);
