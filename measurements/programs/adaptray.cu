/*
 * adaptray: a small ray tracer (spheres over a chequered floor) with adaptive
 * supersampling.  16x16 tiles get one ray per 2x2 pixels; where the luma in a tile
 * differs by more than a threshold, a child grid traces every pixel; 8x8 quadrants of
 * high contrast get 4 rays per pixel, and 4x4 blocks of still higher contrast 16.
 *
 * Rays are computed in IEEE single precision with every rounding spelled out, so that
 * the CPU takes the same decisions; colours and contrasts are 8-bit fixed point.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define HD __host__ __device__ __forceinline__
#define NSPH 9
#define MAXW 160
#define MAXWORK ((MAXW / 4) * (MAXW / 4))
#define THREADS 256

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

/* ---- scene ---- */
struct Mat { unsigned r : 8, g : 8, b : 8, gloss : 4, spare : 4; };
struct Scene { float4 s[NSPH]; float4 light; float invr[NSPH]; Mat m[NSPH]; };
__constant__ Scene c_scene;
static Scene h_scene;
#ifdef __CUDA_ARCH__
#define SCENE c_scene
#else
#define SCENE h_scene
#endif

/* thresholds on luma, rays per tile and tile sides of the four levels */
__host__ __device__ constexpr int lim(int L) { return L == 0 ? 24 : L == 1 ? 48 : 96; }
__host__ __device__ constexpr int need(int L) { return (L & 1) ? 256 : 64; }

/* ---- arithmetic, each operation rounded once and never fused by the compiler ---- */
#ifdef __CUDA_ARCH__
HD float mul(float a, float b) { return __fmul_rn(a, b); }
HD float add(float a, float b) { return __fadd_rn(a, b); }
HD float fma1(float a, float b, float c) { return __fmaf_rn(a, b, c); }
HD float dvd(float a, float b) { return __fdiv_rn(a, b); }
HD float root(float a) { return __fsqrt_rn(a); }
#else
HD float mul(float a, float b) { volatile float r = a * b; return r; }
HD float add(float a, float b) { volatile float r = a + b; return r; }
HD float fma1(float a, float b, float c) { return fmaf(a, b, c); }
HD float dvd(float a, float b) { volatile float r = a / b; return r; }
HD float root(float a) { volatile float r = sqrtf(a); return r; }
#endif
HD float dot(float3 a, float3 b) { return fma1(a.z, b.z, fma1(a.y, b.y, mul(a.x, b.x))); }
HD float3 along(float3 o, float3 d, float t) { return make_float3(fma1(t, d.x, o.x), fma1(t, d.y, o.y), fma1(t, d.z, o.z)); }

/* nearest sphere hit by o + t d (|d| = 1), or -1; any != 0 stops at the first one */
HD int hit(float3 o, float3 d, int any, float *tout)
{
    int which = -1;
    float best = 1e9f;
    for (int i = 0; i < NSPH; i++) {
        const float4 s = SCENE.s[i];                 /* w is the radius squared */
        const float3 oc = make_float3(add(o.x, -s.x), add(o.y, -s.y), add(o.z, -s.z));
        const float b = dot(oc, d);
        const float c = add(dot(oc, oc), -s.w);
        const float disc = fma1(b, b, -c);
        if (b < 0.0f && disc > 0.0f) {
            const float t = add(-b, -root(disc));
            if (t > 1e-3f && t < best) { best = t; which = i; if (any) break; }
        }
    }
    *tout = best;
    return which;
}

/* colour of the ray through (sx, sy), in eighths of a pixel, of a w x w image */
HD uchar3 trace(int sx, int sy, int w)
{
    const float h = (float)(4 * w);
    float3 d = make_float3(dvd(add((float)sx, -h), h), add(dvd(add(h, -(float)sy), h), -0.25f), 1.5f);
    const float len = root(dot(d, d));
    d = make_float3(dvd(d.x, len), dvd(d.y, len), dvd(d.z, len));
    const float3 o = make_float3(0.0f, 0.5f, -4.5f);
    const float4 lt = SCENE.light;
    const float3 l = make_float3(lt.x, lt.y, lt.z);
    int r, g, b, light, gloss = 0;
    float t;
    float3 p, n;
    const int i = hit(o, d, 0, &t);
    if (i >= 0) {
        const float4 s = SCENE.s[i];
        const float k = SCENE.invr[i];
        const Mat m = SCENE.m[i];
        p = along(o, d, t);
        n = make_float3(mul(add(p.x, -s.x), k), mul(add(p.y, -s.y), k), mul(add(p.z, -s.z), k));
        r = m.r; g = m.g; b = m.b; gloss = m.gloss;
    } else {
        t = d.y < -0.02f ? dvd(-1.5f, d.y) : 1e9f;   /* the floor is y = -1 */
        if (t > 9.0f) {
            const int sky = (int)mul(add(d.y, 1.0f), 60.0f);
            return make_uchar3((unsigned char)(60 + sky), (unsigned char)(90 + sky), (unsigned char)(135 + sky));
        }
        p = along(o, d, t);
        n = make_float3(0.0f, 1.0f, 0.0f);
        const int odd = ((int)floorf(p.x) + (int)floorf(mul(p.z, 0.5f))) & 1;
        r = odd ? 190 : 130; g = odd ? 180 : 130; b = odd ? 160 : 140;
    }
    const float lam = dot(n, l);
    light = 70;
    if (lam > 0.0f) {
        float unused;
        if (hit(along(p, n, 0.01f), l, 1, &unused) < 0) {
            const int q = (int)mul(lam, 256.0f);     /* 0..256 */
            light += q * 180 >> 8;
            if (gloss) { int z = q * q >> 8; z = z * z >> 8; z = z * z >> 8; gloss = gloss * (z * z >> 8) >> 5; }
        } else gloss = 0;
    } else gloss = 0;
    r = (r * light >> 8) + gloss; g = (g * light >> 8) + gloss; b = (b * light >> 8) + gloss;
    return make_uchar3((unsigned char)min(r, 255), (unsigned char)min(g, 255), (unsigned char)min(b, 255));
}

HD int luma(uchar3 c) { return (77 * c.x + 150 * c.y + 29 * c.z) >> 8; }

/* mean of a k x k lattice of rays (k = 2 or 4): sums of r | g << 16 and of b */
HD uchar3 mean(unsigned rg, unsigned b, int n)
{
    return make_uchar3((unsigned char)(((rg & 0xffffu) + n / 2) / n), (unsigned char)(((rg >> 16) + n / 2) / n),
                       (unsigned char)((b + n / 2) / n));
}
HD uchar3 four(int px, int py, int w)
{
    unsigned rg = 0, b = 0;
    for (int s = 0; s < 4; s++) {
        const uchar3 c = trace(8 * px + 2 + 4 * (s & 1), 8 * py + 2 + 4 * (s >> 1), w);
        rg += c.x | (unsigned)c.y << 16;
        b += c.z;
    }
    return mean(rg, b, 4);
}

/* ---- framebuffers: 3, 6 and 8 bytes per pixel; 0..255 is exact in all of them ---- */
typedef uchar3 Rgb8;
struct Bf3 { __nv_bfloat16 c[3]; };
struct Hf4 { __half2 rg, bl; };                      /* with the luma as 4th channel */
HD void put(Rgb8 *p, uchar3 c) { *p = c; }
HD void put(Bf3 *p, uchar3 c)
{
    p->c[0] = __float2bfloat16((float)c.x); p->c[1] = __float2bfloat16((float)c.y); p->c[2] = __float2bfloat16((float)c.z);
}
HD void put(Hf4 *p, uchar3 c)
{
    p->rg = __floats2half2_rn((float)c.x, (float)c.y);
    p->bl = __floats2half2_rn((float)c.z, (float)luma(c));
}

/* ---- one tile of level L by one block; returns the mask of sub-tiles to refine ---- */
template <int L, class Pix> __device__ unsigned tile(Pix *fb, int w, int tx, int ty)
{
    __shared__ int lo[4], hi[4];
    const int tid = threadIdx.x, active = tid < need(L);
    int px = 0, py = 0, g = 0;
    uchar3 c = make_uchar3(0, 0, 0);

    __syncthreads();                                 /* a block may come here repeatedly */
    if (tid < 4) { lo[tid] = 1 << 20; hi[tid] = -1; }
    __syncthreads();
    if (active) {                                    /* whole warps */
        if (L == 0) {
            px = tx * 16 + 2 * (tid & 7); py = ty * 16 + 2 * (tid >> 3);
            c = trace(8 * px + 8, 8 * py + 8, w);
        } else if (L == 1) {
            g = tid >> 6;
            px = tx * 16 + 8 * (g & 1) + (tid & 7); py = ty * 16 + 8 * (g >> 1) + (tid >> 3 & 7);
            c = trace(8 * px + 4, 8 * py + 4, w);
        } else if (L == 2) {
            g = tid >> 4;
            px = tx * 8 + 4 * (g & 1) + (tid & 3); py = ty * 8 + 4 * (g >> 1) + (tid >> 2 & 3);
            c = four(px, py, w);
        } else {                                     /* 16 lanes per pixel */
            const int s = tid & 15, q = tid >> 4;
            px = tx * 4 + (q & 3); py = ty * 4 + (q >> 2);
            c = trace(8 * px + 1 + 2 * (s & 3), 8 * py + 1 + 2 * (s >> 2), w);
            unsigned rg = c.x | (unsigned)c.y << 16, b = c.z;
            for (int o = 8; o; o >>= 1) {
                rg += __shfl_xor_sync(~0u, rg, o);
                b += __shfl_xor_sync(~0u, b, o);
            }
            if (s == 0) put(&fb[py * w + px], mean(rg, b, 16));
        }
        if (L < 3) {
            int a = luma(c), z = a;
            for (int o = L == 2 ? 8 : 16; o; o >>= 1) {
                a = min(a, __shfl_xor_sync(~0u, a, o));
                z = max(z, __shfl_xor_sync(~0u, z, o));
            }
            if ((tid & (L == 2 ? 15 : 31)) == 0) { atomicMin(&lo[g], a); atomicMax(&hi[g], z); }
        }
    }
    if (L == 3) return 0;
    __syncthreads();
    unsigned hot = 0;
    for (int k = 0; k < 4; k++) hot |= (unsigned)(hi[k] - lo[k] > lim(L)) << k;
    if (active && !(hot >> g & 1)) {
        put(&fb[py * w + px], c);
        if (L == 0) { put(&fb[py * w + px + 1], c); put(&fb[(py + 1) * w + px], c); put(&fb[(py + 1) * w + px + 1], c); }
    }
    return hot;
}

/* sub-tile k of a tile: level 0 hands on the tile as it is, the others its quadrants */
HD ushort2 sub(int L, int tx, int ty, int k)
{
    return L == 0 ? make_ushort2(tx, ty) : make_ushort2(2 * tx + (k & 1), 2 * ty + (k >> 1));
}

/* ---- recursion by child grids ---- */
enum { NULLSTREAM, FORGET, GROUP };

template <int L, class Pix, int MODE> __global__ void __launch_bounds__(THREADS)
node(Pix *fb, int w, int ptx, int pty, unsigned mask)
{
    int tx = blockIdx.x, ty = blockIdx.y;
    if (L > 0) {                                     /* block b: b-th set bit of the mask */
        for (int b = blockIdx.x; b > 0; b--) mask &= mask - 1;
        const ushort2 s = sub(L - 1, ptx, pty, __ffs(mask) - 1);
        tx = s.x; ty = s.y;
    }
    const unsigned hot = tile<L, Pix>(fb, w, tx, ty);
    if constexpr (L < 3) {
        if (MODE == NULLSTREAM) {
            if (threadIdx.x == 0)
                for (unsigned m = hot; m; m &= m - 1) node<L + 1, Pix, MODE><<<1, need(L + 1)>>>(fb, w, tx, ty, m & (0u - m));
        } else if (MODE == FORGET) {                 /* four threads launch side by side */
            const unsigned bit = threadIdx.x < 4 ? 1u << threadIdx.x : 0u;
            if (hot & bit) node<L + 1, Pix, MODE><<<1, need(L + 1), 0, cudaStreamFireAndForget>>>(fb, w, tx, ty, bit);
        } else if (threadIdx.x == 0 && hot) {        /* one grid for all hot quadrants */
            node<L + 1, Pix, MODE><<<__popc(hot), need(L + 1), 0, cudaStreamFireAndForget>>>(fb, w, tx, ty, hot);
        }
    }
}

/* ---- levels with lists of work: aggregated by tail launches, or driven by the host ---- */
struct Work { unsigned n[4], done[4]; ushort2 item[4][MAXWORK]; };

template <int L, class Pix, int TAIL> __global__ void __launch_bounds__(THREADS)
level(Pix *fb, int w, Work *work, volatile unsigned *mapped)
{
    const ushort2 t = L ? work->item[L][blockIdx.x] : make_ushort2(blockIdx.x % (w / 16), blockIdx.x / (w / 16));
    const unsigned hot = tile<L, Pix>(fb, w, t.x, t.y);
    if constexpr (L < 3) {
        if (threadIdx.x == 0) {
            unsigned at = hot ? atomicAdd(&work->n[L + 1], __popc(hot)) : 0u;
            for (unsigned m = hot; m; m &= m - 1) work->item[L + 1][at++] = sub(L, t.x, t.y, __ffs(m) - 1);
            __threadfence();
            if (atomicAdd(&work->done[L], 1u) == gridDim.x - 1) {
                __threadfence();
                const unsigned n = atomicAdd(&work->n[L + 1], 0u);
                if (!TAIL) { mapped[L + 1] = n; __threadfence_system(); }
                else if (n) level<L + 1, Pix, TAIL><<<n, need(L + 1), 0, cudaStreamTailLaunch>>>(fb, w, work, mapped);
            }
        }
    }
}

/* ---- flat: each block does all the levels of its tile itself ---- */
template <class Pix> __global__ void __launch_bounds__(THREADS) whole(Pix *fb, int w)
{
    if (!tile<0, Pix>(fb, w, blockIdx.x, blockIdx.y)) return;
    const unsigned h1 = tile<1, Pix>(fb, w, blockIdx.x, blockIdx.y);
    for (int i = 0; i < 4; i++) {
        if (!(h1 >> i & 1)) continue;
        const ushort2 q = sub(1, blockIdx.x, blockIdx.y, i);
        const unsigned h2 = tile<2, Pix>(fb, w, q.x, q.y);
        for (int k = 0; k < 4; k++) {
            const ushort2 s = sub(2, q.x, q.y, k);
            if (h2 >> k & 1) tile<3, Pix>(fb, w, s.x, s.y);
        }
    }
}

/* ---- CPU reference: the same image, pixel by pixel ---- */
static long g_rays;
static int ref_tile(uchar3 *img, int w, int L, int tx, int ty)
{
    const int side = L < 2 ? 16 : L == 2 ? 8 : 4, step = L == 0 ? 2 : 1;
    for (int y = ty * side; y < (ty + 1) * side; y += step)
        for (int x = tx * side; x < (tx + 1) * side; x += step) {
            uchar3 c;
            if (L == 0) c = trace(8 * x + 8, 8 * y + 8, w);
            else if (L == 1) c = trace(8 * x + 4, 8 * y + 4, w);
            else if (L == 2) c = four(x, y, w);
            else {
                unsigned rg = 0, b = 0;
                for (int s = 0; s < 16; s++) {
                    const uchar3 q = trace(8 * x + 1 + 2 * (s & 3), 8 * y + 1 + 2 * (s >> 2), w);
                    rg += q.x | (unsigned)q.y << 16;
                    b += q.z;
                }
                c = mean(rg, b, 16);
            }
            g_rays += L == 2 ? 4 : L == 3 ? 16 : 1;
            for (int k = 0; k < step * step; k++) img[(y + k / step) * w + x + k % step] = c;
        }
    if (L == 3) return 1;
    const int parts = L == 0 ? 1 : 4, ss = L == 0 ? 16 : side / 2;
    int tiles = 1;
    unsigned hot = 0;                                /* decide on all before any is refined */
    for (int k = 0; k < parts; k++) {
        const ushort2 s = sub(L, tx, ty, k);
        int lo = 1 << 20, hi = -1;
        for (int i = 0; i < ss * ss; i++) {
            const int v = luma(img[(s.y * ss + i / ss) * w + s.x * ss + i % ss]);
            lo = v < lo ? v : lo;
            hi = v > hi ? v : hi;
        }
        hot |= (unsigned)(hi - lo > lim(L)) << k;
    }
    for (int k = 0; k < parts; k++) {
        const ushort2 s = sub(L, tx, ty, k);
        if (hot >> k & 1) tiles += ref_tile(img, w, L + 1, s.x, s.y);
    }
    return tiles;
}

static void make_scene(void)
{
    unsigned long long st = 20240607ull;
    #define RND(n) ((int)((st = st * 6364136223846793005ull + 1442695040888963407ull) >> 40) % (n))
    memset(&h_scene, 0, sizeof h_scene);
    for (int i = 0; i < NSPH; i++) {
        const float r = (float)(16 + RND(28)) / 64.0f, x = (float)(RND(300) - 150) / 64.0f;
        const float y = (float)(RND(130) - 50) / 64.0f, z = (float)(RND(256) - 40) / 64.0f;
        h_scene.s[i] = make_float4(x, y, z, r * r);
        h_scene.invr[i] = 1.0f / r;
        h_scene.m[i].r = 80 + RND(176); h_scene.m[i].g = 80 + RND(176); h_scene.m[i].b = 80 + RND(176);
        h_scene.m[i].gloss = RND(16);
    }
    h_scene.light = make_float4(-0.48f, 0.8f, -0.36f, 0.0f);
    OK(cudaMemcpyToSymbol(c_scene, &h_scene, sizeof h_scene));
}

/* ---- rows ---- */
enum { HOST = 3, TAILS, FLAT };
static void *d_fb;
static Work *d_work;
static unsigned *h_map, *d_map;

template <class Pix> static void launch(int how, int w)
{
    const dim3 tiles(w / 16, w / 16);
    Pix *fb = (Pix *)d_fb;
    if (how == NULLSTREAM) node<0, Pix, NULLSTREAM><<<tiles, need(0)>>>(fb, w, 0, 0, 0u);
    else if (how == FORGET) node<0, Pix, FORGET><<<tiles, need(0)>>>(fb, w, 0, 0, 0u);
    else if (how == GROUP) node<0, Pix, GROUP><<<tiles, need(0)>>>(fb, w, 0, 0, 0u);
    else if (how == TAILS) level<0, Pix, 1><<<tiles.x * tiles.y, need(0)>>>(fb, w, d_work, d_map);
    else if (how == FLAT) whole<Pix><<<tiles, THREADS>>>(fb, w);
    else {
        volatile unsigned *n = h_map;
        level<0, Pix, 0><<<tiles.x * tiles.y, need(0)>>>(fb, w, d_work, d_map);
        OK(cudaStreamSynchronize(0));
        if (n[1]) { level<1, Pix, 0><<<n[1], need(1)>>>(fb, w, d_work, d_map); OK(cudaStreamSynchronize(0)); }
        if (n[2]) { level<2, Pix, 0><<<n[2], need(2)>>>(fb, w, d_work, d_map); OK(cudaStreamSynchronize(0)); }
        if (n[3]) level<3, Pix, 0><<<n[3], need(3)>>>(fb, w, d_work, d_map);
    }
}

struct Row { const char *name; int w, how; size_t pix; void (*go)(int, int); };
static int cmp(const void *a, const void *b) { const float x = *(const float *)a, y = *(const float *)b; return (x > y) - (x < y); }

template <class Pix> static void encode(void *out, const uchar3 *img, int n) { for (int i = 0; i < n; i++) put((Pix *)out + i, img[i]); }

int main(int argc, char **argv)
{
    static const Row rows[] = {
        {"adaptray_null_rgb8", 128, NULLSTREAM, 3, launch<Rgb8>}, {"adaptray_fnf_rgb8", 128, FORGET, 3, launch<Rgb8>},
        {"adaptray_fnf_rgb8", 160, FORGET, 3, launch<Rgb8>},      {"adaptray_fnf_bf16", 128, FORGET, 6, launch<Bf3>},
        {"adaptray_group_half", 160, GROUP, 8, launch<Hf4>},      {"adaptray_tail_rgb8", 128, TAILS, 3, launch<Rgb8>},
        {"adaptray_tail_bf16", 160, TAILS, 6, launch<Bf3>},       {"adaptray_host_rgb8", 160, HOST, 3, launch<Rgb8>},
        {"adaptray_flat_rgb8", 128, FLAT, 3, launch<Rgb8>},       {"adaptray_flat_rgb8", 160, FLAT, 3, launch<Rgb8>},
    };
    const int runs = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1;
    const char *filter = argc > 2 ? argv[2] : "";
    static uchar3 img[MAXW * MAXW];
    static unsigned char want[MAXW * MAXW * 8], got[MAXW * MAXW * 8];
    float *us = (float *)malloc(sizeof(float) * runs), ms;
    cudaEvent_t a, b;

    OK(cudaMalloc(&d_fb, sizeof got));
    OK(cudaMalloc(&d_work, sizeof(Work)));
    OK(cudaHostAlloc(&h_map, 4 * sizeof(unsigned), cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer(&d_map, h_map, 0));
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    make_scene();
    for (const Row &r : rows) {
        if (!strstr(r.name, filter)) continue;
        const int w = r.w, n = w * w;
        for (int t = 0; t < n / 256; t++) ref_tile(img, w, 0, t % (w / 16), t / (w / 16));
        if (r.pix == 3) encode<Rgb8>(want, img, n);
        else if (r.pix == 6) encode<Bf3>(want, img, n);
        else encode<Hf4>(want, img, n);
        for (int i = 0; i <= runs; i++) {            /* run 0 warms up */
            OK(cudaMemset(d_fb, 0x7f, sizeof got));
            OK(cudaMemset(d_work, 0, sizeof(Work)));
            memset(h_map, 0, 4 * sizeof(unsigned));
            OK(cudaDeviceSynchronize());
            OK(cudaEventRecord(a, 0));
            r.go(r.how, w);
            OK(cudaGetLastError());
            OK(cudaEventRecord(b, 0));
            OK(cudaDeviceSynchronize());
            OK(cudaEventElapsedTime(&ms, a, b));
            if (i) us[i - 1] = ms * 1000.0f;
            OK(cudaMemcpy(got, d_fb, n * r.pix, cudaMemcpyDeviceToHost));
            if (memcmp(got, want, n * r.pix)) { fprintf(stderr, "%s w=%d: image differs from the CPU's\n", r.name, w); return 1; }
        }
        unsigned long long sum = 0;
        for (size_t i = 0; i < n * r.pix; i++) sum = (sum ^ got[i]) * 0x100000001b3ull;
        qsort(us, runs, sizeof *us, cmp);
        fprintf(stderr, "program,%s,w,%d,time,us,%.3f,%.3f,%.3f,%d\n", r.name, w, us[0], us[runs / 2], us[runs - 1], runs);
        fprintf(stderr, "note,%s,w,%d,sum,%llu\n", r.name, w, sum >> 1);
    }
    free(us);
    return 0;
}
