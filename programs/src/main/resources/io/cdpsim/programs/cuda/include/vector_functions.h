// make_int2 and its like.
#pragma once
#define __VECTOR_FUNCTIONS_H__
#include "vector_types.h"

#define CDPSIM_MAKE(name, type) \
    static __inline__ __host__ __device__ constexpr name##1 make_##name##1(type x) { return name##1{x}; } \
    static __inline__ __host__ __device__ constexpr name##2 make_##name##2(type x, type y) { return name##2{x, y}; } \
    static __inline__ __host__ __device__ constexpr name##3 make_##name##3(type x, type y, type z) { return name##3{x, y, z}; } \
    static __inline__ __host__ __device__ constexpr name##4 make_##name##4(type x, type y, type z, type w) { \
        return name##4{x, y, z, w}; \
    }

CDPSIM_MAKE(char, signed char)
CDPSIM_MAKE(uchar, unsigned char)
CDPSIM_MAKE(short, short)
CDPSIM_MAKE(ushort, unsigned short)
CDPSIM_MAKE(int, int)
CDPSIM_MAKE(uint, unsigned int)
CDPSIM_MAKE(long, long)
CDPSIM_MAKE(ulong, unsigned long)
CDPSIM_MAKE(longlong, long long)
CDPSIM_MAKE(ulonglong, unsigned long long)
CDPSIM_MAKE(float, float)
CDPSIM_MAKE(double, double)
#undef CDPSIM_MAKE
