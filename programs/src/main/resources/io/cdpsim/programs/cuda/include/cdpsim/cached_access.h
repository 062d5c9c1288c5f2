// Loads and stores that say where they want to be cached.
#pragma once

#define CDPSIM_LOAD(name, ptx, type, Word, suffix, letter) \
    static __device__ __forceinline__ type name(const type *address) { \
        Word value; \
        asm volatile("ld.global." ptx suffix " %0, [%1];" : "=" letter(value) : "l"(address) : "memory"); \
        return (type)value; \
    }
#define CDPSIM_STORE(name, ptx, type, Word, suffix, letter) \
    static __device__ __forceinline__ void name(type *address, type value) { \
        asm volatile("st.global." ptx suffix " [%0], %1;" ::"l"(address), letter((Word)value) : "memory"); \
    }
#define CDPSIM_LOAD_2(name, ptx, type, part, suffix, letter) \
    static __device__ __forceinline__ type name(const type *address) { \
        type v; \
        asm volatile("ld.global." ptx ".v2" suffix " {%0, %1}, [%2];" : "=" letter(v.x), "=" letter(v.y) : "l"(address) : "memory"); \
        return v; \
    }
#define CDPSIM_LOAD_4(name, ptx, type, part, suffix, letter) \
    static __device__ __forceinline__ type name(const type *address) { \
        type v; \
        asm volatile("ld.global." ptx ".v4" suffix " {%0, %1, %2, %3}, [%4];" \
                     : "=" letter(v.x), "=" letter(v.y), "=" letter(v.z), "=" letter(v.w) \
                     : "l"(address) \
                     : "memory"); \
        return v; \
    }
#define CDPSIM_STORE_2(name, ptx, type, part, suffix, letter) \
    static __device__ __forceinline__ void name(type *address, type v) { \
        asm volatile("st.global." ptx ".v2" suffix " [%0], {%1, %2};" ::"l"(address), letter(v.x), letter(v.y) : "memory"); \
    }
#define CDPSIM_STORE_4(name, ptx, type, part, suffix, letter) \
    static __device__ __forceinline__ void name(type *address, type v) { \
        asm volatile("st.global." ptx ".v4" suffix " [%0], {%1, %2, %3, %4};" ::"l"(address), letter(v.x), letter(v.y), letter(v.z), letter(v.w) \
                     : "memory"); \
    }
#define CDPSIM_CACHED(ONE, TWO, FOUR, name, ptx) \
    ONE(name, ptx, char, short, ".s8", "h") \
    ONE(name, ptx, signed char, short, ".s8", "h") \
    ONE(name, ptx, unsigned char, unsigned short, ".u8", "h") \
    ONE(name, ptx, short, short, ".s16", "h") \
    ONE(name, ptx, unsigned short, unsigned short, ".u16", "h") \
    ONE(name, ptx, int, int, ".s32", "r") \
    ONE(name, ptx, unsigned int, unsigned int, ".u32", "r") \
    ONE(name, ptx, long, long, ".s64", "l") \
    ONE(name, ptx, unsigned long, unsigned long, ".u64", "l") \
    ONE(name, ptx, long long, long long, ".s64", "l") \
    ONE(name, ptx, unsigned long long, unsigned long long, ".u64", "l") \
    ONE(name, ptx, float, float, ".f32", "f") \
    ONE(name, ptx, double, double, ".f64", "d") \
    TWO(name, ptx, int2, int, ".s32", "r") \
    TWO(name, ptx, uint2, unsigned int, ".u32", "r") \
    TWO(name, ptx, longlong2, long long, ".s64", "l") \
    TWO(name, ptx, ulonglong2, unsigned long long, ".u64", "l") \
    TWO(name, ptx, float2, float, ".f32", "f") \
    TWO(name, ptx, double2, double, ".f64", "d") \
    FOUR(name, ptx, int4, int, ".s32", "r") \
    FOUR(name, ptx, uint4, unsigned int, ".u32", "r") \
    FOUR(name, ptx, float4, float, ".f32", "f")

CDPSIM_CACHED(CDPSIM_LOAD, CDPSIM_LOAD_2, CDPSIM_LOAD_4, __ldcg, "cg")
CDPSIM_CACHED(CDPSIM_LOAD, CDPSIM_LOAD_2, CDPSIM_LOAD_4, __ldca, "ca")
CDPSIM_CACHED(CDPSIM_LOAD, CDPSIM_LOAD_2, CDPSIM_LOAD_4, __ldcs, "cs")
CDPSIM_CACHED(CDPSIM_LOAD, CDPSIM_LOAD_2, CDPSIM_LOAD_4, __ldlu, "lu")
CDPSIM_CACHED(CDPSIM_LOAD, CDPSIM_LOAD_2, CDPSIM_LOAD_4, __ldcv, "cv")
CDPSIM_CACHED(CDPSIM_STORE, CDPSIM_STORE_2, CDPSIM_STORE_4, __stwb, "wb")
CDPSIM_CACHED(CDPSIM_STORE, CDPSIM_STORE_2, CDPSIM_STORE_4, __stcg, "cg")
CDPSIM_CACHED(CDPSIM_STORE, CDPSIM_STORE_2, CDPSIM_STORE_4, __stcs, "cs")
CDPSIM_CACHED(CDPSIM_STORE, CDPSIM_STORE_2, CDPSIM_STORE_4, __stwt, "wt")

#undef CDPSIM_LOAD
#undef CDPSIM_STORE
#undef CDPSIM_LOAD_2
#undef CDPSIM_LOAD_4
#undef CDPSIM_STORE_2
#undef CDPSIM_STORE_4
#undef CDPSIM_CACHED
