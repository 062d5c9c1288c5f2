/* Kernels that driver_user.c loads as PTX and as a fat binary; one launches a child. */
__device__ int table[4] = {1, 2, 3, 4};
__constant__ int factor = 10;

extern "C" __global__ void scale(int *out, int value, short step) {
    out[threadIdx.x] = value + step * (int)threadIdx.x + table[threadIdx.x % 4] * factor;
}

extern "C" __global__ void leaf(int *out) {
    atomicAdd(out, 1);
}

extern "C" __global__ void parent(int *out) {
    leaf<<<3, 2>>>(out);
}
