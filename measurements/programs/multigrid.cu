/*
 * multigrid.cu - geometric multigrid V-cycles for the 2D Poisson equation, in integers.
 *
 * All unknowns are fixed-point 32-bit integers. Each step (one colour of red-black Gauss-Seidel, the
 * residual with full weighting, bilinear prolongation) reads nothing that the same step writes, so
 * the result is the same whatever the order of the threads, and equals the CPU's to the last bit.
 *
 * The steps of the cycles are listed in a small program in constant memory. It is run by
 *   host, graph one launch a step; the same launches captured in a CUDA graph
 *   null        one device thread that enqueues all steps in its NULL stream
 *   tail        every step's kernel tail-launches the next step
 *   recurse     vcycle(l) enqueues smoothing, vcycle(l + 1), correction: recursion by child grids
 *   strips      a driver cuts a step in strips, fires them off and tail-launches itself
 *   fusedhost   levels of 32 cells or fewer in one block's shared memory; fusedtail: tail launches
 *   adapthost   cycles until the residual is small; adaptdev: decided by a device kernel
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 128               /* cells across the finest grid */
#define LEVELS 7            /* 128 64 32 16 8 4 2 */
#define FUSE_LEVEL 2        /* this level and the coarser ones go to shared memory when fused */
#define CYCLES 3
#define MAXCYCLES 8
#define TOLERANCE 5
#define STRIPS 4
#define THREADS 128
#define MAXPROG 160

#define CHECK(x) check((x), __LINE__)
static void check(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "multigrid.cu:%d: %s\n", line, cudaGetErrorString(e));
        exit(1);
    }
}

enum { OP_RED, OP_BLACK, OP_RESTRICT, OP_PROLONG, OP_FUSED };

typedef struct { unsigned char kind : 3, level : 5; } op_t;   /* one byte a step */

typedef struct {
    int *u, *f;             /* all levels one after the other, finest first */
    int *norm;              /* largest residual after each cycle */
} grids_t;

/* points before level l, counted from level `from`; a level of n cells has (n + 1)^2 points */
static __host__ __device__ __forceinline__ int base(int from, int l)
{
    int s = 0;
    for (int k = from; k < l; k++) s += ((N >> k) + 1) * ((N >> k) + 1);
    return s;
}

__constant__ op_t c_prog[MAXPROG];    /* steps of CYCLES cycles */
__constant__ op_t c_fused[MAXPROG];   /* the same with the coarse levels as one step */
__constant__ int c_base[LEVELS + 1];

/* number of points that one step computes */
static __host__ __device__ __forceinline__ int op_size(op_t o)
{
    const int n = N >> o.level;
    if (o.kind == OP_FUSED) return 1;
    return o.kind == OP_RESTRICT ? (n / 2 - 1) * (n / 2 - 1) : (n - 1) * (o.kind == OP_PROLONG ? n - 1 : n / 2);
}
static __host__ __device__ __forceinline__ int op_blocks(op_t o) { return (op_size(o) + THREADS - 1) / THREADS; }

/* ---- what a thread does; u and f are the arrays of a level of n cells --------------------------- */
__device__ __forceinline__ void gauss_seidel(int *u, const int *f, int n, int colour, int t)
{
    const int half = n / 2, i = 1 + t / half;
    const int j = ((((i + 1) & 1) == colour) ? 1 : 2) + 2 * (t % half);
    if (j < n) {
        const int c = i * (n + 1) + j;
        u[c] = (f[c] + u[c - 1] + u[c + 1] + u[c - n - 1] + u[c + n + 1] + 2) >> 2;
    }
}

__device__ __forceinline__ int residual(const int *u, const int *f, int n, int c)
{
    return f[c] - (4 * u[c] - u[c - 1] - u[c + 1] - u[c - n - 1] - u[c + n + 1]);
}

__device__ __forceinline__ void restrict_to(const int *u, const int *f, int n, int *uc, int *fc, int t)
{
    const int nc = n / 2, i = 1 + t / (nc - 1), j = 1 + t % (nc - 1);
    int s = 2;
    for (int di = -1; di <= 1; di++)
        for (int dj = -1; dj <= 1; dj++)
            s += residual(u, f, n, (2 * i + di) * (n + 1) + 2 * j + dj) << (2 - abs(di) - abs(dj));
    fc[i * (nc + 1) + j] = s >> 2;
    uc[i * (nc + 1) + j] = 0;
}

__device__ __forceinline__ void prolong(int *u, int n, const int *uc, int t)
{
    const int p = n / 2 + 1, i = 1 + t / (n - 1), j = 1 + t % (n - 1);
    const int *q = uc + (i >> 1) * p + (j >> 1);
    int v = q[0];
    if (i & j & 1) v = (v + q[1] + q[p] + q[p + 1] + 2) >> 2;
    else if ((i | j) & 1) v = (v + q[(i & 1) ? p : 1] + 1) >> 1;
    u[i * (n + 1) + j] += v;
}

__device__ __forceinline__ void do_point(int kind, int *u, int *f, int n, int *uc, int *fc, int t)
{
    if (kind == OP_RESTRICT) restrict_to(u, f, n, uc, fc, t);
    else if (kind == OP_PROLONG) prolong(u, n, uc, t);
    else gauss_seidel(u, f, n, kind, t);     /* OP_RED is colour 0, OP_BLACK colour 1 */
}

__device__ __forceinline__ void do_step(grids_t g, op_t o, int lo, int hi)
{
    const int t = lo + blockIdx.x * blockDim.x + threadIdx.x, a = c_base[o.level], b = c_base[o.level + 1];
    if (t < hi) do_point(o.kind, g.u + a, g.f + a, N >> o.level, g.u + b, g.f + b, t);
}

/* ---- kernels ------------------------------------------------------------------------------------ */
__global__ void __launch_bounds__(THREADS) step_kernel(grids_t g, op_t o, int lo, int hi)
{
    do_step(g, o, lo, hi);
}

static __host__ __device__ op_t make_op(unsigned char kind, unsigned char level)
{
    const op_t o = {kind, level};
    return o;
}

__device__ __forceinline__ void enqueue(grids_t g, op_t o)
{
    step_kernel<<<op_blocks(o), THREADS>>>(g, o, 0, op_size(o));
}

__global__ void null_kernel(grids_t g, int count)
{
    for (int pc = 0; pc < count; pc++) enqueue(g, c_prog[pc]);
}

__global__ void __launch_bounds__(THREADS) tail_kernel(grids_t g, int pc, int count)
{
    if (blockIdx.x == 0 && threadIdx.x == 0 && pc + 1 < count)
        tail_kernel<<<op_blocks(c_prog[pc + 1]), THREADS, 0, cudaStreamTailLaunch>>>(g, pc + 1, count);
    const op_t o = c_prog[pc];
    do_step(g, o, 0, op_size(o));
}

__global__ void vcycle_kernel(grids_t g, int l)
{
    enqueue(g, make_op(OP_RED, l));
    if (l == LEVELS - 1) return;          /* a single unknown: solved */
    enqueue(g, make_op(OP_BLACK, l));
    enqueue(g, make_op(OP_RESTRICT, l));
    vcycle_kernel<<<1, 1>>>(g, l + 1);    /* complete, with its children, before what follows */
    enqueue(g, make_op(OP_PROLONG, l));
    enqueue(g, make_op(OP_RED, l));
    enqueue(g, make_op(OP_BLACK, l));
}
__global__ void recurse_kernel(grids_t g, int cycles)
{
    for (int k = 0; k < cycles; k++) vcycle_kernel<<<1, 1>>>(g, 0);
}

__global__ void strips_kernel(grids_t g, int pc, int count)
{
    const op_t o = c_prog[pc];
    const int size = op_size(o);
    const int strips = size >= STRIPS * THREADS ? STRIPS : 1;
    const int s = threadIdx.x;
    if (s < strips) {
        const int lo = size * s / strips, hi = size * (s + 1) / strips;
        const int blocks = (hi - lo + THREADS - 1) / THREADS;
        step_kernel<<<blocks, THREADS, 0, cudaStreamFireAndForget>>>(g, o, lo, hi);
    }
    if (s == 0 && pc + 1 < count)
        strips_kernel<<<1, STRIPS, 0, cudaStreamTailLaunch>>>(g, pc + 1, count);
}

/* the part of a V-cycle from FUSE_LEVEL down and up again, by one block in shared memory */
__device__ void coarse_cycle(grids_t g, int *sm)
{
    const int total = base(FUSE_LEVEL, LEVELS), n0 = N >> FUSE_LEVEL, points = (n0 + 1) * (n0 + 1);
    int *su = sm, *sf = sm + total;
    const int origin = c_base[FUSE_LEVEL];
    for (int t = threadIdx.x; t < total; t += blockDim.x) {
        su[t] = t < points ? g.u[origin + t] : 0;
        sf[t] = t < points ? g.f[origin + t] : 0;
    }
    __syncthreads();
    /* steps 0..2 on the way down, the coarsest level, steps 3..5 on the way up */
    for (int way = 0; way < 2; way++) {
        for (int q = 0; q < LEVELS - FUSE_LEVEL; q++) {
            const int l = way ? LEVELS - 1 - q : FUSE_LEVEL + q;
            if (l == LEVELS - 1 && way) continue;
            const int steps = l == LEVELS - 1 ? 1 : 3;
            for (int s = 0; s < steps; s++) {
                const op_t o = make_op(way ? (s == 0 ? OP_PROLONG : s == 1 ? OP_RED : OP_BLACK)
                                           : (s == 0 ? OP_RED : s == 1 ? OP_BLACK : OP_RESTRICT), l);
                const int a = c_base[l] - origin, b = c_base[l + 1] - origin, size = op_size(o);
                for (int t = threadIdx.x; t < size; t += blockDim.x)
                    do_point(o.kind, su + a, sf + a, N >> l, su + b, sf + b, t);
                __syncthreads();
            }
        }
    }
    for (int t = threadIdx.x; t < points; t += blockDim.x) g.u[origin + t] = su[t];
}

#define COARSE_THREADS 256
static __host__ __device__ int fused_threads(op_t o) { return o.kind == OP_FUSED ? COARSE_THREADS : THREADS; }
static __host__ __device__ size_t fused_bytes(op_t o)
{
    return o.kind == OP_FUSED ? 2 * sizeof(int) * base(FUSE_LEVEL, LEVELS) : 0;
}

__global__ void __launch_bounds__(COARSE_THREADS) fused_kernel(grids_t g, int pc, int count, int follow)
{
    extern __shared__ int sm[];
    const op_t o = c_fused[pc];
    if (follow && blockIdx.x == 0 && threadIdx.x == 0 && pc + 1 < count) {
        const op_t x = c_fused[pc + 1];
        const size_t bytes = fused_bytes(x);
        fused_kernel<<<op_blocks(x), fused_threads(x), bytes, cudaStreamTailLaunch>>>(g, pc + 1, count, 1);
    }
    if (o.kind == OP_FUSED)
        coarse_cycle(g, sm);
    else
        do_step(g, o, 0, op_size(o));
}

__global__ void __launch_bounds__(THREADS) norm_kernel(grids_t g, int cycle)
{
    const int t = blockIdx.x * THREADS + threadIdx.x, i = 1 + t / (N - 1), j = 1 + t % (N - 1);
    int r = 0;
    if (i < N) r = abs(residual(g.u, g.f, N, i * (N + 1) + j));
    r = __reduce_max_sync(0xffffffffu, r);
    if ((threadIdx.x & 31) == 0) atomicMax(g.norm + cycle, r);
}
#define NORM_BLOCKS (((N - 1) * (N - 1) + THREADS - 1) / THREADS)

__global__ void adapt_kernel(grids_t g, int cycle, int percycle)
{
    if (cycle == MAXCYCLES || (cycle > 0 && g.norm[cycle - 1] <= TOLERANCE)) return;
    for (int pc = 0; pc < percycle; pc++) enqueue(g, c_prog[pc]);
    norm_kernel<<<NORM_BLOCKS, THREADS>>>(g, cycle);
    adapt_kernel<<<1, 1, 0, cudaStreamTailLaunch>>>(g, cycle + 1, percycle);
}

/* ---- CPU reference ------------------------------------------------------------------------------ */
#define U(l, i, j) hu[l][(i) * ((N >> (l)) + 1) + (j)]
#define F(l, i, j) hf[l][(i) * ((N >> (l)) + 1) + (j)]
static int hu[LEVELS][(N + 1) * (N + 1)], hf[LEVELS][(N + 1) * (N + 1)];

static int cpu_residual(int l, int i, int j)
{
    return F(l, i, j) - 4 * U(l, i, j) + U(l, i - 1, j) + U(l, i + 1, j) + U(l, i, j - 1) + U(l, i, j + 1);
}
static void cpu_smooth(int l)
{
    const int n = N >> l;
    for (int colour = 0; colour < 2; colour++)
        for (int i = 1; i < n; i++)
            for (int j = 1 + (i + 1 + colour) % 2; j < n; j += 2)
                U(l, i, j) = (cpu_residual(l, i, j) + 4 * U(l, i, j) + 2) >> 2;
}
static void cpu_vcycle(int l)
{
    const int n = N >> l, m = n / 2;
    cpu_smooth(l);
    if (l == LEVELS - 1) return;
    for (int i = 1; i < m; i++)
        for (int j = 1; j < m; j++) {
            static const int w[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
            int s = 2;
            for (int k = 0; k < 9; k++)
                s += w[k / 3][k % 3] * cpu_residual(l, 2 * i + k / 3 - 1, 2 * j + k % 3 - 1);
            F(l + 1, i, j) = s >> 2;
            U(l + 1, i, j) = 0;
        }
    cpu_vcycle(l + 1);
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            /* the mean of the corners, each counted twice or four times where they coincide */
            const int a = i / 2, b = j / 2, x = (i + 1) / 2, y = (j + 1) / 2, c = l + 1;
            U(l, i, j) += (U(c, a, b) + U(c, a, y) + U(c, x, b) + U(c, x, y) + 2) >> 2;
        }
    cpu_smooth(l);
}
static int cpu_norm(void)
{
    int r = 0;
    for (int k = 0; k < (N - 1) * (N - 1); k++) {
        const int q = abs(cpu_residual(0, 1 + k / (N - 1), 1 + k % (N - 1)));
        if (q > r) r = q;
    }
    return r;
}

/* ---- main --------------------------------------------------------------------------------------- */
static unsigned xorshift(void)
{
    static unsigned x = 2463534242u;
    x ^= x << 13;
    x ^= x >> 17;
    return x ^= x << 5;
}

static op_t h_prog[MAXPROG], h_fused[MAXPROG];
static int emit_cycle(op_t *p, int n, int l, int fuse)
{
    p[n++] = make_op(l == fuse ? OP_FUSED : OP_RED, l);
    if (l == fuse || l == LEVELS - 1) return n;
    p[n++] = make_op(OP_BLACK, l);
    p[n++] = make_op(OP_RESTRICT, l);
    n = emit_cycle(p, n, l + 1, fuse);
    p[n++] = make_op(OP_PROLONG, l);
    p[n++] = make_op(OP_RED, l);
    p[n++] = make_op(OP_BLACK, l);
    return n;
}

static void host_steps(grids_t g, int count, cudaStream_t st)
{
    for (const op_t *o = h_prog; o < h_prog + count; o++)
        step_kernel<<<op_blocks(*o), THREADS, 0, st>>>(g, *o, 0, op_size(*o));
}

static int by_value(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"host",   "graph",     "null",      "tail",      "recurse",
                                           "strips", "fusedhost", "fusedtail", "adapthost", "adaptdev"};
    static int f0[(N + 1) * (N + 1)], ref_fixed[(N + 1) * (N + 1)], ref_adapt[(N + 1) * (N + 1)];
    const int finest = (N + 1) * (N + 1), total = base(0, LEVELS);
    const size_t state = (2 * total + MAXCYCLES) * sizeof(int);
    const int runs = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1;
    const char *filter = argc > 2 ? argv[2] : "";
    int nprog = 0, nfused = 0, percycle, h_base[LEVELS + 1];

    /* right-hand side: noise and a few charges */
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++) f0[i * (N + 1) + j] = (int)(xorshift() % 128) - 64;
    for (int k = 0; k < 12; k++) {
        const int i = 1 + (int)(xorshift() % (N - 1)), j = 1 + (int)(xorshift() % (N - 1));
        f0[i * (N + 1) + j] += (k & 1 ? -1 : 1) * (int)(20000 + xorshift() % 40000);
    }
    memcpy(hf[0], f0, sizeof f0);
    for (int k = 0; k < MAXCYCLES && (k == 0 || cpu_norm() > TOLERANCE); k++) {
        cpu_vcycle(0);
        memcpy(ref_adapt, hu[0], sizeof ref_adapt);
    }
    memset(hu, 0, sizeof hu);
    for (int k = 0; k < CYCLES; k++) cpu_vcycle(0);
    memcpy(ref_fixed, hu[0], sizeof ref_fixed);
    for (int l = 0; l <= LEVELS; l++) h_base[l] = base(0, l);
    percycle = emit_cycle(h_prog, 0, 0, -1);
    for (int k = 0; k < CYCLES; k++) nprog = emit_cycle(h_prog, nprog, 0, -1);
    for (int k = 0; k < CYCLES; k++) nfused = emit_cycle(h_fused, nfused, 0, FUSE_LEVEL);
    CHECK(cudaMemcpyToSymbol(c_prog, h_prog, sizeof h_prog));
    CHECK(cudaMemcpyToSymbol(c_fused, h_fused, sizeof h_fused));
    CHECK(cudaMemcpyToSymbol(c_base, h_base, sizeof h_base));

    grids_t g;
    int *d_f0, *norm_pinned, *got;
    CHECK(cudaMalloc((void **)&g.u, state));      /* u, f and the norms: cleared together */
    CHECK(cudaMalloc((void **)&d_f0, sizeof f0));
    g.f = g.u + total;
    g.norm = g.f + total;
    CHECK(cudaHostAlloc((void **)&norm_pinned, sizeof(int), cudaHostAllocDefault));
    CHECK(cudaHostAlloc((void **)&got, sizeof f0, cudaHostAllocDefault));
    CHECK(cudaMemcpy(d_f0, f0, sizeof f0, cudaMemcpyHostToDevice));

    cudaStream_t st;
    cudaEvent_t ev[2];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaFuncAttributes attr;
    CHECK(cudaStreamCreate(&st));
    for (int k = 0; k < 2; k++) CHECK(cudaEventCreate(&ev[k]));
    CHECK(cudaFuncGetAttributes(&attr, step_kernel));   /* loads the kernel before the capture */
    CHECK(cudaStreamBeginCapture(st, cudaStreamCaptureModeThreadLocal));
    host_steps(g, nprog, st);
    CHECK(cudaStreamEndCapture(st, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));

    float *us = (float *)malloc(runs * sizeof(float));
    for (int v = 0; v < 10; v++) {
        char name[64];
        snprintf(name, sizeof name, "multigrid_%s", variants[v]);
        if (!strstr(name, filter)) continue;
        const int *ref = v >= 8 ? ref_adapt : ref_fixed;
        long long sum = 0;
        for (int r = -1; r < runs; r++) {
            CHECK(cudaMemsetAsync(g.u, 0, state, st));
            CHECK(cudaMemcpyAsync(g.f, d_f0, sizeof f0, cudaMemcpyDeviceToDevice, st));
            CHECK(cudaStreamSynchronize(st));
            CHECK(cudaEventRecord(ev[0], st));
            switch (v) {
            case 0: host_steps(g, nprog, st); break;
            case 1: CHECK(cudaGraphLaunch(exec, st)); break;
            case 2: null_kernel<<<1, 1, 0, st>>>(g, nprog); break;
            case 3: tail_kernel<<<op_blocks(h_prog[0]), THREADS, 0, st>>>(g, 0, nprog); break;
            case 4: recurse_kernel<<<1, 1, 0, st>>>(g, CYCLES); break;
            case 5: strips_kernel<<<1, STRIPS, 0, st>>>(g, 0, nprog); break;
            case 6:
                for (int pc = 0; pc < nfused; pc++)
                    fused_kernel<<<op_blocks(h_fused[pc]), fused_threads(h_fused[pc]),
                                   fused_bytes(h_fused[pc]), st>>>(g, pc, nfused, 0);
                break;
            case 7: fused_kernel<<<op_blocks(h_fused[0]), THREADS, 0, st>>>(g, 0, nfused, 1); break;
            case 8:
                for (int k = 0; k < MAXCYCLES; k++) {
                    host_steps(g, percycle, st);
                    norm_kernel<<<NORM_BLOCKS, THREADS, 0, st>>>(g, k);
                    CHECK(cudaMemcpyAsync(norm_pinned, g.norm + k, sizeof(int), cudaMemcpyDeviceToHost, st));
                    CHECK(cudaStreamSynchronize(st));
                    if (*norm_pinned <= TOLERANCE) break;
                }
                break;
            case 9: adapt_kernel<<<1, 1, 0, st>>>(g, 0, percycle); break;
            }
            CHECK(cudaEventRecord(ev[1], st));
            CHECK(cudaGetLastError());
            CHECK(cudaEventSynchronize(ev[1]));
            if (r >= 0) CHECK(cudaEventElapsedTime(&us[r], ev[0], ev[1]));
            CHECK(cudaMemcpyAsync(got, g.u, sizeof f0, cudaMemcpyDeviceToHost, st));
            CHECK(cudaStreamSynchronize(st));
            sum = 0;
            for (int c = 0; c < finest; c++) {
                if (got[c] != ref[c]) {
                    fprintf(stderr, "%s: u[%d] = %d, expected %d\n", name, c, got[c], ref[c]);
                    return 1;
                }
                sum += (long long)got[c] * (c % 509 + 1);
            }
        }
        qsort(us, runs, sizeof(float), by_value);
        fprintf(stderr, "program,%s,n,%d,time,us,%.3f,%.3f,%.3f,%d\n", name, N, 1e3 * us[0],
                1e3 * us[runs / 2], 1e3 * us[runs - 1], runs);
        fprintf(stderr, "note,%s,n,%d,sum,%lld\n", name, N, sum);
    }
    return 0;
}
