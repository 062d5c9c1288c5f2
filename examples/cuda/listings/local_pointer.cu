// A local variable's address is invalid in a child; that of a __device__ variable is valid (MEM-1).
__device__ int global_value;

__global__ void child(int *value) { *value = 5; }

__global__ void with_local(int *out) {
    int value = 1;
    child<<<1, 1>>>(&value);
    *out = value;
}

__global__ void with_global() { child<<<1, 1>>>(&global_value); }
