// Every thread launches into a stream of its own, which it destroys at once: the launches run all the same (STR-9, STR-10).
__device__ int grids, failed;

__global__ void pending(int depth) {
    if (threadIdx.x == 0) {
        atomicAdd(&grids, 1);
    }
    if (depth == 0) {
        return;
    }
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    pending<<<1, 8, 0, stream>>>(depth - 1);
    if (cudaGetLastError() != cudaSuccess) {
        atomicAdd(&failed, 1);
    }
    cudaStreamDestroy(stream);
}
