// A kernel and a copy in another stream have no order until the host waits for the kernel (MEM-7).
__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }
