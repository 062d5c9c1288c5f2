// lab 10, points 0
struct Table {
    int values[256];
    constexpr Table() : values() {
        for (int i = 0; i < 256; i++) {
            values[i] = i * i + 1;
        }
    }
};
__constant__ Table table{};
__global__ void child(const int *in, int *out, int i) {}
__global__ void parent(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table.values[i];
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(in, out, i);
    cudaGetLastError();
}
