/* A program with the runtime in itself, as nvcc links it by default. Its first argument selects what it does; LinkedRuntimeTest builds and runs it. */
#include <cstdio>
#include <cstring>

__device__ int counter = 40;
__managed__ int managed = 5;

__global__ void add(int *out, int value) {
    *out = counter + value;
    managed += value;
}

/* The test changes this opcode in the executable into one that does not exist. */
__device__ __noinline__ int unknown(int value) {
    asm volatile("brev.b32 %0, %0;" : "+r"(value));
    return value;
}

__global__ void needsUnknown(int *out) {
    *out = unknown(*out);
}

/* Runs before main. */
struct Early {
    int *memory = nullptr;
    cudaError_t error = cudaMalloc(&memory, 64);
};
static Early early;

/* The program's own function, whose name looks like one of the runtime. */
extern "C" __attribute__((noinline)) int cudaOwnHelper(int value) {
    return value * 3;
}

static int sum(const char *label, int value) {
    int *out, got = 0;
    cudaError_t error = cudaMalloc(&out, sizeof *out);
    if (error == cudaSuccess) {
        add<<<1, 1>>>(out, value);
        error = cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    }
    printf("%s: %d %s\n", label, got, cudaGetErrorName(error));
    return got == 40 + value ? 0 : 1;
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "run") == 0) {
        int version = 0;
        cudaRuntimeGetVersion(&version);
        printf("early %s, helper %d, runtime %d\n", cudaGetErrorName(early.error), cudaOwnHelper(4), version / 1000);
        int failed = sum("sum", 2);
        printf("managed %d\n", managed);
        return failed;
    }
    if (strcmp(mode, "unknown") == 0) {
        int *out;
        cudaMalloc(&out, sizeof *out);
        needsUnknown<<<1, 1>>>(out);
        cudaError_t error = cudaGetLastError();
        printf("%d %s\n", (int)error, cudaGetErrorName(error));
        return sum("sum", 2);
    }
    if (strcmp(mode, "unsupported") == 0) {
        printf("%s\n", cudaGetErrorName(cudaDeviceFlushGPUDirectRDMAWrites(
                           cudaFlushGPUDirectRDMAWritesTargetCurrentDevice, cudaFlushGPUDirectRDMAWritesToOwner)));
        return 0;
    }
    return 2;
}
