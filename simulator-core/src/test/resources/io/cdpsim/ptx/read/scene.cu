// clang-19 -x cuda -nocudainc -nocudalib --cuda-device-only --cuda-gpu-arch=sm_70 -O1 -gline-tables-only -S scene.cu -o clang.ptx
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct Mixed {
    char c;
    int* p;
    float f;
};
__device__ int numbers[3] = {1, 2, 3};
__device__ Mixed mixed[2] = {{1, numbers + 1, 1.5f}, {2, numbers, 2.5f}};
__device__ __attribute__((noinline)) int twice(int x) { return 2 * x; }
__device__ __attribute__((weak)) int thrice(int x) { return 3 * x; }
typedef int (*Step)(int);
extern "C" __global__ void __attribute__((launch_bounds(64))) scene(int* out, Step* steps, double* d) {
    __shared__ int room[64];
    int i = __nvvm_read_ptx_sreg_tid_x();
    room[i] = twice(out[i]) + thrice(i);
    __nvvm_bar_sync(0);
    d[i] = steps[i](room[i ^ 1]) * 0.1;
    *mixed[i & 1].p = 3;
}
