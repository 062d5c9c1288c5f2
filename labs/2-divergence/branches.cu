// Lab 2, questions. Every thread runs one of several loops of the same length; which one depends on its index divided by `group`.
__device__ float loop0(float v) {
    for (int s = 0; s < 400; s++) {
        v = 0.5f * v + 1.0f;
    }
    return v;
}

__device__ float loop1(float v) {
    for (int s = 0; s < 400; s++) {
        v = 0.25f * v + 1.0f;
    }
    return v;
}

__device__ float loop2(float v) {
    for (int s = 0; s < 400; s++) {
        v = 0.125f * v + 1.0f;
    }
    return v;
}

__device__ float loop3(float v) {
    for (int s = 0; s < 400; s++) {
        v = 0.0625f * v + 1.0f;
    }
    return v;
}

__global__ void branches(float *values, int group, int ways) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    float v = values[thread];
    switch (thread / group % ways) {
        case 0: v = loop0(v); break;
        case 1: v = loop1(v); break;
        case 2: v = loop2(v); break;
        default: v = loop3(v); break;
    }
    values[thread] = v;
}
