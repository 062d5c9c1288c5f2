// Curves of three points, each drawn by a grid of its own with as many points as the curve is bent; the memory for them is allocated and
// freed by device code.
// Run with: cdpsim run bezier.cu [CURVES]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int MOST_POINTS = 32;

__host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__host__ __device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__host__ __device__ float2 operator*(float a, float2 b) { return make_float2(a * b.x, a * b.y); }
__host__ __device__ float length(float2 a) { return sqrtf(a.x * a.x + a.y * a.y); }

struct Curve {
    float2 control[3];
    float2 *points;
    int count;
};

__host__ __device__ float2 pointAt(const float2 *control, float t) {
    float rest = 1.0f - t;
    return rest * rest * control[0] + 2.0f * t * rest * control[1] + t * t * control[2];
}

__host__ __device__ int pointsOf(const float2 *control) {
    float bend = length(control[1] - 0.5f * (control[0] + control[2])) / length(control[2] - control[0]);
    int points = (int)(bend * 16.0f) + 4;
    return points > MOST_POINTS ? MOST_POINTS : points;
}

__global__ void draw(Curve *curve) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < curve->count) {
        curve->points[i] = pointAt(curve->control, (float)i / (float)(curve->count - 1));
    }
}

__global__ void drawAll(Curve *curves, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        curves[i].count = pointsOf(curves[i].control);
        if (cudaMalloc((void **)&curves[i].points, curves[i].count * sizeof(float2)) == cudaSuccess) {
            draw<<<(curves[i].count + 31) / 32, 32>>>(curves + i);
        }
    }
}

__global__ void gather(const Curve *curves, float2 *points) {
    const Curve &curve = curves[blockIdx.x];
    if (threadIdx.x < curve.count) points[blockIdx.x * MOST_POINTS + threadIdx.x] = curve.points[threadIdx.x];
}

__global__ void release(Curve *curves, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) cudaFree(curves[i].points);
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 40;
    std::vector<Curve> curves(count);
    srand(5);
    for (Curve &curve : curves) {
        for (float2 &point : curve.control) {
            point.x = rand() % 1000 / 100.0f;
            point.y = rand() % 1000 / 100.0f;
        }
        curve.control[2].x += 20.0f;
    }
    Curve *onDevice;
    float2 *points;
    cudaMalloc(&onDevice, count * sizeof(Curve));
    cudaMalloc(&points, count * MOST_POINTS * sizeof(float2));
    cudaMemcpy(onDevice, curves.data(), count * sizeof(Curve), cudaMemcpyHostToDevice);
    drawAll<<<(count + 63) / 64, 64>>>(onDevice, count);
    gather<<<count, MOST_POINTS>>>(onDevice, points);
    release<<<(count + 63) / 64, 64>>>(onDevice, count);
    std::vector<float2> drawn(count * MOST_POINTS);
    cudaError_t error = cudaMemcpy(drawn.data(), points, drawn.size() * sizeof(float2), cudaMemcpyDeviceToHost);
    int wrong = 0, all = 0;
    for (int i = 0; i < count; i++) {
        int own = pointsOf(curves[i].control);
        for (int k = 0; k < own; k++, all++) {
            float2 miss = drawn[i * MOST_POINTS + k] - pointAt(curves[i].control, (float)k / (float)(own - 1));
            wrong += !(length(miss) < 1e-4f);
        }
    }
    printf("%d points of %d curves, %d wrong (%s)\n", all, count, wrong, cudaGetErrorName(error));
    return wrong == 0 && error == cudaSuccess ? 0 : 1;
}
