// cuda::barrier, cuda::pipeline, memcpy_async of cooperative_groups, a cluster, a dependent launch and a texture: a line for each.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__device__ int result[64];

__global__ void barrier() {
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    __shared__ int values[64];
    if (threadIdx.x == 0) init(&arrived, 64);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    arrived.arrive_and_wait();
    result[threadIdx.x] = values[63 - threadIdx.x];
}

__global__ void pipeline(int *data) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int stage[2][64];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int i = 0; i < 4; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, stage[i % 2], data + 64 * i, 256, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        data[64 * i + threadIdx.x] = stage[i % 2][63 - threadIdx.x];
        pipe.consumer_release();
    }
}

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
    int *data, h[64], ok = 1;
    cudaMallocManaged(&data, 1024);
    barrier<<<1, 64>>>();
    cudaMemcpyFromSymbol(h, result, 256);
    for (int i = 0; i < 64; i++) ok &= h[i] == 63 - i;
    printf("barrier %d\n", ok);
    for (int i = 0; i < 256; i++) data[i] = i;
    pipeline<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; i++) ok &= data[i] == i / 64 * 64 + 63 - i % 64;
    printf("pipeline %d\n", ok);
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
