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
    // TODO: the lanes of a warp take both ways. Give each warp samples of one kind.
    int sample = thread;
    if (sample % 2 == 0) {
        samples[sample] = brighten(samples[sample], steps);
    } else {
        samples[sample] = darken(samples[sample], steps);
    }
}
