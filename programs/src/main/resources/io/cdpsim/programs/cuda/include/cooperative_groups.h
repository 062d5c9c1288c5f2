// Groups of threads: blocks, tiles of a warp, threads that run together, and the grid.
#pragma once
#include "cuda_runtime.h"
#pragma push_macro("__device__")
#undef __device__
#define __device__ __attribute__((device)) __attribute__((nodebug))
#define CDPSIM_GROUP __device__ __forceinline__

namespace cooperative_groups {

class thread_group;

namespace details {
struct whole_block {};
CDPSIM_GROUP unsigned int lane() {
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
CDPSIM_GROUP unsigned int rank_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
CDPSIM_GROUP unsigned int below(unsigned int lane) { return (1u << lane) - 1; }
} // namespace details

/** Some threads of a block: all, or lanes of one warp. */
class thread_group {
protected:
    unsigned int mask_; // 0: the block
    CDPSIM_GROUP explicit thread_group(unsigned int mask) : mask_(mask) {}

public:
    CDPSIM_GROUP unsigned int size() const { return mask_ ? __popc(mask_) : blockDim.x * blockDim.y * blockDim.z; }
    CDPSIM_GROUP unsigned int num_threads() const { return size(); }
    CDPSIM_GROUP unsigned int thread_rank() const {
        return mask_ ? __popc(mask_ & details::below(details::lane())) : details::rank_in_block();
    }
    CDPSIM_GROUP void sync() const {
        if (mask_) {
            __syncwarp(mask_);
        } else {
            __syncthreads();
        }
    }
    CDPSIM_GROUP bool is_valid() const { return true; }
    friend CDPSIM_GROUP thread_group tiled_partition(const thread_group &parent, unsigned int tile);
};

class thread_block : public thread_group {
    CDPSIM_GROUP thread_block() : thread_group(0) {}
    friend CDPSIM_GROUP thread_block this_thread_block();

public:
    static CDPSIM_GROUP void sync() { __syncthreads(); }
    static CDPSIM_GROUP unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
    static CDPSIM_GROUP unsigned int num_threads() { return size(); }
    static CDPSIM_GROUP unsigned int thread_rank() { return details::rank_in_block(); }
    static CDPSIM_GROUP dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static CDPSIM_GROUP dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static CDPSIM_GROUP dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static CDPSIM_GROUP dim3 dim_threads() { return group_dim(); }
};
CDPSIM_GROUP thread_block this_thread_block() { return thread_block(); }

class grid_group {
    static CDPSIM_GROUP unsigned long long workspace() {
        unsigned int low, high;
        asm("mov.u32 %0, %%envreg2;" : "=r"(low));
        asm("mov.u32 %0, %%envreg1;" : "=r"(high));
        return ((unsigned long long)high << 32) | low;
    }
    CDPSIM_GROUP grid_group() {}
    friend CDPSIM_GROUP grid_group this_grid();

public:
    static CDPSIM_GROUP bool is_valid() { return workspace() != 0; }
    /** One thread of each block counts in the grid's workspace; the last to come turns its uppermost bit. */
    static CDPSIM_GROUP void sync() {
        __syncthreads();
        if (thread_block::thread_rank() == 0) {
            unsigned long long barrier = workspace() + 4;
            unsigned int others = (unsigned int)num_blocks() - 1, arrivals = block_rank() == 0 ? 0x80000000u - others : 1u, before, now;
            asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(barrier), "r"(arrivals) : "memory");
            do {
                asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(barrier) : "memory");
            } while (((before ^ now) & 0x80000000u) == 0);
        }
        __syncthreads();
    }
    static CDPSIM_GROUP unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static CDPSIM_GROUP unsigned long long block_rank() {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static CDPSIM_GROUP unsigned long long size() { return num_blocks() * thread_block::size(); }
    static CDPSIM_GROUP unsigned long long num_threads() { return size(); }
    static CDPSIM_GROUP unsigned long long thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
    static CDPSIM_GROUP dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static CDPSIM_GROUP dim3 dim_blocks() { return group_dim(); }
    static CDPSIM_GROUP dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
CDPSIM_GROUP grid_group this_grid() { return grid_group(); }

/** Size lanes of a warp that lie side by side, Size a power of two up to 32. */
template <unsigned int Size, class Parent = void>
class thread_block_tile : public thread_group {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "tiles have a power of two up to 32 as their size");

public:
    CDPSIM_GROUP thread_block_tile() : thread_group(members()) {}
    template <class Other>
    CDPSIM_GROUP thread_block_tile(const thread_block_tile<Size, Other> &) : thread_group(members()) {}

    static CDPSIM_GROUP unsigned int members() { return Size == 32 ? 0xffffffffu : details::below(Size) << (details::lane() & ~(Size - 1)); }
    static constexpr CDPSIM_GROUP unsigned int size() { return Size; }
    static constexpr CDPSIM_GROUP unsigned int num_threads() { return Size; }
    static CDPSIM_GROUP unsigned int thread_rank() { return details::rank_in_block() & (Size - 1); }
    static CDPSIM_GROUP unsigned int meta_group_rank() { return details::rank_in_block() / Size; }
    static CDPSIM_GROUP unsigned int meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    CDPSIM_GROUP void sync() const { __syncwarp(mask_); }
    template <class T>
    CDPSIM_GROUP T shfl(T value, int lane) const {
        return __shfl_sync(mask_, value, lane, Size);
    }
    template <class T>
    CDPSIM_GROUP T shfl_down(T value, unsigned int lanes) const {
        return __shfl_down_sync(mask_, value, lanes, Size);
    }
    template <class T>
    CDPSIM_GROUP T shfl_up(T value, unsigned int lanes) const {
        return __shfl_up_sync(mask_, value, lanes, Size);
    }
    template <class T>
    CDPSIM_GROUP T shfl_xor(T value, unsigned int lanes) const {
        return __shfl_xor_sync(mask_, value, lanes, Size);
    }
    CDPSIM_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
    CDPSIM_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
    CDPSIM_GROUP unsigned int ballot(int predicate) const { return own(__ballot_sync(mask_, predicate)); }
    template <class T>
    CDPSIM_GROUP unsigned int match_any(T value) const {
        return own(__match_any_sync(mask_, value));
    }
    template <class T>
    CDPSIM_GROUP unsigned int match_all(T value, int &predicate) const {
        return own(__match_all_sync(mask_, value, &predicate));
    }

private:
    /** A mask of lanes as one of this tile's threads. */
    CDPSIM_GROUP unsigned int own(unsigned int lanes) const { return (lanes & mask_) >> (details::lane() & ~(Size - 1)); }
};
template <unsigned int Size, class Parent>
CDPSIM_GROUP thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return thread_block_tile<Size, Parent>();
}
CDPSIM_GROUP thread_group tiled_partition(const thread_group &, unsigned int tile) {
    return thread_group(tile >= 32 ? 0xffffffffu : details::below(tile) << (details::lane() & ~(tile - 1)));
}

/** The lanes of a warp that run together. */
class coalesced_group : public thread_group {
    CDPSIM_GROUP explicit coalesced_group(unsigned int mask) : thread_group(mask) {}
    friend CDPSIM_GROUP coalesced_group coalesced_threads();

    CDPSIM_GROUP unsigned int lane_of(unsigned int rank) const { return __fns(mask_, 0, (int)rank + 1); }
    /** A mask of lanes as one of this group's threads. */
    CDPSIM_GROUP unsigned int own(unsigned int lanes) const {
        unsigned int result = 0, rank = 0;
        for (unsigned int left = mask_; left; left &= left - 1, rank++) {
            result |= (lanes & left & -left ? 1u : 0u) << rank;
        }
        return result;
    }

public:
    template <class T>
    CDPSIM_GROUP T shfl(T value, unsigned int rank) const {
        return __shfl_sync(mask_, value, lane_of(rank));
    }
    template <class T>
    CDPSIM_GROUP T shfl_up(T value, unsigned int ranks) const {
        unsigned int rank = thread_rank();
        return __shfl_sync(mask_, value, lane_of(rank < ranks ? rank : rank - ranks));
    }
    template <class T>
    CDPSIM_GROUP T shfl_down(T value, unsigned int ranks) const {
        unsigned int rank = thread_rank();
        return __shfl_sync(mask_, value, lane_of(rank + ranks < size() ? rank + ranks : rank));
    }
    CDPSIM_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
    CDPSIM_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
    CDPSIM_GROUP unsigned int ballot(int predicate) const { return own(__ballot_sync(mask_, predicate)); }
};
CDPSIM_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Group>
CDPSIM_GROUP void sync(const Group &group) {
    group.sync();
}
template <class Group>
CDPSIM_GROUP auto thread_rank(const Group &group) -> decltype(group.thread_rank()) {
    return group.thread_rank();
}
template <class Group>
CDPSIM_GROUP auto group_size(const Group &group) -> decltype(group.size()) {
    return group.size();
}

template <class T>
struct plus {
    CDPSIM_GROUP T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
    CDPSIM_GROUP T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
    CDPSIM_GROUP T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
    CDPSIM_GROUP T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
    CDPSIM_GROUP T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
    CDPSIM_GROUP T operator()(T a, T b) const { return a ^ b; }
};

/** What an operation makes of the values of a tile, for each of its threads. */
template <unsigned int Size, class Parent, class T, class Operation>
CDPSIM_GROUP T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation) {
    for (unsigned int lanes = Size / 2; lanes > 0; lanes /= 2) value = operation(value, tile.shfl_xor(value, lanes));
    return value;
}
template <unsigned int Size, class Parent, class T, class Operation>
CDPSIM_GROUP T inclusive_scan(const thread_block_tile<Size, Parent> &tile, T value, Operation operation) {
    for (unsigned int lanes = 1; lanes < Size; lanes *= 2) {
        T before = tile.shfl_up(value, lanes);
        if (tile.thread_rank() >= lanes) value = operation(before, value);
    }
    return value;
}
template <unsigned int Size, class Parent, class T>
CDPSIM_GROUP T inclusive_scan(const thread_block_tile<Size, Parent> &tile, T value) {
    return inclusive_scan(tile, value, plus<T>());
}
template <unsigned int Size, class Parent, class T>
CDPSIM_GROUP T exclusive_scan(const thread_block_tile<Size, Parent> &tile, T value) {
    T before = tile.shfl_up(inclusive_scan(tile, value), 1);
    return tile.thread_rank() == 0 ? T() : before;
}

} // namespace cooperative_groups
#undef CDPSIM_GROUP
#pragma pop_macro("__device__")
