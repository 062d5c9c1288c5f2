// Lab 3. Writes the transpose of a size * size matrix. Blocks have 32 * 8 threads and 32 * 32 elements each; 32 divides size.
__global__ void transpose(const float *in, float *out, int size) {
    // A column more than needed, so that the elements of a column are in different banks.
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) {
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * size + x];
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) {
        out[(y + j) * size + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}
