/* tasks/traffic.c -- asks StarPU's buses, and the ports of all partitions. */
#include "tasks/traffic.h"
#include "tasks/exchange.h"

static int is_host(int node) { return starpu_node_get_kind((unsigned)node) == STARPU_CPU_RAM; }

double traffic_take(double *through_host)
{
    double bytes = 0;
    *through_host = 0;
    for (int bus = 0; bus < starpu_bus_get_count(); ++bus) {
        struct starpu_profiling_bus_info info = { 0 };
        if (starpu_bus_get_profiling_info(bus, &info) != 0) continue;
        bytes += (double)info.transferred_bytes;
        if (is_host(starpu_bus_get_src(bus)) || is_host(starpu_bus_get_dst(bus)))
            *through_host += (double)info.transferred_bytes;
    }
    return bytes;
}

double traffic_halo(const struct run *r)
{
    const size_t nq = (size_t)r->d.degree + 1, face = NFIELDS * nq * nq * r->codelets->sizeof_real;
    double bytes = 0;
    for_each (const struct part, p, r->parts)
        for (int l = 0; p->device && l < p->ports.num_links; ++l) {
            const struct link *link = &p->mesh->links.at[l];
            const int64_t other = link->partition - r->parts.at[0].mesh->number;
            if (exchange_is_remote(r, link)
                || r->parts.at[other].device->memory != p->device->memory)
                bytes += (double)p->mesh->links.at[l].shown.n * (double)face;
        }
    return bytes;
}

void traffic_send(const struct run *r)
{
    for_each (const struct part, p, r->parts) {
        const starpu_data_handle_t all[] = { p->states[r->now].q, p->geometry, p->neighbors,
                                             p->lists };
        if (!p->device || !p->device->is_gpu) continue;
        for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
            starpu_data_prefetch_on_node(all[i], p->device->memory, 0);
        if (p->layer.num_elements == 0) continue;
        starpu_data_prefetch_on_node(p->layer.values, p->device->memory, 0);
        starpu_data_prefetch_on_node(p->layer.elements, p->device->memory, 0);
    }
}
