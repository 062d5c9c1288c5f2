// Dot products of packed bytes, which clang's headers do not declare.
#pragma once

#define CDPSIM_DP4A(type, vector, form) \
    static __device__ __forceinline__ type __dp4a(vector a, vector b, type c) { \
        type sum; \
        asm("dp4a." form " %0, %1, %2, %3;" : "=r"(sum) : "r"(*(const type *)&a), "r"(*(const type *)&b), "r"(c)); \
        return sum; \
    }
CDPSIM_DP4A(int, int, "s32.s32")
CDPSIM_DP4A(unsigned int, unsigned int, "u32.u32")
CDPSIM_DP4A(int, char4, "s32.s32")
CDPSIM_DP4A(unsigned int, uchar4, "u32.u32")
#undef CDPSIM_DP4A
