// What calls of device code answer, against what GPUs answered (an sm_86 with CUDA 13.0, where no H100 is named) or against the host's call.
#include <cstdio>
#include <cstring>

static int wrong;

static void expect(const char *what, int index, long long got, long long expected) {
    if (got != expected) {
        printf("%s %d: %lld, expected %lld\n", what, index, got, expected);
        wrong = 1;
    }
}

__global__ void nothing() {}
__global__ void args(int first, float second, int *to) {
    to[0] = first;
    to[1] = (int)(second * 4);
}

#define NO_STREAM (cudaStream_t)0x1234

__global__ void copies(int *from, int *to, int *error) {
    int n = 0;
    error[n++] = cudaMemcpyAsync(to, from, 16, cudaMemcpyDeviceToDevice, NO_STREAM);
    error[n++] = cudaMemsetAsync(to, 0, 16, NO_STREAM);
    error[n++] = cudaMemcpyAsync(to, from, 16, cudaMemcpyDeviceToDevice, cudaStreamTailLaunch);
    error[n++] = cudaMemcpyAsync(to, nullptr, 16, cudaMemcpyDeviceToDevice);
    error[n++] = cudaMemcpy2DAsync(to, 2, from, 16, 4, 3, cudaMemcpyDeviceToDevice);
    error[n++] = cudaMemcpy2DAsync(to, 8, from, 2, 4, 3, cudaMemcpyDeviceToDevice);
    error[n++] = cudaMemset2DAsync(to, 2, 0, 4, 3);
}

__global__ void heap(int *error) {
    void *kept = (void *)1, *made;
    int own = 0, n = 0;
    error[n++] = cudaMalloc(&kept, 0);
    error[n++] = kept == (void *)1;
    error[n++] = cudaMalloc(&kept, (size_t)1 << 40);
    error[n++] = kept == (void *)1;
    error[n++] = cudaFree(&own);
    error[n++] = cudaMalloc(&made, 100);
    error[n++] = cudaFree(made);
    error[n++] = cudaFree(malloc(32));
    error[n++] = cudaGetLastError();
}

__global__ void streams(int *error) {
    cudaStream_t made;
    cudaEvent_t event;
    int n = 0;
    error[n++] = cudaStreamCreateWithFlags(nullptr, cudaStreamNonBlocking);
    error[n++] = cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
    error[n++] = cudaStreamCreateWithFlags(&made, 2);
    error[n++] = cudaStreamDestroy(0);
    error[n++] = cudaStreamDestroy(NO_STREAM);
    for (unsigned flags = 0; flags < 16; flags++) {
        error[n++] = cudaEventCreateWithFlags(&event, flags);
    }
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    error[n++] = cudaEventRecord(event, NO_STREAM);
    error[n++] = cudaEventDestroy(event);
    error[n++] = cudaEventDestroy(event);
    char *buffer = (char *)cudaGetParameterBuffer(8, 16);
    *(int *)buffer = 41;
    *(float *)(buffer + 4) = 2.5f;
    *(int **)(buffer + 8) = error + 60;
    error[n++] = cudaLaunchDevice((void *)args, buffer, dim3(1), dim3(1), 0, 0);
    error[n++] = cudaGetParameterBuffer(8, 1 << 20) != nullptr;
}

__global__ void attributes(int *error, int *value) {
    for (int i = 0; i < 150; i++) {
        value[i] = -7;
        error[i] = cudaDeviceGetAttribute(value + i, (cudaDeviceAttr)i, 0);
    }
}

__global__ void limits(int *error, size_t *value) {
    for (int i = 0; i < 7; i++) {
        error[i] = cudaDeviceGetLimit(value + i, (cudaLimit)i);
    }
}

__global__ void texts(int code, char *name, char *text) {
    const char *from = cudaGetErrorName((cudaError_t)code);
    while ((*name++ = *from++)) {}
    from = cudaGetErrorString((cudaError_t)code);
    while ((*text++ = *from++)) {}
}

template <int N>
static void answers(const char *what, const int *got, const int (&expected)[N]) {
    for (int i = 0; i < N; i++) {
        expect(what, i, got[i], expected[i]);
    }
}

int main() {
    int *error, *value, *from, *to;
    size_t *sizes;
    char *name;
    cudaMallocManaged(&error, 1024);
    cudaMallocManaged(&value, 1024);
    cudaMallocManaged(&sizes, 64);
    cudaMallocManaged(&name, 512);
    cudaMalloc(&from, 64);
    cudaMalloc(&to, 64);

    copies<<<1, 1>>>(from, to, error);
    cudaDeviceSynchronize();
    answers("copy", error, {999, 999, 0, 1, 12, 12, 1});
    heap<<<1, 1>>>(error);
    cudaDeviceSynchronize();
    answers("heap", error, {1, 1, 2, 1, 0, 0, 0, 0, 2});
    streams<<<1, 1>>>(error);
    cudaDeviceSynchronize();
    answers("stream", error, {1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1});
    answers("argument", error + 60, {41, 10});

    attributes<<<1, 1>>>(error, value);
    cudaDeviceSynchronize();
    for (int i = 0; i < 150; i++) {
        int hosts = -7;
        expect("attribute's error", i, error[i], cudaDeviceGetAttribute(&hosts, (cudaDeviceAttr)i, 0));
        expect("attribute", i, value[i], hosts);
    }
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 64);
    cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 32);
    limits<<<1, 1>>>(error, sizes);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++) {
        size_t hosts = 0;
        expect("limit's error", i, error[i], cudaDeviceGetLimit(&hosts, (cudaLimit)i));
        expect("limit", i, sizes[i], hosts);
    }
    for (int code : {0, 1, 2, 9, 69, 98, 700, 719, 999, 12345}) {
        texts<<<1, 1>>>(code, name, name + 128);
        cudaDeviceSynchronize();
        expect("name", code, strcmp(name, cudaGetErrorName((cudaError_t)code)), 0);
        expect("text", code, strcmp(name + 128, cudaGetErrorString((cudaError_t)code)), 0);
    }
    expect("last", 0, cudaDeviceSynchronize(), 0);
    return wrong;
}
