// What the lanes of a mask have together, for each of them.
#pragma once

#define CDPSIM_REDUCE(name, type, ptx) \
    static __device__ __forceinline__ type __reduce_##name##_sync(unsigned int mask, type value) { \
        type result; \
        asm volatile("redux.sync." ptx " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask)); \
        return result; \
    }
CDPSIM_REDUCE(add, unsigned int, "add.u32")
CDPSIM_REDUCE(add, int, "add.s32")
CDPSIM_REDUCE(min, unsigned int, "min.u32")
CDPSIM_REDUCE(min, int, "min.s32")
CDPSIM_REDUCE(max, unsigned int, "max.u32")
CDPSIM_REDUCE(max, int, "max.s32")
CDPSIM_REDUCE(or, unsigned int, "or.b32")
CDPSIM_REDUCE(and, unsigned int, "and.b32")
CDPSIM_REDUCE(xor, unsigned int, "xor.b32")
#undef CDPSIM_REDUCE
