/* stringsort: stable MSD radix sort of variable-length strings, one block per bucket.
 *
 * Strings are up to 20 letters a..z in one pool of bytes; what is sorted is a permutation. A block
 * partitions its bucket by the next letter (27 digits, 0 = end of string; per-warp histograms by
 * __match_any_sync, so that the partition is stable), skipping letters that all its strings share.
 * Of the new buckets, the finished one is written out, tiny ones get an insertion sort (one lane each),
 * small ones a bitonic sort in shared memory (one warp each), and large ones go on as
 *   stringsort_null  a child grid per bucket, NULL stream
 *   stringsort_ff    a child grid per bucket, fire and forget
 *   stringsort_agg   a child grid per parent with a block per bucket, fire and forget
 *   stringsort_tail  level by level, the last block of a level tail-launches the next one
 *   stringsort_host  level by level, driven by the host
 *   stringsort_lsd   no recursion: two stable CUB radix sorts on packed letters (5 bits each)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "stringsort.cu:%d: %s\n", __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

typedef unsigned int u32;
typedef unsigned long long u64;

#define MAXLEN   20
#define DIGITS   32          /* 27 in use; one lane each */
#define TINY     6           /* insertion sort by one lane */
#define SMALL    128         /* bitonic sort by one warp */
#define PACKED   12          /* letters in one 60-bit key */
#define MAXWARPS 16
#define FULL     0xffffffffu

struct Str { u32 off : 22; u32 len : 5; u32 : 5; };

#pragma pack(push, 1)
struct Bucket { u32 lo; u32 n; unsigned char depth : 7; unsigned char flip : 1; };   /* 9 bytes */
#pragma pack(pop)

struct Job {
    const unsigned char *chars;
    const Str *str;
    u32 *buf0, *buf1;        /* the permutation, back and forth */
    u32 *out;
    Bucket *list;            /* buckets of agg, tail, host */
    u32 *count;              /* [0] buckets in the list, [1] blocks done in this level */
};

/* ---- strings ---------------------------------------------------------------------------------- */

__device__ __forceinline__ int digit_at(const Job &J, u32 s, int depth)
{
    const Str t = J.str[s];
    return depth < (int)t.len ? J.chars[t.off + depth] - 'a' + 1 : 0;
}

__device__ u64 pack_letters(const Job &J, u32 s, int from, int letters)
{
    const Str t = J.str[s];
    u64 key = 0;
    for (int i = from; i < from + letters; ++i)
        key = key << 5 | (i < (int)t.len ? (u64)(J.chars[t.off + i] - 'a' + 1) : 0ull);
    return key;
}

/* strict order of strings that agree before letter `from`; equal strings by index */
__device__ bool string_less(const Job &J, u32 a, u32 b, int from)
{
    for (int i = from; i < MAXLEN; ++i) {
        const int x = digit_at(J, a, i), y = digit_at(J, b, i);
        if (x != y) return x < y;
        if (x == 0) break;
    }
    return a < b;
}

__device__ void insertion_sort(const Job &J, const u32 *in, u32 *out, u32 n, int from)
{
    for (u32 i = 0; i < n; ++i) {
        const u32 s = in[i];
        u32 k = i;
        while (k > 0 && string_less(J, s, out[k - 1], from)) { out[k] = out[k - 1]; --k; }
        out[k] = s;
    }
}

/* one warp; key and id are its own arrays of SMALL entries in shared memory */
__device__ void bitonic_sort(const Job &J, u64 *key, u32 *id, const u32 *in, u32 *out, u32 n, int from)
{
    const u32 lane = threadIdx.x & 31;
    u32 size = 2;
    while (size < n) size <<= 1;
    for (u32 i = lane; i < size; i += 32) {
        const u32 s = i < n ? in[i] : FULL;
        id[i] = s;
        key[i] = i < n ? pack_letters(J, s, from, PACKED) : ~0ull;
    }
    __syncwarp();
    for (u32 k = 2; k <= size; k <<= 1)
        for (u32 j = k >> 1; j > 0; j >>= 1) {
            for (u32 t = lane; t < size / 2; t += 32) {
                const u32 a = 2 * t - (t & (j - 1)), b = a + j;
                const u64 ka = key[a], kb = key[b];
                const u32 ia = id[a], ib = id[b];
                bool swap;
                if (ka != kb) swap = ka > kb;
                else if (ia == FULL || ib == FULL) swap = false;          /* both are padding */
                else swap = string_less(J, ib, ia, from + PACKED);
                if (swap == ((a & k) == 0) && !(ia == FULL && ib == FULL)) {
                    key[a] = kb; key[b] = ka;
                    id[a] = ib; id[b] = ia;
                }
            }
            __syncwarp();
        }
    for (u32 i = lane; i < n; i += 32) out[i] = id[i];
    __syncwarp();
}

/* ---- one bucket by one block ------------------------------------------------------------------ */

struct Parts { u32 start[DIGITS], total[DIGITS]; int depth; int whole; };

extern __shared__ u64 dyn_smem[];   /* bitonic keys, bitonic ids, digit counts: all per warp */

static __host__ __device__ u32 smem_bytes(u32 threads)
{
    return threads / 32 * (SMALL * (8 + 4) + DIGITS * 4);
}

/* Partitions bucket b and finishes its small parts. On return (all threads, synchronised) P describes
 * the parts; those with digit > 0 and total > SMALL are left to the caller, in the other buffer. */
__device__ void split_bucket(const Job &J, const Bucket &b, Parts &P)
{
    const u32 lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
    u64 *keys = dyn_smem + w * SMALL;
    u32 *ids = (u32 *)(dyn_smem + nw * SMALL) + w * SMALL;
    u32 *counts = (u32 *)(dyn_smem + nw * SMALL) + nw * SMALL;       /* [nw][DIGITS] */
    u32 *mine = counts + w * DIGITS;
    const u32 lo = b.lo, n = b.n;
    const u32 *src = (b.flip ? J.buf1 : J.buf0) + lo;
    u32 *dst = (b.flip ? J.buf0 : J.buf1) + lo, *out = J.out + lo;
    const u32 chunk = (n + 32 * nw - 1) / (32 * nw) * 32;
    const u32 first = min(w * chunk, n), last = min(first + chunk, n);
    int depth = b.depth;

    for (;; ++depth) {
        mine[lane] = 0;
        __syncwarp();
        for (u32 base = first; base < last; base += 32) {
            const bool in = base + lane < last;
            const int d = in ? digit_at(J, src[base + lane], depth) : DIGITS;
            const u32 peers = __match_any_sync(FULL, d);
            if (in && lane == __ffs(peers) - 1) mine[d] += __popc(peers);
            __syncwarp();
        }
        __syncthreads();
        if (w == 0) {
            u32 sum = 0;
            for (u32 k = 0; k < nw; ++k) {
                const u32 c = counts[k * DIGITS + lane];
                counts[k * DIGITS + lane] = sum;
                sum += c;
            }
            u32 incl = sum;
            for (int s = 1; s < 32; s <<= 1) {
                const u32 up = __shfl_up_sync(FULL, incl, s);
                if (lane >= s) incl += up;
            }
            P.total[lane] = sum;
            P.start[lane] = incl - sum;
            const u32 whole = __ballot_sync(FULL, sum == n);
            if (lane == 0) P.whole = whole > 1;          /* one common letter, not the end */
            if (lane == 0) P.depth = depth + 1;
        }
        __syncthreads();
        if (!P.whole) break;
        __syncthreads();
    }

    for (u32 base = first; base < last; base += 32) {
        const bool in = base + lane < last;
        const u32 s = in ? src[base + lane] : 0;
        const int d = in ? digit_at(J, s, depth) : DIGITS;
        const u32 peers = __match_any_sync(FULL, d);
        const u32 rank = __popc(peers & ((1u << lane) - 1));
        if (in) (d == 0 ? out : dst)[P.start[d] + mine[d] + rank] = s;
        __syncwarp();
        if (in && rank == 0) mine[d] += __popc(peers);
        __syncwarp();
    }
    __syncthreads();

    if (w == 0) {
        const u32 m = P.total[lane], at = P.start[lane];
        if (lane > 0 && m > 0 && m <= TINY) insertion_sort(J, dst + at, out + at, m, depth + 1);
        __syncwarp();
    }
    for (u32 d = 1 + w; d < DIGITS; d += nw) {
        const u32 m = P.total[d], at = P.start[d];
        if (m > TINY && m <= SMALL) bitonic_sort(J, keys, ids, dst + at, out + at, m, depth + 1);
    }
    __threadfence();
    __syncthreads();
}

__device__ __forceinline__ u32 threads_for(u32 n) { return n > 2048 ? 512 : n > 512 ? 256 : 128; }

__device__ __forceinline__ Bucket make_bucket(u32 lo, u32 n, int depth, int flip)
{
    Bucket b;
    b.lo = lo;
    b.n = n;
    b.depth = (unsigned char)depth;
    b.flip = (unsigned char)flip;
    return b;
}

/* ---- kernels ---------------------------------------------------------------------------------- */

template <bool FF>
__global__ void __launch_bounds__(512) sort_bucket(Job J, Bucket b)
{
    __shared__ Parts P;
    split_bucket(J, b, P);
    if (threadIdx.x == 0 || threadIdx.x >= DIGITS) return;
    const u32 n = P.total[threadIdx.x];
    if (n <= SMALL) return;
    const Bucket c = make_bucket(b.lo + P.start[threadIdx.x], n, P.depth, !b.flip);
    const u32 t = threads_for(n);
    sort_bucket<FF><<<1, t, smem_bytes(t), FF ? cudaStreamFireAndForget : (cudaStream_t)0>>>(J, c);
}

/* appends the large parts of bucket b to the list (first warp only); returns their place and number */
__device__ u32 append_parts(const Job &J, const Bucket &b, const Parts &P, u32 *place, u32 *biggest)
{
    const u32 lane = threadIdx.x;
    const u32 n = lane > 0 ? P.total[lane] : 0;
    const u32 mask = __ballot_sync(FULL, n > SMALL);
    u32 at = 0;
    if (lane == 0 && mask) at = atomicAdd(&J.count[0], (u32)__popc(mask));
    at = __shfl_sync(FULL, at, 0);
    if (n > SMALL) {
        J.list[at + __popc(mask & ((1u << lane) - 1))] = make_bucket(b.lo + P.start[lane], n, P.depth, !b.flip);
        __threadfence();
    }
    *biggest = __reduce_max_sync(FULL, n);
    *place = at;
    __syncwarp();
    return __popc(mask);
}

__global__ void __launch_bounds__(512) sort_list(Job J, u32 first)
{
    __shared__ Parts P;
    const Bucket b = J.list[first + blockIdx.x];
    split_bucket(J, b, P);
    if (threadIdx.x >= 32) return;
    u32 place, biggest;
    const u32 parts = append_parts(J, b, P, &place, &biggest);
    const u32 t = threads_for(biggest);
    if (threadIdx.x == 0 && parts)
        sort_list<<<parts, t, smem_bytes(t), cudaStreamFireAndForget>>>(J, place);
}

template <bool TAIL>
__global__ void __launch_bounds__(512) sort_level(Job J, u32 first)
{
    __shared__ Parts P;
    const Bucket b = J.list[first + blockIdx.x];
    split_bucket(J, b, P);
    if (threadIdx.x >= 32) return;
    u32 place, biggest;
    append_parts(J, b, P, &place, &biggest);
    if (TAIL && threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&J.count[1], 1u) == gridDim.x - 1) {
            __threadfence();
            const u32 next = first + gridDim.x, end = atomicAdd(&J.count[0], 0u);
            J.count[1] = 0;
            if (end > next)
                sort_level<TAIL><<<end - next, 256, smem_bytes(256), cudaStreamTailLaunch>>>(J, next);
        }
    }
}

__global__ void lsd_keys(Job J, const u32 *order, u64 *keys, u32 n, int from, int letters)
{
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        keys[i] = pack_letters(J, order[i], from, letters);
}

/* ---- host ------------------------------------------------------------------------------------- */

static u64 rng_state = 0x2545f4914f6cdd1dull;
static u32 rng(u32 below)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (u32)((rng_state >> 32) % below);
}

static u32 make_strings(u32 n, unsigned char *chars, Str *str)
{
    static const char *const stem[8] = {"inter", "trans", "counter", "re", "un", "super", "electro", "con"};
    u32 at = 0;
    for (u32 i = 0; i < n; ++i) {
        char s[MAXLEN + 1];
        u32 len = 0;
        const u32 stems = rng(3);                           /* 0..2 stems, the first ones the likelier */
        for (u32 k = 0; k < stems; ++k)
            for (const char *p = stem[std::min(rng(8), rng(8))]; *p && len < MAXLEN; ++p) s[len++] = *p;
        const u32 tail = len + rng(8);
        while (len < MAXLEN && len < tail) s[len++] = (char)('a' + std::min(rng(26), rng(26)));
        if (i > 8 && rng(20) == 0) {                        /* a copy of an earlier string */
            const Str t = str[rng(i)];
            len = t.len;
            memcpy(s, chars + t.off, len);
        }
        memcpy(chars + at, s, len);
        str[i].off = at;
        str[i].len = len;
        at += len;
    }
    return at;
}

int main(int argc, char **argv)
{
    const int runs = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1;
    const char *filter = argc > 2 ? argv[2] : "";
    static const u32 sizes[2] = {5000, 16000};
    static const struct { const char *name; bool both; } rows[6] = {
        {"stringsort_null", true}, {"stringsort_ff", true}, {"stringsort_agg", true},
        {"stringsort_tail", true}, {"stringsort_host", false}, {"stringsort_lsd", false}};
    OK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));

    cudaStream_t st;
    cudaEvent_t ev[2];
    OK(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
    for (int i = 0; i < 2; ++i) OK(cudaEventCreate(&ev[i]));
    u32 *h_count;
    OK(cudaHostAlloc(&h_count, sizeof(u32), cudaHostAllocDefault));

    for (int z = 0; z < 2; ++z) {
        const u32 n = sizes[z];
        unsigned char *chars = (unsigned char *)malloc((size_t)n * MAXLEN);
        Str *str = (Str *)calloc(n, sizeof(Str));
        u32 *want = (u32 *)malloc(n * sizeof(u32)), *got = (u32 *)malloc(n * sizeof(u32));
        u32 *iota = (u32 *)malloc(n * sizeof(u32));
        const u32 bytes = make_strings(n, chars, str);
        for (u32 i = 0; i < n; ++i) iota[i] = want[i] = i;
        std::stable_sort(want, want + n, [=](u32 a, u32 b) {
            const int c = memcmp(chars + str[a].off, chars + str[b].off, std::min(str[a].len, str[b].len));
            return c ? c < 0 : str[a].len < str[b].len;
        });

        Job J;
        unsigned char *d_chars;
        Str *d_str;
        u64 *keys[2];
        void *temp = NULL;
        size_t temp_bytes = 0;
        OK(cudaMalloc(&d_chars, bytes));
        OK(cudaMalloc(&d_str, n * sizeof(Str)));
        OK(cudaMalloc(&J.buf0, n * sizeof(u32)));
        OK(cudaMalloc(&J.buf1, n * sizeof(u32)));
        OK(cudaMalloc(&J.out, n * sizeof(u32)));
        OK(cudaMalloc(&J.list, n * sizeof(Bucket)));
        OK(cudaMalloc(&J.count, 2 * sizeof(u32)));
        for (int i = 0; i < 2; ++i) OK(cudaMalloc(&keys[i], n * sizeof(u64)));
        OK(cub::DeviceRadixSort::SortPairs(temp, temp_bytes, keys[0], keys[1], J.buf0, J.buf1, (int)n, 0, 60, st));
        OK(cudaMalloc(&temp, temp_bytes));
        OK(cudaMemcpy(d_chars, chars, bytes, cudaMemcpyHostToDevice));
        OK(cudaMemcpy(d_str, str, n * sizeof(Str), cudaMemcpyHostToDevice));
        J.chars = d_chars;
        J.str = d_str;
        Bucket root;
        root.lo = 0;
        root.n = n;
        root.depth = 0;
        root.flip = 0;
        const u32 one[2] = {1, 0};

        for (int v = 0; v < 6; ++v) {
            if (!strstr(rows[v].name, filter) || (z == 0 && !rows[v].both)) continue;
            double *us = (double *)malloc(runs * sizeof(double));
            for (int r = -1; r < runs; ++r) {
                OK(cudaMemcpy(J.buf0, iota, n * sizeof(u32), cudaMemcpyHostToDevice));
                OK(cudaMemset(J.buf1, 0xff, n * sizeof(u32)));
                OK(cudaMemset(J.out, 0xff, n * sizeof(u32)));
                OK(cudaMemcpy(J.list, &root, sizeof root, cudaMemcpyHostToDevice));
                OK(cudaMemcpy(J.count, one, sizeof one, cudaMemcpyHostToDevice));
                OK(cudaDeviceSynchronize());
                OK(cudaEventRecord(ev[0], st));
                const u32 sm = smem_bytes(512);
                if (v == 0) sort_bucket<false><<<1, 512, sm, st>>>(J, root);
                if (v == 1) sort_bucket<true><<<1, 512, sm, st>>>(J, root);
                if (v == 2) sort_list<<<1, 512, sm, st>>>(J, 0);
                if (v == 3) sort_level<true><<<1, 512, sm, st>>>(J, 0);
                if (v == 4)
                    for (u32 first = 0, end = 1, threads = 512; first < end; threads = 256) {
                        sort_level<false><<<end - first, threads, smem_bytes(threads), st>>>(J, first);
                        OK(cudaMemcpyAsync(h_count, J.count, sizeof(u32), cudaMemcpyDeviceToHost, st));
                        OK(cudaStreamSynchronize(st));
                        first = end;
                        end = *h_count;
                    }
                if (v == 5) {
                    lsd_keys<<<(n + 255) / 256, 256, 0, st>>>(J, J.buf0, keys[0], n, PACKED, MAXLEN - PACKED);
                    OK(cub::DeviceRadixSort::SortPairs(temp, temp_bytes, keys[0], keys[1], J.buf0, J.buf1, (int)n,
                                                       0, 5 * (MAXLEN - PACKED), st));
                    lsd_keys<<<(n + 255) / 256, 256, 0, st>>>(J, J.buf1, keys[0], n, 0, PACKED);
                    OK(cub::DeviceRadixSort::SortPairs(temp, temp_bytes, keys[0], keys[1], J.buf1, J.out, (int)n,
                                                       0, 5 * PACKED, st));
                }
                OK(cudaGetLastError());
                OK(cudaEventRecord(ev[1], st));
                OK(cudaDeviceSynchronize());
                float ms;
                OK(cudaEventElapsedTime(&ms, ev[0], ev[1]));
                if (r >= 0) us[r] = 1000.0 * ms;
                OK(cudaMemcpy(got, J.out, n * sizeof(u32), cudaMemcpyDeviceToHost));
                for (u32 i = 0; i < n; ++i)
                    if (got[i] != want[i]) {
                        fprintf(stderr, "%s n=%u: place %u has string %u, not %u\n", rows[v].name, n, i, got[i], want[i]);
                        return 1;
                    }
            }
            u64 sum = 0;
            for (u32 i = 0; i < n; ++i) sum = (sum ^ got[i]) * 0x100000001b3ull + (sum >> 40);
            std::sort(us, us + runs);
            fprintf(stderr, "program,%s,strings,%u,time,us,%.3f,%.3f,%.3f,%d\n", rows[v].name, n, us[0], us[runs / 2],
                    us[runs - 1], runs);
            fprintf(stderr, "note,%s,strings,%u,sum,%llu\n", rows[v].name, n, sum >> 1);
            free(us);
        }
        void *all[] = {d_chars, d_str, J.buf0, J.buf1, J.out, J.list, J.count, keys[0], keys[1], temp};
        for (void *p : all) OK(cudaFree(p));
        free(chars); free(str); free(want); free(got); free(iota);
    }
    return 0;
}
