// bhtree.cu: Barnes-Hut octree, built top-down on the device, plus gravity for the active bodies.
//
// A node's grid (one block) bins the node's bodies into octants, scatters them to the other body
// buffer, appends the non-empty children to the node pool and sums up their mass moments.  How the
// children get processed is a policy:
//   null / ff  recursive launches by one thread (NULL stream / fire-and-forget)
//   tail       breadth-first; the last block of a level tail-launches the grid of the next level
//   flat       breadth-first; the host reads the queue length and launches
// The opening criterion uses the geometric cell and exactly reproducible arithmetic, so interaction
// counts are compared exactly and accelerations with a tolerance.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>
#include <cuda_runtime.h>

static void fail(const std::string& msg) { fprintf(stderr, "bhtree: %s\n", msg.c_str()); abort(); }
#define GPU(call) do { cudaError_t err__ = (call); \
    if (err__ != cudaSuccess) fail(std::string(#call ": ") + cudaGetErrorString(err__)); } while (0)
#define GPU_LAUNCHED() GPU(cudaGetLastError())

constexpr int LEAF = 24, MAX_LEVEL = 18, STACK = 8 * MAX_LEVEL;
constexpr float BOX = 16.0f, THETA2 = 0.81f, EPS2 = 1e-4f;
constexpr int QUEUE_THREADS = 128;

struct Cell {                   // 48 bytes
    float4 com;                 // centre of mass and mass
    float4 box;                 // geometric centre and full edge length
    int first, count;           // bodies, in buffer (level & 1)
    int child;                  // index of the first child, or -1 for a leaf
    int level_nchild;           // level * 16 + number of children
};

struct Pool {
    Cell* cells;
    float4* bodies[2];
    int* queue[2];
    int* counters;              // [0] cells in use, [1] errors, [2] ticket, [3] unused, [4..] queue length per level
    int capacity;
};
enum { N_CELLS = 0, ERRORS = 1, TICKET = 2, QLEN = 4, N_COUNTERS = QLEN + MAX_LEVEL + 2 };

__host__ __device__ inline int octant(float4 p, float4 box)
{
    return (p.x >= box.x ? 1 : 0) | (p.y >= box.y ? 2 : 0) | (p.z >= box.z ? 4 : 0);
}

__host__ __device__ inline float4 child_box(float4 b, int o)
{
    const float q = 0.25f * b.w;        // powers of two: exact
    float4 c;
    c.x = b.x + ((o & 1) ? q : -q);
    c.y = b.y + ((o & 2) ? q : -q);
    c.z = b.z + ((o & 4) ? q : -q);
    c.w = 0.5f * b.w;
    return c;
}

__host__ __device__ inline bool is_far(float4 box, float4 p)
{
    const float dx = box.x - p.x, dy = box.y - p.y, dz = box.z - p.z;
    const float d2 = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
    return THETA2 * d2 > box.w * box.w;
}

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int m = 16; m; m >>= 1) v += __shfl_xor_sync(~0u, v, m);
    return v;
}

// Splits cell `id` with the whole block (a multiple of 32 threads, at most 256).
// Returns the number of children; their ids start at `base`.
__device__ int split_cell(const Pool& pool, int id, int& base)
{
    __shared__ int hist[8][8];          // [warp][octant] -> scatter offsets
    __shared__ int start[9], slot[8], sh_base, sh_n;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, nwarp = blockDim.x >> 5;
    const Cell cell = pool.cells[id];
    const int level = cell.level_nchild >> 4;
    const float4* src = pool.bodies[level & 1] + cell.first;
    float4* dst = pool.bodies[(level & 1) ^ 1] + cell.first;
    __syncthreads();                    // callers may loop
    if (threadIdx.x < 64) hist[threadIdx.x >> 3][threadIdx.x & 7] = 0;
    __syncthreads();

    // every warp counts a contiguous slice
    const int slice = (cell.count + nwarp - 1) / nwarp;
    const int lo = min(warp * slice, cell.count), hi = min(lo + slice, cell.count);
    for (int i = lo + lane; i < hi; i += 32) atomicAdd(&hist[warp][octant(src[i], cell.box)], 1);
    __syncthreads();

    if (warp == 0) {
        int total = 0;
        if (lane < 8)
            for (int w = 0; w < nwarp; ++w) total += hist[w][lane];
        int incl = total;
#pragma unroll
        for (int d = 1; d < 8; d <<= 1) {
            const int t = __shfl_up_sync(~0u, incl, d);
            if (lane >= d) incl += t;
        }
        const unsigned used = __ballot_sync(~0u, lane < 8 && total > 0);
        if (lane < 8) {
            int run = incl - total;
            start[lane] = run;
            slot[lane] = total > 0 ? __popc(used & ((1u << lane) - 1)) : -1;
            for (int w = 0; w < nwarp; ++w) { const int c = hist[w][lane]; hist[w][lane] = run; run += c; }
            if (lane == 7) start[8] = run;
        }
        if (lane == 0) {
            sh_n = __popc(used);
            sh_base = atomicAdd(pool.counters + N_CELLS, sh_n);
            if (sh_base + sh_n > pool.capacity) { atomicAdd(pool.counters + ERRORS, 1); sh_n = 0; }
        }
    }
    __syncthreads();
    base = sh_base;
    if (sh_n == 0) return 0;

    // stable scatter
    for (int b = lo; b < hi; b += 32) {
        const int i = b + lane;
        const bool on = i < hi;
        const float4 p = on ? src[i] : make_float4(0.f, 0.f, 0.f, 0.f);
        const int o = on ? octant(p, cell.box) : 8;
        const unsigned peers = __match_any_sync(~0u, o);
        const int rank = __popc(peers & ((1u << lane) - 1));
        const int at = on ? hist[warp][o] : 0;
        __syncwarp();
        if (on) {
            dst[at + rank] = p;
            if (rank == 0) hist[warp][o] = at + __popc(peers);
        }
        __syncwarp();
    }
    __syncthreads();

    // moments of the children, one warp per octant
    for (int o = warp; o < 8; o += nwarp) {
        if (slot[o] < 0) continue;
        float m = 0.f, x = 0.f, y = 0.f, z = 0.f;
        for (int i = start[o] + lane; i < start[o + 1]; i += 32) {
            const float4 p = dst[i];
            m += p.w; x = fmaf(p.w, p.x, x); y = fmaf(p.w, p.y, y); z = fmaf(p.w, p.z, z);
        }
        m = warp_sum(m); x = warp_sum(x); y = warp_sum(y); z = warp_sum(z);
        if (lane == 0) {
            Cell c;
            c.com = make_float4(x / m, y / m, z / m, m);
            c.box = child_box(cell.box, o);
            c.first = cell.first + start[o];
            c.count = start[o + 1] - start[o];
            c.child = -1;
            c.level_nchild = (level + 1) * 16;
            pool.cells[sh_base + slot[o]] = c;
        }
    }
    if (threadIdx.x == 0) {
        pool.cells[id].child = sh_base;
        pool.cells[id].level_nchild = level * 16 + sh_n;
    }
    __syncthreads();
    return sh_n;
}

__host__ __device__ inline bool wants_split(const Cell& c) { return c.count > LEAF && (c.level_nchild >> 4) < MAX_LEVEL; }

// ------------------------------------------------------------------ recursive build
struct ChildStreamDefault { static __device__ cudaStream_t get() { return nullptr; } };
struct ChildStreamForget { static __device__ cudaStream_t get() { return cudaStreamFireAndForget; } };

template <class Policy>
__global__ void __launch_bounds__(256) build_recursive(Pool pool, int id)
{
    int base;
    const int n = split_cell(pool, id, base);
    if (threadIdx.x != 0) return;
    for (int k = 0; k < n; ++k) {
        const Cell& c = pool.cells[base + k];
        if (!wants_split(c)) continue;
        const int threads = c.count > 1024 ? 256 : (c.count > 128 ? 128 : 64);
        build_recursive<Policy><<<1, threads, 0, Policy::get()>>>(pool, base + k);
        if (cudaGetLastError() != cudaSuccess) atomicAdd(pool.counters + ERRORS, 1);
    }
}

// ------------------------------------------------------------------ breadth-first build
__device__ void split_and_enqueue(const Pool& pool, int level)
{
    int base;
    const int n = split_cell(pool, pool.queue[level & 1][blockIdx.x], base);
    if (threadIdx.x < n && wants_split(pool.cells[base + threadIdx.x]))
        pool.queue[(level & 1) ^ 1][atomicAdd(pool.counters + QLEN + level + 1, 1)] = base + threadIdx.x;
}

__global__ void __launch_bounds__(QUEUE_THREADS) build_level(Pool pool, int level) { split_and_enqueue(pool, level); }

__global__ void __launch_bounds__(QUEUE_THREADS) build_tail(Pool pool, int level)
{
    split_and_enqueue(pool, level);
    __threadfence();
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (atomicAdd(pool.counters + TICKET, 1) != (int)gridDim.x - 1) return;
    __threadfence();                    // last block: all enqueues of this level are done
    pool.counters[TICKET] = 0;
    const int next = atomicAdd(pool.counters + QLEN + level + 1, 0);
    if (next > 0) {
        build_tail<<<next, QUEUE_THREADS, 0, cudaStreamTailLaunch>>>(pool, level + 1);
        if (cudaGetLastError() != cudaSuccess) atomicAdd(pool.counters + ERRORS, 1);
    }
}

// ------------------------------------------------------------------ forces
__global__ void __launch_bounds__(128)
gravity(Pool pool, const float4* __restrict__ targets, int n, int stride, float3* __restrict__ acc, int* __restrict__ work)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const float4 p = __ldg(targets + (size_t)t * stride);
    float ax = 0.f, ay = 0.f, az = 0.f;
    int pairs = 0;
    auto pull = [&](float4 s) {
        const float dx = s.x - p.x, dy = s.y - p.y, dz = s.z - p.z;
        const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + EPS2);
        const float f = s.w * inv * inv * inv;
        ax += f * dx; ay += f * dy; az += f * dz;
        ++pairs;
    };
    int stack[STACK], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const Cell& c = pool.cells[stack[--top]];
        if (is_far(c.box, p)) { pull(c.com); continue; }
        if (c.child < 0) {
            const float4* b = pool.bodies[(c.level_nchild >> 4) & 1] + c.first;
            for (int i = 0; i < c.count; ++i) pull(b[i]);
        } else {
            for (int k = c.level_nchild & 15; k-- > 0;) stack[top++] = c.child + k;
        }
    }
    acc[t] = make_float3(ax, ay, az);
    work[t] = pairs;
}

// ------------------------------------------------------------------ reference on the CPU
struct RefCell { double m, x, y, z; float4 box; std::vector<float4> bodies; std::vector<int> kids; };

struct Reference {
    std::vector<RefCell> tree;
    std::vector<double> acc;            // 3 per target
    std::vector<int> work;
    double scale = 0;
    int build(std::vector<float4> b, float4 box, int level)
    {
        const int id = (int)tree.size();
        tree.emplace_back();
        double m = 0, x = 0, y = 0, z = 0;
        for (const float4& p : b) { m += p.w; x += (double)p.w * p.x; y += (double)p.w * p.y; z += (double)p.w * p.z; }
        std::vector<int> kids;
        if ((int)b.size() > LEAF && level < MAX_LEVEL) {
            std::vector<float4> part[8];
            for (const float4& p : b) part[octant(p, box)].push_back(p);
            for (int o = 0; o < 8; ++o)
                if (!part[o].empty()) kids.push_back(build(std::move(part[o]), child_box(box, o), level + 1));
        }
        tree[id] = RefCell{m, x / m, y / m, z / m, box, std::move(b), std::move(kids)};
        return id;
    }
    void pull(int t, const float4& p, double m, double x, double y, double z)
    {
        const double dx = x - p.x, dy = y - p.y, dz = z - p.z, r2 = dx * dx + dy * dy + dz * dz + EPS2;
        const double f = m / (r2 * std::sqrt(r2));
        acc[3 * t] += f * dx; acc[3 * t + 1] += f * dy; acc[3 * t + 2] += f * dz;
        ++work[t];
    }
    void walk(int id, int t, const float4& p)
    {
        const RefCell& c = tree[id];
        if (is_far(c.box, p)) pull(t, p, c.m, c.x, c.y, c.z);
        else if (c.kids.empty()) for (const float4& b : c.bodies) pull(t, p, b.w, b.x, b.y, b.z);
        else for (int k : c.kids) walk(k, t, p);
    }
    Reference(const std::vector<float4>& b, float4 box, int targets, int stride) : acc(3 * targets, 0.0), work(targets, 0)
    {
        build(b, box, 0);
        for (int t = 0; t < targets; ++t) walk(0, t, b[(size_t)t * stride]);
        for (double a : acc) scale += a * a;
        scale = std::sqrt(scale / targets);     // rms acceleration
    }
};

static std::vector<float4> plummer_like(int n)
{
    unsigned long long s = 88172645463325252ull + n;
    auto uni = [&] {
        s ^= s << 13; s ^= s >> 7; s ^= s << 17;
        return (double)(s >> 11) / 9007199254740992.0;
    };
    std::vector<float4> b(n);
    for (float4& p : b) {
        double r, x, y, z, l;
        do r = 1.0 / std::sqrt(std::pow(uni() * 0.98 + 0.01, -2.0 / 3.0) - 1.0); while (r > 7.0);
        do { x = 2 * uni() - 1; y = 2 * uni() - 1; z = 2 * uni() - 1; l = x * x + y * y + z * z; } while (l > 1 || l < 1e-3);
        l = r / std::sqrt(l);
        p = make_float4((float)(x * l), (float)(y * l), (float)(z * l), (float)((0.5 + uni()) / n));
    }
    return b;
}

int main(int argc, char** argv)
{
    const int runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
    const std::string filter = argc > 2 ? argv[2] : "";
    GPU(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
    cudaFuncAttributes attr;
    GPU(cudaFuncGetAttributes(&attr, gravity));
    const int force_threads = std::min(128, attr.maxThreadsPerBlock);

    for (int n : {2000, 30000}) {
        const int stride = n > 4000 ? 16 : 1, targets = (n + stride - 1) / stride;
        const std::vector<float4> bodies = plummer_like(n);
        const float4 box = make_float4(0.f, 0.f, 0.f, BOX);
        const Reference ref(bodies, box, targets, stride);

        Pool pool;
        float4* master;
        float3* acc;
        int* work;
        int* pinned;
        pool.capacity = n + 1024;
        GPU(cudaMalloc(&pool.cells, pool.capacity * sizeof(Cell)));
        for (int k = 0; k < 2; ++k) {
            GPU(cudaMalloc(&pool.bodies[k], n * sizeof(float4)));
            GPU(cudaMalloc(&pool.queue[k], pool.capacity * sizeof(int)));
        }
        GPU(cudaMalloc(&pool.counters, N_COUNTERS * sizeof(int)));
        GPU(cudaMalloc(&master, n * sizeof(float4)));
        GPU(cudaMalloc(&acc, targets * sizeof(float3)));
        GPU(cudaMalloc(&work, targets * sizeof(int)));
        GPU(cudaMallocHost(&pinned, sizeof(int)));
        GPU(cudaMemcpy(master, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
        cudaStream_t stream;
        GPU(cudaStreamCreate(&stream));
        cudaEvent_t t0, t1;
        GPU(cudaEventCreateWithFlags(&t0, cudaEventBlockingSync));
        GPU(cudaEventCreateWithFlags(&t1, cudaEventBlockingSync));

        const std::vector<std::pair<const char*, std::function<void()>>> builders = {
            {"bhtree_null", [&] { build_recursive<ChildStreamDefault><<<1, 256, 0, stream>>>(pool, 0); GPU_LAUNCHED(); }},
            {"bhtree_ff", [&] { build_recursive<ChildStreamForget><<<1, 256, 0, stream>>>(pool, 0); GPU_LAUNCHED(); }},
            {"bhtree_tail", [&] { build_tail<<<1, QUEUE_THREADS, 0, stream>>>(pool, 0); GPU_LAUNCHED(); }},
            {"bhtree_flat", [&] {
                 *pinned = 1;
                 for (int level = 0; *pinned > 0; ++level) {
                     build_level<<<*pinned, QUEUE_THREADS, 0, stream>>>(pool, level);
                     GPU_LAUNCHED();
                     GPU(cudaMemcpyAsync(pinned, pool.counters + QLEN + level + 1, sizeof(int), cudaMemcpyDeviceToHost, stream));
                     GPU(cudaStreamSynchronize(stream));
                 }
             }}};

        for (const auto& [name, build] : builders) {
            if (std::string(name).find(filter) == std::string::npos) continue;
            std::vector<float> us;
            unsigned long long sum = 0;
            for (int r = -1; r < runs; ++r) {
                const Cell root = {make_float4(0.f, 0.f, 0.f, 1.f), box, 0, n, -1, 0};
                std::vector<int> counters(N_COUNTERS, 0);
                counters[N_CELLS] = 1;
                GPU(cudaMemcpy(pool.cells, &root, sizeof root, cudaMemcpyHostToDevice));
                GPU(cudaMemcpy(pool.counters, counters.data(), N_COUNTERS * sizeof(int), cudaMemcpyHostToDevice));
                GPU(cudaMemcpy(pool.bodies[0], master, n * sizeof(float4), cudaMemcpyDeviceToDevice));
                GPU(cudaMemset(pool.queue[0], 0, sizeof(int)));     // the root
                GPU(cudaMemset(acc, 0xff, targets * sizeof(float3)));
                GPU(cudaDeviceSynchronize());

                GPU(cudaEventRecord(t0, stream));
                build();
                gravity<<<(targets + force_threads - 1) / force_threads, force_threads, 0, stream>>>(pool, master, targets, stride, acc, work);
                GPU_LAUNCHED();
                GPU(cudaEventRecord(t1, stream));
                GPU(cudaEventSynchronize(t1));
                float ms;
                GPU(cudaEventElapsedTime(&ms, t0, t1));
                if (r >= 0) us.push_back(ms * 1e3f);

                std::vector<float3> a(targets);
                std::vector<int> w(targets);
                GPU(cudaMemcpy(a.data(), acc, targets * sizeof(float3), cudaMemcpyDeviceToHost));
                GPU(cudaMemcpy(w.data(), work, targets * sizeof(int), cudaMemcpyDeviceToHost));
                GPU(cudaMemcpy(counters.data(), pool.counters, N_COUNTERS * sizeof(int), cudaMemcpyDeviceToHost));
                if (counters[ERRORS] != 0) fail(std::string(name) + ": launch failure or pool overflow on the device");
                if (counters[N_CELLS] != (int)ref.tree.size()) fail(std::string(name) + ": wrong number of cells");
                double total = 0;
                sum = (unsigned long long)counters[N_CELLS] * 1000000007ull;
                for (int t = 0; t < targets; ++t) {
                    const double dx = a[t].x - ref.acc[3 * t], dy = a[t].y - ref.acc[3 * t + 1], dz = a[t].z - ref.acc[3 * t + 2];
                    if (w[t] != ref.work[t]) fail(std::string(name) + ": interaction count differs, target " + std::to_string(t));
                    if (!(std::sqrt(dx * dx + dy * dy + dz * dz) < 2e-4 * ref.scale)) fail(std::string(name) + ": acceleration differs, target " + std::to_string(t));
                    total += std::sqrt((double)a[t].x * a[t].x + (double)a[t].y * a[t].y + (double)a[t].z * a[t].z);
                    sum += (unsigned long long)w[t] * (t + 1);
                }
                sum += (unsigned long long)std::llround(100.0 * total / (ref.scale * targets)) << 40;
            }
            std::sort(us.begin(), us.end());
            fprintf(stderr, "program,%s,bodies,%d,time,us,%.2f,%.2f,%.2f,%d\n", name, n, us.front(), us[us.size() / 2], us.back(), runs);
            fprintf(stderr, "note,%s,bodies,%d,sum,%llu\n", name, n, sum);
        }
        for (void* p : {(void*)pool.cells, (void*)pool.bodies[0], (void*)pool.bodies[1], (void*)pool.queue[0], (void*)pool.queue[1],
                        (void*)pool.counters, (void*)master, (void*)acc, (void*)work}) GPU(cudaFree(p));
        GPU(cudaFreeHost(pinned));
        GPU(cudaEventDestroy(t0));
        GPU(cudaEventDestroy(t1));
        GPU(cudaStreamDestroy(stream));
    }
    return 0;
}
