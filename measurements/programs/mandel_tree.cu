////////////////////////////////////////////////////////////////////////////////
// mandel_tree - Mandelbrot set by recursive subdivision (Mariani-Silver).
//
// Each thread block owns a square tile. Its four warps scan one border each; when
// the whole border has one dwell, the tile is filled, otherwise it is subdivided
// into four children, down to kLeafSize, where the pixels are computed directly.
//
//   faf   : thread 0 launches four one-block children, fire-and-forget
//   null  : threads 0..3 launch one child each into the NULL stream
//   surf  : thread 0 launches one 2x2 child grid, pixels written through a surface
//   flat  : one thread per pixel, no recursion
////////////////////////////////////////////////////////////////////////////////
#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define checkCudaErrors(val) checkImpl((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) checkImpl(cudaGetLastError(), msg, __FILE__, __LINE__)

static void checkImpl(cudaError_t result, const char *what, const char *file, int line)
{
    if (result != cudaSuccess)
    {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)result,
                cudaGetErrorName(result), what);
        exit(EXIT_FAILURE);
    }
}

static const int kThreads  = 128;  // four warps, one per border
static const int kLeafSize = 16;
static const int kMaxDwell = 64;

struct View
{
    int   width, height;
    float left, top, step;
};

// Unfused arithmetic, so that CPU and GPU agree bit for bit.
__host__ __device__ static inline float mulRn(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

__host__ __device__ static inline float addRn(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fadd_rn(a, b);
#else
    return a + b;
#endif
}

__host__ __device__ static inline int pixelDwell(const View &v, int px, int py)
{
    const float cx = addRn(v.left, mulRn((float)px, v.step));
    const float cy = addRn(v.top, mulRn((float)py, v.step));
    float x = cx, y = cy;
    int   d = 0;
    for (; d < kMaxDwell; ++d)
    {
        const float xx = mulRn(x, x), yy = mulRn(y, y);
        if (addRn(xx, yy) > 4.0f) break;
        y = addRn(mulRn(addRn(x, x), y), cy);
        x = addRn(addRn(xx, -yy), cx);
    }
    return d;
}

__host__ __device__ static inline uchar4 dwellColor(int d)
{
    if (d == kMaxDwell) return make_uchar4(0, 0, 0, 255);
    return make_uchar4((unsigned char)(d * 7 + 13), (unsigned char)(255 - d * 4), (unsigned char)((d * 37) & 255), 255);
}

// Output: a plain array or a surface
struct ArrayOut
{
    uchar4 *pixels;
    int     pitch;
    __device__ void put(int x, int y, uchar4 c) const { pixels[y * pitch + x] = c; }
};

struct SurfaceOut
{
    cudaSurfaceObject_t surf;
    __device__ void put(int x, int y, uchar4 c) const { surf2Dwrite(c, surf, x * (int)sizeof(uchar4), y); }
};

enum LaunchMode { kFireAndForget, kNullStream, kQuadGrid };

template <LaunchMode MODE, class Out>
__global__ void __launch_bounds__(kThreads) tileKernel(View view, Out out, int x0, int y0, int size)
{
    __shared__ int warpMin[4], warpMax[4];

    x0 += blockIdx.x * size;
    y0 += blockIdx.y * size;

    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const int far  = size - 1;
    int       lo = INT_MAX, hi = INT_MIN;

    // warp 0: top, 1: bottom, 2: left, 3: right
    for (int base = 0; base < size; base += 32)
    {
        const int i = base + lane;
        if (i < size)
        {
            const int px = warp < 2 ? x0 + i : (warp == 2 ? x0 : x0 + far);
            const int py = warp >= 2 ? y0 + i : (warp == 0 ? y0 : y0 + far);
            const int d  = pixelDwell(view, px, py);
            lo = min(lo, d);
            hi = max(hi, d);
        }
        __syncwarp();
        lo = __reduce_min_sync(0xffffffffu, lo);
        hi = __reduce_max_sync(0xffffffffu, hi);
        if (lo != hi) break;  // uniform in the warp
    }
    if (lane == 0) warpMin[warp] = lo, warpMax[warp] = hi;
    __syncthreads();
    lo = min(min(warpMin[0], warpMin[1]), min(warpMin[2], warpMin[3]));
    hi = max(max(warpMax[0], warpMax[1]), max(warpMax[2], warpMax[3]));

    if (lo == hi)
    {
        const uchar4 c = dwellColor(lo);
        for (int y = warp; y < size; y += 4)
            for (int x = lane; x < size; x += 32) out.put(x0 + x, y0 + y, c);
        return;
    }
    if (size <= kLeafSize)
    {
        for (int i = threadIdx.x; i < size * size; i += kThreads)
        {
            const int px = x0 + i % size, py = y0 + i / size;
            out.put(px, py, dwellColor(pixelDwell(view, px, py)));
        }
        return;
    }

    const int half = size / 2;
    if (MODE == kFireAndForget && threadIdx.x == 0)
    {
        for (int q = 0; q < 4; ++q)
            tileKernel<MODE, Out><<<1, kThreads, 0, cudaStreamFireAndForget>>>(view, out, x0 + (q & 1) * half,
                                                                               y0 + (q >> 1) * half, half);
    }
    if (MODE == kNullStream && threadIdx.x < 4)
    {
        const int q = threadIdx.x;
        tileKernel<MODE, Out><<<1, kThreads>>>(view, out, x0 + (q & 1) * half, y0 + (q >> 1) * half, half);
    }
    if (MODE == kQuadGrid && threadIdx.x == 0) tileKernel<MODE, Out><<<dim3(2, 2), kThreads>>>(view, out, x0, y0, half);
}

__global__ void __launch_bounds__(256) flatKernel(View view, uchar4 *pixels)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < view.width && y < view.height) pixels[y * view.width + x] = dwellColor(pixelDwell(view, x, y));
}

// CPU reference: the same subdivision run serially
static void cpuTile(const View &v, const std::vector<unsigned char> &dwell, std::vector<uchar4> &img, int x0, int y0,
                    int size)
{
    auto at = [&](int x, int y) { return (int)dwell[(y0 + y) * v.width + x0 + x]; };
    bool common = true;
    for (int i = 0; i < size; ++i)
    {
        common = common && at(i, 0) == at(0, 0) && at(i, size - 1) == at(0, 0);
        common = common && at(0, i) == at(0, 0) && at(size - 1, i) == at(0, 0);
    }
    if (!common && size > kLeafSize)
    {
        for (int q = 0; q < 4; ++q)
            cpuTile(v, dwell, img, x0 + (q & 1) * size / 2, y0 + (q >> 1) * size / 2, size / 2);
        return;
    }
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) img[(y0 + y) * v.width + x0 + x] = dwellColor(common ? at(0, 0) : at(x, y));
}

static void runSize(int width, int runs, const char *filter)
{
    const View   view = {width, width / 2, -3.4f, -1.45f, 5.8f / width};
    const int    tile = width >= 1024 ? 128 : 64;
    const dim3   tiles(view.width / tile, view.height / tile);
    const size_t count = (size_t)view.width * view.height, rowBytes = view.width * sizeof(uchar4);

    std::vector<unsigned char> dwell(count);
    std::vector<uchar4>        refFlat(count), refTree(count);
    for (size_t i = 0; i < count; ++i)
    {
        dwell[i]   = (unsigned char)pixelDwell(view, (int)(i % width), (int)(i / width));
        refFlat[i] = dwellColor(dwell[i]);
    }
    for (unsigned t = 0; t < tiles.x * tiles.y; ++t)
        cpuTile(view, dwell, refTree, (int)(t % tiles.x) * tile, (int)(t / tiles.x) * tile, tile);

    uchar4 *dPixels, *hPixels;
    checkCudaErrors(cudaMalloc(&dPixels, count * sizeof(uchar4)));
    checkCudaErrors(cudaMallocHost(&hPixels, count * sizeof(uchar4)));

    cudaArray_t                 dArray;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    checkCudaErrors(cudaMallocArray(&dArray, &format, view.width, view.height, cudaArraySurfaceLoadStore));
    cudaResourceDesc res;
    memset(&res, 0, sizeof(res));
    res.resType         = cudaResourceTypeArray;
    res.res.array.array = dArray;
    cudaSurfaceObject_t surf;
    checkCudaErrors(cudaCreateSurfaceObject(&surf, &res));

    cudaEvent_t start, stop;
    checkCudaErrors(cudaEventCreate(&start));
    checkCudaErrors(cudaEventCreate(&stop));

    const char *names[] = {"mandel_tree_faf", "mandel_tree_null", "mandel_tree_surf", "mandel_tree_flat"};
    for (int variant = 0; variant < 4; ++variant)
    {
        if (filter && !strstr(names[variant], filter)) continue;
        const std::vector<uchar4> &ref = variant == 3 ? refFlat : refTree;
        std::vector<float>         times;
        unsigned long long         sum = 0;
        for (int run = 0; run <= runs; ++run)
        {
            memset(hPixels, 0, count * sizeof(uchar4));
            checkCudaErrors(cudaMemcpy(dPixels, hPixels, count * sizeof(uchar4), cudaMemcpyHostToDevice));
            checkCudaErrors(cudaMemcpy2DToArray(dArray, 0, 0, hPixels, rowBytes, rowBytes, view.height,
                                                cudaMemcpyHostToDevice));
            checkCudaErrors(cudaDeviceSynchronize());

            const ArrayOut array = {dPixels, view.width};
            checkCudaErrors(cudaEventRecord(start));
            switch (variant)
            {
            case 0: tileKernel<kFireAndForget><<<tiles, kThreads>>>(view, array, 0, 0, tile); break;
            case 1: tileKernel<kNullStream><<<tiles, kThreads>>>(view, array, 0, 0, tile); break;
            case 2: tileKernel<kQuadGrid><<<tiles, kThreads>>>(view, SurfaceOut{surf}, 0, 0, tile); break;
            default:
                flatKernel<<<dim3((view.width + 31) / 32, (view.height + 7) / 8), dim3(32, 8)>>>(view, dPixels);
            }
            getLastCudaError(names[variant]);
            checkCudaErrors(cudaEventRecord(stop));
            checkCudaErrors(cudaEventSynchronize(stop));
            float ms = 0.0f;
            checkCudaErrors(cudaEventElapsedTime(&ms, start, stop));
            if (run > 0) times.push_back(ms * 1000.0f);

            if (variant == 2)
                checkCudaErrors(cudaMemcpy2DFromArray(hPixels, rowBytes, dArray, 0, 0, rowBytes, view.height,
                                                      cudaMemcpyDeviceToHost));
            else
                checkCudaErrors(cudaMemcpy(hPixels, dPixels, count * sizeof(uchar4), cudaMemcpyDeviceToHost));
            sum = 14695981039346656037ull;
            for (size_t i = 0; i < count; ++i)
            {
                const uchar4 a = hPixels[i], b = ref[i];
                if (a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w)
                {
                    fprintf(stderr, "%s: mismatch at pixel (%d, %d) of width %d\n", names[variant], (int)(i % width),
                            (int)(i / width), width);
                    exit(EXIT_FAILURE);
                }
                sum = (sum ^ (a.x | a.y << 8 | a.z << 16)) * 1099511628211ull;
            }
        }
        std::sort(times.begin(), times.end());
        fprintf(stderr, "program,%s,size,%d,time,us,%.2f,%.2f,%.2f,%d\n", names[variant], width, times.front(),
                times[times.size() / 2], times.back(), runs);
        fprintf(stderr, "note,%s,size,%d,sum,%llu\n", names[variant], width, sum);
    }

    checkCudaErrors(cudaDestroySurfaceObject(surf));
    checkCudaErrors(cudaFreeArray(dArray));
    checkCudaErrors(cudaFree(dPixels));
    checkCudaErrors(cudaFreeHost(hPixels));
}

int main(int argc, char **argv)
{
    const int runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
    checkCudaErrors(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
    const int sizes[] = {256, 1024};
    for (int size : sizes) runSize(size, runs, argc > 2 ? argv[2] : NULL);
    return 0;
}
