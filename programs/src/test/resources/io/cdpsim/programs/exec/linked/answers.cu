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
    cudaMemLocation here = {cudaMemLocationTypeDevice, {0}};
    OK(cudaMallocManaged(&x, 4096));
    OK(cudaMemset(x, 1, 4096));
    expect("first word", x[0], 0x01010101);
    expect("last word", x[1023], 0x01010101);
    OK(cudaMemAdvise(x, 4096, cudaMemAdviseSetReadMostly, here));
    OK(cudaMemPrefetchAsync(x, 4096, here, 0));
    OK(cudaMalloc(&y, 4096));
    GIVES(cudaErrorInvalidValue, cudaMemAdvise(y, 4096, cudaMemAdviseSetReadMostly, here));
    GIVES(cudaErrorInvalidValue, cudaMemPrefetchAsync(y, 4096, here, 0));
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
    } else if (strcmp(group, "assertion") == 0) {
        check<<<2, 4>>>(2);
        GIVES(cudaErrorAssert, cudaDeviceSynchronize());
    } else {
        return 2;
    }
    return wrong;
}
