// Read by clang's __clang_cuda_intrinsics.h, which has the parts of these functions.
#pragma once

#define CDPSIM_MATCH(type, bits, Word) \
    static __device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask, type value) { \
        return __match##bits##_any_sync(mask, __builtin_bit_cast(Word, value)); \
    } \
    static __device__ __forceinline__ unsigned int __match_all_sync(unsigned int mask, type value, int *predicate) { \
        return __match##bits##_all_sync(mask, __builtin_bit_cast(Word, value), predicate); \
    }
CDPSIM_MATCH(int, 32, unsigned int)
CDPSIM_MATCH(unsigned int, 32, unsigned int)
CDPSIM_MATCH(float, 32, unsigned int)
CDPSIM_MATCH(long, 64, unsigned long long)
CDPSIM_MATCH(unsigned long, 64, unsigned long long)
CDPSIM_MATCH(long long, 64, unsigned long long)
CDPSIM_MATCH(unsigned long long, 64, unsigned long long)
CDPSIM_MATCH(double, 64, unsigned long long)
#undef CDPSIM_MATCH

static __device__ __forceinline__ void __nanosleep(unsigned int nanoseconds) {
    asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
}
