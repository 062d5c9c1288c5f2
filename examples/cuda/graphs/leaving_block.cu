// A block of a cluster may leave while its neighbour still reads its shared memory (rule C-5). With an argument both wait for each other first.
#include <cooperative_groups.h>
__device__ int seen[2];
__global__ void __cluster_dims__(2, 1, 1) exchange(bool fixed) {
    __shared__ int word;
    auto cluster = cooperative_groups::this_cluster();
    word = cluster.block_rank() + 10;
    cluster.sync();
    seen[blockIdx.x] = *cluster.map_shared_rank(&word, cluster.block_rank() ^ 1);
    if (fixed) cluster.sync();
}
int main(int count, char **) {
    bool fixed = count > 1;
    exchange<<<2, 1>>>(fixed);
    return cudaDeviceSynchronize();
}
