/* mesh/hexahedra.c -- reads mesh files line by line; what is wrong is said with its line. */
#include "mesh/hexahedra.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <xxhash.h>
#include "base/memory.h"

enum {
    LONGEST_LINE = 4096,     /* bytes; the format allows 256       */
    MOST = INT32_MAX / 8 - 1 /* nodes and hexahedra; faces are 32 bits */
};

/* A node as the file has it. */
struct numbered {
    int64_t number, line;
    double x[3];
};

/* A hexahedron: numbers of its nodes in the order of the file. */
struct listed {
    int64_t number, line, nodes[8];
};

/* A line that is read, and what there is so far. */
struct source {
    const char *path;
    FILE *file;
    char text[LONGEST_LINE];
    int64_t line;
    struct numbered *nodes;
    struct listed *hexahedra;
    int64_t num_nodes, num_hexahedra, room_nodes, room_hexahedra;
};

#define FAIL_AT(s, fmt, ...) \
    FAIL(BAD_INPUT, "mesh.file: %s:%lld: " fmt, (s)->path, (long long)(s)->line, __VA_ARGS__)

static void *grown(void *list, int64_t n, int64_t *room, size_t size)
{
    if (n < *room) return list;
    *room = *room ? 2 * *room : 1024;
    list = realloc(list, (size_t)*room * size);
    if (!list) memory_give_up((size_t)*room, size);
    return list;
}

/* -- lines ------------------------------------------------------------------------------------- */

/* The next line, without its end; *is_there = 0 behind the last one. */
static enum status next_line(struct source *s, int *is_there)
{
    *is_there = fgets(s->text, sizeof s->text, s->file) != NULL;
    ++s->line;
    if (!*is_there && ferror(s->file))
        FAIL(BAD_INPUT, "mesh.file: cannot read %s: %s", s->path, strerror(errno));
    if (!*is_there) return OK;
    size_t n = strlen(s->text);
    if (n == 0 || (n == sizeof s->text - 1 && s->text[n - 1] != '\n'))
        FAIL_AT(s, "a line of text ends after at most %d bytes: this is no Abaqus file",
                LONGEST_LINE - 2);
    while (n > 0 && isspace((unsigned char)s->text[n - 1])) s->text[--n] = '\0';
    return OK;
}

/* The start of some text as a message may have it: nothing that a terminal obeys. */
static const char *shown(const char *text, size_t length, char start[64])
{
    size_t n = 0;
    for (; n < length && n < 60 && text[n]; ++n)
        start[n] = text[n] < ' ' || text[n] > '~' ? '?' : text[n];
    start[n] = '\0';
    return start;
}

/* A whole number or a real, and the comma behind it where one stands. */
static int take_whole(char **at, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*at, &end, 10);
    if (end == *at || errno) return 0;
    while (isspace((unsigned char)*end)) ++end;
    if (*end && *end != ',') return 0;
    *at = end + (*end == ',');
    return 1;
}

static int take_real(char **at, double *value)
{
    char *end;
    *value = strtod(*at, &end);
    if (end == *at || !isfinite(*value)) return 0;
    while (isspace((unsigned char)*end)) ++end;
    if (*end && *end != ',') return 0;
    *at = end + (*end == ',');
    return 1;
}

static enum status read_node(struct source *s)
{
    char *at = s->text, start[64];
    struct numbered node = { .line = s->line };
    int is_right = take_whole(&at, &node.number);
    for (int d = 0; d < 3; ++d) is_right = is_right && take_real(&at, &node.x[d]);
    if (!is_right || *at)
        FAIL_AT(s, "want a node: its number and three finite coordinates, parted by commas, not "
                "%s", shown(s->text, sizeof s->text, start));
    if (node.number < 1)
        FAIL_AT(s, "nodes have numbers from 1 on, not %lld", (long long)node.number);
    if (s->num_nodes >= MOST) FAIL_AT(s, "more than %d nodes", MOST);
    s->nodes = grown(s->nodes, s->num_nodes, &s->room_nodes, sizeof node);
    s->nodes[s->num_nodes++] = node;
    return OK;
}

/* A list that ends with a comma goes on in the next line. */
static enum status read_hexahedron(struct source *s)
{
    struct listed h = { .line = s->line };
    char *at = s->text, start[64];
    int is_right = take_whole(&at, &h.number), is_there = 1;
    for (int i = 0; i < 8 && is_right; ++i) {
        if (!*at && at[-1] == ',') {
            TRY(next_line(s, &is_there));
            at = s->text;
        }
        is_right = is_there && take_whole(&at, &h.nodes[i]);
    }
    if (!is_there) s->line = h.line;
    if (!is_right || *at)
        FAIL_AT(s, "want a hexahedron: its number and those of eight nodes, with commas%s%s",
                is_there ? ", not " : "", is_there ? shown(s->text, sizeof s->text, start) : "");
    if (s->num_hexahedra >= MOST) FAIL_AT(s, "more than %d hexahedra", MOST);
    s->hexahedra = grown(s->hexahedra, s->num_hexahedra, &s->room_hexahedra, sizeof h);
    s->hexahedra[s->num_hexahedra++] = h;
    return OK;
}

/* The value of TYPE=, or "". */
static const char *type_of(const char *text)
{
    for (const char *c = text; (c = strchr(c, ',')); ) {
        for (++c; isspace((unsigned char)*c); ++c) {}
        if (strncasecmp(c, "type", 4)) continue;
        for (c += 4; isspace((unsigned char)*c) || *c == '='; ++c) {}
        return c;
    }
    return "";
}

/* What a line of data is, after this keyword. */
typedef enum status (*line_reader)(struct source *s);

static enum status read_keyword(struct source *s, line_reader *reader)
{
    char word[16] = "";
    const size_t n = strcspn(s->text, ",");
    snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), s->text);
    for (size_t i = strlen(word); i > 0 && isspace((unsigned char)word[i - 1]); ) word[--i] = '\0';
    *reader = NULL;
    if (!strcasecmp(word, "*node")) *reader = read_node;
    if (strcasecmp(word, "*element")) return OK;
    const char *type = type_of(s->text);
    char start[64];
    if (!strncasecmp(type, "C3D8", 4)) *reader = read_hexahedron;
    else if (!strncasecmp(type, "C3D", 3))
        FAIL_AT(s, "solids of type %s are no hexahedra; all have to be of type C3D8",
                shown(type, strcspn(type, ", \t"), start));
    return OK;
}

static enum status read_lines(struct source *s)
{
    line_reader reader = NULL;
    for (int is_there = 1;;) {
        TRY(next_line(s, &is_there));
        if (!is_there) break;
        if (!s->text[0] || !strncmp(s->text, "**", 2)) continue; /* nothing, or a comment */
        if (s->text[0] == '*') TRY(read_keyword(s, &reader));
        else if (reader) TRY(reader(s));
    }
    if (s->num_nodes == 0 || s->num_hexahedra == 0)
        FAIL(BAD_INPUT, "mesh.file: %s is not an Abaqus file with a *Node list and an *Element "
             "list of type C3D8", s->path);
    return OK;
}

/* -- nodes and corners ------------------------------------------------------------------------- */

static int by_number(const void *x, const void *y)
{
    const struct numbered *a = x, *b = y;
    return (a->number > b->number) - (a->number < b->number);
}

static enum status sort_nodes(struct source *s)
{
    qsort(s->nodes, (size_t)s->num_nodes, sizeof *s->nodes, by_number);
    for (int64_t i = 1; i < s->num_nodes; ++i)
        if (s->nodes[i].number == s->nodes[i - 1].number) {
            const struct numbered *a = &s->nodes[i - 1], *b = &s->nodes[i];
            FAIL(BAD_INPUT, "mesh.file: %s: node %lld stands twice, in lines %lld and %lld",
                 s->path, (long long)a->number, (long long)(a->line < b->line ? a->line : b->line),
                 (long long)(a->line < b->line ? b->line : a->line));
        }
    return OK;
}

static enum status find_corners(struct source *s, struct hexahedra *h)
{
    static const int place[] = { 0, 1, 3, 2, 4, 5, 7, 6 }; /* of the file's i-th node */
    for (int64_t e = 0; e < s->num_hexahedra; ++e) {
        const struct listed *from = &s->hexahedra[e];
        s->line = from->line;
        for (int i = 0; i < 8; ++i) {
            const struct numbered key = { .number = from->nodes[i] },
                *node = bsearch(&key, s->nodes, (size_t)s->num_nodes, sizeof key, by_number);
            if (!node)
                FAIL_AT(s, "hexahedron %lld has a corner that is no node: %lld",
                        (long long)from->number, (long long)from->nodes[i]);
            for (int j = 0; j < i; ++j)
                if (from->nodes[j] == from->nodes[i])
                    FAIL_AT(s, "hexahedron %lld has node %lld at two of its corners",
                            (long long)from->number, (long long)from->nodes[i]);
            h->corners[e][place[i]] = (int32_t)(node - s->nodes);
        }
    }
    return OK;
}

/* -- faces ------------------------------------------------------------------------------------- */

/* A face's corners, ascending, and in turn against the clock as seen from outside. */
struct face_key {
    int32_t sorted[4], around[4], hexahedron;
};

static int by_corners(const void *x, const void *y)
{
    const struct face_key *a = x, *b = y;
    for (int i = 0; i < 4; ++i)
        if (a->sorted[i] != b->sorted[i]) return a->sorted[i] < b->sorted[i] ? -1 : 1;
    return (a->hexahedron > b->hexahedron) - (a->hexahedron < b->hexahedron);
}

static void set_key(struct face_key *key, const int32_t corners[8], int face)
{
    static const int around[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                      { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    int low = 0;
    for (int i = 1; i < 4; ++i)
        if (corners[around[face][i]] < corners[around[face][low]]) low = i;
    for (int i = 0; i < 4; ++i) {
        const int32_t corner = corners[around[face][(low + i) % 4]];
        int at = i;
        for (; at > 0 && key->sorted[at - 1] > corner; --at) key->sorted[at] = key->sorted[at - 1];
        key->sorted[at] = corner;
        key->around[i] = corner;
    }
}

static int is_same_face(const struct face_key *a, const struct face_key *b)
{
    return !memcmp(a->sorted, b->sorted, sizeof a->sorted);
}

/* Neighbours go around their face in opposite directions, and no third one has it. */
static enum status check_pair(const struct source *s, const struct face_key *a,
                              const struct face_key *b, int is_third)
{
    const long long one = s->hexahedra[a->hexahedron].number;
    const long long other = s->hexahedra[b->hexahedron].number;
    if (is_third)
        FAIL(BAD_INPUT, "mesh.file: %s: more than two hexahedra share a face, %lld and %lld among "
             "them", s->path, one, other);
    if (a->around[2] != b->around[2])
        FAIL(BAD_INPUT, "mesh.file: %s: hexahedra %lld and %lld share four nodes, but not the "
             "edges between them", s->path, one, other);
    if (a->around[1] == b->around[1])
        FAIL(BAD_INPUT, "mesh.file: %s: hexahedra %lld and %lld lie on the same side of a face "
             "that they share, or one of them is numbered left-handed", s->path, one, other);
    return OK;
}

static enum status check_faces(const struct source *s, const struct hexahedra *h)
{
    const int64_t n = 6 * h->n;
    struct face_key *faces = NEW(struct face_key, (size_t)n);
    enum status status = OK;
    for (int64_t f = 0; f < n; ++f) {
        faces[f].hexahedron = (int32_t)(f / 6);
        set_key(&faces[f], h->corners[f / 6], (int)(f % 6));
    }
    qsort(faces, (size_t)n, sizeof *faces, by_corners);
    for (int64_t f = 1; f < n && status == OK; ++f)
        if (is_same_face(&faces[f - 1], &faces[f]))
            status = check_pair(s, &faces[f - 1], &faces[f],
                                f > 1 && is_same_face(&faces[f - 2], &faces[f]));
    free(faces);
    return status;
}

/* -- all of it --------------------------------------------------------------------------------- */

static enum status assemble(struct source *s, struct hexahedra *h)
{
    TRY(read_lines(s));
    TRY(sort_nodes(s));
    *h = (struct hexahedra){ .num_nodes = s->num_nodes, .n = s->num_hexahedra };
    h->nodes = memory_new((size_t)h->num_nodes, sizeof *h->nodes);
    h->corners = memory_new((size_t)h->n, sizeof *h->corners);
    for (int64_t i = 0; i < h->num_nodes; ++i)
        memcpy(h->nodes[i], s->nodes[i].x, sizeof *h->nodes);
    TRY(find_corners(s, h));
    return check_faces(s, h);
}

enum status hexahedra_read(struct hexahedra *h, const char *path)
{
    struct source s = { .path = path };
    struct stat st;
    *h = (struct hexahedra){ 0 };
    if (stat(path, &st) != 0)
        FAIL(BAD_INPUT, "mesh.file: cannot open %s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode)) /* a pipe could not be read again, a device might not end */
        FAIL(BAD_INPUT, "mesh.file: %s is %s, not a file", path,
             S_ISDIR(st.st_mode) ? "a folder" : "a device or a pipe");
    s.file = fopen(path, "r");
    if (!s.file) FAIL(BAD_INPUT, "mesh.file: cannot open %s: %s", path, strerror(errno));
    const enum status status = assemble(&s, h);
    fclose(s.file);
    free(s.nodes);
    free(s.hexahedra);
    if (status != OK) hexahedra_free(h);
    return status;
}

void hexahedra_free(struct hexahedra *h)
{
    free(h->nodes);
    free(h->corners);
    *h = (struct hexahedra){ 0 };
}

uint64_t hexahedra_fingerprint(const struct hexahedra *h)
{
    XXH64_state_t *all = XXH64_createState();
    REQUIRE(all, "no memory for a checksum");
    XXH64_reset(all, 0);
    for (int64_t e = 0; e < h->n; ++e)
        for (int i = 0; i < 8; ++i)
            XXH64_update(all, h->nodes[h->corners[e][i]], sizeof *h->nodes);
    const uint64_t sum = XXH64_digest(all);
    XXH64_freeState(all);
    return sum;
}
