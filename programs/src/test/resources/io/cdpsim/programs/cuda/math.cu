// Functions at given points, one result after the other.
#define ONE(name) out[at++ * n + i] = name(a[i]);
#define TWO(name) out[at++ * n + i] = name(a[i], b[i]);

extern "C" __global__ void doubles(const double *a, const double *b, double *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
    if (i >= n) return;
    ONE(exp) ONE(expm1) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(cbrt)
    ONE(floor) ONE(ceil) ONE(rint) ONE(log) ONE(log10) ONE(log1p) ONE(sqrt)
    TWO(pow) TWO(atan2) TWO(hypot) TWO(fmod) TWO(remainder) TWO(nextafter) TWO(copysign)
}

extern "C" __global__ void floats(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
    if (i >= n) return;
    ONE(expf) ONE(expm1f) ONE(sinf) ONE(cosf) ONE(tanf) ONE(asinf) ONE(acosf) ONE(atanf) ONE(sinhf) ONE(coshf) ONE(tanhf) ONE(cbrtf)
    ONE(floorf) ONE(ceilf) ONE(rintf) ONE(logf) ONE(log10f) ONE(log1pf) ONE(sqrtf)
    TWO(powf) TWO(atan2f) TWO(hypotf) TWO(fmodf) TWO(remainderf) TWO(nextafterf) TWO(copysignf)
}
