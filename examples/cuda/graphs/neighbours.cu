// Each block of a cluster reads what its neighbour wrote, with a barrier of the block alone between them. With an argument the barrier is the
// cluster's.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int written[4], seen[4];
__global__ void __cluster_dims__(4) neighbours(bool fixed) {
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    if (threadIdx.x == 0) written[rank] = rank;
    if (fixed) cluster.sync();
    else __syncthreads();
    if (threadIdx.x == 0) seen[rank] = written[(rank + 1) % cluster.num_blocks()];
}
int main(int count, char **) {
    bool fixed = count > 1;
    neighbours<<<4, 32>>>(fixed);
    return cudaDeviceSynchronize();
}
