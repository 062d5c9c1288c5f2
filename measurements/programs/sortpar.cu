/*
 * sortpar - sorting 32-bit keys with 32-bit values using CUDA dynamic parallelism.
 *
 * Quicksort: one thread block partitions a range around a sampled pivot (count pass, block scan over
 * the warps, ordered scatter pass), then thread 0 launches a grid for each side.  Ranges of up to
 * kSmall records are sorted bitonically in shared memory.
 *
 *   sortpar_streams  the two sides go into two non-blocking device streams
 *   sortpar_null     both sides go into the default stream of the block
 *   sortpar_ff       fire-and-forget launches
 *   sortpar_radix    no dynamic parallelism: host-driven LSD radix sort, 4 x 8 bits
 *
 * Usage: sortpar [runs] [row filter]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

#define checkCuda(x) checkCudaImpl((x), #x, __FILE__, __LINE__)
static void checkCudaImpl(cudaError_t status, const char *expr, const char *file, int line)
{
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "CUDA error %d (%s) at %s:%d in \"%s\"\n", (int)status, cudaGetErrorString(status), file, line, expr);
    exit(1);
}

// A record is key:value packed in 64 bits, so that one comparison orders by key, then by value.
typedef unsigned long long Record;

const int kSmall       = 256;       // bitonic below this
const int kSortThreads = kSmall / 2;
const int kMaxDepth    = 22;
const int kMaxThreads  = 512;

enum LaunchPolicy { kStreams, kDefaultStream, kFireForget };

__device__ unsigned int deviceErrorCount;

__device__ __forceinline__ unsigned int laneMaskLt()
{
    unsigned int m;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
    return m;
}

__device__ __forceinline__ void compareExchange(Record &a, Record &b, bool ascending)
{
    Record x = a, y = b;
    if ((x > y) == ascending) {
        a = y;
        b = x;
    }
}

__device__ __forceinline__ void noteLaunch()
{
    if (cudaGetLastError() != cudaSuccess)
        atomicAdd(&deviceErrorCount, 1u);
}

// Sorts src[0..count) into dst[0..count), count <= kSmall; src and dst may be the same.
__global__ void __launch_bounds__(kSortThreads) bitonicSmall(const Record *src, Record *dst, int count)
{
    __shared__ Record s[kSmall];
    int size = 2;
    while (size < count)
        size <<= 1;
    for (int i = threadIdx.x; i < size; i += blockDim.x)
        s[i] = i < count ? src[i] : ~0ull;

    for (int k = 2; k <= size; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int i = threadIdx.x;
            if (i < size / 2) {
                int lo = 2 * i - (i & (j - 1));
                compareExchange(s[lo], s[lo + j], (lo & k) == 0);
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        dst[i] = s[i];
}

// Safety net for hopeless pivots: heap sort by one thread.
__device__ void heapSort(Record *a, int n)
{
    for (int start = n / 2 - 1, end = n; end > 1;) {
        if (start >= 0) {
            // building the heap
        } else {
            --end;
            Record t = a[0]; a[0] = a[end]; a[end] = t;
        }
        int root = start >= 0 ? start : 0;
        Record v = a[root];
        for (int child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && a[child + 1] > a[child])
                ++child;
            if (a[child] <= v)
                break;
            a[root] = a[child];
        }
        a[root] = v;
        if (start >= 0)
            --start;
    }
}

__device__ __forceinline__ Record samplePivot(const Record *src, int n, int lane)
{
    Record mine = src[(int)((long long)n * (2 * lane + 1) / 64)];
    int rank = 0;
#pragma unroll 8
    for (int i = 0; i < 32; ++i)
        rank += __shfl_sync(0xffffffffu, mine, i) < mine;
    return __shfl_sync(0xffffffffu, mine, __ffs(__ballot_sync(0xffffffffu, rank == 16)) - 1);
}

// Partitions the n records at `src` into `other` (same range of the other buffer).  `home` tells
// whether `other` is the buffer in which the result has to end up.
template <LaunchPolicy P>
__global__ void __launch_bounds__(kMaxThreads) quickSort(Record *src, Record *other, int n, bool otherIsHome, int depth)
{
    __shared__ int warpLess[32];
    __shared__ Record pivotShared;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;

    if (depth >= kMaxDepth) {
        if (threadIdx.x == 0) {
            heapSort(src, n);
            if (otherIsHome)
                for (int i = 0; i < n; ++i)
                    other[i] = src[i];
        }
        return;
    }

    if (warp == 0) {
        Record p = samplePivot(src, n, lane);
        if (lane == 0)
            pivotShared = p;
    }
    __syncthreads();
    const Record pivot = pivotShared;

    // each warp owns a contiguous slice
    const int slice = ((n + warps - 1) / warps + 31) & ~31;
    const int begin = min(warp * slice, n), end = min(begin + slice, n);

    int less = 0;
    for (int i = begin + lane; i < end; i += 32)
        less += src[i] < pivot;
    less = __reduce_add_sync(0xffffffffu, less);
    if (lane == 0)
        warpLess[warp] = less;
    __syncthreads();

    if (warp == 0) {                        // inclusive scan over the warps
        int v = lane < warps ? warpLess[lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            int t = __shfl_up_sync(0xffffffffu, v, d);
            if (lane >= d)
                v += t;
        }
        warpLess[lane] = v;
    }
    __syncthreads();

    const int total = warpLess[31];
    int left = warp ? warpLess[warp - 1] : 0;
    int right = total + begin - left;
    for (int base = begin; base < end; base += 32) {
        const int i = base + lane;
        const bool valid = i < end;
        const Record r = valid ? src[i] : 0;
        const unsigned int lessMask = __ballot_sync(0xffffffffu, valid && r < pivot);
        const int before = __popc(lessMask & laneMaskLt());
        if (valid)
            other[(lessMask >> lane) & 1 ? left + before : right + lane - before] = r;
        const int lessHere = __popc(lessMask);
        left += lessHere;
        right += 32 - lessHere;             // only the last, partial step over-counts
    }
    __syncthreads();

    if (threadIdx.x != 0)
        return;
    for (int side = 0; side < 2; ++side) {
        const int first = side ? total : 0, m = side ? n - total : total;
        if (m == 0)
            continue;
        cudaStream_t stream = 0;
        if (P == kStreams)
            cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        else if (P == kFireForget)
            stream = cudaStreamFireAndForget;
        if (m <= kSmall) {
            bitonicSmall<<<1, kSortThreads, 0, stream>>>(other + first, otherIsHome ? other + first : src + first, m);
        } else {
            const int threads = m > 16384 ? 512 : (m > 2048 ? 256 : 128);
            quickSort<P><<<1, threads, 0, stream>>>(other + first, src + first, m, !otherIsHome, depth + 1);
        }
        noteLaunch();
        if (P == kStreams)
            cudaStreamDestroy(stream);
    }
}

__global__ void packRecords(const uint32_t *keys, const uint32_t *vals, Record *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = ((Record)__ldg(keys + i) << 32) | __ldg(vals + i);
}

__global__ void unpackRecords(const Record *in, uint32_t *keys, uint32_t *vals, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Record r = in[i];
        keys[i] = (uint32_t)(r >> 32);
        vals[i] = (uint32_t)r;
    }
}

//////////////////////////////////////////////////////////////////////////////////// radix sort
const int kRadixThreads = 256, kRadixItems = 8, kRadixTile = kRadixThreads * kRadixItems;

__global__ void __launch_bounds__(kRadixThreads) radixCount(const uint32_t *keys, int n, int shift, int *hist)
{
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    const int base = blockIdx.x * kRadixTile;
#pragma unroll
    for (int k = 0; k < kRadixItems; ++k) {
        int i = base + k * kRadixThreads + threadIdx.x;
        if (i < n)
            atomicAdd(&bins[(keys[i] >> shift) & 255], 1);
    }
    __syncthreads();
    hist[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// exclusive scan in place, one block of 1024
__global__ void __launch_bounds__(1024) radixScan(int *data, int count)
{
    __shared__ int warpSum[32];
    __shared__ int carry;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (threadIdx.x == 0)
        carry = 0;
    __syncthreads();
    for (int base = 0; base < count; base += 1024) {
        const int i = base + threadIdx.x;
        const int x = i < count ? data[i] : 0;
        int v = x;
        for (int d = 1; d < 32; d <<= 1) {
            int t = __shfl_up_sync(0xffffffffu, v, d);
            if (lane >= d)
                v += t;
        }
        if (lane == 31)
            warpSum[warp] = v;
        __syncthreads();
        if (warp == 0) {
            int w = warpSum[lane];
            for (int d = 1; d < 32; d <<= 1) {
                int t = __shfl_up_sync(0xffffffffu, w, d);
                if (lane >= d)
                    w += t;
            }
            warpSum[lane] = w;
        }
        __syncthreads();
        const int start = carry;
        if (i < count)
            data[i] = start + (warp ? warpSum[warp - 1] : 0) + v - x;
        __syncthreads();
        if (threadIdx.x == 0)
            carry = start + warpSum[31];
        __syncthreads();
    }
}

// stable scatter: every warp owns 256 consecutive items of the tile
__global__ void __launch_bounds__(kRadixThreads)
radixScatter(const uint32_t *keys, const uint32_t *vals, uint32_t *keysOut, uint32_t *valsOut, int n, int shift, const int *hist)
{
    __shared__ int offset[kRadixThreads / 32][256];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int w = 0; w < kRadixThreads / 32; ++w)
        offset[w][threadIdx.x] = 0;
    __syncthreads();

    const int base = blockIdx.x * kRadixTile + warp * 32 * kRadixItems + lane;
    uint32_t key[kRadixItems];
    int rank[kRadixItems];
#pragma unroll
    for (int k = 0; k < kRadixItems; ++k) {
        const int i = base + k * 32;
        key[k] = i < n ? keys[i] : 0;
        const int digit = i < n ? (int)((key[k] >> shift) & 255) : 256;
        const unsigned int peers = __match_any_sync(0xffffffffu, digit);
        const int before = __popc(peers & laneMaskLt());
        const int seen = digit < 256 ? offset[warp][digit] : 0;
        __syncwarp();
        if (before == 0 && digit < 256)
            offset[warp][digit] = seen + __popc(peers);
        __syncwarp();
        rank[k] = seen + before;
    }
    __syncthreads();
    int run = hist[threadIdx.x * gridDim.x + blockIdx.x];
    for (int w = 0; w < kRadixThreads / 32; ++w) {
        const int c = offset[w][threadIdx.x];
        offset[w][threadIdx.x] = run;
        run += c;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kRadixItems; ++k) {
        const int i = base + k * 32;
        if (i < n) {
            const int to = offset[warp][(key[k] >> shift) & 255] + rank[k];
            keysOut[to] = key[k];
            valsOut[to] = vals[i];
        }
    }
}

//////////////////////////////////////////////////////////////////////////////////// host
struct Buffers {
    uint32_t *keys, *vals, *keysTmp, *valsTmp;
    Record *a, *b;
    int *hist;
};

template <LaunchPolicy P> void sortQuick(const Buffers &d, int n)
{
    const int blocks = (n + 255) / 256;
    packRecords<<<blocks, 256>>>(d.keys, d.vals, d.a, n);
    checkCuda(cudaGetLastError());
    quickSort<P><<<1, n > 16384 ? 512 : 256>>>(d.a, d.b, n, false, 0);
    checkCuda(cudaGetLastError());
    unpackRecords<<<blocks, 256>>>(d.a, d.keys, d.vals, n);
    checkCuda(cudaGetLastError());
}

void sortRadix(const Buffers &d, int n)
{
    uint32_t *k0 = d.keys, *v0 = d.vals, *k1 = d.keysTmp, *v1 = d.valsTmp;
    const int blocks = (n + kRadixTile - 1) / kRadixTile;
    for (int shift = 0; shift < 32; shift += 8) {       // an even number of passes ends in keys/vals
        radixCount<<<blocks, kRadixThreads>>>(k0, n, shift, d.hist);
        checkCuda(cudaGetLastError());
        radixScan<<<1, 1024>>>(d.hist, 256 * blocks);
        checkCuda(cudaGetLastError());
        radixScatter<<<blocks, kRadixThreads>>>(k0, v0, k1, v1, n, shift, d.hist);
        checkCuda(cudaGetLastError());
        std::swap(k0, k1);
        std::swap(v0, v1);
    }
}

int main(int argc, char **argv)
{
    const int runs = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1;
    const char *filter = argc > 2 ? argv[2] : NULL;
    const struct { const char *name; void (*sort)(const Buffers &, int); } rows[] = {
        {"sortpar_streams", sortQuick<kStreams>},
        {"sortpar_null", sortQuick<kDefaultStream>},
        {"sortpar_ff", sortQuick<kFireForget>},
        {"sortpar_radix", sortRadix},
    };
    checkCuda(cudaSetDevice(0));
    checkCuda(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));

    const int sizes[] = {20000, 200000};
    for (int si = 0; si < 2; ++si) {
        const int n = sizes[si];
        const size_t bytes = n * sizeof(uint32_t);
        uint32_t *hKeys, *hVals, *rKeys, *rVals;        // pinned: inputs and results
        checkCuda(cudaMallocHost(&hKeys, bytes));
        checkCuda(cudaMallocHost(&hVals, bytes));
        checkCuda(cudaMallocHost(&rKeys, bytes));
        checkCuda(cudaMallocHost(&rVals, bytes));
        std::vector<Record> expected(n);
        uint32_t lcg = 12345u + n;
        for (int i = 0; i < n; ++i) {
            lcg = lcg * 1664525u + 1013904223u;
            uint32_t hi = lcg >> 16;
            lcg = lcg * 1664525u + 1013904223u;
            hKeys[i] = (hi << 16) | (lcg >> 16);
            if (i % 5 == 0)
                hKeys[i] &= 0x0fff0000u;                // a share of frequent, small keys
            hVals[i] = i;
            expected[i] = ((Record)hKeys[i] << 32) | hVals[i];
        }
        std::sort(expected.begin(), expected.end());

        Buffers d;
        const int radixBlocks = (n + kRadixTile - 1) / kRadixTile;
        checkCuda(cudaMalloc(&d.keys, bytes));
        checkCuda(cudaMalloc(&d.vals, bytes));
        checkCuda(cudaMalloc(&d.keysTmp, bytes));
        checkCuda(cudaMalloc(&d.valsTmp, bytes));
        checkCuda(cudaMalloc(&d.a, n * sizeof(Record)));
        checkCuda(cudaMalloc(&d.b, n * sizeof(Record)));
        checkCuda(cudaMalloc(&d.hist, 256 * radixBlocks * sizeof(int)));
        cudaEvent_t start, stop;
        checkCuda(cudaEventCreate(&start));
        checkCuda(cudaEventCreate(&stop));

        for (const auto &row : rows) {
            if (filter && !strstr(row.name, filter))
                continue;
            std::vector<float> t;
            unsigned long long sum = 0;
            for (int run = 0; run <= runs; ++run) {     // run 0 warms up
                checkCuda(cudaMemcpy(d.keys, hKeys, bytes, cudaMemcpyHostToDevice));
                checkCuda(cudaMemcpy(d.vals, hVals, bytes, cudaMemcpyHostToDevice));
                checkCuda(cudaDeviceSynchronize());
                checkCuda(cudaEventRecord(start, 0));
                row.sort(d, n);
                checkCuda(cudaEventRecord(stop, 0));
                checkCuda(cudaEventSynchronize(stop));
                float ms;
                checkCuda(cudaEventElapsedTime(&ms, start, stop));
                if (run > 0)
                    t.push_back(1000.0f * ms);

                unsigned int failed;
                checkCuda(cudaMemcpyFromSymbol(&failed, deviceErrorCount, sizeof(failed)));
                checkCuda(cudaMemcpy(rKeys, d.keys, bytes, cudaMemcpyDeviceToHost));
                checkCuda(cudaMemcpy(rVals, d.vals, bytes, cudaMemcpyDeviceToHost));
                sum = 0;
                for (int i = 0; i < n; ++i) {
                    Record r = ((Record)rKeys[i] << 32) | rVals[i];
                    if (failed || r != expected[i]) {
                        fprintf(stderr, "%s: n=%d wrong at %d: %016llx, expected %016llx (%u failed launches)\n", row.name, n, i, r,
                                expected[i], failed);
                        abort();
                    }
                    sum = sum * 31 + r;
                }
            }
            std::sort(t.begin(), t.end());
            fprintf(stderr, "program,%s,n,%d,time,us,%.2f,%.2f,%.2f,%d\n", row.name, n, t[0], t[t.size() / 2], t.back(), runs);
            fprintf(stderr, "note,%s,n,%d,sum,%llu\n", row.name, n, sum);
        }
        checkCuda(cudaEventDestroy(start));
        checkCuda(cudaEventDestroy(stop));
        void *device[] = {d.keys, d.vals, d.keysTmp, d.valsTmp, d.a, d.b, d.hist};
        for (void *p : device)
            checkCuda(cudaFree(p));
        void *host[] = {hKeys, hVals, rKeys, rVals};
        for (void *p : host)
            checkCuda(cudaFreeHost(p));
    }
    return 0;
}
