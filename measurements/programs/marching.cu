// marching: triangles of the iso-surface of a volume of metaballs (short samples, six
// tetrahedra per cell), found through a hierarchical min/max grid.  Bricks of 8^3 cells
// are the leaves of an octree; only nodes whose range contains the iso value are
// refined, by child grids; in a brick the crossing cells are compacted with
// cub::BlockScan before tetrahedra are cut.  A flat row selects cells with cub::DeviceSelect.
// Vertices are 16-bit fixed point, a triangle is 18 bytes; lists are sorted before comparison.
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

constexpr int BRICK = 8, SIDE = BRICK + 1, POINTS = SIDE * SIDE * SIDE, CELLS = BRICK * BRICK * BRICK;
constexpr int MAXN = 64, MAXNODES = 512 + 64 + 8 + 1, MAXTRI = 1 << 17;
constexpr int BLOCK = 128, FRAC = 32;            // a cell's edge is 32 units of a vertex
constexpr short ISO = 2200;

inline void check(cudaError_t e, int line) {
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "marching.cu:%d: %s\n", line, cudaGetErrorString(e));
    std::exit(1);
}
#define CHECK(x) check((x), __LINE__)

struct Tri { unsigned short v[9]; };             // 18 bytes, no padding
struct Node { unsigned x : 4, y : 4, z : 4, level : 3; };   // of the octree, level 0: a brick
struct Counters { int tri, list[2]; };
static_assert(sizeof(Tri) == 18 && sizeof(Node) == 4, "layout");

struct Volume {
    cudaTextureObject_t tex;
    const short *field;
    short2 *range;                               // min/max per node, bricks first
    Tri *tri;
    int *per_brick;                              // triangles
    Node *list[2];
    Counters *cnt;
    int n, top;                                  // cells per axis, level of the root

    __host__ __device__ int bricks(int level) const { return (n / BRICK) >> level; }
    __host__ __device__ int index(int x, int y, int z, int level) const {
        int off = 0;
        for (int l = 0; l < level; ++l) off += bricks(l) * bricks(l) * bricks(l);
        const int b = bricks(level);
        return off + (z * b + y) * b + x;
    }
};

// Corner bits are x=1, y=2, z=4.  The tetrahedra run along 0 -> ... -> 7.
__constant__ unsigned char d_tet[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};
constexpr unsigned char h_tet[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};

// ------------------------------------------------------------------ cutting (both sides)
__host__ __device__ inline int corner_index(int x, int y, int z, int c, int m) {
    return ((z + (c >> 2)) * m + y + (c >> 1 & 1)) * m + x + (c & 1);
}
__host__ __device__ inline bool crosses(short2 r) { return r.x < ISO && r.y >= ISO; }

// Cuts one tetrahedron, with the samples val, of the cell at (x,y,z).
// Returns the number of triangles, 0 to 2.
__host__ __device__ inline int cut(int x, int y, int z, const unsigned char *tet, const int *val, Tri *out) {
    int in[4], outside[4], ni = 0, no = 0;
    for (int i = 0; i < 4; ++i)
        if (val[i] < ISO) in[ni++] = i; else outside[no++] = i;
    if (ni == 0 || no == 0) return 0;
    auto vertex = [&](int a, int b, unsigned short *to) {    // on the edge a-b, a the lower corner
        if (a > b) { const int s = a; a = b; b = s; }
        const int ca = tet[a], cb = tet[b], t = (ISO - val[a]) * FRAC / (val[b] - val[a]);
        to[0] = (unsigned short)((x + (ca & 1)) * FRAC + ((cb & 1) - (ca & 1)) * t);
        to[1] = (unsigned short)((y + (ca >> 1 & 1)) * FRAC + ((cb >> 1 & 1) - (ca >> 1 & 1)) * t);
        to[2] = (unsigned short)((z + (ca >> 2)) * FRAC + ((cb >> 2) - (ca >> 2)) * t);
    };
    if (ni != 2) {                                           // one corner is alone
        const int lone = ni == 1 ? in[0] : outside[0];
        const int *rest = ni == 1 ? outside : in;
        for (int k = 0; k < 3; ++k) vertex(lone, rest[k], &out[0].v[3 * k]);
        return 1;
    }
    vertex(in[0], outside[0], &out[0].v[0]);
    vertex(in[0], outside[1], &out[0].v[3]);
    vertex(in[1], outside[1], &out[0].v[6]);
    for (int k = 0; k < 3; ++k) { out[1].v[k] = out[0].v[k]; out[1].v[3 + k] = out[0].v[6 + k]; }
    vertex(in[1], outside[0], &out[1].v[6]);
    return 2;
}

// ------------------------------------------------------------------ device helpers
// Room for `mine` (0..2) items per lane at a global counter; one atomic per warp.
__device__ int reserve(int &counter, int mine, int *warp_total) {
    const unsigned one = __ballot_sync(~0u, mine >= 1), two = __ballot_sync(~0u, mine == 2);
    const int lane = threadIdx.x & 31;
    const unsigned below = (1u << lane) - 1u;
    const int total = __popc(one) + __popc(two);
    int base = 0;
    if (lane == 0 && total)
        base = cuda::atomic_ref<int, cuda::thread_scope_device>(counter).fetch_add(total, cuda::memory_order_relaxed);
    *warp_total = total;
    return __shfl_sync(~0u, base, 0) + __popc(one & below) + __popc(two & below);
}

// One brick by one block of BLOCK threads.
__device__ void polygonize(const Volume &v, Node b) {
    using Scan = cub::BlockScan<int, BLOCK>;
    __shared__ typename Scan::TempStorage scan;
    __shared__ short s[POINTS];                  // 9^3 samples: 1458 bytes
    __shared__ unsigned short active[CELLS];
    __shared__ int made;
    const int tid = threadIdx.x, x0 = b.x * BRICK, y0 = b.y * BRICK, z0 = b.z * BRICK;
    if (tid == 0) made = 0;
    for (int i = tid; i < POINTS; i += BLOCK) {
        const int x = i % SIDE, y = i / SIDE % SIDE, z = i / (SIDE * SIDE);
        s[i] = tex3D<short>(v.tex, x0 + x + 0.5f, y0 + y + 0.5f, z0 + z + 0.5f);
    }
    __syncthreads();
    auto sample = [&](int cell, int corner) -> int {
        return s[(cell & 7) + (corner & 1) + SIDE * ((cell >> 3 & 7) + (corner >> 1 & 1)) + SIDE * SIDE * ((cell >> 6) + (corner >> 2))];
    };
    unsigned flags = 0;
    for (int k = 0; k < CELLS / BLOCK; ++k) {
        int below = 0;
        for (int c = 0; c < 8; ++c) below += sample(tid * (CELLS / BLOCK) + k, c) < ISO;
        if (below > 0 && below < 8) flags |= 1u << k;
    }
    int at, total;
    Scan(scan).ExclusiveSum(__popc(flags), at, total);
    for (; flags; flags &= flags - 1) active[at++] = (unsigned short)(tid * (CELLS / BLOCK) + __ffs(flags) - 1);
    __syncthreads();
    for (int base = 0; base < total * 6; base += BLOCK) {    // whole warps stay in the loop
        const int i = base + tid;
        Tri t[2];
        int mine = 0, warp_total;
        if (i < total * 6) {
            const int cell = active[i / 6];
            const unsigned char *tet = d_tet[i % 6];
            const int val[4] = {sample(cell, tet[0]), sample(cell, tet[1]), sample(cell, tet[2]), sample(cell, tet[3])};
            mine = cut(x0 + (cell & 7), y0 + (cell >> 3 & 7), z0 + (cell >> 6), tet, val, t);
        }
        const int to = reserve(v.cnt->tri, mine, &warp_total);
        for (int k = 0; k < mine; ++k)
            if (to + k < MAXTRI) v.tri[to + k] = t[k];
        if ((tid & 31) == 0 && warp_total) atomicAdd(&made, warp_total);
    }
    __syncthreads();
    if (tid == 0) v.per_brick[v.index(b.x, b.y, b.z, 0)] = made;
}

// ------------------------------------------------------------------ min/max hierarchy
struct Widen {
    __device__ short2 operator()(short2 a, short2 b) const { return make_short2(a.x < b.x ? a.x : b.x, a.y > b.y ? a.y : b.y); }
};

__global__ void __launch_bounds__(BLOCK) brick_ranges(Volume v) {
    using Reduce = cub::BlockReduce<short2, BLOCK>;
    __shared__ typename Reduce::TempStorage temp;
    const int nb = v.bricks(0), b = blockIdx.x, m = v.n + 1;
    const short *f = v.field + (b / (nb * nb) * m + b / nb % nb) * BRICK * m + b % nb * BRICK;
    int lo = 32767, hi = -32768;
    for (int i = threadIdx.x; i < POINTS; i += BLOCK) {
        const int s = f[(i / (SIDE * SIDE) * m + i / SIDE % SIDE) * m + i % SIDE];
        lo = min(lo, s);
        hi = max(hi, s);
    }
    const short2 all = Reduce(temp).Reduce(make_short2(short(lo), short(hi)), Widen{});
    if (threadIdx.x == 0) v.range[b] = all;
}

__global__ void __launch_bounds__(BLOCK) upper_ranges(Volume v) {   // a single block
    for (int level = 1; level <= v.top; ++level) {
        const int b = v.bricks(level);
        for (int i = threadIdx.x; i < b * b * b; i += BLOCK) {
            const int x = i % b, y = i / b % b, z = i / (b * b);
            short2 r = v.range[v.index(2 * x, 2 * y, 2 * z, level - 1)];
            for (int c = 1; c < 8; ++c)
                r = Widen{}(r, v.range[v.index(2 * x + (c & 1), 2 * y + (c >> 1 & 1), 2 * z + (c >> 2), level - 1)]);
            v.range[v.index(x, y, z, level)] = r;
        }
        __syncthreads();
    }
}

// ------------------------------------------------------------------ recursion
__device__ Node octant(Node p, int c) {
    return Node{2u * p.x + (c & 1), 2u * p.y + (c >> 1 & 1), 2u * p.z + (c >> 2), p.level - 1u};
}
__device__ bool wanted(const Volume &v, Node c) { return crosses(v.range[v.index(c.x, c.y, c.z, c.level)]); }

enum class How { NullStream, FireForget, Grouped };

// Block i takes the i-th octant of `mask` in `parent` (ungrouped: the only one).
__device__ Node pick(Node parent, unsigned mask) {
    for (unsigned i = blockIdx.x; i > 0; --i) mask &= mask - 1;
    return octant(parent, __ffs(mask) - 1);
}

__global__ void __launch_bounds__(BLOCK) bricks(Volume v, Node parent, unsigned mask) { polygonize(v, pick(parent, mask)); }

template <How H> __global__ void visit(Volume v, Node parent, unsigned mask);

template <How H> __device__ void spawn(const Volume &v, Node parent, unsigned mask) {
    const cudaStream_t s = H == How::NullStream ? cudaStream_t{} : cudaStreamFireAndForget;
    if (parent.level == 1) bricks<<<__popc(mask), BLOCK, 0, s>>>(v, parent, mask);
    else visit<H><<<__popc(mask), 32, 0, s>>>(v, parent, mask);
}

template <How H> __global__ void visit(Volume v, Node parent, unsigned mask) {
    const Node me = pick(parent, mask);
    const bool go = threadIdx.x < 8 && wanted(v, octant(me, threadIdx.x & 7));
    const unsigned hot = __ballot_sync(~0u, go);
    if constexpr (H == How::Grouped) {           // one grid for all octants that cross
        if (threadIdx.x == 0 && hot) spawn<H>(v, me, hot);
    } else {                                     // up to eight lanes launch a grid each
        if (go) spawn<H>(v, me, 1u << threadIdx.x);
    }
}

template <How H> __global__ void start(Volume v) {
    brick_ranges<<<v.bricks(0) * v.bricks(0) * v.bricks(0), BLOCK>>>(v);
    upper_ranges<<<1, BLOCK>>>(v);
    // octant 0 of an imaginary node above the root is the root
    visit<H><<<1, 32>>>(v, Node{0, 0, 0, unsigned(v.top) + 1u}, 1u);
}

// ------------------------------------------------------------------ level by level
// Writes the crossing octants of the nodes in list[par] to list[par^1].
__global__ void __launch_bounds__(BLOCK) expand(Volume v, int par, int count) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    Node c{};
    int go = 0, unused;
    if (i < count * 8) {
        c = octant(v.list[par][i / 8], i % 8);
        go = wanted(v, c);
    }
    const int to = reserve(v.cnt->list[par ^ 1], go, &unused);
    if (go) v.list[par ^ 1][to] = c;
}

__global__ void __launch_bounds__(BLOCK) bricks_of_list(Volume v, int par) { polygonize(v, v.list[par][blockIdx.x]); }

// The scheduler: expands one level in a child, then follows itself by a tail launch.
__global__ void schedule(Volume v, int level, int par) {
    const int count = v.cnt->list[par];
    if (count == 0) return;
    if (level == 0) { bricks_of_list<<<count, BLOCK, 0, cudaStreamTailLaunch>>>(v, par); return; }
    v.cnt->list[par ^ 1] = 0;
    expand<<<(count * 8 + BLOCK - 1) / BLOCK, BLOCK>>>(v, par, count);
    schedule<<<1, 1, 0, cudaStreamTailLaunch>>>(v, level - 1, par ^ 1);
}

__global__ void start_tail(Volume v) {
    brick_ranges<<<v.bricks(0) * v.bricks(0) * v.bricks(0), BLOCK>>>(v);
    upper_ranges<<<1, BLOCK>>>(v);
    schedule<<<1, 1, 0, cudaStreamTailLaunch>>>(v, v.top, 0);   // list[0] holds the root
}

// ------------------------------------------------------------------ flat: cells selected by CUB
struct Crossing {
    const short *f;
    int lg;                                      // log2 of the cells per axis
    __device__ bool operator()(int cell) const {
        const int m = (1 << lg) + 1, mask = (1 << lg) - 1;
        int below = 0;
        for (int c = 0; c < 8; ++c) below += f[corner_index(cell & mask, cell >> lg & mask, cell >> 2 * lg, c, m)] < ISO;
        return below > 0 && below < 8;
    }
};

__global__ void __launch_bounds__(BLOCK) cut_cells(Volume v, const int *cells, int count) {
    const int i = blockIdx.x * BLOCK + threadIdx.x, m = v.n + 1;
    Tri t[2];
    int mine = 0, unused;
    if (i < count * 6) {
        const int cell = cells[i / 6], x = cell % v.n, y = cell / v.n % v.n, z = cell / (v.n * v.n);
        const unsigned char *tet = d_tet[i % 6];
        int val[4];
        for (int k = 0; k < 4; ++k) val[k] = v.field[corner_index(x, y, z, tet[k], m)];
        mine = cut(x, y, z, tet, val, t);
        if (mine) atomicAdd(&v.per_brick[v.index(x / BRICK, y / BRICK, z / BRICK, 0)], mine);
    }
    const int to = reserve(v.cnt->tri, mine, &unused);
    for (int k = 0; k < mine; ++k)
        if (to + k < MAXTRI) v.tri[to + k] = t[k];
}

// ------------------------------------------------------------------ host
struct Tools { int *pinned, *cells, *selected; void *temp; size_t temp_bytes; };

template <How H> void recursive(const Volume &v, Tools &) { start<H><<<1, 1>>>(v); }
void tail(const Volume &v, Tools &) { start_tail<<<1, 1>>>(v); }

void by_host(const Volume &v, Tools &t) {
    const int nb = v.bricks(0);
    brick_ranges<<<nb * nb * nb, BLOCK>>>(v);
    upper_ranges<<<1, BLOCK>>>(v);
    int count = 1, par = 0;
    for (int level = v.top; level > 0 && count > 0; --level, par ^= 1) {
        CHECK(cudaMemsetAsync(&v.cnt->list[par ^ 1], 0, sizeof(int), 0));
        expand<<<(count * 8 + BLOCK - 1) / BLOCK, BLOCK>>>(v, par, count);
        CHECK(cudaMemcpyAsync(t.pinned, &v.cnt->list[par ^ 1], sizeof(int), cudaMemcpyDeviceToHost, 0));
        CHECK(cudaStreamSynchronize(0));
        count = *t.pinned;
    }
    if (count > 0) bricks_of_list<<<count, BLOCK>>>(v, par);
}

void by_cub(const Volume &v, Tools &t) {
    CHECK(cub::DeviceSelect::If(t.temp, t.temp_bytes, thrust::counting_iterator<int>(0), t.cells, t.selected,
                                v.n * v.n * v.n, Crossing{v.field, v.n == 32 ? 5 : 6}, cudaStream_t{}));
    CHECK(cudaMemcpyAsync(t.pinned, t.selected, sizeof(int), cudaMemcpyDeviceToHost, 0));
    CHECK(cudaStreamSynchronize(0));
    if (const int count = *t.pinned) cut_cells<<<(count * 6 + BLOCK - 1) / BLOCK, BLOCK>>>(v, t.cells, count);
}

std::vector<short> metaballs(int n) {
    unsigned long long s = 77;
    auto rnd = [&s](int k) { s = s * 6364136223846793005ull + 1442695040888963407ull; return int(s >> 40) % k; };
    struct Ball { int x, y, z, w; };
    std::array<Ball, 7> balls;                   // in 256ths of the volume's side
    for (Ball &b : balls) b = {56 + rnd(144), 56 + rnd(144), 56 + rnd(144), 180000 + rnd(200000)};
    std::vector<short> f;
    for (int z = 0; z <= n; ++z)
        for (int y = 0; y <= n; ++y)
            for (int x = 0; x <= n; ++x) {
                int sum = 0;
                for (const Ball &b : balls) {
                    const int dx = x * 256 / n - b.x, dy = y * 256 / n - b.y, dz = z * 256 / n - b.z;
                    sum += b.w / (8 + (dx * dx + dy * dy + dz * dz) / 4);
                }
                f.push_back(short(std::min(sum, 30000)));
            }
    return f;
}

bool less(const Tri &a, const Tri &b) { return std::lexicographical_compare(a.v, a.v + 9, b.v, b.v + 9); }

struct Row { const char *name; int n; void (*go)(const Volume &, Tools &); };
constexpr Row rows[] = {
    {"marching_null", 32, recursive<How::NullStream>},  {"marching_fnf", 32, recursive<How::FireForget>},
    {"marching_fnf", 64, recursive<How::FireForget>},   {"marching_grouped", 64, recursive<How::Grouped>},
    {"marching_tail", 32, tail},                        {"marching_tail", 64, tail},
    {"marching_host", 64, by_host},                     {"marching_cub", 32, by_cub},
    {"marching_cub", 64, by_cub},
};

int main(int argc, char **argv) {
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const std::string_view filter = argc > 2 ? argv[2] : "";
    constexpr int MAXCELLS = MAXN * MAXN * MAXN;
    thrust::device_vector<short> field((MAXN + 1) * (MAXN + 1) * (MAXN + 1));
    thrust::device_vector<Tri> tri(MAXTRI);
    thrust::device_vector<int> per_brick(512), cells(MAXCELLS), selected(1);
    thrust::device_vector<short2> range(MAXNODES);
    thrust::device_vector<Node> list0(512), list1(512);
    thrust::device_vector<Counters> cnt(1);
    auto raw = [](auto &vec) { return thrust::raw_pointer_cast(vec.data()); };
    Tools tools{nullptr, raw(cells), raw(selected), nullptr, 0};
    CHECK(cudaMallocHost(&tools.pinned, sizeof(int)));
    CHECK(cub::DeviceSelect::If(nullptr, tools.temp_bytes, thrust::counting_iterator<int>(0), tools.cells, tools.selected,
                                MAXCELLS, Crossing{raw(field), 6}, cudaStream_t{}));
    CHECK(cudaMalloc(&tools.temp, tools.temp_bytes));
    cudaEvent_t e0, e1;
    CHECK(cudaEventCreate(&e0));
    CHECK(cudaEventCreate(&e1));

    for (const Row &row : rows) {
        if (std::string_view(row.name).find(filter) == std::string_view::npos) continue;
        const int n = row.n, m = n + 1, nb = n / BRICK;
        const std::vector<short> f = metaballs(n);
        std::vector<Tri> want, got;
        std::vector<int> want_brick(nb * nb * nb), got_brick(nb * nb * nb);
        for (int c = 0; c < n * n * n; ++c) {
            const int x = c % n, y = c / n % n, z = c / (n * n);
            for (const auto &tet : h_tet) {
                Tri t[2];
                int val[4];
                for (int i = 0; i < 4; ++i) val[i] = f[corner_index(x, y, z, tet[i], m)];
                const int k = cut(x, y, z, tet, val, t);
                want.insert(want.end(), t, t + k);
                want_brick[(z / BRICK * nb + y / BRICK) * nb + x / BRICK] += k;
            }
        }
        std::sort(want.begin(), want.end(), less);

        thrust::copy(f.begin(), f.end(), field.begin());
        cudaArray_t array;
        const cudaExtent extent = make_cudaExtent(m, m, m);
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<short>();
        CHECK(cudaMalloc3DArray(&array, &format, extent));
        cudaMemcpy3DParms copy{};
        copy.srcPtr = make_cudaPitchedPtr(const_cast<short *>(f.data()), m * sizeof(short), m, m);
        copy.dstArray = array;
        copy.extent = extent;
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
        cudaResourceDesc res{};
        res.resType = cudaResourceTypeArray;
        res.res.array.array = array;
        cudaTextureDesc how{};
        how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
        how.filterMode = cudaFilterModePoint;
        how.readMode = cudaReadModeElementType;
        Volume v{0, raw(field), raw(range), raw(tri), raw(per_brick), {raw(list0), raw(list1)}, raw(cnt), n, nb == 4 ? 2 : 3};
        CHECK(cudaCreateTextureObject(&v.tex, &res, &how, nullptr));

        std::vector<float> us;
        for (int run = 0; run <= runs; ++run) {  // run 0 is the warm-up
            thrust::fill(per_brick.begin(), per_brick.end(), 0);
            thrust::fill(range.begin(), range.end(), make_short2(0, 0));
            cnt[0] = Counters{0, {1, 0}};
            list0[0] = Node{0, 0, 0, unsigned(v.top)};
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaEventRecord(e0, 0));
            row.go(v, tools);
            CHECK(cudaGetLastError());
            CHECK(cudaEventRecord(e1, 0));
            CHECK(cudaDeviceSynchronize());
            float ms;
            CHECK(cudaEventElapsedTime(&ms, e0, e1));
            if (run) us.push_back(ms * 1000.f);
            const Counters c = cnt[0];
            got.resize(std::clamp(c.tri, 0, MAXTRI));
            thrust::copy(tri.begin(), tri.begin() + got.size(), got.begin());
            thrust::copy(per_brick.begin(), per_brick.begin() + nb * nb * nb, got_brick.begin());
            std::sort(got.begin(), got.end(), less);
            if (c.tri != int(want.size()) || std::memcmp(got.data(), want.data(), got.size() * sizeof(Tri)) || got_brick != want_brick) {
                std::fprintf(stderr, "%s n=%d: %d triangles, %d expected, or they differ\n", row.name, n, c.tri, int(want.size()));
                return 1;
            }
        }
        unsigned long long sum = got.size();
        for (const Tri &t : got)
            for (unsigned short x : t.v) sum = (sum ^ x) * 0x100000001b3ull;
        for (int b : got_brick) sum = (sum ^ unsigned(b)) * 0x100000001b3ull;
        std::sort(us.begin(), us.end());
        std::fprintf(stderr, "program,%s,n,%d,time,us,%.3f,%.3f,%.3f,%d\n", row.name, n, us.front(), us[us.size() / 2], us.back(), runs);
        std::fprintf(stderr, "note,%s,n,%d,sum,%llu\n", row.name, n, sum >> 1);
        CHECK(cudaDestroyTextureObject(v.tex));
        CHECK(cudaFreeArray(array));
    }
    return 0;
}
