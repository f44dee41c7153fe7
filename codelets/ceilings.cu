/* codelets/ceilings.cu -- the ceilings of one GPU: kernels that do nothing else. */
#include "codelets/ceilings.h"
#include <cuda_runtime.h>
#include "codelets/gpu.h"

enum { CHAINS = 8, TURNS = 4096, THREADS = 256, BLOCKS_A_PROCESSOR = 8, REPEATS = 10 };

/* 16 bytes, the widest access of a thread. */
template <typename T> struct alignas(16) pack { T at[16 / sizeof(T)]; };

template <typename T> static __global__ void __launch_bounds__(THREADS) fuse(T a, T b, T *out)
{
    T x[CHAINS];
#pragma unroll
    for (int i = 0; i < CHAINS; ++i)
        x[i] = (T)(threadIdx.x + i);
#pragma unroll 8
    for (int n = 0; n < TURNS; ++n)
#pragma unroll
        for (int i = 0; i < CHAINS; ++i)
            x[i] = fma(x[i], a, b);
    T sum = 0;
    for (int i = 0; i < CHAINS; ++i)
        sum += x[i];
    if (sum == (T)-1) *out = sum; /* never: but the compiler cannot know */
}

template <typename T>
static __global__ void __launch_bounds__(THREADS) copy(pack<T> *to, const pack<T> *from)
{
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    to[i] = from[i];
}

template <typename T>
static __global__ void __launch_bounds__(THREADS) add(pack<T> *to, const pack<T> *from, T factor)
{
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    pack<T> sum = to[i];
    const pack<T> more = from[i];
#pragma unroll
    for (size_t n = 0; n < sizeof(pack<T>) / sizeof(T); ++n)
        sum.at[n] += factor * more.at[n];
    to[i] = sum;
}

/* Best seconds of some launches, after one to warm up. */
template <typename Launch>
static cudaError_t best_of(cudaEvent_t start, cudaEvent_t stop, Launch launch, double *best)
{
    *best = 1e30;
    for (int i = 0; i < REPEATS + 1; ++i) {
        float ms;
        cudaEventRecord(start);
        launch();
        cudaEventRecord(stop);
        cudaError_t e = cudaGetLastError();
        if (e == cudaSuccess) e = cudaEventSynchronize(stop);
        if (e == cudaSuccess) e = cudaEventElapsedTime(&ms, start, stop);
        if (e != cudaSuccess) return e;
        if (i > 0 && ms * 1e-3 < *best) *best = ms * 1e-3;
    }
    return cudaSuccess;
}

template <typename T>
static cudaError_t measure(int device, void *to, void *from, size_t bytes, cudaEvent_t start,
                           cudaEvent_t stop, struct ceilings *c)
{
    int processors;
    double seconds;
    cudaError_t e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (e != cudaSuccess) return e;
    const unsigned blocks = (unsigned)processors * BLOCKS_A_PROCESSOR;
    const unsigned packs = (unsigned)(bytes / sizeof(pack<T>) / THREADS);

    e = best_of(start, stop,
                [=] { fuse<T><<<blocks, THREADS>>>((T)0.5, (T)1, (T *)to); }, &seconds);
    if (e != cudaSuccess) return e;
    c->flops = 2.0 * CHAINS * TURNS * THREADS * blocks / seconds;
    e = best_of(start, stop,
                [=] { copy<T><<<packs, THREADS>>>((pack<T> *)to, (const pack<T> *)from); },
                &seconds);
    if (e != cudaSuccess) return e;
    c->copy = 2.0 * (double)bytes / seconds;
    e = best_of(start, stop,
                [=] { add<T><<<packs, THREADS>>>((pack<T> *)to, (const pack<T> *)from, (T)0.5); },
                &seconds);
    if (e != cudaSuccess) return e;
    c->update = 3.0 * (double)bytes / seconds;
    return cudaSuccess;
}

enum status ceilings_gpu(int device, size_t sizeof_real, struct ceilings *c)
{
    const size_t bytes = (size_t)1 << 30;
    void *to = NULL, *from = NULL;
    cudaEvent_t start = NULL, stop = NULL;
    cudaError_t e = cudaSetDevice(device);
    if (e == cudaSuccess) e = cudaMalloc(&to, bytes);
    if (e == cudaSuccess) e = cudaMalloc(&from, bytes);
    if (e == cudaSuccess) e = cudaMemset(to, 0, bytes);
    if (e == cudaSuccess) e = cudaMemset(from, 0, bytes);
    if (e == cudaSuccess) e = cudaEventCreate(&start);
    if (e == cudaSuccess) e = cudaEventCreate(&stop);
    if (e == cudaSuccess)
        e = sizeof_real == sizeof(float) ? measure<float>(device, to, from, bytes, start, stop, c)
                                         : measure<double>(device, to, from, bytes, start, stop, c);
    if (start) cudaEventDestroy(start);
    if (stop) cudaEventDestroy(stop);
    cudaFree(to);
    cudaFree(from);
    if (e != cudaSuccess)
        FAIL(BAD_MACHINE, "GPU %d (%s): its ceilings cannot be measured: %s", device,
             gpu_name(device), cudaGetErrorString(e));
    return OK;
}
