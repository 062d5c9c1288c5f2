// The runtime as device code calls it. CDP2 has it under names of its own, so that no program mixes the two.
#pragma once
#include "cuda_runtime_api.h"

#ifdef CUDA_FORCE_CDP1_IF_SUPPORTED
#define CDPSIM_CDP(name)
#else
#define CDPSIM_CDP(name) __asm__("__cudaCDP2" #name)
#endif

#define CDPSIM_QUERY(name, parameters) __device__ cudaError_t cuda##name parameters CDPSIM_CDP(name)
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define CDPSIM_STREAMED(name, parameters) __device__ cudaError_t cuda##name parameters CDPSIM_CDP(name##_ptsz)
#else
#define CDPSIM_STREAMED(name, parameters) CDPSIM_QUERY(name, parameters)
#endif

extern "C" {
#ifdef CUDA_FORCE_CDP1_IF_SUPPORTED
__device__ cudaError_t cudaDeviceSynchronize(void);
#endif
CDPSIM_QUERY(GetDevice, (int *device));
CDPSIM_QUERY(GetDeviceCount, (int *count));
CDPSIM_QUERY(DeviceGetAttribute, (int *value, enum cudaDeviceAttr attribute, int device));
CDPSIM_QUERY(DeviceGetLimit, (size_t *value, enum cudaLimit limit));
CDPSIM_QUERY(DeviceGetCacheConfig, (enum cudaFuncCache *config));
CDPSIM_QUERY(DeviceGetSharedMemConfig, (enum cudaSharedMemConfig *config));
CDPSIM_QUERY(RuntimeGetVersion, (int *version));
CDPSIM_QUERY(GetLastError, (void));
CDPSIM_QUERY(PeekAtLastError, (void));
__device__ const char *cudaGetErrorString(cudaError_t error) CDPSIM_CDP(GetErrorString);
__device__ const char *cudaGetErrorName(cudaError_t error) CDPSIM_CDP(GetErrorName);

CDPSIM_QUERY(StreamCreateWithFlags, (cudaStream_t *stream, unsigned int flags));
CDPSIM_QUERY(StreamDestroy, (cudaStream_t stream));
CDPSIM_STREAMED(StreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0));
CDPSIM_QUERY(EventCreateWithFlags, (cudaEvent_t *event, unsigned int flags));
CDPSIM_QUERY(EventDestroy, (cudaEvent_t event));
CDPSIM_STREAMED(EventRecord, (cudaEvent_t event, cudaStream_t stream = 0));
CDPSIM_STREAMED(EventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0));

CDPSIM_QUERY(Malloc, (void **pointer, size_t size));
CDPSIM_QUERY(Free, (void *pointer));
CDPSIM_STREAMED(MemcpyAsync, (void *to, const void *from, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream = 0));
CDPSIM_STREAMED(
    Memcpy2DAsync,
    (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind,
     cudaStream_t stream = 0));
CDPSIM_STREAMED(Memcpy3DAsync, (const struct cudaMemcpy3DParms *parameters, cudaStream_t stream = 0));
CDPSIM_STREAMED(MemsetAsync, (void *pointer, int value, size_t count, cudaStream_t stream = 0));
CDPSIM_STREAMED(Memset2DAsync, (void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0));
CDPSIM_STREAMED(Memset3DAsync, (struct cudaPitchedPtr pointer, int value, struct cudaExtent extent, cudaStream_t stream = 0));

CDPSIM_QUERY(FuncGetAttributes, (struct cudaFuncAttributes *attributes, const void *kernel));
CDPSIM_QUERY(OccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, const void *kernel, int blockSize, size_t sharedBytes));
CDPSIM_QUERY(
    OccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
    (int *blocks, const void *kernel, int blockSize, size_t sharedBytes, unsigned int flags));

// Graphs have no name of their own under CDP2.
__device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
__device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const void *value, size_t size);
__device__ cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable);
__device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 grid);
__device__ cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate *updates, size_t count);

__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size) CDPSIM_CDP(GetParameterBuffer);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned int sharedBytes) CDPSIM_CDP(GetParameterBufferV2);
CDPSIM_STREAMED(
    LaunchDevice, (void *kernel, void *buffer, dim3 grid, dim3 block, unsigned int sharedBytes, cudaStream_t stream));
CDPSIM_STREAMED(LaunchDeviceV2, (void *buffer, cudaStream_t stream));
}

static inline __device__ cudaGraphExec_t cudaGetCurrentGraphExec(void) {
    unsigned long long exec;
    asm("mov.u64 %0, %%current_graph_exec;" : "=l"(exec));
    return (cudaGraphExec_t)exec;
}
template <class T>
static inline __device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const T &value) {
    return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof(T));
}

// Dependent launches: sm_90 and newer.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
static inline __device__ void cudaGridDependencySynchronize(void) { asm volatile("griddepcontrol.wait;" ::: "memory"); }
static inline __device__ void cudaTriggerProgrammaticLaunchCompletion(void) { asm volatile("griddepcontrol.launch_dependents;"); }
#endif
