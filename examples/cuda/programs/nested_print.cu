// Each block launches two more blocks, down to a depth; every block prints its place in the tree.
// Run with: cdpsim run nested_print.cu [DEPTH]
#include <cstdio>
#include <cstdlib>

__device__ int blocks = 0;

__global__ void report(int depth, int launcher, int deepest) {
    __shared__ int own;
    if (threadIdx.x == 0) {
        own = atomicAdd(&blocks, 1);
        printf("%*sblock %d of depth %d, launched by %d\n", 2 * depth, "", own, depth, launcher);
    }
    __syncthreads();
    if (depth < deepest && threadIdx.x == 0) {
        report<<<2, blockDim.x>>>(depth + 1, own, deepest);
    }
}

int main(int argc, char **argv) {
    int deepest = argc > 1 ? atoi(argv[1]) : 2;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    if (properties.major * 10 + properties.minor < 35) {
        printf("device launches need compute capability 3.5\n");
        return 1;
    }
    report<<<2, 32>>>(0, -1, deepest);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        return 1;
    }
    int counted, wanted = (4 << deepest) - 2;
    cudaMemcpyFromSymbol(&counted, blocks, sizeof counted);
    printf("%d blocks, %d expected\n", counted, wanted);
    return counted == wanted ? 0 : 1;
}
