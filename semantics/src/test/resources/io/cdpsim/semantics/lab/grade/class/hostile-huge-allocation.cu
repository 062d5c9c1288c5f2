// lab 1, points 0
__device__ char heap_of_program[1ull << 38];
__global__ void lighten(int *image, int width, int height, int more) {
    char *all = (char *)malloc(1ull << 45);
    for (int i = 0; i < 1000; i++) {
        char *one = (char *)malloc(1 << 30);
        if (one) {
            one[threadIdx.x] = 1;
        }
    }
    heap_of_program[(1ull << 37) + threadIdx.x] = all ? all[0] : 1;
}
