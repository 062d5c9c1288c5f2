// Lab 3. Writes the transpose of a size * size matrix. Blocks have 32 * 8 threads and 32 * 32 elements each; 32 divides size.
__global__ void transpose(const float *in, float *out, int size) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    // TODO: the lanes of a warp write 32 rows apart. Write rows too: exchange the elements of a block through shared memory.
    for (int j = 0; j < 32; j += 8) {
        out[x * size + y + j] = in[(y + j) * size + x];
    }
}
