// In which space of memory a generic address lies, and its number there.
#pragma once

#define CDPSIM_SPACE(Name, space, builtin) \
    static __device__ __forceinline__ unsigned int __is##Name(const void *pointer) { return builtin(pointer); } \
    static __device__ __forceinline__ size_t __cvta_generic_to_##space(const void *pointer) { \
        size_t address; \
        asm("cvta.to." #space ".u64 %0, %1;" : "=l"(address) : "l"(pointer)); \
        return address; \
    } \
    static __device__ __forceinline__ void *__cvta_##space##_to_generic(size_t address) { \
        void *pointer; \
        asm("cvta." #space ".u64 %0, %1;" : "=l"(pointer) : "l"(address)); \
        return pointer; \
    }
CDPSIM_SPACE(Global, global, __nvvm_isspacep_global)
CDPSIM_SPACE(Shared, shared, __nvvm_isspacep_shared)
CDPSIM_SPACE(Constant, const, __nvvm_isspacep_const)
CDPSIM_SPACE(Local, local, __nvvm_isspacep_local)
#undef CDPSIM_SPACE
