/* A kernel that launches one with an instruction that is not simulated, and one without: prints the errors of both, and what the second stored. */
#include <cstdio>

__device__ int errors[2];

__global__ void odd(unsigned *to) {
    unsigned place;
    asm volatile("multimem.ld_reduce.global.add.u32 %0, [%1];" : "=r"(place) : "l"(to));
    *to = place;
}

__global__ void even(unsigned *to) {
    *to = 9;
}

/* Reads half of its parameter: the size of dynamic shared memory has 32 bits. */
__global__ void parent(unsigned *to, size_t shared) {
    odd<<<1, 1>>>(to);
    errors[0] = cudaGetLastError();
    even<<<1, 1, shared>>>(to);
    errors[1] = cudaGetLastError();
}

int main() {
    unsigned *x, back = 0;
    int seen[2] = {-1, -1};
    cudaMalloc(&x, 4);
    parent<<<1, 1>>>(x, 1024);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(seen, errors, sizeof seen);
    cudaMemcpy(&back, x, 4, cudaMemcpyDeviceToHost);
    printf("%d: %d %d %u\n", error, seen[0], seen[1], back);
    return 0;
}
