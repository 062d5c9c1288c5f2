// Atomic functions: of the device's scope, and with _block and _system of the other two. They order nothing else, as CUDA says.
#pragma once

#define CDPSIM_ATOMIC_OF_SCOPE(name, scope, type, function) \
    static __device__ __forceinline__ type name##scope(type *address, type value) { return (type)function##scope(address, value); }
#define CDPSIM_ATOMIC(name, type, function) \
    CDPSIM_ATOMIC_OF_SCOPE(name, , type, function) \
    CDPSIM_ATOMIC_OF_SCOPE(name, _block, type, function) \
    CDPSIM_ATOMIC_OF_SCOPE(name, _system, type, function)
#define CDPSIM_ATOMIC_WHOLE(name, function) \
    CDPSIM_ATOMIC(atomic##name, int, __iAtomic##function) \
    CDPSIM_ATOMIC(atomic##name, unsigned int, __uAtomic##function) \
    CDPSIM_ATOMIC(atomic##name, unsigned long long, __ullAtomic##function)

CDPSIM_ATOMIC_WHOLE(Add, Add)
CDPSIM_ATOMIC(atomicAdd, float, __fAtomicAdd)
CDPSIM_ATOMIC(atomicAdd, double, __dAtomicAdd)
CDPSIM_ATOMIC_WHOLE(Exch, Exch)
CDPSIM_ATOMIC(atomicExch, float, __fAtomicExch)
CDPSIM_ATOMIC_WHOLE(Min, Min)
CDPSIM_ATOMIC(atomicMin, long long, __illAtomicMin)
CDPSIM_ATOMIC_WHOLE(Max, Max)
CDPSIM_ATOMIC(atomicMax, long long, __illAtomicMax)
CDPSIM_ATOMIC_WHOLE(And, And)
CDPSIM_ATOMIC(atomicAnd, long long, __llAtomicAnd)
CDPSIM_ATOMIC_WHOLE(Or, Or)
CDPSIM_ATOMIC(atomicOr, long long, __llAtomicOr)
CDPSIM_ATOMIC_WHOLE(Xor, Xor)
CDPSIM_ATOMIC(atomicXor, long long, __llAtomicXor)
CDPSIM_ATOMIC(atomicInc, unsigned int, __uAtomicInc)
CDPSIM_ATOMIC(atomicDec, unsigned int, __uAtomicDec)

#define CDPSIM_ATOMIC_SUB(scope, type) \
    static __device__ __forceinline__ type atomicSub##scope(type *address, type value) { return atomicAdd##scope(address, (type)-value); }
#define CDPSIM_ATOMIC_CAS(scope, type, function) \
    static __device__ __forceinline__ type atomicCAS##scope(type *address, type expected, type value) { \
        return function##scope(address, expected, value); \
    }
#define CDPSIM_ATOMIC_CAS_16(scope, ptx) \
    static __device__ __forceinline__ unsigned short atomicCAS##scope( \
        unsigned short *address, unsigned short expected, unsigned short value) { \
        unsigned short old; \
        asm volatile("atom" ptx ".cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(expected), "h"(value) : "memory"); \
        return old; \
    }
#define CDPSIM_ATOMICS_OF_SCOPE(scope, ptx) \
    CDPSIM_ATOMIC_SUB(scope, int) \
    CDPSIM_ATOMIC_SUB(scope, unsigned int) \
    CDPSIM_ATOMIC_CAS(scope, int, __iAtomicCAS) \
    CDPSIM_ATOMIC_CAS(scope, unsigned int, __uAtomicCAS) \
    CDPSIM_ATOMIC_CAS(scope, unsigned long long, __ullAtomicCAS) \
    CDPSIM_ATOMIC_CAS_16(scope, ptx)
CDPSIM_ATOMICS_OF_SCOPE(, "")
CDPSIM_ATOMICS_OF_SCOPE(_block, ".cta")
CDPSIM_ATOMICS_OF_SCOPE(_system, ".sys")

#undef CDPSIM_ATOMIC_OF_SCOPE
#undef CDPSIM_ATOMIC
#undef CDPSIM_ATOMIC_WHOLE
#undef CDPSIM_ATOMIC_SUB
#undef CDPSIM_ATOMIC_CAS
#undef CDPSIM_ATOMIC_CAS_16
#undef CDPSIM_ATOMICS_OF_SCOPE
