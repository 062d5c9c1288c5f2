/* Surfaces of every shape, compared with plain arrays of the host. Each line ends in the number of wrong texels, which is 0. */
#include <cstdio>
#include <cstring>

static int wrong;

static void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) printf("%s: %s\n", what, cudaGetErrorName(error));
}
#define CHECK(call) check(call, #call)

static cudaArray_t array(cudaChannelFormatDesc format, int width, int height, int depth, unsigned flags) {
    cudaArray_t made;
    CHECK(cudaMalloc3DArray(&made, &format, make_cudaExtent(width, height, depth), flags | cudaArraySurfaceLoadStore));
    return made;
}

static cudaSurfaceObject_t surface(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t made;
    CHECK(cudaCreateSurfaceObject(&made, &resource));
    return made;
}

template <class T> static void read(T *to, cudaArray_t array, int width, int height, int depth) {
    cudaMemcpy3DParms box = {};
    box.srcArray = array;
    box.dstPtr = make_cudaPitchedPtr(to, width * sizeof(T), width, height);
    box.extent = make_cudaExtent(width, height, depth);
    box.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&box));
}

__host__ __device__ static float value(int x, int y, int z) { return x + 100 * y + 10000 * z; }

enum Shape { ONE, TWO, THREE, LAYERS_OF_ONE, LAYERS_OF_TWO, CUBE, CUBES };

/* Writes every texel; a second kernel reads every second back and writes it negated, since a kernel may not read what it has written. */
template <bool NEGATES> __global__ void fill(cudaSurfaceObject_t to, Shape shape, int width, int height, int depth) {
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x, at = x * sizeof(float);
    float v = value(x, y, z);
    if (x >= width || y >= height || z >= depth || (NEGATES && x % 2 == 0)) return;
#define ACCESS(name, ...) if (NEGATES) { name##read(&v, to, at, ##__VA_ARGS__); v = -v; } name##write(v, to, at, ##__VA_ARGS__); break
    switch (shape) {
        case ONE: ACCESS(surf1D);
        case TWO: ACCESS(surf2D, y);
        case THREE: ACCESS(surf3D, y, z);
        case LAYERS_OF_ONE: ACCESS(surf1DLayered, z);
        case LAYERS_OF_TWO: ACCESS(surf2DLayered, y, z);
        case CUBE: ACCESS(surfCubemap, y, z);
        case CUBES: ACCESS(surfCubemapLayered, y, z);
    }
}

static void shape(const char *name, Shape shape, int width, int height, int depth, unsigned flags) {
    cudaArray_t texels = array(cudaCreateChannelDesc<float>(), width, height, depth, flags);
    int rows = height ? height : 1, slices = depth ? depth : 1;
    float *seen = new float[width * rows * slices];
    wrong = 0;
    fill<false><<<slices, dim3(32, 8)>>>(surface(texels), shape, width, rows, slices);
    fill<true><<<slices, dim3(32, 8)>>>(surface(texels), shape, width, rows, slices);
    CHECK(cudaDeviceSynchronize());
    read(seen, texels, width, rows, slices);
    for (int i = 0; i < width * rows * slices; i++) {
        int x = i % width;
        wrong += seen[i] != (x & 1 ? -1 : 1) * value(x, i / width % rows, i / width / rows);
    }
    printf("%s %d\n", name, wrong);
}

/* The image turned by an angle of a quarter, as byte quadruples. */
__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 texel;
    surf2Dread(&texel, from, x * 4, y);
    surf2Dwrite(texel, to, (height - 1 - y) * 4, x);
}

/* A mean of three rows, whose edge repeats or is black. */
template <cudaSurfaceBoundaryMode MODE> __global__ void smooth(cudaSurfaceObject_t image, float *to, int width, int height) {
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int i = -1; i <= 1; i++) sum += surf2Dread<float>(image, x * 4, y + i, MODE);
    to[y * width + x] = sum;
}

__global__ void beyond(cudaSurfaceObject_t to, int x) { surf2Dwrite(1.0f, to, x, 0); }

int main() {
    shape("1D", ONE, 30, 0, 0, 0);
    shape("2D", TWO, 30, 7, 0, 0);
    shape("3D", THREE, 9, 7, 5, 0);
    shape("1D layered", LAYERS_OF_ONE, 30, 0, 4, cudaArrayLayered);
    shape("2D layered", LAYERS_OF_TWO, 30, 7, 4, cudaArrayLayered);
    shape("cube map", CUBE, 8, 8, 6, cudaArrayCubemap);
    shape("cube maps", CUBES, 8, 8, 12, cudaArrayCubemap | cudaArrayLayered);

    const int WIDTH = 50, HEIGHT = 23;
    unsigned char image[HEIGHT][WIDTH][4], turned[WIDTH][HEIGHT][4];
    for (int i = 0; i < HEIGHT * WIDTH * 4; i++) (&image[0][0][0])[i] = i * 7 + i / 50;
    cudaArray_t from = array(cudaCreateChannelDesc<uchar4>(), WIDTH, HEIGHT, 0, 0), to = array(cudaCreateChannelDesc<uchar4>(), HEIGHT, WIDTH, 0, 0);
    CHECK(cudaMemcpy2DToArray(from, 0, 0, image, WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice));
    turn<<<dim3(4, 2), dim3(16, 16)>>>(surface(from), surface(to), WIDTH, HEIGHT);
    CHECK(cudaMemcpy2DFromArray(turned, HEIGHT * 4, to, 0, 0, HEIGHT * 4, WIDTH, cudaMemcpyDeviceToHost));
    wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) wrong += memcmp(image[y][x], turned[x][HEIGHT - 1 - y], 4) != 0;
    printf("turned %d\n", wrong);

    float rows[6][16], *seen;
    for (int i = 0; i < 96; i++) (&rows[0][0])[i] = i * i % 101;
    cudaArray_t plane = array(cudaCreateChannelDesc<float>(), 16, 6, 0, 0);
    CHECK(cudaMemcpy2DToArray(plane, 0, 0, rows, 64, 64, 6, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&seen, 2 * sizeof rows));
    smooth<cudaBoundaryModeClamp><<<1, dim3(16, 6)>>>(surface(plane), seen, 16, 6);
    smooth<cudaBoundaryModeZero><<<1, dim3(16, 6)>>>(surface(plane), seen + 96, 16, 6);
    CHECK(cudaDeviceSynchronize());
    wrong = 0;
    for (int i = 0; i < 96; i++) {
        int x = i % 16, y = i / 16;
        float above = y > 0 ? rows[y - 1][x] : 0, below = y < 5 ? rows[y + 1][x] : 0;
        wrong += seen[96 + i] != above + rows[y][x] + below;
        wrong += seen[i] != (y > 0 ? above : rows[0][x]) + rows[y][x] + (y < 5 ? below : rows[5][x]);
    }
    printf("edges %d\n", wrong);

    cudaResourceDesc resource = {};
    CHECK(cudaGetSurfaceObjectResourceDesc(&resource, surface(plane)));
    printf("resource %d %d\n", resource.resType == cudaResourceTypeArray, resource.res.array.array == plane);
    cudaArray_t other;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&other, &format, 16, 6));
    resource.res.array.array = other;
    cudaSurfaceObject_t object;
    printf("without the flag %s\n", cudaGetErrorName(cudaCreateSurfaceObject(&object, &resource)));
    object = surface(plane);
    CHECK(cudaDestroySurfaceObject(object));
    printf("destroyed twice %s\n", cudaGetErrorName(cudaDestroySurfaceObject(object)));
    beyond<<<1, 1>>>(surface(plane), 64);
    printf("outside %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
