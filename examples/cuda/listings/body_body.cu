// Every thread sums the forces on its body over tiles that its block loads into shared memory.
__device__ void attract(float3 &force, float4 body, float4 other, float softening) {
    float dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
    float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    float scale = other.w * inverse * inverse * inverse;
    force.x += dx * scale;
    force.y += dy * scale;
    force.z += dz * scale;
}

__global__ void forces(const float4 *bodies, float *force_x, float softening, int count) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 body = bodies[i];
    float3 force = {0, 0, 0};
    for (int begin = 0; begin < count; begin += blockDim.x) {
        tile[threadIdx.x] = bodies[begin + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) {
            attract(force, body, tile[k], softening);
        }
        __syncthreads();
    }
    force_x[i] = force.x;
}
