// Tiles of two warps: sums and votes of 64 threads.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int sums[256], votes[256];
__global__ void k() {
    __shared__ cg::block_tile_memory<256> memory;
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    sums[threadIdx.x] = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
    votes[threadIdx.x] = tile.any(threadIdx.x == 70);
}
int main() {
    k<<<1, 256>>>();
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
    int s[256], v[256], wrong = 0;
    cudaMemcpyFromSymbol(s, sums, sizeof s);
    cudaMemcpyFromSymbol(v, votes, sizeof v);
    for (int i = 0; i < 256; i++) {
        int first = i / 64 * 64;
        wrong += s[i] != 64 * first + 2016 || v[i] != (first == 64);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
