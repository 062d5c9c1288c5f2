// Lab 2. Every even sample is brightened, every odd one is darkened. Both take `steps` steps.
__device__ float brighten(float v, int steps) {
    for (int s = 0; s < steps; s++) {
        v = 0.5f * v + 1.0f;
    }
    return v;
}

__device__ float darken(float v, int steps) {
    for (int s = 0; s < steps; s++) {
        v = 0.25f * v + 0.75f;
    }
    return v;
}

// `count` is a multiple of 64, and there is one thread for each sample.
__global__ void filter(float *samples, int count, int steps) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    // The first half of the threads has the even samples, the second half the odd ones. 32 divides count / 2, so no warp has both.
    int half = count / 2;
    int sample = thread < half ? 2 * thread : 2 * (thread - half) + 1;
    if (sample % 2 == 0) {
        samples[sample] = brighten(samples[sample], steps);
    } else {
        samples[sample] = darken(samples[sample], steps);
    }
}
