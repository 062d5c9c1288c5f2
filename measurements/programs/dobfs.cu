/*
 * dobfs.cu - direction-optimising BFS (Beamer's alpha/beta rule) with work queues.
 * Push steps take one queued vertex per thread; a vertex with a long adjacency list is
 * handed to a child grid.  Pull steps are flat over all vertices.  The level loop is run
 *   host    by the host, frontier size copied to pinned memory each level
 *   mapped  by the host, frontier size published to zero-copy memory by a tail launch
 *   tail    by a one-thread kernel that launches a level and tail-launches itself
 *   flat    by the host, no nested launches at all
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <string>
#include <vector>
namespace cg = cooperative_groups;

#define CUDA_TRY(call)                                                                                   \
    do {                                                                                                 \
        cudaError_t err_ = (call);                                                                       \
        if (err_ != cudaSuccess)                                                                         \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(err_)), exit(1); \
    } while (0)

enum { BLOCK = 256, HUB_BLOCK = 128, HUB_DEGREE = 64, ALPHA = 2, BETA = 24, DIR_PUSH = 0, DIR_PULL = 1 };

struct frontier_info { unsigned len, edges; };  /* vertices, sum of their out-degrees */

/* Everything a step needs; passed by value. info[] is a ring of three: a step at depth d
   reads slot d%3, fills slot (d+1)%3 and clears slot (d+2)%3 for its successor. */
struct bfs_ctx {
    int n, m;
    const int *row, *col;
    int *dist, *queue[2];
    frontier_info *info;
};

struct search_t {
    int depth, dir;
    unsigned prev_len, unexplored;

    __host__ __device__ void choose(const frontier_info &f, int n) {
        bool growing = f.len > prev_len;
        if (dir == DIR_PUSH && growing && f.edges > unexplored / ALPHA) dir = DIR_PULL;
        else if (dir == DIR_PULL && !growing && f.len < (unsigned)n / BETA) dir = DIR_PUSH;
        prev_len = f.len;
        unexplored -= f.edges;
    }
};

__host__ __device__ static inline unsigned div_up(unsigned a, unsigned b) { return (a + b - 1) / b; }

/* ---- device side ---- */
__device__ void enqueue(const bfs_ctx &c, int depth, int v) {
    cg::coalesced_group g = cg::coalesced_threads();
    unsigned deg = (unsigned)(__ldg(c.row + v + 1) - __ldg(c.row + v));
    unsigned deg_sum = cg::reduce(g, deg, cg::plus<unsigned>());
    frontier_info *next = c.info + (depth + 1) % 3;
    unsigned base = 0;
    if (g.thread_rank() == 0) {
        base = atomicAdd(&next->len, g.size());
        atomicAdd(&next->edges, deg_sum);
    }
    base = g.shfl(base, 0);
    c.queue[(depth + 1) & 1][base + g.thread_rank()] = v;
}

__device__ void relax(const bfs_ctx &c, int depth, int v) {
    if (__ldcg(c.dist + v) < 0 && atomicCAS(c.dist + v, -1, depth + 1) == -1) enqueue(c, depth, v);
}

__global__ void __launch_bounds__(HUB_BLOCK) expand_hub(bfs_ctx c, int depth, int u) {
    int e = __ldg(c.row + u) + blockIdx.x * HUB_BLOCK + threadIdx.x;
    if (e < __ldg(c.row + u + 1)) relax(c, depth, __ldg(c.col + e));
}

__global__ void publish(const frontier_info *src, volatile frontier_info *mailbox) {
    mailbox->len = src->len, mailbox->edges = src->edges;
    __threadfence_system();
}

template <bool NESTED>
__global__ void __launch_bounds__(BLOCK) push_step(bfs_ctx c, int depth, unsigned qlen, frontier_info *mailbox) {
    unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i == 0) {
        c.info[(depth + 2) % 3] = frontier_info{0u, 0u};
        if constexpr (NESTED) /* runs once this grid and every hub grid below it are done */
            if (mailbox) publish<<<1, 1, 0, cudaStreamTailLaunch>>>(c.info + (depth + 1) % 3, mailbox);
    }
    if (i >= qlen) return;
    int u = c.queue[depth & 1][i];
    int first = __ldg(c.row + u), last = __ldg(c.row + u + 1);
    if (NESTED && last - first > HUB_DEGREE) {
        expand_hub<<<div_up(last - first, HUB_BLOCK), HUB_BLOCK, 0, cudaStreamFireAndForget>>>(c, depth, u);
        if (cudaGetLastError() == cudaSuccess) return;  /* refused: do it here */
    }
    for (int e = first; e < last; ++e) relax(c, depth, __ldg(c.col + e));
}

template <bool PUBLISH>
__global__ void __launch_bounds__(BLOCK) pull_step(bfs_ctx c, int depth, frontier_info *mailbox) {
    int v = blockIdx.x * BLOCK + threadIdx.x;
    if (v == 0) {
        c.info[(depth + 2) % 3] = frontier_info{0u, 0u};
        if constexpr (PUBLISH) publish<<<1, 1, 0, cudaStreamTailLaunch>>>(c.info + (depth + 1) % 3, mailbox);
    }
    if (v >= c.n || __ldcg(c.dist + v) >= 0) return;
    bool found = false;
    for (int e = __ldg(c.row + v), last = __ldg(c.row + v + 1); e < last && !found; ++e)
        found = __ldcg(c.dist + __ldg(c.col + e)) == depth;
    if (!found) return;
    c.dist[v] = depth + 1;
    enqueue(c, depth, v);
}

__global__ void level_driver(bfs_ctx c, search_t s, int *levels) {
    frontier_info f = c.info[s.depth % 3];
    if (f.len == 0) {
        *levels = s.depth;
        return;
    }
    s.choose(f, c.n);
    if (s.dir == DIR_PULL)
        pull_step<false><<<div_up(c.n, BLOCK), BLOCK>>>(c, s.depth, nullptr);
    else
        push_step<true><<<div_up(f.len, BLOCK), BLOCK>>>(c, s.depth, f.len, nullptr);
    s.depth++;
    level_driver<<<1, 1, 0, cudaStreamTailLaunch>>>(c, s, levels);
    if (cudaGetLastError() != cudaSuccess) __trap();
}

/* ---- graphs ---- */
struct host_graph {
    const char *kind;
    int size, n, source, ref_levels;
    std::vector<int> row, col, ref;
};

static double rnd() {
    static unsigned long long rng_state = 88172645463325252ull;
    rng_state ^= rng_state << 13, rng_state ^= rng_state >> 7, rng_state ^= rng_state << 17;
    return (rng_state >> 11) * (1.0 / 9007199254740992.0);
}

static void finish_graph(host_graph &g, const std::vector<std::pair<int, int>> &und) {
    g.row.assign(g.n + 1, 0);
    for (auto &e : und) g.row[e.first + 1]++, g.row[e.second + 1]++;
    for (int v = 0; v < g.n; v++) g.row[v + 1] += g.row[v];
    std::vector<int> at(g.row.begin(), g.row.end() - 1);
    g.col.resize(2 * und.size());
    for (auto &e : und) g.col[at[e.first]++] = e.second, g.col[at[e.second]++] = e.first;
    std::queue<int> q;
    g.ref.assign(g.n, -1);
    g.ref[g.source] = 0;
    for (q.push(g.source); !q.empty(); q.pop()) {
        int u = q.front();
        g.ref_levels = g.ref[u] + 1;
        for (int e = g.row[u]; e < g.row[u + 1]; e++)
            if (g.ref[g.col[e]] < 0) g.ref[g.col[e]] = g.ref[u] + 1, q.push(g.col[e]);
    }
}

static host_graph make_rmat(int scale, int edge_factor) {
    host_graph g{"rmat", scale, 1 << scale, 0, 0, {}, {}, {}};
    std::vector<std::pair<int, int>> und;
    for (int e = 0; e < edge_factor << scale; e++) {
        int u = 0, v = 0;
        for (int b = 0; b < scale; b++) {
            double r = rnd();
            u = u << 1 | (r >= 0.76);
            v = v << 1 | ((r >= 0.57 && r < 0.76) || r >= 0.95);
        }
        if (u != v) und.push_back({u, v});
    }
    std::vector<int> deg(g.n);
    for (auto &e : und) deg[e.first]++, deg[e.second]++;
    while (deg[g.source] < 3 || deg[g.source] > 8) g.source++;  /* start in the fringe */
    finish_graph(g, und);
    return g;
}

static host_graph make_road(int width, int height) {
    host_graph g{"road", width, width * height, width / 3 + width * (height / 3), 0, {}, {}, {}};
    std::vector<std::pair<int, int>> und;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int v = y * width + x;
            if (x + 1 < width && rnd() < 0.9) und.push_back({v, v + 1});
            if (y + 1 < height && rnd() < 0.9) und.push_back({v, v + width});
            if (x + 1 < width && y + 1 < height && rnd() < 0.05) und.push_back({v, v + width + 1});
        }
    finish_graph(g, und);
    return g;
}

/* ---- host side ---- */
/* Page-locked and mapped. copied: target of cudaMemcpyAsync; published, levels: written by kernels. */
struct mailbox_t { frontier_info copied, published; int levels; };

static int host_levels(const bfs_ctx &c, search_t s, frontier_info f, bool nested, volatile mailbox_t *box,
                       frontier_info *publish_to, cudaStream_t st) {
    while (f.len) {
        s.choose(f, c.n);
        unsigned grid = div_up(s.dir == DIR_PULL ? c.n : f.len, BLOCK);
        if (s.dir == DIR_PULL)
            (publish_to ? pull_step<true> : pull_step<false>)<<<grid, BLOCK, 0, st>>>(c, s.depth, publish_to);
        else
            (nested ? push_step<true> : push_step<false>)<<<grid, BLOCK, 0, st>>>(c, s.depth, f.len, publish_to);
        CUDA_TRY(cudaGetLastError());
        s.depth++;
        if (!publish_to)
            CUDA_TRY(cudaMemcpyAsync((void *)&box->copied, c.info + s.depth % 3, sizeof f, cudaMemcpyDeviceToHost, st));
        CUDA_TRY(cudaStreamSynchronize(st));
        volatile frontier_info &now = publish_to ? box->published : box->copied;
        f.len = now.len, f.edges = now.edges;
    }
    return s.depth;
}

template <typename T>
static T *to_device(const std::vector<T> &h) {
    T *d;
    CUDA_TRY(cudaMalloc(&d, h.size() * sizeof(T)));
    CUDA_TRY(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

static void bench(const host_graph &g, int runs, const char *filter) {
    bfs_ctx c{g.n, (int)g.col.size(), to_device(g.row), to_device(g.col), nullptr, {}, nullptr};
    CUDA_TRY(cudaMalloc(&c.dist, g.n * sizeof(int)));
    for (int *&q : c.queue) CUDA_TRY(cudaMalloc(&q, g.n * sizeof(int)));
    CUDA_TRY(cudaMalloc(&c.info, 3 * sizeof(frontier_info)));
    mailbox_t *box, *box_dev;
    CUDA_TRY(cudaHostAlloc(&box, sizeof *box, cudaHostAllocMapped));
    CUDA_TRY(cudaHostGetDevicePointer(&box_dev, box, 0));
    cudaStream_t st;
    cudaEvent_t t0, t1;
    CUDA_TRY(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
    for (cudaEvent_t *e : {&t0, &t1}) CUDA_TRY(cudaEventCreate(e));

    const frontier_info init[3] = {{1u, (unsigned)(g.row[g.source + 1] - g.row[g.source])}, {0u, 0u}, {0u, 0u}};
    const int zero = 0;
    std::vector<int> dist(g.n);
    for (const char *variant : {"host", "mapped", "tail", "flat"}) {
        std::string name = std::string("dobfs_") + variant;
        if (filter && !strstr(name.c_str(), filter)) continue;
        std::vector<float> us;
        unsigned long long sum = 0;
        for (int r = -1; r < runs; r++) {
            CUDA_TRY(cudaMemset(c.dist, 0xff, g.n * sizeof(int)));
            CUDA_TRY(cudaMemcpy(c.dist + g.source, &zero, sizeof zero, cudaMemcpyHostToDevice));
            CUDA_TRY(cudaMemcpy(c.queue[0], &g.source, sizeof(int), cudaMemcpyHostToDevice));
            CUDA_TRY(cudaMemcpy(c.info, init, sizeof init, cudaMemcpyHostToDevice));
            box->levels = -1;
            CUDA_TRY(cudaDeviceSynchronize());
            search_t s{0, DIR_PUSH, 0u, (unsigned)c.m};
            CUDA_TRY(cudaEventRecord(t0, st));
            int got = -1;
            if (!strcmp(variant, "tail"))
                level_driver<<<1, 1, 0, st>>>(c, s, &box_dev->levels);
            else
                got = host_levels(c, s, init[0], strcmp(variant, "flat") != 0, box,
                                  !strcmp(variant, "mapped") ? &box_dev->published : nullptr, st);
            CUDA_TRY(cudaGetLastError());
            CUDA_TRY(cudaEventRecord(t1, st));
            CUDA_TRY(cudaEventSynchronize(t1));
            float ms;
            CUDA_TRY(cudaEventElapsedTime(&ms, t0, t1));
            if (r >= 0) us.push_back(ms * 1000.f);
            if (got < 0) got = ((volatile mailbox_t *)box)->levels;
            CUDA_TRY(cudaMemcpy(dist.data(), c.dist, g.n * sizeof(int), cudaMemcpyDeviceToHost));
            sum = (unsigned long long)got;
            for (int v = 0; v < g.n; v++) {
                if (dist[v] != g.ref[v] || got != g.ref_levels) {
                    fprintf(stderr, "%s %s: vertex %d at %d (%d), %d levels (%d)\n", name.c_str(), g.kind, v, dist[v],
                            g.ref[v], got, g.ref_levels);
                    exit(EXIT_FAILURE);
                }
                sum += (unsigned long long)(dist[v] + 2) * (2654435761ull * v + 1);
            }
        }
        std::sort(us.begin(), us.end());
        fprintf(stderr, "program,%s,%s,%d,time,us,%.3f,%.3f,%.3f,%d\n", name.c_str(), g.kind, g.size, us.front(),
                us[us.size() / 2], us.back(), runs);
        fprintf(stderr, "note,%s,%s,%d,sum,%llu\n", name.c_str(), g.kind, g.size, sum);
    }
    CUDA_TRY(cudaStreamDestroy(st));
    CUDA_TRY(cudaFreeHost(box));
    for (void *p : {(void *)c.row, (void *)c.col, (void *)c.dist, (void *)c.queue[0], (void *)c.queue[1], (void *)c.info})
        CUDA_TRY(cudaFree(p));
}

int main(int argc, char **argv) {
    int runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
    for (const host_graph &g : {make_rmat(13, 8), make_road(128, 64)}) bench(g, runs, argc > 2 ? argv[2] : nullptr);
    return 0;
}
