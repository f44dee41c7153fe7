/* io/checkpoint_sums.c -- checksums of a state: of each variable and of all of it. */
#include <string.h>
#include "io/checkpoint_parts.h"

void checkpoint_hash(const struct checkpoint *c, const void *element, uint64_t hashes[NSUMS])
{
    const size_t bytes = checkpoint_columns(c->degree) / NFIELDS * c->sizeof_real;
    for (size_t k = 0; k < NFIELDS; ++k)
        hashes[k] = XXH64((const char *)element + k * bytes, bytes, 0);
    hashes[NFIELDS] = XXH64(element, NFIELDS * bytes, 0);
}

void sums_new(struct sums *s)
{
    for (int k = 0; k < NSUMS; ++k) {
        s->of[k] = XXH64_createState();
        XXH64_reset(s->of[k], 0);
    }
}

void sums_add(void *sums, const void *hashes)
{
    struct sums *s = sums;
    for (int k = 0; k < NSUMS; ++k)
        XXH64_update(s->of[k], (const uint64_t *)hashes + k, sizeof(uint64_t));
}

void sums_end(struct sums *s, struct checkpoint *c)
{
    for (int k = 0; k < NSUMS; ++k) {
        *(k < NFIELDS ? &c->sums[k] : &c->checksum) = XXH64_digest(s->of[k]);
        XXH64_freeState(s->of[k]);
    }
}

void checkpoint_sum_up(const struct mesh *m, const uint64_t (*hashes)[NSUMS], struct checkpoint *c)
{
    struct sums sums;
    sums_new(&sums);
    mesh_each(m, hashes, sizeof *hashes, sums_add, &sums);
    sums_end(&sums, c);
}
