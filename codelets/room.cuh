#pragma once
/* codelets/room.cuh -- a block of codelets/lines.cuh: how many elements, and its shared memory. */
#include "base/faces.h"
#include "base/fields.h"
#include "base/real.h"

/* A block's shape: as many elements as fill whole warps; registers for `blocks` of them. */
template <int NQ> struct shape {
    static constexpr int NN = NQ * NQ, NP = NN * NQ;
    static constexpr int elements = NQ == 2 ? 32 : NQ == 3 ? 14 : NQ == 4 ? 8 : NQ == 5 ? 5
                                  : NQ == 6 ? 3 : NQ <= 8 ? 2 : 1;
    static constexpr int threads = elements * NN;
    static constexpr int blocks = REAL_BITS == 32 ? 4 : NQ <= 4 ? 3 : 2;
    static constexpr bool is_rolled = REAL_BITS == 32 || NQ >= 7; /* one copy of the pairs, not three,
                                                                     where those outgrow the cache */

    /* Nodes of an element in shared memory. Rows of odd length: lines along x meet all banks. */
    static constexpr int row = NQ | 1, plane = row * NQ, size = plane * NQ;
    static __device__ __forceinline__ int node(int x, int y, int z)
    {
        return x + row * y + plane * z;
    }
};

/* What stands in shared memory of each node; then of each thread what lies beyond the ends of its
 * line; then of each element its neighbours. */
enum { ROW_RHO, ROW_U, ROW_V, ROW_W, ROW_B, ROW_B_INV, ROW_SUMS, NROWS = ROW_SUMS + NFIELDS };

template <int NQ> struct room {
    using S = shape<NQ>;
    static constexpr int size = S::elements * S::size, threads = S::threads;
    static constexpr int beyonds = NROWS * size, reals = beyonds + 2 * NFIELDS * threads;
    static constexpr size_t bytes = sizeof(real) * reals
                                  + sizeof(struct neighbor) * NFACES * S::elements;
    real *all;
    int element, thread; /* of the block */

    __device__ __forceinline__ real &operator()(int row, int node) const
    {
        return all[row * size + element * S::size + node];
    }
    __device__ __forceinline__ real &beyond(int side, int v) const
    {
        return all[beyonds + (side * NFIELDS + v) * threads + thread];
    }
    __device__ __forceinline__ struct neighbor *neighbors() const
    {
        return (struct neighbor *)(all + reals);
    }
};
