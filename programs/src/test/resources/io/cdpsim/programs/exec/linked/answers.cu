/* What calls answer on an H100 (CUDA 13.0), a group for each first argument; exits with 0 if all answers are those. AnswersTest builds and runs it. */
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static int wrong;

static void expect(const char *what, long long got, long long expected) {
    if (got != expected) {
        printf("%s: %lld, expected %lld\n", what, got, expected);
        wrong = 1;
    }
}

#define GIVES(error, call) expect(#call, (int)(call), error)
#define OK(call) GIVES(0, call)

__global__ void store(int *at, int value) {
    *at = value;
}

__global__ void check(int value) {
    if (threadIdx.x % 2 == 1) {
        assert(value == 1 && "one");
    }
}

__device__ int *allocated, *copied;

__global__ void allocate() {
    allocated = (int *)malloc(128);
    copied = (int *)malloc(128);
}

/* O-11 */
static void fault() {
    int *x;
    cudaStream_t stream;
    cudaEvent_t event;
    OK(cudaMalloc(&x, 4));
    OK(cudaEventCreate(&event));
    store<<<1, 1>>>((int *)16, 1);
    GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    GIVES(cudaErrorIllegalAddress, cudaStreamCreate(&stream));
    GIVES(cudaErrorIllegalAddress, cudaEventCreate(&event));
    GIVES(cudaErrorIllegalAddress, cudaEventRecord(event));
    GIVES(cudaErrorIllegalAddress, cudaEventQuery(event));
    GIVES(cudaErrorIllegalAddress, cudaStreamQuery(0));
    GIVES(cudaErrorIllegalAddress, cudaMalloc(&x, 4));
    GIVES(cudaErrorIllegalAddress, cudaGetLastError());
    OK(cudaGetLastError());
    OK(cudaPeekAtLastError());
    GIVES(cudaErrorIllegalAddress, cudaFree(x));
    GIVES(cudaErrorIllegalAddress, cudaPeekAtLastError());
    int device = 5;
    OK(cudaGetDevice(&device));
    expect("device", device, 0);
    store<<<1, 1>>>(x, 1);
    GIVES(cudaErrorIllegalAddress, cudaGetLastError());
    cudaPointerAttributes kind;
    OK(cudaPointerGetAttributes(&kind, x));
    GIVES(cudaErrorIllegalAddress, cudaDeviceGetLimit((size_t *)&kind, cudaLimitStackSize));
}

/* A reset after a fault: the first limits, an empty heap, variables with their initial values, no memory and no streams of before. */
static void reset() {
    size_t heap = 0, used = 0, before = 0, all;
    int *x, back = 0;
    cudaStream_t stream;
    OK(cudaMemGetInfo(&before, &all));
    OK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
    for (int round = 0; round < 3; round++) {
        OK(cudaStreamCreate(&stream));
        OK(cudaMalloc(&x, 1 << 20));
        OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 2 * heap));
        OK(cudaDeviceSetLimit(cudaLimitStackSize, 3000));
        allocate<<<1, 1>>>();
        store<<<1, 1, 0, stream>>>(round == 1 ? x : (int *)16, 1);
        GIVES(round == 1 ? cudaSuccess : cudaErrorIllegalAddress, cudaDeviceSynchronize());
        OK(cudaDeviceReset());
        GIVES(round == 1 ? cudaSuccess : cudaErrorIllegalAddress, cudaGetLastError());
        OK(cudaDeviceSynchronize());
        GIVES(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
        cudaGetLastError();
        OK(cudaDeviceGetLimit(&used, cudaLimitMallocHeapSize));
        expect("heap", used, heap);
        OK(cudaDeviceGetLimit(&used, cudaLimitStackSize));
        expect("stack", used, 1024);
        OK(cudaMemGetInfo(&used, &all));
        expect("free memory", used, before);
        int *pointer;
        OK(cudaMemcpyFromSymbol(&pointer, allocated, sizeof pointer));
        expect("variable", pointer != nullptr, 0);
    }
    OK(cudaMalloc(&x, 4));
    store<<<1, 1>>>(x, 7);
    OK(cudaMemcpy(&back, x, 4, cudaMemcpyDeviceToHost));
    expect("stored", back, 7);
}

__global__ void __launch_bounds__(256, 2) bounded(int *to) {
    __shared__ int s[100];
    s[threadIdx.x % 100] = threadIdx.x;
    __syncthreads();
    to[threadIdx.x] = s[(threadIdx.x + 1) % 100];
}

static void functions() {
    const void *plain = (const void *)store, *bound = (const void *)bounded;
    cudaFuncAttributes attributes;
    const char *name = nullptr;
    int blocks = -1;
    size_t bytes = 0;
    OK(cudaFuncGetName(&name, plain));
    expect("name", name == nullptr ? -1 : strcmp(name, "_Z5storePii"), 0);
    OK(cudaFuncGetAttributes(&attributes, bound));
    expect("threads", attributes.maxThreadsPerBlock, 256);
    expect("static", attributes.sharedSizeBytes, 400);
    expect("dynamic", attributes.maxDynamicSharedSizeBytes, 48752);
    GIVES(cudaErrorInvalidResourceHandle, cudaFuncGetAttributes(&attributes, &wrong));
    cudaKernel_t kernel;
    OK(cudaGetKernel(&kernel, plain));
    GIVES(cudaErrorInvalidDeviceFunction, cudaGetKernel(&kernel, &wrong));
    GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 64, 0, 9));
    GIVES(cudaErrorInvalidValue, cudaFuncSetCacheConfig(plain, (cudaFuncCache)9));
    GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(bound, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    OK(cudaFuncSetAttribute(bound, cudaFuncAttributeMaxDynamicSharedMemorySize, 232048));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bound, 257, 0));
    expect("beyond the launch bounds", blocks, 7);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 128, 100000));
    expect("beyond the limit", blocks, 0);
    OK(cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 128, 0));
    expect("smallest carve-out", blocks, 8);
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 32, 32));
    expect("available", bytes, 7296);
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 2, 32));
    expect("available at most", bytes, 49152);
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, bound, 2, 32));
    expect("available beside static", bytes, 116336);
    GIVES(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 4, 1024));
    GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, plain, 32, 0));
    GIVES(cudaErrorInvalidResourceHandle, cudaLaunchKernel((const void *)functions, 1, 1, nullptr, 0, 0));
    GIVES(cudaErrorInvalidDeviceFunction, cudaLaunchKernel((const void *)nullptr, 1, 1, nullptr, 0, 0));
    GIVES(cudaErrorInvalidValue, cudaLaunchKernel(plain, 1, 1, nullptr, 0, 0));
    cudaLaunchAttribute attribute = {};
    attribute.id = (cudaLaunchAttributeID)99;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    void *arguments[2] = {&name, &blocks};
    GIVES(cudaErrorInvalidValue, cudaLaunchKernelExC(&config, plain, arguments));
}

/* A side that the kind calls a device's must be reachable by one; a side that it calls the host's may be any. */
static void copies() {
    int *device, *pinned, *shared, own[8] = {0}, other[8];
    OK(cudaMalloc(&device, 32));
    OK(cudaMallocHost(&pinned, 32));
    OK(cudaMallocManaged(&shared, 32));
    int *places[4] = {device, pinned, shared, own};
    for (int to = 0; to < 4; to++) {
        for (int from = 0; from < 4; from++) {
            for (int kind = cudaMemcpyHostToHost; kind <= cudaMemcpyDefault; kind++) {
                int *source = from == 3 && to == 3 ? other : places[from];
                bool isWrong = (to == 3 && (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice))
                    || (from == 3 && (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice));
                int got = cudaMemcpy(places[to], source, 16, (cudaMemcpyKind)kind);
                char what[64];
                sprintf(what, "copy from %d to %d of kind %d", from, to, kind);
                expect(what, got, isWrong ? cudaErrorInvalidValue : cudaSuccess);
            }
        }
    }
    GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpy(device, own, 16, (cudaMemcpyKind)7));
    OK(cudaMemcpy(device, own, 0, (cudaMemcpyKind)7));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice));
    GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(allocated, own, 8, 0, cudaMemcpyDeviceToHost));
    GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(allocated, own, 8, 0, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpyToSymbol(allocated, device, 8, 0, cudaMemcpyHostToDevice));
    GIVES(cudaErrorInvalidValue, cudaMemset2D(device, 4, 1, 8, 2));
    GIVES(cudaErrorInvalidValue, cudaFreeHost(device));
    GIVES(cudaErrorInvalidValue, cudaFree(pinned));
    GIVES(cudaErrorInvalidValue, cudaFreeAsync(own, 0));
    GIVES(cudaErrorInvalidValue, cudaMallocManaged(&shared, 32, 0));
    GIVES(cudaErrorInvalidValue, cudaHostRegister(pinned, 32, 0));
    GIVES(cudaErrorInvalidValue, cudaHostUnregister(pinned));
    GIVES(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own));
    cudaPointerAttributes kind;
    OK(cudaPointerGetAttributes(&kind, device + 8));
    expect("behind an allocation", kind.type, cudaMemoryTypeUnregistered);
    expect("on no device", kind.device, -2);
}

static void events() {
    cudaEvent_t event, other;
    cudaStream_t stream;
    float millis;
    OK(cudaStreamCreate(&stream));
    OK(cudaEventCreate(&event));
    GIVES(cudaErrorInvalidValue, cudaEventCreateWithFlags(&other, cudaEventInterprocess));
    OK(cudaEventCreateWithFlags(&other, cudaEventInterprocess | cudaEventDisableTiming));
    GIVES(cudaErrorIllegalState, cudaStreamWaitEvent(stream, event, 1));
    GIVES(cudaErrorInvalidValue, cudaStreamWaitEvent(stream, event, 7));
    GIVES(cudaErrorIllegalState, cudaEventRecordWithFlags(event, stream, 1));
    GIVES(cudaErrorInvalidValue, cudaEventRecordWithFlags(event, stream, 9));
    GIVES(cudaErrorInvalidValue, cudaLaunchHostFunc(stream, nullptr, nullptr));
    OK(cudaStreamSynchronize(stream));
    cudaGetLastError();
    int *x, *y;
    OK(cudaMallocHost(&x, 64 << 20));
    OK(cudaMalloc(&y, 64 << 20));
    OK(cudaMemcpyAsync(y, x, 64 << 20, cudaMemcpyHostToDevice, stream));
    OK(cudaEventRecord(event, stream));
    GIVES(cudaErrorNotReady, cudaEventQuery(event));
    GIVES(cudaErrorNotReady, cudaStreamQuery(stream));
    GIVES(cudaErrorNotReady, cudaEventElapsedTime(&millis, event, event));
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
}

/* Of a range: what all its pages have in common. */
static void advice() {
    char *x;
    int value = 9, by[3];
    OK(cudaMallocManaged(&x, 1 << 20));
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0}, node = {cudaMemLocationTypeHostNuma, 0},
                    none = {cudaMemLocationTypeDevice, 9};
    OK(cudaMemAdvise(x, 4096, cudaMemAdviseSetReadMostly, device));
    OK(cudaMemAdvise(x, 4096, cudaMemAdviseSetAccessedBy, host));
    OK(cudaMemAdvise(x, 4096, cudaMemAdviseSetAccessedBy, device));
    OK(cudaMemAdvise(x, 1 << 20, cudaMemAdviseSetPreferredLocation, device));
    OK(cudaMemPrefetchAsync(x, 8192, node, 0, 0));
    GIVES(cudaErrorInvalidValue, cudaMemAdvise(x, 4096, cudaMemAdviseSetAccessedBy, node));
    GIVES(cudaErrorInvalidValue, cudaMemAdvise(x, 4096, cudaMemAdviseSetPreferredLocation, none));
    GIVES(cudaErrorInvalidDevice, cudaMemPrefetchAsync(x, 4096, none, 0, 0));
    GIVES(cudaErrorInvalidValue, cudaMemPrefetchAsync(x, 4096, device, 1, 0));
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, x, 4096));
    expect("read mostly", value, 1);
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, x, 4097));
    expect("read mostly in part", value, 0);
    OK(cudaMemRangeGetAttribute(by, 12, cudaMemRangeAttributeAccessedBy, x, 4096));
    expect("accessed by", by[0] * 100 + by[1] * 10 + by[2], 0 * 100 - 1 * 10 - 2);
    OK(cudaMemRangeGetAttribute(by, 4, cudaMemRangeAttributeAccessedBy, x, 1 << 20));
    expect("accessed by none", by[0], -2);
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocationType, x, 1 << 20));
    expect("preferred type", value, cudaMemLocationTypeDevice);
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, x, 1 << 20));
    expect("prefetched in part", value, -2);
    GIVES(cudaErrorInvalidValue, cudaStreamAttachMemAsync(0, x, 4096, cudaMemAttachHost));
}

/* O-12, and what managed memory alone may be told */
static void managed() {
    int *x, *y;
    cudaMemLocation here = {};
    here.type = cudaMemLocationTypeDevice;
    OK(cudaMallocManaged(&x, 4096));
    OK(cudaMemset(x, 1, 4096));
    expect("first word", x[0], 0x01010101);
    expect("last word", x[1023], 0x01010101);
    OK(cudaMemAdvise(x, 4096, cudaMemAdviseSetReadMostly, here));
    OK(cudaMemPrefetchAsync(x, 4096, here, 0, 0));
    OK(cudaMalloc(&y, 4096));
    GIVES(cudaErrorInvalidValue, cudaMemAdvise(y, 4096, cudaMemAdviseSetReadMostly, here));
    GIVES(cudaErrorInvalidValue, cudaMemPrefetchAsync(y, 4096, here, 0, 0));
    cudaGetLastError();
    // Memory takes pages once it is touched: of the file that holds it only these are there.
    size_t large = (size_t)1 << 32;
    OK(cudaMallocManaged(&x, large));
    store<<<1, 1>>>(x + large / 4 - 1, 7);
    OK(cudaDeviceSynchronize());
    expect("last word of 4 GiB", x[large / 4 - 1], 7);
    struct stat file;
    expect("file", stat(getenv("CDPSIM_EXEC_MEMORY"), &file), 0);
    expect("is mostly empty", file.st_blocks < 1 << 17, 1);
}

/* O-2 */
static void heap() {
    int *p, *q, host[32];
    allocate<<<1, 1>>>();
    OK(cudaMemcpyFromSymbol(&p, allocated, sizeof p));
    OK(cudaMemcpyFromSymbol(&q, copied, sizeof q));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(host, p, 128, cudaMemcpyDeviceToHost));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(q, host, 128, cudaMemcpyHostToDevice));
    GIVES(cudaErrorInvalidValue, cudaFree(q));
    size_t limit = 0;
    OK(cudaDeviceReset());
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    expect("heap", limit, 64 << 20);
}

static void pointers() {
    int *x, *pinned, own[4] = {0};
    OK(cudaMalloc(&x, 64));
    OK(cudaMallocHost(&pinned, 64));
    GIVES(cudaErrorInvalidValue, cudaFreeHost(x));
    GIVES(cudaErrorInvalidValue, cudaFreeHost(own));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(own, x, 16, cudaMemcpyHostToDevice));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(x, own, 16, cudaMemcpyDeviceToHost));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(x, own, 16, cudaMemcpyDeviceToDevice));
    GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpy(x, own, 16, (cudaMemcpyKind)9));
    GIVES(cudaErrorInvalidValue, cudaGetLastError() == cudaSuccess ? 0 : 1);
    OK(cudaFreeHost(pinned));
    OK(cudaFreeHost(nullptr));
    OK(cudaFree(nullptr));
    GIVES(cudaErrorInvalidValue, cudaMalloc((void **)nullptr, 4));
    GIVES(cudaErrorInvalidValue, cudaGetLastError());
}

/* Registered ranges may share a page; sizes have no sign. */
static void registered() {
    char *memory = (char *)aligned_alloc(4096, 16384);
    int *x;
    memset(memory, 1, 16384);
    OK(cudaHostRegister(memory + 16, 5000, 0));
    OK(cudaHostRegister(memory + 5016, 5000, 0));
    GIVES(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(memory + 5000, 100, 0));
    store<<<1, 1>>>((int *)(memory + 5012), 7);
    store<<<1, 1>>>((int *)(memory + 10000), 8);
    OK(cudaDeviceSynchronize());
    expect("first", *(int *)(memory + 5012), 7);
    expect("second", *(int *)(memory + 10000), 8);
    OK(cudaHostUnregister(memory + 16));
    store<<<1, 1>>>((int *)(memory + 5016), 9);
    OK(cudaDeviceSynchronize());
    expect("still registered", *(int *)(memory + 5016), 9);
    OK(cudaHostUnregister(memory + 5016));
    expect("own again", *(int *)(memory + 10000), 8);
    GIVES(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(memory + 16));
    GIVES(cudaErrorInvalidValue, cudaHostUnregister(nullptr));
    GIVES(cudaErrorInvalidValue, cudaHostRegister(memory, 8192, cudaHostRegisterIoMemory));
    GIVES(cudaErrorMemoryAllocation, cudaMalloc(&x, (size_t)-1));
}

/* A fault is the error of its process alone. */
static void forked() {
    int status = 0, *x;
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (child == 0) {
            store<<<1, 1>>>((int *)16, 1);
            GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
            GIVES(cudaErrorIllegalAddress, cudaMalloc(&x, 4));
            _exit(wrong);
        }
        waitpid(child, &status, 0);
        expect("child", status, 0);
    }
    OK(cudaMalloc(&x, 4));
    store<<<1, 1>>>(x, 1);
    OK(cudaDeviceSynchronize());
}

static void *of_driver(const char *name) {
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    OK(cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found));
    return function;
}

#define DRIVER(name) ((decltype(&name))of_driver(#name))

/* Addresses are reserved, memory is created, and mapped as a whole, twice as well. */
static void mapped() {
    CUdeviceptr p = 0;
    CUmemGenericAllocationHandle two, one;
    CUmemAllocationProp pinned = {};
    CUmemAccessDesc access = {};
    const size_t unit = 2 << 20;
    int got = 0;
    pinned.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    pinned.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location = pinned.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    OK(cudaFree(0));
    GIVES(CUDA_ERROR_INVALID_VALUE, DRIVER(cuMemAddressReserve)(&p, 100, 0, 0, 0));
    OK(DRIVER(cuMemAddressReserve)(&p, 8 * unit, 0, 0, 0));
    OK(DRIVER(cuMemCreate)(&two, 2 * unit, &pinned, 0));
    OK(DRIVER(cuMemCreate)(&one, unit, &pinned, 0));
    GIVES(CUDA_ERROR_NOT_SUPPORTED, DRIVER(cuMemMap)(p, unit, 0, two, 0));
    OK(DRIVER(cuMemMap)(p, 2 * unit, 0, two, 0));
    GIVES(CUDA_ERROR_INVALID_VALUE, DRIVER(cuMemMap)(p + unit, unit, 0, one, 0));
    OK(DRIVER(cuMemMap)(p + 2 * unit, unit, 0, one, 0));
    OK(DRIVER(cuMemMap)(p + 4 * unit, 2 * unit, 0, two, 0));
    GIVES(cudaErrorInvalidValue, cudaMemset((void *)p, 1, 4));
    cudaGetLastError();
    OK(DRIVER(cuMemSetAccess)(p, 3 * unit, &access, 1));
    OK(DRIVER(cuMemSetAccess)(p + 4 * unit, 2 * unit, &access, 1));
    GIVES(CUDA_ERROR_INVALID_VALUE, DRIVER(cuMemSetAccess)(p, 4 * unit, &access, 1));
    OK(cudaMemset((void *)p, 1, 3 * unit));
    store<<<1, 1>>>((int *)(p + unit), 7);
    OK(cudaMemcpy(&got, (void *)(p + 5 * unit), 4, cudaMemcpyDeviceToHost));
    expect("second range", got, 7);
    OK(DRIVER(cuMemRelease)(two));
    GIVES(CUDA_ERROR_INVALID_VALUE, DRIVER(cuMemRelease)(two));
    GIVES(CUDA_ERROR_INVALID_VALUE, DRIVER(cuMemUnmap)(p, unit));
    OK(DRIVER(cuMemUnmap)(p, 3 * unit));
    GIVES(CUDA_ERROR_INVALID_VALUE, DRIVER(cuMemAddressFree)(p, 8 * unit));
    OK(cudaGetLastError());
    OK(DRIVER(cuMemUnmap)(p + 4 * unit, 2 * unit));
    OK(DRIVER(cuMemAddressFree)(p, 8 * unit));
    store<<<1, 1>>>((int *)p, 1);
    GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

static void nothing(void *) {}

static void nothing(cudaStream_t, cudaError_t, void *) {}

/* What a capture forbids gives 900 and ends it; a query of the default stream gives 906. */
static void capturing() {
    cudaStream_t stream, other;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    void *x;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    for (int call = 0; call < 7; call++) {
        OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        int error = call == 0 ? cudaFree(nullptr)
            : call == 1       ? cudaMallocHost(&x, 4)
            : call == 2       ? cudaStreamQuery(other)
            : call == 3       ? cudaStreamSynchronize(other)
            : call == 4       ? cudaStreamAddCallback(stream, nothing, nullptr, 0)
            : call == 5       ? cudaStreamQuery(0)
                              : cudaLaunchHostFunc(stream, nothing, nullptr);
        expect("in a capture", error, call == 6 ? cudaSuccess : call == 5 ? cudaErrorStreamCaptureImplicit : cudaErrorStreamCaptureUnsupported);
        GIVES(call == 6 ? cudaSuccess : cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
    }
    GIVES(cudaErrorInvalidValue, cudaGraphAddEmptyNode(&node, graph, nullptr, 1));
    cudaGetLastError();
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    store<<<2, 3, 0, stream>>>(nullptr, 5);
    OK(cudaStreamEndCapture(stream, &graph));
    size_t one = 1;
    OK(cudaGraphGetNodes(graph, &node, &one));
    cudaKernelNodeParams captured = {};
    OK(cudaGraphKernelNodeGetParams(node, &captured));
    expect("a captured kernel", captured.func == (void *)store, 1);
    expect("its blocks and threads", captured.gridDim.x * 10 + captured.blockDim.x, 23);
    expect("its last argument", *(int *)captured.kernelParams[1], 5);
}

/* A child opens its parent's memory and waits for its event. */
static void interprocess() {
    struct {
        cudaIpcMemHandle_t memory;
        cudaIpcEventHandle_t event;
    } handles;
    int ends[2], status = 1, *x, *none, got = 0;
    cudaEvent_t event, plain;
    expect("pipe", pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        expect("read", read(ends[0], &handles, sizeof handles), sizeof handles);
        OK(cudaIpcOpenMemHandle((void **)&x, handles.memory, cudaIpcMemLazyEnablePeerAccess));
        OK(cudaIpcOpenEventHandle(&event, handles.event));
        OK(cudaEventSynchronize(event));
        OK(cudaMemcpy(&got, x, 4, cudaMemcpyDeviceToHost));
        store<<<1, 1>>>(x, got + 1);
        GIVES(cudaErrorInvalidValue, cudaFree(x));
        OK(cudaIpcCloseMemHandle(x));
        GIVES(cudaErrorInvalidValue, cudaIpcCloseMemHandle(x));
        OK(cudaDeviceSynchronize());
        _exit(wrong);
    }
    OK(cudaMalloc(&x, 4));
    OK(cudaEventCreate(&plain));
    OK(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
    store<<<1, 1>>>(x, 5);
    OK(cudaEventRecord(event));
    OK(cudaIpcGetMemHandle(&handles.memory, x));
    OK(cudaIpcGetEventHandle(&handles.event, event));
    GIVES(cudaErrorInvalidResourceHandle, cudaIpcGetEventHandle(&handles.event, plain));
    GIVES(cudaErrorInvalidValue, cudaIpcGetMemHandle(&handles.memory, &status));
    GIVES(cudaErrorDeviceUninitialized, cudaIpcOpenMemHandle((void **)&none, handles.memory, cudaIpcMemLazyEnablePeerAccess));
    GIVES(cudaErrorInvalidValue, cudaIpcOpenMemHandle((void **)&none, handles.memory, 0));
    expect("write", write(ends[1], &handles, sizeof handles), sizeof handles);
    waitpid(child, &status, 0);
    expect("child", status, 0);
    OK(cudaMemcpy(&got, x, 4, cudaMemcpyDeviceToHost));
    expect("stored by the child", got, 6);
}

/* O-16 */
static void ids() {
    unsigned long long zero = 0, legacy = 1, mine = 0, other = 0, made = 0;
    cudaStream_t stream;
    OK(cudaStreamGetId(0, &zero));
    OK(cudaStreamGetId(cudaStreamLegacy, &legacy));
    expect("legacy", legacy, zero);
    OK(cudaStreamGetId(cudaStreamPerThread, &mine));
    std::thread([&] { OK(cudaStreamGetId(cudaStreamPerThread, &other)); }).join();
    expect("per thread", mine == other, 0);
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamGetId(stream, &made));
    expect("made", made == zero || made == mine || made == other, 0);
}

/* A release threshold of UINT64_MAX keeps all memory, which cudaMemPoolTrimTo gives back. */
static void keeps_what_it_reserved(cudaMemPool_t pool) {
    unsigned long long value = ~0ULL, reserved;
    void *x;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
    OK(cudaMallocFromPoolAsync(&x, 1 << 20, pool, 0));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    OK(cudaFreeAsync(x, 0));
    OK(cudaStreamSynchronize(0));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &value));
    expect("kept", reserved >= 1 << 20 && value == reserved, 1);
    OK(cudaMemPoolTrimTo(pool, 0));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &value));
    expect("trimmed", value, 0);
}

/* As the reference of the runtime describes pools. */
static void pools() {
    cudaMemPool_t first, made, found;
    unsigned long long value = 7;
    int flag = 0;
    void *x;
    cudaMemPoolProps with = {};
    with.allocType = cudaMemAllocationTypePinned;
    with.location.type = cudaMemLocationTypeDevice;
    OK(cudaDeviceGetDefaultMemPool(&first, 0));
    OK(cudaMemPoolGetAttribute(first, cudaMemPoolAttrReleaseThreshold, &value));
    expect("threshold", value, 0);
    OK(cudaMemPoolGetAttribute(first, cudaMemPoolReuseAllowOpportunistic, &flag));
    expect("opportunistic", flag, 1);
    OK(cudaMemPoolCreate(&made, &with));
    OK(cudaMallocFromPoolAsync(&x, 1 << 20, made, 0));
    OK(cudaStreamSynchronize(0));
    OK(cudaMemPoolGetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &value));
    expect("used", value, 1 << 20);
    OK(cudaFreeAsync(x, 0));
    OK(cudaStreamSynchronize(0));
    OK(cudaMemPoolGetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &value));
    expect("used after", value, 0);
    OK(cudaMemPoolGetAttribute(made, cudaMemPoolAttrUsedMemHigh, &value));
    expect("high", value, 1 << 20);
    keeps_what_it_reserved(made);
    value = 1;
    GIVES(cudaErrorInvalidValue, cudaMemPoolSetAttribute(made, cudaMemPoolAttrUsedMemHigh, &value));
    value = 0;
    OK(cudaMemPoolSetAttribute(made, cudaMemPoolAttrUsedMemHigh, &value));
    OK(cudaDeviceSetMemPool(0, made));
    OK(cudaDeviceGetMemPool(&found, 0));
    expect("current", found == made, 1);
    OK(cudaDeviceSetMemPool(0, first));
    OK(cudaMemPoolDestroy(made));
    GIVES(cudaErrorInvalidValue, cudaMemPoolDestroy(first));
    GIVES(cudaErrorInvalidValue, cudaFreeAsync((char *)x + 1, 0));
}

static void ranges() {
    int *x, value = 5;
    cudaMemLocation here = {};
    here.type = cudaMemLocationTypeDevice;
    OK(cudaMallocManaged(&x, 4096));
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, x, 4096));
    expect("read mostly", value, 0);
    OK(cudaMemAdvise(x, 4096, cudaMemAdviseSetReadMostly, here));
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, x, 4096));
    expect("read mostly set", value, 1);
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, x, 4096));
    expect("preferred", value, cudaInvalidDeviceId);
    OK(cudaMemAdvise(x, 4096, cudaMemAdviseSetPreferredLocation, here));
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, x, 4096));
    expect("preferred set", value, 0);
    OK(cudaMemPrefetchAsync(x, 4096, here, 0, 0));
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, x, 4096));
    expect("prefetched", value, 0);
    GIVES(cudaErrorInvalidValue, cudaMemRangeGetAttribute(&value, 2, cudaMemRangeAttributeReadMostly, x, 4096));
}

static void streams() {
    cudaStream_t stream, other;
    cudaStreamAttrValue value = {};
    OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2));
    OK(cudaStreamCreate(&other));
    OK(cudaStreamGetAttribute(stream, cudaLaunchAttributePriority, &value));
    expect("priority", value.priority, -2);
    OK(cudaStreamGetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
    expect("policy", (int)value.syncPolicy, -1);
    value.syncPolicy = cudaSyncPolicySpin;
    OK(cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
    OK(cudaStreamCopyAttributes(other, stream));
    value = {};
    OK(cudaStreamGetAttribute(other, cudaLaunchAttributeSynchronizationPolicy, &value));
    expect("copied", value.syncPolicy, cudaSyncPolicySpin);
}

static void limits() {
    size_t value = 0;
    int most = 0;
    OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0));
    OK(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
    expect("persisting", value, most / 10 * 3);
    OK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
    OK(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
    expect("persisting set", value, most / 10);
    GIVES(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most + 1));
    OK(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 32));
    OK(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
    expect("granularity", value, 32);
    OK(cudaDeviceGetLimit(&value, (cudaLimit)7));
    expect("limit 7", value, 232448);
    GIVES(cudaErrorNotPermitted, cudaDeviceSetLimit((cudaLimit)7, 0));
    GIVES(cudaErrorInvalidValue, cudaDeviceSetLimit((cudaLimit)77, 1));
}

static void batches() {
    int from[4] = {1, 2, 3, 4}, back[4] = {0};
    int *x;
    OK(cudaMalloc(&x, 16));
    void *to[2] = {x, x + 2};
    const void *at[2] = {from, from + 2};
    size_t bytes[2] = {8, 8}, index = 0;
    cudaMemcpyAttributes how = {};
    how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(cudaMemcpyBatchAsync(to, at, bytes, 2, &how, &index, 1, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(back, x, 16, cudaMemcpyDeviceToHost));
    GIVES(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, at, bytes, 2, &how, &index, 1, 0));
    GIVES(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, at, bytes, 2, &how, &index, 0, stream));
    expect("batch", back[0] + 10 * back[1] + 100 * back[2] + 1000 * back[3], 4321);
}

__global__ void say(int line) {
    printf("%d\n", line);
}

int main(int count, char **arguments) {
    const char *group = count > 1 ? arguments[1] : "";
    if (strcmp(group, "fault") == 0) {
        fault();
    } else if (strcmp(group, "managed") == 0) {
        managed();
    } else if (strcmp(group, "heap") == 0) {
        heap();
    } else if (strcmp(group, "pointers") == 0) {
        pointers();
    } else if (strcmp(group, "registered") == 0) {
        registered();
    } else if (strcmp(group, "forked") == 0) {
        forked();
    } else if (strcmp(group, "mapped") == 0) {
        mapped();
    } else if (strcmp(group, "interprocess") == 0) {
        interprocess();
    } else if (strcmp(group, "capturing") == 0) {
        capturing();
    } else if (strcmp(group, "ids") == 0) {
        ids();
    } else if (strcmp(group, "pools") == 0) {
        pools();
    } else if (strcmp(group, "ranges") == 0) {
        ranges();
    } else if (strcmp(group, "streams") == 0) {
        streams();
    } else if (strcmp(group, "limits") == 0) {
        limits();
    } else if (strcmp(group, "batches") == 0) {
        batches();
    } else if (strcmp(group, "reset") == 0) {
        reset();
    } else if (strcmp(group, "functions") == 0) {
        functions();
    } else if (strcmp(group, "copies") == 0) {
        copies();
    } else if (strcmp(group, "events") == 0) {
        events();
    } else if (strcmp(group, "advice") == 0) {
        advice();
    } else if (strcmp(group, "assertion") == 0) {
        check<<<1, 4>>>(2);
        GIVES(cudaErrorAssert, cudaDeviceSynchronize());
        GIVES(cudaErrorAssert, cudaDeviceSynchronize());
        OK(cudaDeviceReset());
        check<<<1, 4>>>(1);
        OK(cudaDeviceSynchronize());
        check<<<1, 4>>>(2);
        GIVES(cudaErrorAssert, cudaDeviceSynchronize());
    } else if (strcmp(group, "printed") == 0) {
        say<<<1, 2>>>(1);
        OK(cudaDeviceReset());
        say<<<1, 1>>>(2);
        OK(cudaDeviceReset());
        say<<<1, 1>>>(3);
    } else {
        return 2;
    }
    return wrong;
}
