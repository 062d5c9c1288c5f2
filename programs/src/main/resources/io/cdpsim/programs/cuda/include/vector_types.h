// Vectors of two to four numbers, and the extent of grids and blocks.
#pragma once
#define __VECTOR_TYPES_H__
#include "host_defines.h"

#define CDPSIM_VECTORS(name, type, align2, align4) \
    struct name##1 { type x; }; \
    struct __align__(align2) name##2 { type x, y; }; \
    struct name##3 { type x, y, z; }; \
    struct __align__(align4) name##4 { type x, y, z, w; };

CDPSIM_VECTORS(char, signed char, 2, 4)
CDPSIM_VECTORS(uchar, unsigned char, 2, 4)
CDPSIM_VECTORS(short, short, 4, 8)
CDPSIM_VECTORS(ushort, unsigned short, 4, 8)
CDPSIM_VECTORS(int, int, 8, 16)
CDPSIM_VECTORS(uint, unsigned int, 8, 16)
CDPSIM_VECTORS(long, long, 16, 16)
CDPSIM_VECTORS(ulong, unsigned long, 16, 16)
CDPSIM_VECTORS(longlong, long long, 16, 16)
CDPSIM_VECTORS(ulonglong, unsigned long long, 16, 16)
CDPSIM_VECTORS(float, float, 8, 16)
CDPSIM_VECTORS(double, double, 16, 16)
#undef CDPSIM_VECTORS

struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
