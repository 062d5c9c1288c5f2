// A cluster, a dependent launch and a texture: a line for each.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ int result[64];

__global__ void __cluster_dims__(2, 1, 1) neighbours() {
    __shared__ int own;
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0) own = cluster.block_rank() + 10;
    cluster.sync();
    if (threadIdx.x == 0) result[blockIdx.x] = *cluster.map_shared_rank(&own, cluster.block_rank() ^ 1);
    cluster.sync();
}

__global__ void behind(int *seen) {
    cudaGridDependencySynchronize();
    *seen = result[0];
}

__global__ void fetch(cudaTextureObject_t texture) { result[threadIdx.x] = 10 * tex2D<float>(texture, threadIdx.x + 1, 1.5f); }

int main() {
    int *data, h[64];
    cudaMallocManaged(&data, 1024);
    neighbours<<<4, 32>>>();
    cudaLaunchConfig_t with = {};
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    with.gridDim = with.blockDim = 1;
    with.attrs = &attribute;
    with.numAttrs = 1;
    cudaLaunchKernelEx(&with, behind, data);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(h, result, 256);
    printf("cluster %d %d, dependent %d\n", h[0], h[1], data[0]);
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    float image[2][4] = {{0, 0, 0, 0}, {1, 2, 3, 4}};
    cudaMallocArray(&array, &format, 4, 2);
    cudaMemcpy2DToArray(array, 0, 0, image, 16, 16, 2, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc sampling = {};
    sampling.filterMode = cudaFilterModeLinear;
    sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
    fetch<<<1, 4>>>(texture);
    cudaMemcpyFromSymbol(h, result, 16);
    printf("texture %d %d %d %d, %s\n", h[0], h[1], h[2], h[3], cudaGetErrorName(cudaGetLastError()));
}
