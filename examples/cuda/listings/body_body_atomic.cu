// Each pair is computed once, and added to both bodies by atomics.
__device__ void attract(float3 &force, float4 body, float4 other, float softening) {
    float dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
    float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    float scale = other.w * inverse * inverse * inverse;
    force.x += dx * scale;
    force.y += dy * scale;
    force.z += dz * scale;
}

__global__ void forces(const float4 *bodies, float *force_x, float softening, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < i; j++) {
        float3 force = {0, 0, 0};
        attract(force, bodies[i], bodies[j], softening);
        atomicAdd(&force_x[i], force.x);
        atomicAdd(&force_x[j], -force.x);
    }
}
