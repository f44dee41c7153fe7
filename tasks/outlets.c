/* tasks/outlets.c -- one outlet for the neighbours in the same memory, one for each elsewhere.
 *
 * So a neighbour on another device, or rank, fetches what it looks at and no more, and the many that stand in
 * the same memory cost one handle.
 */
#include "tasks/outlets.h"
#include <stdlib.h>
#include "base/memory.h"
#include "tasks/array.h"
#include "tasks/exchange.h"

/* The partitions of a rank are consecutive. */
static struct part *part_find(const struct run *r, int64_t number)
{
    const int64_t at = number - r->parts.at[0].mesh->number;
    REQUIRE(0 <= at && at < r->parts.n, "no partition %lld on this rank", (long long)number);
    return &r->parts.at[at];
}

static int is_same_memory(const struct part *a, const struct part *b)
{
    return a->device && b->device && a->device->memory == b->device->memory;
}

/* Which outlet each link looks at, and where. */
static void assign(const struct run *r, struct part *p)
{
    const int links = p->mesh->links.n;
    struct ports *o = &p->ports;
    int shared = -1;
    *o = (struct ports){ .num_links = links, .faces = NEW(int, links + 1),
                         .outlet = NEW(int, links + 1), .shown_at = NEW(int, links + 1),
                         .incoming_at = NEW(int, links + 1) };
    for (int l = 0; l < links; ++l) {
        const struct link *link = &p->mesh->links.at[l];
        const int is_remote = exchange_is_remote(r, link);
        const int is_same = !is_remote && is_same_memory(p, part_find(r, link->partition));
        o->outlet[l] = is_same && shared >= 0 ? shared : o->num_outlets++;
        if (is_same) shared = o->outlet[l];
        p->is_seen_elsewhere |= is_remote || (p->device && !is_same);
        o->shown_at[l] = o->faces[o->outlet[l]];
        o->faces[o->outlet[l]] += link->shown.n;
    }
}

/* An array that messages fill: the other rank keeps an outlet for us alone. */
static void expect_messages(struct run *r, struct part *p, int l, int states)
{
    const size_t nq = (size_t)r->d.degree + 1, face = NFIELDS * nq * nq;
    p->ports.incoming_at[l] = 0;
    for (int s = 0; s < states; ++s)
        array_new_unwritten(&r->room, &p->states[s].incoming[l],
                            (size_t)p->mesh->links.at[l].shown.n * face, r->codelets->sizeof_real,
                            r->inline_tasks);
}

static void connect(struct run *r, struct part *p, int states)
{
    for (int l = 0; l < p->ports.num_links; ++l) {
        if (exchange_is_remote(r, &p->mesh->links.at[l])) {
            expect_messages(r, p, l, states);
            continue;
        }
        const struct part *other = part_find(r, p->mesh->links.at[l].partition);
        int back = 0;
        while (other->mesh->links.at[back].partition != p->mesh->number) ++back;
        p->ports.incoming_at[l] = other->ports.shown_at[back];
        for (int s = 0; s < states; ++s)
            p->states[s].incoming[l] = other->states[s].outlets[other->ports.outlet[back]];
    }
}

void outlets_new(struct run *r, int states)
{
    const size_t nq = (size_t)r->d.degree + 1, face = NFIELDS * nq * nq;
    for_each (struct part, p, r->parts) {
        assign(r, p);
        for (int s = 0; s < states; ++s) {
            p->states[s].outlets = NEW(starpu_data_handle_t, p->ports.num_outlets + 1);
            p->states[s].incoming = NEW(starpu_data_handle_t, p->ports.num_links + 1);
            for (int o = 0; o < p->ports.num_outlets; ++o) {
                const size_t n = (size_t)p->ports.faces[o] * face;
                array_new_unwritten(&r->room, &p->states[s].outlets[o], n, r->codelets->sizeof_real,
                                    r->inline_tasks);
            }
        }
    }
    for_each (struct part, p, r->parts) connect(r, p, states);
}

void outlets_free(const struct run *r, struct part *p, int states)
{
    for (int s = 0; s < states; ++s) {
        for (int l = 0; l < p->ports.num_links; ++l)
            if (exchange_is_remote(r, &p->mesh->links.at[l])) array_free(p->states[s].incoming[l]);
        for (int o = 0; o < p->ports.num_outlets; ++o) array_free(p->states[s].outlets[o]);
        free(p->states[s].outlets);
        free(p->states[s].incoming);
    }
    free(p->ports.faces);
    free(p->ports.outlet);
    free(p->ports.shown_at);
    free(p->ports.incoming_at);
}

void outlets_list(const struct part *p, int32_t *list)
{
    for (int o = 0; o < p->ports.num_outlets; ++o)
        for (int l = 0; l < p->ports.num_links; ++l)
            if (p->ports.outlet[l] == o)
                for_each (const struct shown_face, s, p->mesh->links.at[l].shown)
                    *list++ = NFACES * s->element + s->face;
}
