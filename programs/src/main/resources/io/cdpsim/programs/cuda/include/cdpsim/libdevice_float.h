// Functions of floats. Those that programs use most are made of floats, as nvcc makes them; the others are those of doubles, rounded.
#pragma once

CDPSIM_OP(float, rsqrtf, (float a), "rsqrt.approx.f32 %0, %1;", "=f", "f"(a))
CDPSIM_NV float __nv_frsqrt_rn(float a) { return (float)__nv_rsqrt((double)a); }

// The fast ones
CDPSIM_OP(float, fast_sinf, (float a), "sin.approx.f32 %0, %1;", "=f", "f"(a))
CDPSIM_OP(float, fast_cosf, (float a), "cos.approx.f32 %0, %1;", "=f", "f"(a))
CDPSIM_OP(float, fast_log2f, (float a), "lg2.approx.f32 %0, %1;", "=f", "f"(a))
CDPSIM_OP(float, fast_fdividef, (float a, float b), "div.approx.f32 %0, %1, %2;", "=f", "f"(a), "f"(b))
namespace cdpsim {
CDPSIM_MATH float approximatePowerOfTwo(float x) {
    float r;
    asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}
} // namespace cdpsim
CDPSIM_NV float __nv_fast_expf(float a) { return cdpsim::approximatePowerOfTwo(a * 1.4426950216293335f); }
CDPSIM_NV float __nv_fast_exp10f(float a) { return cdpsim::approximatePowerOfTwo(a * 3.3219280242919922f); }
CDPSIM_NV float __nv_fast_logf(float a) { return __nv_fast_log2f(a) * 0.6931471824645996f; }
CDPSIM_NV float __nv_fast_log10f(float a) { return __nv_fast_log2f(a) * 0.30103000998497009f; }
CDPSIM_NV float __nv_fast_powf(float a, float b) { return cdpsim::approximatePowerOfTwo(b * __nv_fast_log2f(a)); }
CDPSIM_NV float __nv_fast_tanf(float a) { return __nv_fast_fdividef(__nv_fast_sinf(a), __nv_fast_cosf(a)); }
CDPSIM_NV void __nv_fast_sincosf(float a, float *s, float *c) {
    *s = __nv_fast_sinf(a);
    *c = __nv_fast_cosf(a);
}

CDPSIM_NV float __nv_exp2f(float x) { return cdpsim::approximatePowerOfTwo(x); }
CDPSIM_NV float __nv_expf(float x) {
    // e^x = 2^n 2^r; what x log2(e) loses in rounding goes into r. n is halved, so that neither power overflows before the product does.
    float inside = x < -110.0f ? -110.0f : x > 110.0f ? 110.0f : x;
    float n = __builtin_rintf(inside * 1.4426950216293335f);
    float r = __builtin_fmaf(inside, 1.925963033500011e-08f, __builtin_fmaf(inside, 1.4426950216293335f, -n));
    int half = (int)n / 2;
    float result = cdpsim::approximatePowerOfTwo(r) * __nv_int_as_float((half + 127) << 23) * __nv_int_as_float(((int)n - half + 127) << 23);
    return x != x ? x : result;
}
CDPSIM_NV float __nv_exp10f(float x) { return (float)__nv_exp10((double)x); }
CDPSIM_NV float __nv_expm1f(float x) { return (float)__nv_expm1((double)x); }
CDPSIM_NV float __nv_logf(float x) {
    if (!(x > 0)) return x == 0 ? -__builtin_inff() : __builtin_nanf("");
    if (x == __builtin_inff()) return x;
    int shift = 0;
    if (x < 0x1p-126f) {
        x *= 0x1p24f;
        shift = -24;
    }
    // Away from sqrt(1/2) by whole powers of two
    int all = __nv_float_as_int(x) - 0x3f3504f3;
    float e = (float)((all >> 23) + shift);
    float f = __nv_int_as_float((all & 0x7fffff) + 0x3f3504f3) - 1.0f;
    float s = f / (2.0f + f), z = s * s, half = 0.5f * f * f;
    float rest = z * cdpsim::polynomial(z, 0.6666666865348816f, 0.40000125765800476f, 0.28550398349761963f, 0.23341943323612213f);
    return __builtin_fmaf(e, 0.693145751953125f, f - (half - __builtin_fmaf(s, half + rest, e * 1.428606765330187e-06f)));
}
CDPSIM_NV float __nv_log2f(float x) { return (float)__nv_log2((double)x); }
CDPSIM_NV float __nv_log10f(float x) { return (float)(0.4342944819032518 * __nv_log((double)x)); }
CDPSIM_NV float __nv_log1pf(float x) { return (float)__nv_log1p((double)x); }
CDPSIM_NV float __nv_powf(float x, float y) {
    double size = cdpsim::magnitude((double)x);
    if (!(size > 0 && size < cdpsim::INFINITE) || !__nv_finitef(y) || x == 1) return (float)__nv_pow((double)x, (double)y);
    bool isWhole = __builtin_truncf(y) == y;
    if (x < 0 && !isWhole) return __builtin_nanf("");
    double result = __nv_exp((double)y * __nv_log(size));
    bool isOdd = isWhole && __builtin_fabsf(y) < 0x1p24f && __builtin_truncf(0.5f * y) != 0.5f * y;
    return (float)(isOdd && x < 0 ? -result : result);
}
CDPSIM_NV float __nv_powif(float x, int n) { return (float)__nv_pow((double)x, (double)n); }

namespace cdpsim {
/** x minus the nearest multiple of pi/2, of which the last two bits of the number are given. */
CDPSIM_MATH int reduced(float x, float &r) {
    if (__builtin_fabsf(x) > 48000.0f) {
        Pair far;
        int quarter = reduced((double)x, far);
        r = (float)far.high;
        return quarter;
    }
    float n = __builtin_rintf(x * 0.63661974668502808f);
    r = __builtin_fmaf(-n, 1.5707963705062866f, x);
    r = __builtin_fmaf(-n, -4.371138828673793e-08f, r);
    r = __builtin_fmaf(-n, -1.7151245100058819e-15f, r);
    return (int)n;
}
CDPSIM_MATH float sineOf(int quarter, float r) {
    float z = r * r;
    float s = __builtin_fmaf(
        r * z, polynomial(z, -0.1666666716337204f, 0.008333331905305386f, -0.00019840039021801203f, 2.724378191487631e-06f), r);
    float c = __builtin_fmaf(
        z, __builtin_fmaf(z, polynomial(z, 0.0416666679084301f, -0.00138888880610466f, 2.48005599132739e-05f, -2.7295831728224584e-07f), -0.5f),
        1.0f);
    float value = quarter & 1 ? c : s;
    return quarter & 2 ? -value : value;
}
} // namespace cdpsim
CDPSIM_NV float __nv_sinf(float x) {
    if (!__nv_finitef(x)) return __builtin_nanf("");
    float r;
    int quarter = cdpsim::reduced(x, r);
    return x == 0 ? x : cdpsim::sineOf(quarter, r);
}
CDPSIM_NV float __nv_cosf(float x) {
    if (!__nv_finitef(x)) return __builtin_nanf("");
    float r;
    int quarter = cdpsim::reduced(x, r);
    return cdpsim::sineOf(quarter + 1, r);
}
CDPSIM_NV void __nv_sincosf(float x, float *s, float *c) {
    *s = __nv_sinf(x);
    *c = __nv_cosf(x);
}

#define CDPSIM_OF_DOUBLE(name) \
    CDPSIM_NV float __nv_##name##f(float x) { return (float)__nv_##name((double)x); }
CDPSIM_OF_DOUBLE(tan)
CDPSIM_OF_DOUBLE(sinpi)
CDPSIM_OF_DOUBLE(cospi)
CDPSIM_OF_DOUBLE(asin)
CDPSIM_OF_DOUBLE(acos)
CDPSIM_OF_DOUBLE(atan)
CDPSIM_OF_DOUBLE(sinh)
CDPSIM_OF_DOUBLE(cosh)
CDPSIM_OF_DOUBLE(tanh)
CDPSIM_OF_DOUBLE(asinh)
CDPSIM_OF_DOUBLE(acosh)
CDPSIM_OF_DOUBLE(atanh)
CDPSIM_OF_DOUBLE(cbrt)
CDPSIM_OF_DOUBLE(rcbrt)
CDPSIM_OF_DOUBLE(erf)
CDPSIM_OF_DOUBLE(erfc)
CDPSIM_OF_DOUBLE(erfcx)
CDPSIM_OF_DOUBLE(erfinv)
CDPSIM_OF_DOUBLE(erfcinv)
CDPSIM_OF_DOUBLE(normcdf)
CDPSIM_OF_DOUBLE(normcdfinv)
CDPSIM_OF_DOUBLE(tgamma)
CDPSIM_OF_DOUBLE(lgamma)
CDPSIM_OF_DOUBLE(logb)
#undef CDPSIM_OF_DOUBLE
CDPSIM_NV void __nv_sincospif(float x, float *s, float *c) {
    *s = __nv_sinpif(x);
    *c = __nv_cospif(x);
}
CDPSIM_NV float __nv_atan2f(float y, float x) { return (float)__nv_atan2((double)y, (double)x); }
CDPSIM_NV float __nv_fmodf(float x, float y) { return (float)__nv_fmod((double)x, (double)y); }
CDPSIM_NV float __nv_remainderf(float x, float y) { return (float)__nv_remainder((double)x, (double)y); }
CDPSIM_NV float __nv_remquof(float x, float y, int *quotient) { return (float)__nv_remquo((double)x, (double)y, quotient); }
CDPSIM_NV int __nv_ilogbf(float x) { return __nv_ilogb((double)x); }
CDPSIM_NV float __nv_frexpf(float x, int *e) { return (float)__nv_frexp((double)x, e); }
CDPSIM_NV float __nv_ldexpf(float x, int n) { return (float)__nv_ldexp((double)x, n); }
CDPSIM_NV float __nv_scalbnf(float x, int n) { return (float)__nv_ldexp((double)x, n); }
CDPSIM_NV float __nv_nextafterf(float x, float y) {
    if (x != x || y != y) return __builtin_nanf("");
    if (x == y) return y;
    if (x == 0) return __builtin_copysignf(__nv_int_as_float(1), y);
    return __nv_int_as_float(__nv_float_as_int(x) + ((x < y) == (x > 0) ? 1 : -1));
}

// Squares of floats neither overflow nor vanish in doubles.
CDPSIM_NV float __nv_hypotf(float a, float b) {
    if (__nv_isinff(a) || __nv_isinff(b)) return __builtin_inff();
    return (float)__builtin_sqrt((double)a * a + (double)b * b);
}
CDPSIM_NV float __nv_norm3df(float a, float b, float c) { return (float)__builtin_sqrt((double)a * a + (double)b * b + (double)c * c); }
CDPSIM_NV float __nv_norm4df(float a, float b, float c, float d) {
    return (float)__builtin_sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d);
}
CDPSIM_NV float __nv_normf(int n, const float *x) {
    double squares = 0;
    for (int i = 0; i < n; i++) squares += (double)x[i] * x[i];
    return (float)__builtin_sqrt(squares);
}
CDPSIM_NV float __nv_rhypotf(float a, float b) { return (float)(1.0 / __builtin_sqrt((double)a * a + (double)b * b)); }
CDPSIM_NV float __nv_rnorm3df(float a, float b, float c) { return (float)(1.0 / __builtin_sqrt((double)a * a + (double)b * b + (double)c * c)); }
CDPSIM_NV float __nv_rnorm4df(float a, float b, float c, float d) {
    return (float)(1.0 / __builtin_sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d));
}
CDPSIM_NV float __nv_rnormf(int n, const float *x) { return 1.0f / __nv_normf(n, x); }
#undef CDPSIM_MATH
