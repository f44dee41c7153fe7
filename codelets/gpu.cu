/* codelets/gpu.cu -- the GPUs: what they are, whether our kernels run there, what they ran last. */
#include "codelets/gpu.h"
#include <cstdio>
#include <cstring>
#include "codelets/launch.cuh"

enum { MAX_GPUS = 32 };

/* The newest launch of each device, for reports; written without a lock by the threads that launch. */
static struct launch last[MAX_GPUS];

static const char *words(cudaError_t e) { return cudaGetErrorString(e); }

int gpu_count(void)
{
    int n = 0;
    return cudaGetDeviceCount(&n) == cudaSuccess ? n : 0;
}

const char *gpu_name(int device)
{
    static struct cudaDeviceProp properties[MAX_GPUS];
    return device < MAX_GPUS && cudaGetDeviceProperties(&properties[device], device) == cudaSuccess
               ? properties[device].name : "unknown GPU";
}

void gpu_id(int device, unsigned char id[GPU_ID_BYTES])
{
    struct cudaDeviceProp p;
    static_assert(sizeof p.uuid == GPU_ID_BYTES, "the id of a GPU");
    memset(id, 0, GPU_ID_BYTES);
    if (cudaGetDeviceProperties(&p, device) == cudaSuccess) memcpy(id, &p.uuid, sizeof p.uuid);
}

size_t gpu_free_bytes(int device, size_t *total)
{
    size_t available = 0;
    int before = 0;
    *total = 0;
    cudaGetDevice(&before);
    if (cudaSetDevice(device) == cudaSuccess) cudaMemGetInfo(&available, total);
    cudaSetDevice(before);
    return available;
}

static int attribute(enum cudaDeviceAttr a, int device)
{
    int value = 0;
    cudaDeviceGetAttribute(&value, a, device);
    return value;
}

enum status gpu_prepare(const struct launch *l, const void *kernel, unsigned *ready)
{
    struct cudaFuncAttributes has = {};
    int device = 0, blocks = 0;
    cudaGetDevice(&device);
    if (device < MAX_GPUS && (*ready & 1u << device)) return OK;

    cudaError_t e = cudaFuncGetAttributes(&has, kernel);
    if (e == cudaErrorNoKernelImageForDevice || e == cudaErrorInvalidDeviceFunction
        || e == cudaErrorUnsupportedPtxVersion || e == cudaErrorInvalidPtx)
        FAIL(BAD_MACHINE, "this program has no kernels for GPU %d (%s, compute capability %d.%d): "
             "configure it with --with-cuda-arch=%d%d; runtime.gpus: 0 runs on cores alone",
             device, gpu_name(device), attribute(cudaDevAttrComputeCapabilityMajor, device),
             attribute(cudaDevAttrComputeCapabilityMinor, device),
             attribute(cudaDevAttrComputeCapabilityMajor, device),
             attribute(cudaDevAttrComputeCapabilityMinor, device));
    if (e == cudaSuccess && l->shared > 48 * 1024)
        e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)l->shared);
    if (e == cudaSuccess)
        e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, (int)l->threads,
                                                          l->shared);
    if (e != cudaSuccess || blocks == 0) {
        cudaGetLastError();
        FAIL(BAD_MACHINE, "GPU %d (%s) cannot run the kernel %s of order %d: it wants %u threads, "
             "%d registers each, and %zu bytes of shared memory a block, the device has %d "
             "registers and %d bytes%s%s", device, gpu_name(device), l->kernel, l->degree,
             l->threads, has.numRegs, l->shared + has.sharedSizeBytes,
             attribute(cudaDevAttrMaxRegistersPerBlock, device),
             attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
             e == cudaSuccess ? "" : "; ", e == cudaSuccess ? "" : words(e));
    }
    if (device < MAX_GPUS) __atomic_fetch_or(ready, 1u << device, __ATOMIC_RELAXED);
    return OK;
}

enum status gpu_launched(const struct launch *l)
{
    int device = 0;
    cudaGetDevice(&device);
    if (device < MAX_GPUS) last[device] = *l;
    const cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) return OK;
    FAIL(BAD_MACHINE, "GPU %d (%s): the kernel %s of order %d, %u blocks of %u threads and %zu bytes "
         "of shared memory: %s", device, gpu_name(device), l->kernel, l->degree, l->blocks,
         l->threads, l->shared, words(e));
}

EXTERN_C enum status kernels_check_f32(int degree);
EXTERN_C enum status kernels_check_f64(int degree);

enum status gpu_check(int device, int degree, size_t sizeof_real)
{
    const cudaError_t e = cudaSetDevice(device);
    if (e != cudaSuccess) FAIL(BAD_MACHINE, "GPU %d does not start: %s", device, words(e));
    return sizeof_real == sizeof(float) ? kernels_check_f32(degree) : kernels_check_f64(degree);
}

int gpu_report(void)
{
    const cudaError_t e = cudaPeekAtLastError();
    if (e == cudaSuccess) return 0;
    fprintf(stderr, "updraft: a GPU failed: %s\n", words(e));
    for (int d = 0; d < MAX_GPUS; ++d)
        if (last[d].kernel)
            fprintf(stderr, "updraft: the last kernel given to GPU %d was %s of order %d, %u blocks "
                    "of %u threads, %zu bytes of shared memory\n", d, last[d].kernel,
                    last[d].degree, last[d].blocks, last[d].threads, last[d].shared);
    return 1;
}

void *gpu_stream_new(int device)
{
    cudaStream_t stream = NULL;
    cudaSetDevice(device);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    return stream;
}

void gpu_stream_wait(void *stream) { cudaStreamSynchronize((cudaStream_t)stream); }
void gpu_stream_free(void *stream) { cudaStreamDestroy((cudaStream_t)stream); }
