// What clang's device functions stand on: the functions of NVIDIA's libdevice by their names, made of PTX's operations. Those of whole
// numbers, conversions and roundings are one operation each; the transcendental ones are in the two files at the end. Not there: Bessel
// functions and pairs of small numbers in a word (__vadd2 and its like).
#pragma once

#define CDPSIM_NV extern "C" __device__ __forceinline__
#define CDPSIM_OP(result, name, parameters, ptx, out, ...) \
    CDPSIM_NV result __nv_##name parameters { \
        result r; \
        asm(ptx : out(r) : __VA_ARGS__); \
        return r; \
    }

// Whole numbers
CDPSIM_NV int __nv_abs(int a) { return a < 0 ? -a : a; }
CDPSIM_NV long long __nv_llabs(long long a) { return a < 0 ? -a : a; }
CDPSIM_NV int __nv_min(int a, int b) { return a < b ? a : b; }
CDPSIM_NV int __nv_max(int a, int b) { return a > b ? a : b; }
CDPSIM_NV unsigned int __nv_umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
CDPSIM_NV unsigned int __nv_umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
CDPSIM_NV long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
CDPSIM_NV long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
CDPSIM_NV unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
CDPSIM_NV unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
CDPSIM_NV int __nv_popc(unsigned int a) { return __builtin_popcount(a); }
CDPSIM_NV int __nv_popcll(unsigned long long a) { return __builtin_popcountll(a); }
CDPSIM_NV int __nv_ffs(int a) { return __builtin_ffs(a); }
CDPSIM_NV int __nv_ffsll(long long a) { return __builtin_ffsll(a); }
CDPSIM_NV unsigned int __nv_brev(unsigned int a) { return __builtin_bitreverse32(a); }
CDPSIM_NV unsigned long long __nv_brevll(unsigned long long a) { return __builtin_bitreverse64(a); }
CDPSIM_OP(int, clz, (int a), "clz.b32 %0, %1;", "=r", "r"(a))
CDPSIM_OP(int, clzll, (long long a), "clz.b64 %0, %1;", "=r", "l"(a))
CDPSIM_OP(unsigned int, byte_perm, (unsigned int a, unsigned int b, unsigned int c), "prmt.b32 %0, %1, %2, %3;", "=r", "r"(a), "r"(b), "r"(c))
CDPSIM_OP(int, mul24, (int a, int b), "mul24.lo.s32 %0, %1, %2;", "=r", "r"(a), "r"(b))
CDPSIM_OP(unsigned int, umul24, (unsigned int a, unsigned int b), "mul24.lo.u32 %0, %1, %2;", "=r", "r"(a), "r"(b))
CDPSIM_OP(int, mulhi, (int a, int b), "mul.hi.s32 %0, %1, %2;", "=r", "r"(a), "r"(b))
CDPSIM_OP(unsigned int, umulhi, (unsigned int a, unsigned int b), "mul.hi.u32 %0, %1, %2;", "=r", "r"(a), "r"(b))
CDPSIM_OP(long long, mul64hi, (long long a, long long b), "mul.hi.s64 %0, %1, %2;", "=l", "l"(a), "l"(b))
CDPSIM_OP(unsigned long long, umul64hi, (unsigned long long a, unsigned long long b), "mul.hi.u64 %0, %1, %2;", "=l", "l"(a), "l"(b))
CDPSIM_OP(int, sad, (int a, int b, int c), "sad.s32 %0, %1, %2, %3;", "=r", "r"(a), "r"(b), "r"(c))
CDPSIM_OP(unsigned int, usad, (unsigned int a, unsigned int b, unsigned int c), "sad.u32 %0, %1, %2, %3;", "=r", "r"(a), "r"(b), "r"(c))
CDPSIM_NV int __nv_hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
CDPSIM_NV int __nv_rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
CDPSIM_NV int __nv_uhadd(unsigned int a, unsigned int b) { return (int)(((unsigned long long)a + b) >> 1); }
CDPSIM_NV unsigned int __nv_urhadd(unsigned int a, unsigned int b) { return (unsigned int)(((unsigned long long)a + b + 1) >> 1); }

// Bits
CDPSIM_NV int __nv_float_as_int(float a) { return __builtin_bit_cast(int, a); }
CDPSIM_NV unsigned int __nv_float_as_uint(float a) { return __builtin_bit_cast(unsigned int, a); }
CDPSIM_NV float __nv_int_as_float(int a) { return __builtin_bit_cast(float, a); }
CDPSIM_NV float __nv_uint_as_float(unsigned int a) { return __builtin_bit_cast(float, a); }
CDPSIM_NV unsigned long long __nv_double_as_longlong(double a) { return __builtin_bit_cast(unsigned long long, a); }
CDPSIM_NV double __nv_longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
CDPSIM_NV int __nv_double2hiint(double a) { return (int)(__nv_double_as_longlong(a) >> 32); }
CDPSIM_NV int __nv_double2loint(double a) { return (int)__nv_double_as_longlong(a); }
CDPSIM_NV double __nv_hiloint2double(int high, int low) {
    return __nv_longlong_as_double((long long)((unsigned long long)(unsigned int)high << 32 | (unsigned int)low));
}
CDPSIM_NV int __nv_signbitf(float a) { return __nv_float_as_int(a) < 0; }
CDPSIM_NV int __nv_signbitd(double a) { return (long long)__nv_double_as_longlong(a) < 0; }
CDPSIM_NV int __nv_isnanf(float a) { return a != a; }
CDPSIM_NV int __nv_isnand(double a) { return a != a; }
CDPSIM_NV int __nv_isinff(float a) { return (__nv_float_as_uint(a) & 0x7fffffffu) == 0x7f800000u; }
CDPSIM_NV int __nv_isinfd(double a) { return (__nv_double_as_longlong(a) & 0x7fffffffffffffffll) == 0x7ff0000000000000ll; }
CDPSIM_NV int __nv_finitef(float a) { return (__nv_float_as_uint(a) & 0x7f800000u) != 0x7f800000u; }
CDPSIM_NV int __nv_isfinited(double a) { return (__nv_double_as_longlong(a) & 0x7ff0000000000000ll) != 0x7ff0000000000000ll; }
CDPSIM_NV float __nv_nanf(const signed char *) { return __nv_int_as_float(0x7fffffff); }
CDPSIM_NV double __nv_nan(const signed char *) { return __nv_longlong_as_double(0x7ff8000000000000ll); }

// Operations in each of the four roundings
#define CDPSIM_ROUNDED(mode, ptx) \
    CDPSIM_OP(float, fadd_##mode, (float a, float b), "add." ptx ".f32 %0, %1, %2;", "=f", "f"(a), "f"(b)) \
    CDPSIM_OP(float, fsub_##mode, (float a, float b), "sub." ptx ".f32 %0, %1, %2;", "=f", "f"(a), "f"(b)) \
    CDPSIM_OP(float, fmul_##mode, (float a, float b), "mul." ptx ".f32 %0, %1, %2;", "=f", "f"(a), "f"(b)) \
    CDPSIM_OP(float, fdiv_##mode, (float a, float b), "div." ptx ".f32 %0, %1, %2;", "=f", "f"(a), "f"(b)) \
    CDPSIM_OP(float, frcp_##mode, (float a), "rcp." ptx ".f32 %0, %1;", "=f", "f"(a)) \
    CDPSIM_OP(float, fsqrt_##mode, (float a), "sqrt." ptx ".f32 %0, %1;", "=f", "f"(a)) \
    CDPSIM_OP(float, fmaf_##mode, (float a, float b, float c), "fma." ptx ".f32 %0, %1, %2, %3;", "=f", "f"(a), "f"(b), "f"(c)) \
    CDPSIM_OP(float, fmaf_ieee_##mode, (float a, float b, float c), "fma." ptx ".f32 %0, %1, %2, %3;", "=f", "f"(a), "f"(b), "f"(c)) \
    CDPSIM_OP(double, dadd_##mode, (double a, double b), "add." ptx ".f64 %0, %1, %2;", "=d", "d"(a), "d"(b)) \
    CDPSIM_OP(double, dsub_##mode, (double a, double b), "sub." ptx ".f64 %0, %1, %2;", "=d", "d"(a), "d"(b)) \
    CDPSIM_OP(double, dmul_##mode, (double a, double b), "mul." ptx ".f64 %0, %1, %2;", "=d", "d"(a), "d"(b)) \
    CDPSIM_OP(double, ddiv_##mode, (double a, double b), "div." ptx ".f64 %0, %1, %2;", "=d", "d"(a), "d"(b)) \
    CDPSIM_OP(double, drcp_##mode, (double a), "rcp." ptx ".f64 %0, %1;", "=d", "d"(a)) \
    CDPSIM_OP(double, dsqrt_##mode, (double a), "sqrt." ptx ".f64 %0, %1;", "=d", "d"(a)) \
    CDPSIM_OP(double, fma_##mode, (double a, double b, double c), "fma." ptx ".f64 %0, %1, %2, %3;", "=d", "d"(a), "d"(b), "d"(c)) \
    CDPSIM_OP(float, double2float_##mode, (double a), "cvt." ptx ".f32.f64 %0, %1;", "=f", "d"(a)) \
    CDPSIM_OP(float, int2float_##mode, (int a), "cvt." ptx ".f32.s32 %0, %1;", "=f", "r"(a)) \
    CDPSIM_OP(float, uint2float_##mode, (unsigned int a), "cvt." ptx ".f32.u32 %0, %1;", "=f", "r"(a)) \
    CDPSIM_OP(float, ll2float_##mode, (long long a), "cvt." ptx ".f32.s64 %0, %1;", "=f", "l"(a)) \
    CDPSIM_OP(float, ull2float_##mode, (unsigned long long a), "cvt." ptx ".f32.u64 %0, %1;", "=f", "l"(a)) \
    CDPSIM_OP(double, ll2double_##mode, (long long a), "cvt." ptx ".f64.s64 %0, %1;", "=d", "l"(a)) \
    CDPSIM_OP(double, ull2double_##mode, (unsigned long long a), "cvt." ptx ".f64.u64 %0, %1;", "=d", "l"(a))
CDPSIM_ROUNDED(rn, "rn")
CDPSIM_ROUNDED(rz, "rz")
CDPSIM_ROUNDED(rd, "rm")
CDPSIM_ROUNDED(ru, "rp")
CDPSIM_NV double __nv_int2double_rn(int a) { return a; }
CDPSIM_NV double __nv_uint2double_rn(unsigned int a) { return a; }

#define CDPSIM_TO_WHOLE(mode, ptx) \
    CDPSIM_OP(int, float2int_##mode, (float a), "cvt." ptx ".s32.f32 %0, %1;", "=r", "f"(a)) \
    CDPSIM_OP(unsigned int, float2uint_##mode, (float a), "cvt." ptx ".u32.f32 %0, %1;", "=r", "f"(a)) \
    CDPSIM_OP(long long, float2ll_##mode, (float a), "cvt." ptx ".s64.f32 %0, %1;", "=l", "f"(a)) \
    CDPSIM_OP(unsigned long long, float2ull_##mode, (float a), "cvt." ptx ".u64.f32 %0, %1;", "=l", "f"(a)) \
    CDPSIM_OP(int, double2int_##mode, (double a), "cvt." ptx ".s32.f64 %0, %1;", "=r", "d"(a)) \
    CDPSIM_OP(unsigned int, double2uint_##mode, (double a), "cvt." ptx ".u32.f64 %0, %1;", "=r", "d"(a)) \
    CDPSIM_OP(long long, double2ll_##mode, (double a), "cvt." ptx ".s64.f64 %0, %1;", "=l", "d"(a)) \
    CDPSIM_OP(unsigned long long, double2ull_##mode, (double a), "cvt." ptx ".u64.f64 %0, %1;", "=l", "d"(a))
CDPSIM_TO_WHOLE(rn, "rni")
CDPSIM_TO_WHOLE(rz, "rzi")
CDPSIM_TO_WHOLE(rd, "rmi")
CDPSIM_TO_WHOLE(ru, "rpi")
CDPSIM_NV long long __nv_llrint(double a) { return __nv_double2ll_rn(a); }
CDPSIM_NV long long __nv_llrintf(float a) { return __nv_float2ll_rn(a); }
CDPSIM_OP(unsigned short, float2half_rn, (float a), "cvt.rn.f16.f32 %0, %1;", "=h", "f"(a))
CDPSIM_OP(float, half2float, (unsigned short a), "cvt.f32.f16 %0, %1;", "=f", "h"(a))
CDPSIM_OP(double, rcp64h, (double a), "rcp.approx.ftz.f64 %0, %1;", "=d", "d"(a))

// Operations of both types
#define CDPSIM_FLOATING(type, f) \
    CDPSIM_NV type __nv_fabs##f(type a) { return __builtin_fabs##f(a); } \
    CDPSIM_NV type __nv_floor##f(type a) { return __builtin_floor##f(a); } \
    CDPSIM_NV type __nv_ceil##f(type a) { return __builtin_ceil##f(a); } \
    CDPSIM_NV type __nv_trunc##f(type a) { return __builtin_trunc##f(a); } \
    CDPSIM_NV type __nv_rint##f(type a) { return __builtin_rint##f(a); } \
    CDPSIM_NV type __nv_nearbyint##f(type a) { return __builtin_rint##f(a); } \
    CDPSIM_NV type __nv_copysign##f(type a, type b) { return __builtin_copysign##f(a, b); } \
    CDPSIM_NV type __nv_fma##f(type a, type b, type c) { return __builtin_fma##f(a, b, c); } \
    CDPSIM_NV type __nv_fmin##f(type a, type b) { return __builtin_fmin##f(a, b); } \
    CDPSIM_NV type __nv_fmax##f(type a, type b) { return __builtin_fmax##f(a, b); } \
    CDPSIM_NV type __nv_fdim##f(type a, type b) { return a <= b ? (type)0 : a - b; } \
    CDPSIM_NV type __nv_sqrt##f(type a) { return __builtin_sqrt##f(a); } \
    /* Halves go away from zero; where a half would be lost in the sum, the number is whole. */ \
    CDPSIM_NV type __nv_round##f(type a) { \
        type down = __builtin_trunc##f(a); \
        return __builtin_copysign##f(__builtin_fabs##f(a - down) >= (type)0.5 ? down + __builtin_copysign##f((type)1, a) : down, a); \
    } \
    CDPSIM_NV long long __nv_llround##f(type a) { return (long long)__nv_round##f(a); } \
    CDPSIM_NV type __nv_modf##f(type a, type *whole) { \
        *whole = __builtin_trunc##f(a); \
        return __builtin_copysign##f(a == *whole ? (type)0 : a - *whole, a); \
    }
CDPSIM_FLOATING(double, )
CDPSIM_FLOATING(float, f)
CDPSIM_NV float __nv_saturatef(float a) { return a > 0 ? a < 1 ? a : 1 : 0; }

#include "libdevice_double.h"
#include "libdevice_float.h"

#undef CDPSIM_NV
#undef CDPSIM_OP
#undef CDPSIM_ROUNDED
#undef CDPSIM_TO_WHOLE
#undef CDPSIM_FLOATING
