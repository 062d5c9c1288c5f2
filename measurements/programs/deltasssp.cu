/*
 * deltasssp.cu - delta-stepping single-source shortest paths with cyclic buckets,
 * light (w <= delta) and heavy edges; an RMAT-like graph with hubs, and a grid.
 *   host_*  the host reads the bucket counters after every relaxation;
 *   tail_*  a root grid puts K step grids and the next root in its tail stream;
 *           a step picks the work and launches a relaxation grid as its child.
 * A vertex with many edges: flat (its thread walks them), fire or null (a child
 * grid, fire and forget or in the NULL stream), agg (one child for a block's).
 * Distances do not depend on the order of the relaxations.
 * nvcc -O3 -arch=sm_90 -rdc=true deltasssp.cu -lcudadevrt;  ./deltasssp [RUNS] [FILTER]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <cuda_runtime.h>

#define NB        16            /* cyclic buckets, a power of two            */
#define BS        128           /* threads of a relaxation block             */
#define MAXROOT   18            /* roots in one chain: depth stays below 24  */
#define INFD      0xffffffffu

enum { MODE_FLAT, MODE_FIRE, MODE_NULL, MODE_AGG };
enum { PH_LIGHT, PH_HEAVY, PH_NEXT, PH_DONE };

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) {             \
    fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                    \
            cudaGetErrorString(e_)); exit(1); } } while (0)

/* an edge packed in one word */
struct edge { unsigned dst : 20; unsigned w : 12; };

/* counters and phase, small enough to be copied to the host every step */
struct state {
    int bcnt[NB];               /* entries of each cyclic bucket             */
    int rcnt;                   /* vertices removed from the current bucket  */
    int cur, head;              /* current bucket, its entries handled       */
    int phase, overflow;
};

/* what every kernel needs; passed by value */
struct dgraph {
    const int *row, *mid;       /* first edge, first heavy edge              */
    const struct edge *adj;
    unsigned *dist;
    int *where;                 /* bucket in which the vertex waits, or -1   */
    int *inr, *rset;            /* removed vertices of the current bucket    */
    int *bq;                    /* NB * cap                                  */
    int4 *hubs;
    struct state *st;
    int n, cap, shift, hub;     /* delta = 1 << shift                        */
};

/* ------------------------------------------------------------------ device */
__device__ static void relax_one(const struct dgraph *g, unsigned u, unsigned nd)
{
    if (nd >= *(volatile unsigned *)&g->dist[u])
        return;
    if (nd < atomicMin(&g->dist[u], nd)) {
        int b = (int)(nd >> g->shift);
        __threadfence();        /* the distance before the mark              */
        if (atomicExch(&g->where[u], b) != b) {
            int slot = b & (NB - 1);
            int p = atomicAdd(&g->st->bcnt[slot], 1);
            if (p < g->cap) g->bq[(size_t)slot * g->cap + p] = (int)u;
            else g->st->overflow = 1;
        }
    }
}

__global__ void relax_edges(struct dgraph g, int e0, int e1, unsigned dv)
{
    int e = e0 + (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (e < e1) {
        struct edge x = g.adj[e];
        relax_one(&g, x.dst, dv + x.w);
    }
}

/* one block for each collected vertex */
__global__ void relax_hubs(struct dgraph g, const int4 *list)
{
    int4 h = list[blockIdx.x];
    for (int e = h.x + (int)threadIdx.x; e < h.y; e += (int)blockDim.x) {
        struct edge x = g.adj[e];
        relax_one(&g, x.dst, (unsigned)h.z + x.w);
    }
}

/* light: entries of bucket cur; heavy: the removed vertices of bucket cur */
__global__ void __launch_bounds__(BS)
relax_set(struct dgraph g, const int *set, int count, int cur, int heavy, int mode)
{
    __shared__ int nh;
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int e0 = 0, e1 = 0;
    unsigned dv = 0;
    if (threadIdx.x == 0) nh = 0;
    __syncthreads();
    if (i < count) {
        int v = set[i];
        if (heavy) {
            dv = g.dist[v];
            e0 = g.mid[v];
            e1 = g.row[v + 1];
        } else {
            atomicExch(&g.where[v], -1);
            __threadfence();    /* the mark before the distance              */
            dv = *(volatile unsigned *)&g.dist[v];
            if ((int)(dv >> g.shift) == cur) {      /* else an old entry     */
                e0 = g.row[v];
                e1 = g.mid[v];
                if (atomicExch(&g.inr[v], cur) != cur)
                    g.rset[atomicAdd(&g.st->rcnt, 1)] = v;
            }
        }
    }

    int deg = e1 - e0;
    if (mode != MODE_FLAT && deg >= g.hub) {
        unsigned nblk = (unsigned)((deg + 63) / 64);
        if (mode == MODE_FIRE) {
            relax_edges<<<nblk, 64, 0, cudaStreamFireAndForget>>>(g, e0, e1, dv);
        } else if (mode == MODE_NULL) {
            relax_edges<<<nblk, 64>>>(g, e0, e1, dv);
        } else {
            int k = atomicAdd(&nh, 1);
            g.hubs[blockIdx.x * BS + k] = make_int4(e0, e1, (int)dv, 0);
            __threadfence();
        }
    } else {
        for (int e = e0; e < e1; e++) {
            struct edge x = g.adj[e];
            relax_one(&g, x.dst, dv + x.w);
        }
    }

    if (mode == MODE_AGG) {
        __syncthreads();
        if (threadIdx.x == 0 && nh > 0)
            relax_hubs<<<nh, 64>>>(g, g.hubs + blockIdx.x * BS);
    }
}

/* one thread: choose the next piece of work and launch it as a child */
__global__ void step(struct dgraph g, int mode)
{
    struct state *s = g.st;
    if (s->overflow) s->phase = PH_DONE;
    while (s->phase != PH_DONE) {
        int slot = s->cur & (NB - 1);
        if (s->phase == PH_LIGHT) {
            int cnt = min(s->bcnt[slot], g.cap), from = s->head;
            if (cnt > from) {
                s->head = cnt;
                relax_set<<<(cnt - from + BS - 1) / BS, BS>>>
                    (g, g.bq + (size_t)slot * g.cap + from, cnt - from, s->cur, 0, mode);
                return;
            }
            s->phase = PH_HEAVY;
        } else if (s->phase == PH_HEAVY) {
            int cnt = s->rcnt;
            s->phase = PH_NEXT;
            if (cnt > 0) {
                relax_set<<<(cnt + BS - 1) / BS, BS>>>(g, g.rset, cnt, s->cur, 1, mode);
                return;
            }
        } else {
            int k = 1;
            s->bcnt[slot] = s->head = s->rcnt = 0;
            while (k < NB && s->bcnt[(s->cur + k) & (NB - 1)] == 0)
                k++;
            s->cur += k;
            s->phase = k < NB ? PH_LIGHT : PH_DONE;
        }
    }
}

/* one thread: k steps and the next root, one after the other */
__global__ void root(struct dgraph g, int mode, int k, int depth)
{
    if (g.st->phase == PH_DONE) return;
    for (int i = 0; i < k; i++)
        step<<<1, 1, 0, cudaStreamTailLaunch>>>(g, mode);
    if (depth < MAXROOT)
        root<<<1, 1, 0, cudaStreamTailLaunch>>>(g, mode, k, depth + 1);
}

/* -------------------------------------------------------------------- host */
struct hgraph {
    int n, m, src, maxw;
    int *row, *mid;
    struct edge *adj;
    unsigned *ref;
};

static unsigned long long rng_state;
static unsigned rng(void)
{
    unsigned long long x = rng_state;
    x ^= x << 13; x ^= x >> 7; x ^= x << 17;
    rng_state = x;
    return (unsigned)((x * 0x2545F4914F6CDD1Dull) >> 33);
}

/* lists of (a, b, w), both directions, to CSR with the light edges first */
static void build(struct hgraph *h, int n, int ne, const int *a, const int *b, const int *w, int delta)
{
    int *pos = (int *)calloc((size_t)n + 1, sizeof(int));
    h->n = n; h->m = 2 * ne; h->maxw = 0;
    h->row = (int *)calloc((size_t)n + 1, sizeof(int));
    h->mid = (int *)calloc((size_t)n, sizeof(int));
    h->adj = (struct edge *)malloc(sizeof(struct edge) * (size_t)h->m);
    h->ref = (unsigned *)malloc(sizeof(unsigned) * (size_t)n);
    for (int i = 0; i < ne; i++) {
        h->row[a[i] + 1]++;
        h->row[b[i] + 1]++;
        if (w[i] > h->maxw) h->maxw = w[i];
    }
    for (int v = 0; v < n; v++) {
        h->row[v + 1] += h->row[v];
        pos[v] = h->row[v];
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < ne; i++) {
            if ((w[i] > delta) != pass) continue;
            struct edge x = { (unsigned)b[i], (unsigned)w[i] }, y = { (unsigned)a[i], (unsigned)w[i] };
            h->adj[pos[a[i]]++] = x;
            h->adj[pos[b[i]]++] = y;
        }
        if (pass == 0) memcpy(h->mid, pos, sizeof(int) * (size_t)n);
    }
    free(pos);
}

static void make_rmat(struct hgraph *h, int scale, int ne, int delta)
{
    int n = 1 << scale;
    int *a = (int *)malloc(sizeof(int) * 3 * ne), *b = a + ne, *w = b + ne;
    rng_state = 0x9E3779B97F4A7C15ull;
    for (int i = 0; i < ne; i++) {
        int x = 0, y = 0;
        for (int l = 0; l < scale; l++) {
            unsigned r = rng() % 100;
            x = 2 * x + (r >= 67);
            y = 2 * y + ((r >= 45 && r < 67) || r >= 89);
        }
        a[i] = x; b[i] = y; w[i] = 1 + (int)(rng() % 255);
    }
    build(h, n, ne, a, b, w, delta);
    for (h->src = 0; h->src < n - 1; h->src++)  /* a vertex of small degree */
        if (h->row[h->src + 1] - h->row[h->src] == 3) break;
    free(a);
}

static void make_grid(struct hgraph *h, int side, int delta)
{
    int n = side * side, ne = 0;
    int *a = (int *)malloc(sizeof(int) * 6 * n), *b = a + 2 * n, *w = b + 2 * n;
    rng_state = 0xD1B54A32D192ED03ull;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int v = y * side + x;
            if (x + 1 < side) { a[ne] = v; b[ne] = v + 1;    w[ne++] = 1 + (int)(rng() % 60); }
            if (y + 1 < side) { a[ne] = v; b[ne] = v + side; w[ne++] = 1 + (int)(rng() % 60); }
        }
    build(h, n, ne, a, b, w, delta);
    h->src = (side / 2) * side + side / 2;
    free(a);
}

/* reference: Bellman-Ford, until nothing changes */
static void reference(struct hgraph *h)
{
    int changed = 1;
    for (int v = 0; v < h->n; v++) h->ref[v] = INFD;
    h->ref[h->src] = 0;
    while (changed) {
        changed = 0;
        for (int v = 0; v < h->n; v++) {
            if (h->ref[v] == INFD) continue;
            for (int e = h->row[v]; e < h->row[v + 1]; e++) {
                unsigned u = h->adj[e].dst, nd = h->ref[v] + h->adj[e].w;
                if (nd < h->ref[u]) { h->ref[u] = nd; changed = 1; }
            }
        }
    }
}

static void *dev(const void *src, size_t bytes)
{
    void *p;
    CK(cudaMalloc(&p, bytes));
    if (src) CK(cudaMemcpy(p, src, bytes, cudaMemcpyHostToDevice));
    return p;
}

static void upload(struct dgraph *g, const struct hgraph *h, int shift)
{
    size_t n = (size_t)h->n, w = sizeof(int);
    g->n = h->n; g->cap = 8 * h->n; g->shift = shift; g->hub = INT_MAX;
    g->row = (const int *)dev(h->row, w * (n + 1));
    g->mid = (const int *)dev(h->mid, w * n);
    g->adj = (const struct edge *)dev(h->adj, sizeof(struct edge) * (size_t)h->m);
    g->dist = (unsigned *)dev(NULL, w * n);
    g->where = (int *)dev(NULL, w * n);
    g->inr = (int *)dev(NULL, w * n);
    g->rset = (int *)dev(NULL, w * n);
    g->bq = (int *)dev(NULL, w * (size_t)g->cap * NB);
    g->hubs = (int4 *)dev(NULL, sizeof(int4) * ((size_t)g->cap + BS));
    g->st = (struct state *)dev(NULL, sizeof(struct state));
}

static void reset(const struct dgraph *g, int src, cudaStream_t st)
{
    struct state s;
    int zero = 0;
    memset(&s, 0, sizeof s);
    s.bcnt[0] = 1;
    CK(cudaMemsetAsync(g->dist, 0xff, sizeof(unsigned) * (size_t)g->n, st));
    CK(cudaMemsetAsync(g->where, 0xff, sizeof(int) * (size_t)g->n, st));
    CK(cudaMemsetAsync(g->inr, 0xff, sizeof(int) * (size_t)g->n, st));
    CK(cudaStreamSynchronize(st));
    CK(cudaMemcpy(g->st, &s, sizeof s, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(g->dist + src, &zero, sizeof zero, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(g->where + src, &zero, sizeof zero, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(g->bq, &src, sizeof src, cudaMemcpyHostToDevice));
    CK(cudaDeviceSynchronize());
}

static void fetch(const struct dgraph *g, struct state *pin, cudaStream_t st)
{
    CK(cudaMemcpyAsync(pin, g->st, sizeof *pin, cudaMemcpyDeviceToHost, st));
    CK(cudaStreamSynchronize(st));
}

/* the host looks at the counters after every relaxation */
static void drive_host(const struct dgraph *g, int mode, struct state *pin, cudaStream_t st)
{
    int cur = 0, head = 0;
    fetch(g, pin, st);
    while (!pin->overflow) {
        int slot = cur & (NB - 1), cnt, k = 1;
        while ((cnt = pin->bcnt[slot]) > head) {
            relax_set<<<(cnt - head + BS - 1) / BS, BS, 0, st>>>
                (*g, g->bq + (size_t)slot * g->cap + head, cnt - head, cur, 0, mode);
            head = cnt;
            fetch(g, pin, st);
            if (pin->overflow) return;
        }
        if (pin->rcnt > 0)
            relax_set<<<(pin->rcnt + BS - 1) / BS, BS, 0, st>>>(*g, g->rset, pin->rcnt, cur, 1, mode);
        CK(cudaMemsetAsync(&g->st->bcnt[slot], 0, sizeof(int), st));
        CK(cudaMemsetAsync(&g->st->rcnt, 0, sizeof(int), st));
        fetch(g, pin, st);
        head = 0;
        while (k < NB && pin->bcnt[(cur + k) & (NB - 1)] == 0) k++;
        if (k == NB) return;
        cur += k;
    }
}

/* the device drives; the host only continues a chain that became too deep */
static void drive_tail(const struct dgraph *g, int mode, int k, struct state *pin, cudaStream_t st)
{
    do {
        root<<<1, 1, 0, st>>>(*g, mode, k, 1);
        CK(cudaGetLastError());
        fetch(g, pin, st);
    } while (pin->phase != PH_DONE && !pin->overflow);
}

static int by_value(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

int main(int argc, char **argv)
{
    /*                name                    grid host mode       hub  K */
    static const struct { const char *name; int graph, host, mode, hub, k; } rows[] = {
        { "deltasssp_rmat_host_flat", 0, 1, MODE_FLAT, 0,  0 },
        { "deltasssp_rmat_host_agg",  0, 1, MODE_AGG,  24, 0 },
        { "deltasssp_rmat_tail_flat", 0, 0, MODE_FLAT, 0,  8 },
        { "deltasssp_rmat_tail_fire", 0, 0, MODE_FIRE, 24, 8 },
        { "deltasssp_rmat_tail_null", 0, 0, MODE_NULL, 24, 8 },
        { "deltasssp_rmat_tail_agg",  0, 0, MODE_AGG,  24, 8 },
        { "deltasssp_grid_host_flat", 1, 1, MODE_FLAT, 0,  0 },
        { "deltasssp_grid_tail_flat", 1, 0, MODE_FLAT, 0,  12 },
        { "deltasssp_grid_tail_agg",  1, 0, MODE_AGG,  3,  12 },
    };
    static const int shifts[2] = { 5, 5 };
    int runs = argc > 1 ? atoi(argv[1]) : 1;
    const char *filter = argc > 2 ? argv[2] : "";
    struct hgraph h[2];
    struct dgraph g[2];
    struct state *pin;
    cudaStream_t st;
    cudaEvent_t ev[2];
    if (runs < 1) runs = 1;
    CK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
    CK(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
    CK(cudaEventCreate(&ev[0]));
    CK(cudaEventCreate(&ev[1]));
    CK(cudaHostAlloc((void **)&pin, sizeof *pin, cudaHostAllocDefault));

    make_rmat(&h[0], 11, 12288, 1 << shifts[0]);
    make_grid(&h[1], 40, 1 << shifts[1]);
    for (int i = 0; i < 2; i++) {
        if ((h[i].maxw >> shifts[i]) + 3 > NB) { fprintf(stderr, "too few buckets\n"); return 1; }
        reference(&h[i]);
        upload(&g[i], &h[i], shifts[i]);
    }

    float *ms = (float *)malloc(sizeof(float) * runs);
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        if (!strstr(rows[r].name, filter)) continue;
        struct hgraph *hg = &h[rows[r].graph];
        struct dgraph dg = g[rows[r].graph];
        unsigned *out = (unsigned *)malloc(sizeof(unsigned) * hg->n);
        unsigned long long sum = 0;
        dg.hub = rows[r].hub;
        for (int t = -1; t < runs; t++) {
            reset(&dg, hg->src, st);
            CK(cudaEventRecord(ev[0], st));
            if (rows[r].host) drive_host(&dg, rows[r].mode, pin, st);
            else drive_tail(&dg, rows[r].mode, rows[r].k, pin, st);
            CK(cudaEventRecord(ev[1], st));
            CK(cudaStreamSynchronize(st));
            CK(cudaGetLastError());
            if (t >= 0) CK(cudaEventElapsedTime(&ms[t], ev[0], ev[1]));
            CK(cudaMemcpy(out, dg.dist, sizeof(unsigned) * hg->n, cudaMemcpyDeviceToHost));
            if (pin->overflow) { fprintf(stderr, "%s: a bucket overflowed\n", rows[r].name); return 1; }
            sum = 0;
            for (int v = 0; v < hg->n; v++) {
                if (out[v] != hg->ref[v]) {
                    fprintf(stderr, "%s: vertex %d: %u, expected %u\n", rows[r].name, v, out[v], hg->ref[v]);
                    return 1;
                }
                if (out[v] != INFD) sum += (unsigned long long)out[v] * (unsigned)(v % 97 + 1);
            }
        }
        qsort(ms, runs, sizeof(float), by_value);
        fprintf(stderr, "program,%s,n,%d,time,us,%.3f,%.3f,%.3f,%d\n", rows[r].name, hg->n,
                ms[0] * 1e3, ms[runs / 2] * 1e3, ms[runs - 1] * 1e3, runs);
        fprintf(stderr, "note,%s,n,%d,sum,%llu\n", rows[r].name, hg->n, sum);
        free(out);
    }
    return 0;
}
