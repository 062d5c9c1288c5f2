// adaptgrid.cu
// Heat diffusion on a coarse 2D grid with on-the-fly patch refinement.  A coarse cell with a steep
// gradient spawns a BS x BS patch that is relaxed in shared memory; steep quadrants of a patch spawn
// further patches (three levels in all).  The patch averages are then restricted to the coarse grid.
//
//   null   one child grid per steep cell/quadrant, implicit NULL stream
//   ff     the same, fire-and-forget            (ff8: 8x8 patches)
//   agg    one aggregated child grid per parent block
//   flat   level-by-level work lists driven from the host
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CUDA_TRY(expr) ::amr::check((expr), #expr, __LINE__)

namespace amr {

inline void check(cudaError_t err, const char* what, int line)
{
    if (err == cudaSuccess) return;
    std::fprintf(stderr, "adaptgrid line %d: %s -> %s\n", line, what, cudaGetErrorName(err));
    std::exit(2);
}

constexpr int kLevels = 3;
constexpr int kSteps = 2;
constexpr int kTile = 16;      // coarse thread block edge

struct Coefficients {
    double kappaCoarse;
    double kappa[kLevels];     // diffusion number per patch level
    double steep2[kLevels];    // squared gradient that triggers [0] cell, [1],[2] quadrant refinement
    int sweeps[kLevels];
};
__constant__ Coefficients cCoef;

struct Stats { unsigned int patches[kLevels]; unsigned int launchErrors; };

struct View {                  // everything a kernel needs, passed by value
    int n;
    const double* u;           // state at the start of the step
    double* coarse;            // plain coarse update
    double* patch[kLevels - 1];
    double* qmean[kLevels];    // quadrant means, 4 per patch slot
    unsigned char* split[kLevels];   // [0]: per cell; [k]: per quadrant of level-k patches
    int* list[kLevels];        // work lists
    int* count;                // their lengths (flat variant)
    Stats* stats;
};

enum class Mode { Null, FireForget, Aggregate, Flat };

__host__ __device__ inline int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }

// bilinear sample of an n x n array at fractional index (x, y), clamped at the rim
__host__ __device__ inline double sample(const double* f, int n, double x, double y)
{
    const double xf = floor(x), yf = floor(y);
    const double ax = x - xf, ay = y - yf;
    const int x0 = clampi((int)xf, 0, n - 1), x1 = clampi((int)xf + 1, 0, n - 1);
    const int y0 = clampi((int)yf, 0, n - 1), y1 = clampi((int)yf + 1, 0, n - 1);
    const double lo = f[y0 * n + x0] + ax * (f[y0 * n + x1] - f[y0 * n + x0]);
    const double hi = f[y1 * n + x0] + ax * (f[y1 * n + x1] - f[y1 * n + x0]);
    return lo + ay * (hi - lo);
}

// value with which fine point (tx,ty) of patch `slot` at `level` starts
template <int BS>
__host__ __device__ inline double prolong(const double* src, int n, int level, int slot, int tx, int ty)
{
    if (level == 0)
        return sample(src, n, slot % n + (tx + 0.5) / BS - 0.5, slot / n + (ty + 0.5) / BS - 0.5);
    const int q = slot & 3;
    return sample(src, BS, (q & 1) * (BS / 2) + 0.5 * tx - 0.25, (q >> 1) * (BS / 2) + 0.5 * ty - 0.25);
}

// Relaxes one patch with the whole block; returns the mask of quadrants to be refined (all threads).
template <int BS>
__device__ unsigned int relaxPatch(const View& v, int level, int slot)
{
    __shared__ double s[2][BS][BS + 1];
    __shared__ double g[BS][BS + 1];
    __shared__ unsigned int mask;
    const int x = threadIdx.x, y = threadIdx.y;
    const double* src = level == 0 ? v.u : v.patch[level - 1] + (size_t)(slot >> 2) * BS * BS;
    s[0][y][x] = prolong<BS>(src, v.n, level, slot, x, y);
    if (x == 0 && y == 0) mask = 0;
    __syncthreads();

    const bool inner = x > 0 && x < BS - 1 && y > 0 && y < BS - 1;
    const double k = cCoef.kappa[level];
    const int sweeps = cCoef.sweeps[level];
    int cur = 0;
    for (int it = 0; it < sweeps; ++it, cur ^= 1) {
        double c = s[cur][y][x];
        if (inner)
            c += k * (s[cur][y][x - 1] + s[cur][y][x + 1] + s[cur][y - 1][x] + s[cur][y + 1][x] - 4.0 * c);
        s[cur ^ 1][y][x] = c;
        __syncthreads();
    }

    const double c = s[cur][y][x];
    const double gx = s[cur][y][min(x + 1, BS - 1)] - s[cur][y][max(x - 1, 0)];
    const double gy = s[cur][min(y + 1, BS - 1)][x] - s[cur][max(y - 1, 0)][x];
    if (level < kLevels - 1) v.patch[level][(size_t)slot * BS * BS + y * BS + x] = c;
    double (*acc)[BS + 1] = s[cur ^ 1];
    acc[y][x] = c;
    g[y][x] = gx * gx + gy * gy;
    __syncthreads();

    constexpr int H = BS / 2;          // reduce each quadrant to its corner
    const int lx = x % H, ly = y % H;
#pragma unroll
    for (int h = H / 2; h > 0; h >>= 1) {
        if (lx < h && ly < h) {
            acc[y][x] = (acc[y][x] + acc[y][x + h]) + (acc[y + h][x] + acc[y + h][x + h]);
            g[y][x] = fmax(fmax(g[y][x], g[y][x + h]), fmax(g[y + h][x], g[y + h][x + h]));
        }
        __syncthreads();
    }
    if (lx == 0 && ly == 0) {
        const int q = (y / H) * 2 + x / H;
        v.qmean[level][slot * 4 + q] = acc[y][x] * (1.0 / (H * H));
        if (level + 1 < kLevels) {
            const bool split = g[y][x] > cCoef.steep2[level + 1];
            v.split[level + 1][slot * 4 + q] = split;
            if (split) atomicOr(&mask, 1u << q);
        }
        if (q == 0) atomicAdd(&v.stats->patches[level], 1u);
    }
    __syncthreads();
    return mask;
}

__device__ inline int nthBit(unsigned int mask, int k)
{
    while (k-- > 0) mask &= mask - 1;
    return __ffs(mask) - 1;
}

// Block b takes list[b] if a list is given, otherwise base + (b-th set bit of mask).
template <int BS, Mode M>
__global__ void __launch_bounds__(BS * BS) refineKernel(View v, int level, int base, unsigned int mask, const int* list)
{
    const int slot = list ? list[blockIdx.x] : base + nthBit(mask, blockIdx.x);
    const unsigned int steep = relaxPatch<BS>(v, level, slot);
    if (threadIdx.x != 0 || threadIdx.y != 0 || steep == 0) return;

    const dim3 block(BS, BS);
    if constexpr (M == Mode::Flat) {
        int at = atomicAdd(v.count + level + 1, __popc(steep));
        for (unsigned int m = steep; m; m &= m - 1) v.list[level + 1][at++] = slot * 4 + __ffs(m) - 1;
    } else if constexpr (M == Mode::Aggregate) {
        refineKernel<BS, M><<<__popc(steep), block, 0, cudaStreamFireAndForget>>>(v, level + 1, slot * 4, steep, nullptr);
    } else {
        const cudaStream_t where = M == Mode::FireForget ? cudaStreamFireAndForget : cudaStream_t(nullptr);
        for (unsigned int m = steep; m; m &= m - 1)
            refineKernel<BS, M><<<1, block, 0, where>>>(v, level + 1, slot * 4 + __ffs(m) - 1, 1u, nullptr);
    }
    if (M != Mode::Flat && cudaGetLastError() != cudaSuccess) atomicAdd(&v.stats->launchErrors, 1u);
}

template <int BS, Mode M>
__global__ void __launch_bounds__(kTile * kTile) coarseKernel(View v)
{
    __shared__ int found;
    const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
    const int n = v.n;
    const bool lead = threadIdx.x == 0 && threadIdx.y == 0;
    if (lead) found = 0;
    __syncthreads();

    const int segment = (blockIdx.y * gridDim.x + blockIdx.x) * kTile * kTile;
    if (x < n && y < n) {
        const int cell = y * n + x;
        const double c = __ldg(v.u + cell);
        const double w = __ldg(v.u + y * n + max(x - 1, 0)), e = __ldg(v.u + y * n + min(x + 1, n - 1));
        const double s = __ldg(v.u + max(y - 1, 0) * n + x), t = __ldg(v.u + min(y + 1, n - 1) * n + x);
        v.coarse[cell] = c + cCoef.kappaCoarse * (w + e + s + t - 4.0 * c);
        const bool steep = (e - w) * (e - w) + (t - s) * (t - s) > cCoef.steep2[0];
        v.split[0][cell] = steep;
        if (steep) {
            if constexpr (M == Mode::Flat) {
                v.list[0][atomicAdd(v.count, 1)] = cell;
            } else if constexpr (M == Mode::Aggregate) {
                v.list[0][segment + atomicAdd(&found, 1)] = cell;
            } else {
                const cudaStream_t where = M == Mode::FireForget ? cudaStreamFireAndForget : cudaStream_t(nullptr);
                refineKernel<BS, M><<<1, dim3(BS, BS), 0, where>>>(v, 0, cell, 1u, nullptr);
                if (cudaGetLastError() != cudaSuccess) atomicAdd(&v.stats->launchErrors, 1u);
            }
        }
    }
    if constexpr (M == Mode::Aggregate) {
        __syncthreads();
        if (lead && found > 0) {
            refineKernel<BS, M><<<found, dim3(BS, BS), 0, cudaStreamFireAndForget>>>(v, 0, 0, 0u, v.list[0] + segment);
            if (cudaGetLastError() != cudaSuccess) atomicAdd(&v.stats->launchErrors, 1u);
        }
    }
}

// average of a patch, taking finer data where there is some
__host__ __device__ inline double composite(const View& v, int cell)
{
    if (!v.split[0][cell]) return v.coarse[cell];
    double a = 0.0;
    for (int q = cell * 4; q < cell * 4 + 4; ++q) {
        double b = v.qmean[0][q];
        if (v.split[1][q]) {
            b = 0.0;
            for (int r = q * 4; r < q * 4 + 4; ++r) {
                const double* f = v.qmean[2] + r * 4;
                b += 0.25 * (v.split[2][r] ? 0.25 * (f[0] + f[1] + f[2] + f[3]) : v.qmean[1][r]);
            }
        }
        a += 0.25 * b;
    }
    return a;
}

__global__ void restrictKernel(View v, double* next)
{
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell < v.n * v.n) next[cell] = composite(v, cell);
}

// ---------------------------------------------------------------- CPU reference
template <int BS>
void refPatch(View& v, const Coefficients& k, int level, int slot)
{
    std::vector<double> a(BS * BS), b;
    const double* src = level == 0 ? v.u : v.patch[level - 1] + (size_t)(slot >> 2) * BS * BS;
    for (int i = 0; i < BS * BS; ++i) a[i] = prolong<BS>(src, v.n, level, slot, i % BS, i / BS);
    for (int it = 0; it < k.sweeps[level]; ++it) {
        b = a;
        for (int y = 1; y < BS - 1; ++y)
            for (int x = 1; x < BS - 1; ++x) {
                const double* c = &b[y * BS + x];
                a[y * BS + x] = *c + k.kappa[level] * (c[-1] + c[1] + c[-BS] + c[BS] - 4.0 * *c);
            }
    }
    if (level < kLevels - 1) std::copy(a.begin(), a.end(), v.patch[level] + (size_t)slot * BS * BS);
    v.stats->patches[level]++;
    for (int q = 0; q < 4; ++q) {
        double sum = 0, g2 = 0;
        for (int i = 0; i < BS * BS / 4; ++i) {
            const int x = (q & 1) * (BS / 2) + i % (BS / 2), y = (q >> 1) * (BS / 2) + i / (BS / 2);
            const double gx = a[y * BS + std::min(x + 1, BS - 1)] - a[y * BS + std::max(x - 1, 0)];
            const double gy = a[std::min(y + 1, BS - 1) * BS + x] - a[std::max(y - 1, 0) * BS + x];
            sum += a[y * BS + x];
            g2 = std::max(g2, gx * gx + gy * gy);
        }
        v.qmean[level][slot * 4 + q] = sum / (BS * BS / 4);
        if (level + 1 == kLevels) continue;
        v.split[level + 1][slot * 4 + q] = g2 > k.steep2[level + 1];
        if (g2 > k.steep2[level + 1]) refPatch<BS>(v, k, level + 1, slot * 4 + q);
    }
}

template <int BS>
std::vector<double> reference(int n, std::vector<double> u, const Coefficients& k, Stats& st)
{
    const int cells = n * n;
    std::vector<double> coarse(cells), p0((size_t)cells * BS * BS), p1(p0.size() * 4), q[kLevels];
    std::vector<unsigned char> f[kLevels];
    View v{};
    v.n = n; v.coarse = coarse.data(); v.patch[0] = p0.data(); v.patch[1] = p1.data(); v.stats = &st;
    for (int l = 0, m = cells; l < kLevels; ++l, m *= 4) {
        q[l].resize(m * 4); v.qmean[l] = q[l].data();
        f[l].resize(m); v.split[l] = f[l].data();
    }
    st = Stats{};
    for (int step = 0; step < kSteps; ++step) {
        v.u = u.data();
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x) {
                const double c = u[y * n + x], w = u[y * n + std::max(x - 1, 0)], e = u[y * n + std::min(x + 1, n - 1)];
                const double s = u[std::max(y - 1, 0) * n + x], t = u[std::min(y + 1, n - 1) * n + x];
                coarse[y * n + x] = c + k.kappaCoarse * (w + e + s + t - 4.0 * c);
                v.split[0][y * n + x] = (e - w) * (e - w) + (t - s) * (t - s) > k.steep2[0];
                if (v.split[0][y * n + x]) refPatch<BS>(v, k, 0, y * n + x);
            }
        std::vector<double> next(cells);
        for (int c = 0; c < cells; ++c) next[c] = composite(v, c);
        u.swap(next);
    }
    return u;
}

// ---------------------------------------------------------------- driver
struct Context { cudaStream_t stream; int runs; std::string filter; Coefficients coef; };

template <class T> T* poolAlloc(size_t count, cudaStream_t s)
{
    T* p = nullptr;
    CUDA_TRY(cudaMallocAsync(&p, count * sizeof(T), s));
    return p;
}

template <int BS, Mode M>
void runVariant(const Context& ctx, const char* label, int n)
{
    const std::string name = std::string("adaptgrid_") + label;
    if (name.find(ctx.filter) == std::string::npos) return;
    const int cells = n * n;
    const cudaStream_t st = ctx.stream;

    double* init = nullptr;                    // managed: filled here, copied on the device side
    CUDA_TRY(cudaMallocManaged(&init, cells * sizeof(double)));
    for (int c = 0; c < cells; ++c) {          // a hot disc with a sharp rim and a warm bar
        const double x = (c % n + 0.5) / n, y = (c / n + 0.5) / n;
        const double r = std::sqrt((x - 0.43) * (x - 0.43) + (y - 0.57) * (y - 0.57));
        init[c] = 0.5 - 0.5 * std::tanh((r - 0.11) * 30.0) + 0.12 * (x > 0.8 && y < 0.5) + 0.01 * std::sin(17.0 * x + 5.0 * y);
    }
    Stats want;
    const std::vector<double> ref = reference<BS>(n, std::vector<double>(init, init + cells), ctx.coef, want);

    View v{};
    v.n = n;
    double* u[2] = {poolAlloc<double>(cells, st), poolAlloc<double>(cells, st)};
    v.coarse = poolAlloc<double>(cells, st);
    v.count = poolAlloc<int>(kLevels, st);
    for (int l = 0, m = cells; l < kLevels; ++l, m *= 4) {
        if (l < kLevels - 1) v.patch[l] = poolAlloc<double>((size_t)m * BS * BS, st);
        v.qmean[l] = poolAlloc<double>((size_t)m * 4, st);
        v.split[l] = poolAlloc<unsigned char>(m, st);
        v.list[l] = poolAlloc<int>(std::max(m, ((n + kTile - 1) / kTile) * ((n + kTile - 1) / kTile) * kTile * kTile), st);
    }
    v.stats = poolAlloc<Stats>(1, st);
    CUDA_TRY(cudaStreamSynchronize(st));
    int* hostCount = nullptr;
    CUDA_TRY(cudaHostAlloc(&hostCount, sizeof(int), cudaHostAllocDefault));

    auto work = [&] {
        const dim3 tile(kTile, kTile), grid((n + kTile - 1) / kTile, (n + kTile - 1) / kTile);
        for (int step = 0; step < kSteps; ++step) {
            v.u = u[step & 1];
            if (M == Mode::Flat) CUDA_TRY(cudaMemsetAsync(v.count, 0, kLevels * sizeof(int), st));
            coarseKernel<BS, M><<<grid, tile, 0, st>>>(v);
            CUDA_TRY(cudaGetLastError());
            if constexpr (M == Mode::Flat) {
                for (int l = 0; l < kLevels; ++l) {
                    CUDA_TRY(cudaMemcpyAsync(hostCount, v.count + l, sizeof(int), cudaMemcpyDeviceToHost, st));
                    CUDA_TRY(cudaStreamSynchronize(st));
                    if (*hostCount == 0) break;
                    refineKernel<BS, M><<<*hostCount, dim3(BS, BS), 0, st>>>(v, l, 0, 0u, v.list[l]);
                    CUDA_TRY(cudaGetLastError());
                }
            }
            restrictKernel<<<(cells + 127) / 128, 128, 0, st>>>(v, u[(step & 1) ^ 1]);
            CUDA_TRY(cudaGetLastError());
        }
    };

    cudaEvent_t begin, end;
    CUDA_TRY(cudaEventCreate(&begin));
    CUDA_TRY(cudaEventCreate(&end));
    std::vector<double> got(cells), times;
    std::uint64_t sum = 0;
    for (int r = 0; r <= ctx.runs; ++r) {
        CUDA_TRY(cudaMemsetAsync(v.stats, 0, sizeof(Stats), st));
        CUDA_TRY(cudaMemcpyAsync(u[0], init, cells * sizeof(double), cudaMemcpyDefault, st));
        CUDA_TRY(cudaStreamSynchronize(st));
        CUDA_TRY(cudaEventRecord(begin, st));
        work();
        CUDA_TRY(cudaEventRecord(end, st));
        CUDA_TRY(cudaEventSynchronize(end));
        float ms = 0;
        CUDA_TRY(cudaEventElapsedTime(&ms, begin, end));
        if (r > 0) times.push_back(ms * 1e3);
        CUDA_TRY(cudaMemcpyAsync(got.data(), u[kSteps & 1], cells * sizeof(double), cudaMemcpyDeviceToHost, st));
        Stats have;
        CUDA_TRY(cudaMemcpyAsync(&have, v.stats, sizeof(Stats), cudaMemcpyDeviceToHost, st));
        CUDA_TRY(cudaStreamSynchronize(st));
        sum = 0;
        bool ok = have.launchErrors == 0;
        for (int l = 0; l < kLevels; ++l) {
            ok = ok && have.patches[l] == want.patches[l];
            sum = sum * 1000003u + have.patches[l];
        }
        for (int c = 0; c < cells; ++c) {
            ok = ok && std::fabs(got[c] - ref[c]) < 1e-9;
            sum += (std::uint64_t)std::llround((got[c] + 2.0) * 1e3) * (std::uint64_t)(c + 1);
        }
        if (!ok) {
            std::fprintf(stderr, "%s n=%d: result differs from the reference (patches %u/%u %u/%u %u/%u, launch errors %u)\n",
                         name.c_str(), n, have.patches[0], want.patches[0], have.patches[1], want.patches[1],
                         have.patches[2], want.patches[2], have.launchErrors);
            std::abort();
        }
    }
    std::sort(times.begin(), times.end());
    std::fprintf(stderr, "program,%s,n,%d,time,us,%.2f,%.2f,%.2f,%d\n", name.c_str(), n, times.front(),
                 times[times.size() / 2], times.back(), ctx.runs);
    std::fprintf(stderr, "note,%s,n,%d,sum,%llu\n", name.c_str(), n, (unsigned long long)sum);

    void* pooled[] = {u[0], u[1], v.coarse, v.count, v.stats, v.patch[0], v.patch[1], v.qmean[0], v.qmean[1], v.qmean[2],
                      v.split[0], v.split[1], v.split[2], v.list[0], v.list[1], v.list[2]};
    for (void* p : pooled) CUDA_TRY(cudaFreeAsync(p, st));
    CUDA_TRY(cudaStreamSynchronize(st));
    CUDA_TRY(cudaFree(init));
    CUDA_TRY(cudaFreeHost(hostCount));
    CUDA_TRY(cudaEventDestroy(begin));
    CUDA_TRY(cudaEventDestroy(end));
}

}  // namespace amr

int main(int argc, char** argv)
{
    using namespace amr;
    Context ctx;
    ctx.runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    ctx.filter = argc > 2 ? argv[2] : "";
    CUDA_TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
    CUDA_TRY(cudaStreamCreate(&ctx.stream));
    for (int n : {20, 40}) {
        const double h2 = 400.0 / (n * n);      // thresholds are per grid spacing
        const double relax = n > 32 ? 2.4 : 1.0;
        ctx.coef = Coefficients{0.15, {0.20, 0.20, 0.22},
                                {0.07 * h2 * relax, 0.0022 * h2 * relax, 0.0012 * h2 * (n > 32 ? 1.5 : 1.0)}, {10, 8, 8}};
        CUDA_TRY(cudaMemcpyToSymbol(cCoef, &ctx.coef, sizeof(Coefficients)));
        runVariant<16, Mode::Null>(ctx, "null", n);
        runVariant<16, Mode::FireForget>(ctx, "ff", n);
        runVariant<8, Mode::FireForget>(ctx, "ff8", n);
        runVariant<16, Mode::Aggregate>(ctx, "agg", n);
        runVariant<16, Mode::Flat>(ctx, "flat", n);
    }
    CUDA_TRY(cudaStreamDestroy(ctx.stream));
    return 0;
}
