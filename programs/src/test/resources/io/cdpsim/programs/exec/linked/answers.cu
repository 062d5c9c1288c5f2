/* What calls answer on an H100 (CUDA 13.0), a group for each first argument; exits with 0 if all answers are those. AnswersTest builds and runs it. */
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

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
    assert(value == 1 && "one");
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
    int device = 5;
    OK(cudaGetDevice(&device));
    expect("device", device, 0);
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
    expect("policy", value.syncPolicy, cudaSyncPolicyAuto);
    value.syncPolicy = cudaSyncPolicySpin;
    OK(cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
    OK(cudaStreamCopyAttributes(other, stream));
    value = {};
    OK(cudaStreamGetAttribute(other, cudaLaunchAttributeSynchronizationPolicy, &value));
    expect("copied", value.syncPolicy, cudaSyncPolicySpin);
}

static void limits() {
    size_t value = 0;
    OK(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
    expect("persisting", value, 0);
    OK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
    OK(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
    expect("persisting set", value, 1 << 20);
    OK(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 32));
    OK(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
    expect("granularity", value, 32);
    GIVES(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&value, (cudaLimit)7));
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
    expect("batch", back[0] + 10 * back[1] + 100 * back[2] + 1000 * back[3], 4321);
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
    } else if (strcmp(group, "assertion") == 0) {
        check<<<2, 4>>>(2);
        GIVES(cudaErrorAssert, cudaDeviceSynchronize());
    } else {
        return 2;
    }
    return wrong;
}
