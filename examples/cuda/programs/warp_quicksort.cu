// Quicksort by whole blocks: warps partition their numbers with votes and one atomic operation a warp; the last block of a part launches the
// sorting of both halves, small ones by a bitonic network in shared memory.
// Run with: cdpsim run warp_quicksort.cu [NUMBERS]
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

constexpr unsigned BLOCK = 128;
constexpr unsigned SMALL = 256;
constexpr unsigned DEEPEST = 24;

struct Part {
    unsigned below, above, done;
};

__global__ void bitonic(unsigned *from, unsigned *to, unsigned count) {
    __shared__ unsigned numbers[SMALL];
    cg::thread_block block = cg::this_thread_block();
    for (unsigned i = block.thread_rank(); i < SMALL; i += block.size()) numbers[i] = i < count ? from[i] : 0xffffffffu;
    cg::sync(block);
    for (unsigned size = 2; size <= SMALL; size *= 2) {
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            for (unsigned i = block.thread_rank(); i < SMALL; i += block.size()) {
                unsigned other = i ^ stride;
                if (other > i && (numbers[i] > numbers[other]) == ((i & size) == 0)) {
                    unsigned number = numbers[i];
                    numbers[i] = numbers[other];
                    numbers[other] = number;
                }
            }
            cg::sync(block);
        }
    }
    for (unsigned i = block.thread_rank(); i < count; i += block.size()) to[i] = numbers[i];
}

__global__ void sort(unsigned *numbers, unsigned *spare, unsigned *result, unsigned count, Part *parts, unsigned depth);

__device__ void sortPart(unsigned *numbers, unsigned *spare, unsigned *result, unsigned count, Part *parts, unsigned depth) {
    if (count == 0) return;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (count <= SMALL) {
        bitonic<<<1, BLOCK, 0, stream>>>(numbers, result, count);
    } else {
        sort<<<(count + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(numbers, spare, result, count, parts, depth);
    }
    cudaStreamDestroy(stream);
}

__global__ void sort(unsigned *numbers, unsigned *spare, unsigned *result, unsigned count, Part *parts, unsigned depth) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    __shared__ bool isLast;
    // Parts that are sorted at the same time begin at different places.
    Part *part = parts;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned pivot = numbers[count / 2];
    bool isThere = i < count;
    unsigned number = isThere ? numbers[i] : 0;
    unsigned below = warp.ballot(isThere && number < pivot), above = warp.ballot(isThere && number >= pivot);
    unsigned firstBelow = 0, firstAbove = 0;
    if (warp.thread_rank() == 0) {
        firstBelow = atomicAdd(&part->below, __popc(below));
        firstAbove = atomicAdd(&part->above, __popc(above));
    }
    firstBelow = warp.shfl(firstBelow, 0);
    firstAbove = warp.shfl(firstAbove, 0);
    unsigned before = (1u << warp.thread_rank()) - 1;
    if (isThere && number < pivot) spare[firstBelow + __popc(below & before)] = number;
    if (isThere && number >= pivot) spare[count - 1 - firstAbove - __popc(above & before)] = number;
    cg::sync(block);
    if (block.thread_rank() == 0) {
        // Behind the barrier, so that it covers what the whole block has written.
        __threadfence();
        isLast = atomicAdd(&part->done, 1) == gridDim.x - 1;
    }
    cg::sync(block);
    if (isLast && block.thread_rank() == 0) {
        // Behind the counter that shows the others' fences.
        __threadfence();
        unsigned left = part->below;
        *part = Part{0, 0, 0};
        if (depth + 1 == DEEPEST) {
            // As deep as parts go: this thread inserts one number after the other.
            for (unsigned k = 0; k < count; k++) {
                unsigned place = k;
                for (; place > 0 && result[place - 1] > spare[k]; place--) result[place] = result[place - 1];
                result[place] = spare[k];
            }
        } else if (left > 0) {
            sortPart(spare, numbers, result, left, parts, depth + 1);
            sortPart(spare + left, numbers + left, result + left, count - left, parts + left, depth + 1);
        } else {
            // All are the same or above: the pivot comes first, which ends in the end.
            for (unsigned k = 0; k < count; k++) {
                if (spare[k] == pivot) {
                    spare[k] = spare[0];
                    spare[0] = pivot;
                    break;
                }
            }
            result[0] = pivot;
            sortPart(spare + 1, numbers + 1, result + 1, count - 1, parts + 1, depth + 1);
        }
    }
}

int main(int argc, char **argv) {
    unsigned count = argc > 1 ? atoi(argv[1]) : 3000;
    std::vector<unsigned> numbers(count);
    unsigned next = 11;
    for (unsigned &number : numbers) number = (next = next * 1664525u + 1013904223u) >> 12;
    unsigned *from, *spare, *result;
    Part *parts;
    size_t bytes = count * sizeof(unsigned);
    cudaMalloc(&from, bytes);
    cudaMalloc(&spare, bytes);
    cudaMalloc(&result, bytes);
    cudaMalloc(&parts, count * sizeof(Part));
    cudaMemset(parts, 0, count * sizeof(Part));
    cudaMemcpy(from, numbers.data(), bytes, cudaMemcpyHostToDevice);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    sort<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(from, spare, result, count, parts, 0);
    cudaEventRecord(end);
    cudaError_t error = cudaEventSynchronize(end);
    float milliseconds;
    cudaEventElapsedTime(&milliseconds, begin, end);
    cudaMemcpy(numbers.data(), result, bytes, cudaMemcpyDeviceToHost);
    for (unsigned i = 1; i < count; i++) {
        if (numbers[i - 1] > numbers[i]) {
            printf("number %u is above number %u (%s)\n", i - 1, i, cudaGetErrorName(error));
            return 1;
        }
    }
    printf("%u numbers sorted%s\n", count, milliseconds > 0 ? "" : " in no time");
    return error == cudaSuccess ? 0 : 1;
}
