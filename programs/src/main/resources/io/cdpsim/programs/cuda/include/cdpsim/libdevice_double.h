// Functions of doubles. Polynomials are interpolations at Chebyshev's points, with errors below 2^-57 of the result; arguments are reduced
// by fused operations, with what rounding lost beside.
#pragma once

#define CDPSIM_MATH __device__ __forceinline__

namespace cdpsim {

CDPSIM_MATH double multiplyAdd(double a, double b, double c) { return __builtin_fma(a, b, c); }
CDPSIM_MATH float multiplyAdd(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

/** c0 + c1 x + c2 x^2 ... */
template <class T>
CDPSIM_MATH T polynomial(T, T last) {
    return last;
}
template <class T, class... Others>
CDPSIM_MATH T polynomial(T x, T first, Others... others) {
    return multiplyAdd(polynomial(x, others...), x, first);
}

/** A number and what its rounding lost. Its operations name their rounding, since fused ones would lose something else. */
struct Pair {
    double high, low;
};
CDPSIM_MATH double plus(double a, double b) { return __nv_dadd_rn(a, b); }
CDPSIM_MATH double times(double a, double b) { return __nv_dmul_rn(a, b); }
CDPSIM_MATH Pair sum(double a, double b) {
    double s = plus(a, b), other = plus(s, -a);
    return {s, plus(plus(a, -plus(s, -other)), plus(b, -other))};
}
CDPSIM_MATH Pair sumOrdered(double larger, double smaller) {
    double s = plus(larger, smaller);
    return {s, plus(smaller, -plus(s, -larger))};
}
CDPSIM_MATH Pair product(double a, double b) {
    double p = times(a, b);
    return {p, __builtin_fma(a, b, -p)};
}
CDPSIM_MATH Pair product(Pair a, Pair b) {
    Pair p = product(a.high, b.high);
    return sumOrdered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

constexpr double INFINITE = __builtin_inf();
CDPSIM_MATH double notANumber() { return __builtin_nan(""); }
CDPSIM_MATH unsigned long long bits(double x) { return __builtin_bit_cast(unsigned long long, x); }
CDPSIM_MATH double ofBits(unsigned long long x) { return __builtin_bit_cast(double, x); }
/** 2^n, n from -1022 to 1023. */
CDPSIM_MATH double powerOfTwo(int n) { return ofBits((unsigned long long)(n + 1023) << 52); }
CDPSIM_MATH double magnitude(double x) { return __builtin_fabs(x); }
CDPSIM_MATH double withSign(double x, double sign) { return __builtin_copysign(x, sign); }

/** x 2^n, rounded once. */
CDPSIM_MATH double scaled(double x, int n) {
    if (n > 1023) {
        x *= 0x1p1023;
        n -= 1023;
        if (n > 1023) {
            x *= 0x1p1023;
            n = n - 1023 > 1023 ? 1023 : n - 1023;
        }
    } else if (n < -1022) {
        // Steps that leave 53 bits of room, so that only the last one can round.
        x *= 0x1p-969;
        n += 969;
        if (n < -1022) {
            x *= 0x1p-969;
            n = n + 969 < -1022 ? -1022 : n + 969;
        }
    }
    return x * powerOfTwo(n);
}

/** The exponent of a finite number other than 0, whose size in [1, 2) is left in m. */
CDPSIM_MATH int exponent(double x, double &m) {
    int shift = 0;
    if (magnitude(x) < 0x1p-1022) {
        x *= 0x1p54;
        shift = -54;
    }
    unsigned long long all = bits(x);
    m = ofBits((all & 0x800fffffffffffffull) | 0x3ff0000000000000ull);
    return (int)(all >> 52 & 0x7ff) - 1023 + shift;
}

/** (e^r - 1 - r) / r^2 for |r| up to half of ln 2. */
CDPSIM_MATH double exponentialRest(double r) {
    return polynomial(
        r, 0.5, 0.1666666666666667, 0.04166666666666667, 0.008333333333325544, 0.0013888888888883327, 0.00019841269876864356,
        2.4801587327007184e-05, 2.755725283351691e-06, 2.755727181022169e-07, 2.5106274733573296e-08, 2.0915442297218308e-09);
}

/** e^(x + low); low is small beside x. */
CDPSIM_MATH double exponential(double x, double low) {
    if (!(x < 710)) return x != x ? x : INFINITE;
    if (x < -746) return 0;
    double n = __builtin_rint(x * 1.4426950408889634);
    double high = __builtin_fma(-n, 0.6931471805599453, x);
    double r = __builtin_fma(-n, 2.3190468138462996e-17, high) + low;
    return scaled(__builtin_fma(r * r, exponentialRest(r), r) + 1.0, (int)n);
}

/** The logarithm of a finite positive number as a pair, to about 2^-65 of its size. */
CDPSIM_MATH Pair logarithm(double x) {
    double m;
    int e = exponent(x, m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        e++;
    }
    // ln m = 2 artanh s, s = (m - 1) / (m + 1)
    double f = m - 1.0;
    Pair d = sum(2.0, f);
    double s = f / d.high;
    double sLow = (__builtin_fma(-s, d.high, f) - s * d.low) / d.high;
    Pair z = product({s, sLow}, {s, sLow});
    double rest = polynomial(
        z.high, 0.4, 0.28571428571428564, 0.22222222222228882, 0.18181818179522571, 0.1538461578064774, 0.13333295011900106,
        0.1176687865598926, 0.10454866026728715, 0.10775601089388141);
    Pair third = product(z, {0.6666666666666666, 3.700743415417188e-17});
    Pair inner = sumOrdered(third.high, third.low + rest * z.high * z.high);
    Pair tail = product({s, sLow}, inner);
    Pair series = sumOrdered(2.0 * s, tail.high);
    series.low += tail.low + 2.0 * sLow;
    // The first part of ln 2 has 33 bits: its product with e is exact.
    Pair whole = sum(e * 0.6931471804855391, series.high);
    double low = whole.low + series.low + e * 7.440617110012397e-11;
    return sumOrdered(whole.high, low);
}

/** log in another base: its factor as a pair. */
CDPSIM_MATH double logarithm(double x, double factor, double factorLow) {
    if (!(x > 0)) return x == 0 ? -INFINITE : notANumber();
    if (x == INFINITE) return x;
    Pair l = product(logarithm(x), {factor, factorLow});
    return l.high + l.low;
}

/** x minus the nearest multiple of pi/2, as a pair; gives the multiple's number, of which only the last two bits count. */
CDPSIM_MATH int reduced(double x, Pair &r);

/** The fraction of x 2/pi around the nearest whole number, for x beyond 2^29: bits of 2/pi times those of x. */
__device__ inline int reducedFar(double x, Pair &r) {
    static const __constant__ unsigned long long TWO_OVER_PI[] = {
        0,
        0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull,
        0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull,
        0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
        0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull};
    double m;
    int e = exponent(magnitude(x), m);
    unsigned long long whole = (bits(m) & 0xfffffffffffffull) | 0x10000000000000ull;
    // |x| = whole 2^(e - 52). Bits of 2/pi that make multiples of 4 do not count; 192 bits behind them are enough.
    int first = 64 + e - 54, word = first / 64, shift = first % 64;
    unsigned long long part[3];
    for (int i = 0; i < 3; i++) {
        part[i] = TWO_OVER_PI[word + i] << shift;
        if (shift) part[i] |= TWO_OVER_PI[word + i + 1] >> (64 - shift);
    }
    // The product modulo 4: two bits of whole quarters, then the fraction.
    unsigned long long low = __nv_umul64hi(whole, part[2]);
    unsigned long long middle = whole * part[1] + low;
    unsigned long long high = whole * part[0] + __nv_umul64hi(whole, part[1]) + (middle < low ? 1 : 0);
    unsigned long long quarter = high >> 62;
    high = high << 2 | middle >> 62;
    middle <<= 2;
    bool roundsUp = (long long)high < 0;
    quarter += roundsUp;
    if (roundsUp) {
        high = ~high;
        middle = ~middle;
    }
    double fraction = (double)high * 0x1p-64;
    double rest = ((double)(long long)(high - (unsigned long long)(fraction * 0x1p64)) + (double)middle * 0x1p-64) * 0x1p-64;
    Pair angle = product(sumOrdered(fraction, rest), {1.5707963267948966, 6.123233995736766e-17});
    bool isNegative = roundsUp != (x < 0);
    r = isNegative ? Pair{-angle.high, -angle.low} : angle;
    return x < 0 ? -(int)quarter : (int)quarter;
}

CDPSIM_MATH int reduced(double x, Pair &r) {
    if (magnitude(x) > 0x1p29) return reducedFar(x, r);
    double n = __builtin_rint(x * 0.6366197723675814);
    // The first step is exact: all that is in it are multiples of 2^-53 below 1.
    double first = __builtin_fma(-n, 1.5707963267948966, x);
    Pair second = product(n, -6.123233995736766e-17);
    Pair s = sum(first, second.high);
    r = sumOrdered(s.high, s.low + second.low + n * 1.4973849048591698e-33);
    return (int)n;
}

CDPSIM_MATH double sineNear(Pair r) {
    double z = r.high * r.high;
    double rest = polynomial(
        z, -0.16666666666666666, 0.008333333333333331, -0.00019841269841264567, 2.7557319218954762e-06, -2.505210610025599e-08,
        1.6058510875319195e-10, -7.585486485235938e-13);
    return r.high + __builtin_fma(r.high * z, rest, r.low * __builtin_fma(-0.5, z, 1.0));
}
CDPSIM_MATH double cosineNear(Pair r) {
    double z = r.high * r.high;
    double rest = polynomial(
        z, 0.041666666666666664, -0.0013888888888888887, 2.4801587301584367e-05, -2.75573192211891e-07, 2.0876755717584403e-09,
        -1.1470449354466773e-11, 4.745198807202876e-14);
    double half = 0.5 * z, one = 1.0 - half;
    return one + ((1.0 - one - half) + (z * z * rest - r.high * r.low));
}
/** The sine of quarter pi/2 + r. */
CDPSIM_MATH double sineOf(int quarter, Pair r) {
    double s = quarter & 1 ? cosineNear(r) : sineNear(r);
    return quarter & 2 ? -s : s;
}

/** The quarters in 2 x and what is left of pi x. */
CDPSIM_MATH int reducedPi(double x, Pair &r) {
    double turn = x - 2.0 * __builtin_rint(0.5 * x);
    double n = __builtin_rint(2.0 * turn);
    r = product(__builtin_fma(-0.5, n, turn), 3.141592653589793);
    r.low += __builtin_fma(-0.5, n, turn) * 1.2246467991473532e-16;
    return (int)n;
}

/** The arc tangent of a number from 0 to tan(pi/8) or a little more. */
CDPSIM_MATH double arcTangentRest(double x) {
    double z = x * x;
    return x * z
        * polynomial(
               z, -0.3333333333333333, 0.199999999999998, -0.14285714285658824, 0.1111111110505757, -0.09090908748635232, 0.07692296234491514,
               -0.06666422364033206, 0.05878900032342983, -0.052302411507894, 0.045506220391755364, -0.034545610104858494,
               0.016258132064979208);
}
/** The arc tangent of y / x, both positive. */
CDPSIM_MATH double arcTangent(double y, double x) {
    bool isSteep = y > x;
    double larger = isSteep ? y : x, smaller = isSteep ? x : y;
    double base = 0, baseLow = 0, t = smaller / larger, tLow = __builtin_fma(-t, larger, smaller) / larger;
    if (!__nv_isfinited(tLow)) tLow = 0;
    if (t > 0.4142135623730951) {
        double up = t - 1.0, down = t + 1.0;
        double q = up / down;
        tLow = (__builtin_fma(-q, down, up) + tLow * (1.0 - q)) / down;
        t = q;
        base = 0.7853981633974483;
        baseLow = 3.061616997868383e-17;
    }
    Pair s = sumOrdered(base, t);
    if (base == 0) s = {t, 0};
    double low = s.low + baseLow + tLow / __builtin_fma(t, t, 1.0) + arcTangentRest(t);
    if (!isSteep) return s.high + low;
    Pair turned = sumOrdered(1.5707963267948966, -s.high);
    return turned.high + (turned.low + (6.123233995736766e-17 - low));
}

/** (asin x - x) / x for the square of x up to 1/4. */
CDPSIM_MATH double arcSineRest(double z) {
    return z
        * polynomial(
               z, 0.16666666666666669, 0.07499999999998425, 0.04464285714637338, 0.030381944137085216, 0.022372173002005596,
               0.017352391265909227, 0.013971235301124539, 0.011478952690257387, 0.010324318288744113, 0.00545087818772055,
               0.017419357964884856, -0.014881409392818066, 0.02877844261259304);
}
/** asin of sqrt((1 - x) / 2), as a pair, for x from 1/2 to 1. */
CDPSIM_MATH Pair arcSineOfHalf(double x) {
    double z = 0.5 - 0.5 * x, root = __builtin_sqrt(z);
    double rootLow = root > 0 ? __builtin_fma(-root, root, z) / (2.0 * root) : 0;
    return {root, rootLow + root * arcSineRest(z)};
}

/** e^(x^2) erfc(x) for x from 0 on. */
CDPSIM_MATH double scaledErrorComplement(double x) {
    double t = (x - 3.75) / (x + 3.75);
    if (x > 0x1p60) t = 1;
    double p = polynomial(
        t, 1.2375126308378275, -0.14024059858554697, 0.003585415485463775, 0.08227673849014516, -0.10880393014171785, 0.09230432116037876,
        -0.058693398590212366, 0.028362277418940665, -0.009746579552504244, 0.0017556258530017257, 0.0002937136342850081,
        -0.0002901540809795271, 5.1649211390702855e-05, 2.2384240314224437e-05, -1.1444412439171722e-05, -9.735619015182663e-07,
        1.752057970166318e-06, -5.721597255990987e-08, -2.591069687796658e-07, 2.3261913276696566e-08, 3.8965452548985966e-08,
        -3.743568033634583e-09, -5.28428697963142e-09, 3.110310719839165e-10, 4.434959070009628e-10);
    return p / __builtin_fma(2.0, x, 1.0);
}
CDPSIM_MATH double errorComplement(double x) {
    Pair square = product(x, x);
    return x > 28 ? 0 : exponential(-square.high, -square.low) * scaledErrorComplement(x);
}
CDPSIM_MATH double errorFunctionNear(double x) {
    double z = x * x;
    double rest = polynomial(
        z, -7.36009743369252e-18, -0.37612638903183543, 0.11283791670945006, -0.02686617064323777, 0.0052239776071164225,
        -0.0008548325975389692, 0.00012055294904839707, -1.492473690741966e-05, 1.6447424703317362e-06, -1.6208483801871705e-07,
        1.3720064546777686e-08, -7.795898827002142e-10);
    return __builtin_fma(x, 1.1283791670955126, x * (rest + 1.533545961316588e-17));
}

/** ln of the gamma function for x from 8 on: Stirling's series. */
CDPSIM_MATH double stirlingRest(double x) {
    double y = 1.0 / x;
    return y
        * polynomial(
               y * y, 8.333333333333333e-2, -2.777777777777778e-3, 7.936507936507937e-4, -5.952380952380953e-4, 8.417508417508418e-4,
               -1.9175269175269176e-3, 6.410256410256410e-3, -2.955065359477124e-2);
}

} // namespace cdpsim

CDPSIM_NV double __nv_exp(double x) { return cdpsim::exponential(x, 0); }
CDPSIM_NV double __nv_exp2(double x) {
    if (!(x < 1025)) return x != x ? x : cdpsim::INFINITE;
    if (x < -1076) return 0;
    double n = __builtin_rint(x), part = x - n, r = cdpsim::times(part, 0.6931471805599453);
    double low = __builtin_fma(part, 0.6931471805599453, -r) + part * 2.3190468138462996e-17;
    return cdpsim::scaled(__builtin_fma(r * r, cdpsim::exponentialRest(r), low + r * low) + r + 1.0, (int)n);
}
CDPSIM_NV double __nv_exp10(double x) {
    if (!(x < 309)) return x != x ? x : cdpsim::INFINITE;
    if (x < -324.5) return 0;
    double n = __builtin_rint(x * 3.321928094887362);
    // The first part of log10 2 has 33 bits: the first step is exact.
    double first = __builtin_fma(-n, 0.30102999560767785, x), part = __builtin_fma(-n, 5.630334806675098e-11, first);
    double partLow = __builtin_fma(-n, 5.630334806675098e-11, first - part), r = cdpsim::times(part, 2.302585092994046);
    double low = __builtin_fma(part, 2.302585092994046, -r) + (part * -2.1707562233822494e-16 + partLow * 2.302585092994046);
    return cdpsim::scaled(__builtin_fma(r * r, cdpsim::exponentialRest(r), low + r * low) + r + 1.0, (int)n);
}
CDPSIM_NV double __nv_expm1(double x) {
    if (!(x < 710)) return x != x ? x : cdpsim::INFINITE;
    if (x < -40) return -1;
    double n = __builtin_rint(x * 1.4426950408889634);
    double high = __builtin_fma(-n, 0.6931471805599453, x), low = -n * 2.3190468138462996e-17;
    cdpsim::Pair r = cdpsim::sumOrdered(high, low);
    double rest = __builtin_fma(r.high * r.high, cdpsim::exponentialRest(r.high), r.low * (1.0 + r.high));
    if (n == 0) return x == 0 ? x : r.high + rest;
    if (n > 1000) return cdpsim::scaled(r.high + rest + 1.0, (int)n);
    double power = cdpsim::powerOfTwo((int)n);
    cdpsim::Pair s = cdpsim::sum(power - 1.0, power * r.high);
    double lost = n > 53 ? -1.0 - ((power - 1.0) - power) : 0;
    return s.high + (s.low + lost + power * rest);
}
CDPSIM_NV double __nv_log(double x) {
    if (!(x > 0)) return x == 0 ? -cdpsim::INFINITE : cdpsim::notANumber();
    if (x == cdpsim::INFINITE) return x;
    double m;
    int e = cdpsim::exponent(x, m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        e++;
    }
    // ln(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f)
    double f = m - 1.0, s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    double rest = z
        * cdpsim::polynomial(
                      z, 0.6666666666666666, 0.4000000000000094, 0.2857142857076445, 0.2222222240054776, 0.181817947008978,
                      0.15386290534658992, 0.13267418596474884, 0.1310072138350349);
    return __builtin_fma(e, 0.6931471804855391, f - (half - __builtin_fma(s, half + rest, e * 7.440617110012397e-11)));
}
CDPSIM_NV double __nv_log2(double x) { return cdpsim::logarithm(x, 1.4426950408889634, 2.0355273740931033e-17); }
CDPSIM_NV double __nv_log10(double x) { return cdpsim::logarithm(x, 0.4342944819032518, 1.098319650216765e-17); }
CDPSIM_NV double __nv_log1p(double x) {
    if (!(x > -1)) return x == -1 ? -cdpsim::INFINITE : cdpsim::notANumber();
    if (cdpsim::magnitude(x) < 0x1p-54 || x == cdpsim::INFINITE) return x;
    cdpsim::Pair one = cdpsim::sum(1.0, x);
    cdpsim::Pair l = cdpsim::logarithm(one.high);
    return l.high + (l.low + one.low / one.high);
}
__device__ inline double cdpsim_power(double x, double y) {
    cdpsim::Pair l = cdpsim::logarithm(x);
    cdpsim::Pair p = cdpsim::product(l, {y, 0});
    if (p.high != p.high || cdpsim::magnitude(p.high) > 1e4) return l.high * y > 0 ? cdpsim::INFINITE : 0;
    return cdpsim::exponential(p.high, p.low);
}
extern "C" __device__ inline double __nv_pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return cdpsim::notANumber();
    double size = cdpsim::magnitude(x);
    bool isWhole = __builtin_trunc(y) == y;
    bool isOdd = isWhole && cdpsim::magnitude(y) < 0x1p53 && __builtin_trunc(0.5 * y) != 0.5 * y;
    double result;
    if (cdpsim::magnitude(y) == cdpsim::INFINITE) {
        return size == 1 ? 1 : (size > 1) == (y > 0) ? cdpsim::INFINITE : 0;
    } else if (size == 0 || size == cdpsim::INFINITE) {
        result = (size == 0) == (y > 0) ? 0 : cdpsim::INFINITE;
    } else if (x < 0 && !isWhole) {
        return cdpsim::notANumber();
    } else {
        result = size == 1 ? 1 : cdpsim_power(size, y);
    }
    return isOdd ? cdpsim::withSign(result, x) : result;
}
CDPSIM_NV double __nv_powi(double x, int n) { return __nv_pow(x, (double)n); }

CDPSIM_NV void __nv_sincos(double x, double *s, double *c) {
    cdpsim::Pair r;
    int quarter = cdpsim::reduced(x, r);
    bool isZero = x == 0, isNone = !__nv_isfinited(x);
    *s = isNone ? cdpsim::notANumber() : isZero ? x : cdpsim::sineOf(quarter, r);
    *c = isNone ? cdpsim::notANumber() : cdpsim::sineOf(quarter + 1, r);
}
CDPSIM_NV double __nv_sin(double x) {
    if (!__nv_isfinited(x) || x == 0) return x == 0 ? x : cdpsim::notANumber();
    cdpsim::Pair r;
    int quarter = cdpsim::reduced(x, r);
    return cdpsim::sineOf(quarter, r);
}
CDPSIM_NV double __nv_cos(double x) {
    if (!__nv_isfinited(x)) return cdpsim::notANumber();
    cdpsim::Pair r;
    int quarter = cdpsim::reduced(x, r);
    return cdpsim::sineOf(quarter + 1, r);
}
CDPSIM_NV double __nv_tan(double x) {
    double s, c;
    __nv_sincos(x, &s, &c);
    return s / c;
}
CDPSIM_NV void __nv_sincospi(double x, double *s, double *c) {
    cdpsim::Pair r;
    int quarter = cdpsim::reducedPi(x, r);
    bool isNone = !__nv_isfinited(x), isWhole = __builtin_trunc(x) == x;
    *s = isNone ? cdpsim::notANumber() : isWhole ? cdpsim::withSign(0, x) : cdpsim::sineOf(quarter, r);
    *c = isNone ? cdpsim::notANumber() : cdpsim::sineOf(quarter + 1, r) + 0.0;
}
CDPSIM_NV double __nv_sinpi(double x) {
    double s, c;
    __nv_sincospi(x, &s, &c);
    return s;
}
CDPSIM_NV double __nv_cospi(double x) {
    double s, c;
    __nv_sincospi(x, &s, &c);
    return c;
}
CDPSIM_NV double __nv_atan(double x) {
    if (x != x || x == 0) return x;
    return cdpsim::withSign(cdpsim::arcTangent(cdpsim::magnitude(x), 1.0), x);
}
CDPSIM_NV double __nv_atan2(double y, double x) {
    if (x != x || y != y) return cdpsim::notANumber();
    double high = cdpsim::magnitude(y), wide = cdpsim::magnitude(x), angle;
    if (high == 0) {
        angle = 0;
    } else if (high == cdpsim::INFINITE && wide == cdpsim::INFINITE) {
        angle = 0.7853981633974483;
    } else if (wide == cdpsim::INFINITE) {
        angle = 0;
    } else if (high == cdpsim::INFINITE || wide == 0) {
        angle = 1.5707963267948966;
    } else {
        angle = cdpsim::arcTangent(high, wide);
    }
    bool isLeft = __nv_signbitd(x);
    return cdpsim::withSign(isLeft ? 3.141592653589793 - (angle - 1.2246467991473532e-16) : angle, y);
}
CDPSIM_NV double __nv_asin(double x) {
    double size = cdpsim::magnitude(x);
    if (!(size <= 1)) return cdpsim::notANumber();
    if (size < 0.5) return __builtin_fma(x, cdpsim::arcSineRest(x * x), x);
    cdpsim::Pair half = cdpsim::arcSineOfHalf(size);
    cdpsim::Pair s = cdpsim::sumOrdered(1.5707963267948966, -2.0 * half.high);
    return cdpsim::withSign(s.high + (s.low + (6.123233995736766e-17 - 2.0 * half.low)), x);
}
CDPSIM_NV double __nv_acos(double x) {
    double size = cdpsim::magnitude(x);
    if (!(size <= 1)) return cdpsim::notANumber();
    if (size < 0.5) {
        cdpsim::Pair s = cdpsim::sumOrdered(1.5707963267948966, -x);
        return s.high + (s.low + (6.123233995736766e-17 - x * cdpsim::arcSineRest(x * x)));
    }
    cdpsim::Pair half = cdpsim::arcSineOfHalf(size);
    if (x > 0) return 2.0 * (half.high + half.low);
    cdpsim::Pair s = cdpsim::sumOrdered(3.141592653589793, -2.0 * half.high);
    return s.high + (s.low + (1.2246467991473532e-16 - 2.0 * half.low));
}
CDPSIM_NV double __nv_sinh(double x) {
    double size = cdpsim::magnitude(x), result;
    if (size > 709) {
        double e = __nv_exp(0.5 * size);
        result = 0.5 * e * e;
    } else {
        double t = __nv_expm1(size);
        result = 0.5 * (t + t / (t + 1.0));
    }
    return x == 0 ? x : cdpsim::withSign(result, x);
}
CDPSIM_NV double __nv_cosh(double x) {
    double size = cdpsim::magnitude(x);
    if (size > 709) {
        double e = __nv_exp(0.5 * size);
        return 0.5 * e * e;
    }
    double e = __nv_exp(size);
    return 0.5 * e + 0.5 / e;
}
CDPSIM_NV double __nv_tanh(double x) {
    double size = cdpsim::magnitude(x);
    if (size > 22) return cdpsim::withSign(1, x);
    double t = __nv_expm1(2.0 * size);
    return x == 0 || x != x ? x : cdpsim::withSign(t / (t + 2.0), x);
}
CDPSIM_NV double __nv_asinh(double x) {
    double size = cdpsim::magnitude(x), result;
    if (!(size < 0x1p28)) {
        result = __nv_log(size) + 0.6931471805599453;
    } else {
        double square = size * size;
        result = __nv_log1p(size + square / (1.0 + __builtin_sqrt(1.0 + square)));
    }
    return x == 0 ? x : cdpsim::withSign(result, x);
}
CDPSIM_NV double __nv_acosh(double x) {
    if (x > 0x1p28) return __nv_log(x) + 0.6931471805599453;
    double t = x - 1.0;
    return __nv_log1p(t + __builtin_sqrt(2.0 * t + t * t));
}
CDPSIM_NV double __nv_atanh(double x) {
    double size = cdpsim::magnitude(x);
    return x == 0 ? x : cdpsim::withSign(0.5 * __nv_log1p(2.0 * size / (1.0 - size)), x);
}
CDPSIM_NV double __nv_cbrt(double x) {
    if (x == 0 || !__nv_isfinited(x)) return x;
    double m;
    int e = cdpsim::exponent(cdpsim::magnitude(x), m);
    int third = (e + 3072) / 3 - 1024, left = e - 3 * third;
    double a = m * cdpsim::powerOfTwo(left);
    // A line through 1 and 8, then Newton's steps: the error is squared by each.
    double y = 0.9 + 0.14 * a;
    for (int i = 0; i < 5; i++) y -= (y * y * y - a) / (3.0 * y * y);
    cdpsim::Pair square = cdpsim::product(y, y);
    double miss = __builtin_fma(square.high, y, -a) + square.low * y;
    y -= miss / (3.0 * y * y);
    return cdpsim::withSign(cdpsim::scaled(y, third), x);
}
CDPSIM_NV double __nv_rsqrt(double x) {
    if (!(x > 0) || x == cdpsim::INFINITE) return x == 0 ? cdpsim::withSign(cdpsim::INFINITE, x) : x > 0 ? 0 : cdpsim::notANumber();
    double y = 1.0 / __builtin_sqrt(x);
    cdpsim::Pair square = cdpsim::product(y, y);
    return __builtin_fma(0.5 * y, __builtin_fma(-x, square.high, 1.0) - x * square.low, y);
}
CDPSIM_NV double __nv_rcbrt(double x) { return 1.0 / __nv_cbrt(x); }

// Lengths: scaled by the largest, so that no square overflows.
namespace cdpsim {
CDPSIM_MATH double length(int n, const double *x) {
    double largest = 0;
    bool isNone = false, isInfinite = false;
    for (int i = 0; i < n; i++) {
        isNone |= x[i] != x[i];
        isInfinite |= magnitude(x[i]) == INFINITE;
        largest = __builtin_fmax(largest, magnitude(x[i]));
    }
    if (isInfinite) return INFINITE;
    if (isNone || largest == 0) return isNone ? notANumber() : 0;
    double m;
    int e = exponent(largest, m);
    Pair squares = {0, 0};
    for (int i = 0; i < n; i++) {
        double part = scaled(x[i], -e);
        Pair square = product(part, part);
        Pair s = sum(squares.high, square.high);
        squares = {s.high, squares.low + s.low + square.low};
    }
    double all = squares.high + squares.low, root = __builtin_sqrt(all);
    root += (__builtin_fma(-root, root, squares.high) + squares.low) / (2.0 * root);
    return scaled(root, e);
}
} // namespace cdpsim
CDPSIM_NV double __nv_hypot(double a, double b) {
    double x[] = {a, b};
    return cdpsim::length(2, x);
}
CDPSIM_NV double __nv_norm3d(double a, double b, double c) {
    double x[] = {a, b, c};
    return cdpsim::length(3, x);
}
CDPSIM_NV double __nv_norm4d(double a, double b, double c, double d) {
    double x[] = {a, b, c, d};
    return cdpsim::length(4, x);
}
CDPSIM_NV double __nv_norm(int n, const double *x) { return cdpsim::length(n, x); }
CDPSIM_NV double __nv_rhypot(double a, double b) { return 1.0 / __nv_hypot(a, b); }
CDPSIM_NV double __nv_rnorm3d(double a, double b, double c) { return 1.0 / __nv_norm3d(a, b, c); }
CDPSIM_NV double __nv_rnorm4d(double a, double b, double c, double d) { return 1.0 / __nv_norm4d(a, b, c, d); }
CDPSIM_NV double __nv_rnorm(int n, const double *x) { return 1.0 / __nv_norm(n, x); }

// Parts of numbers
CDPSIM_NV double __nv_ldexp(double x, int n) { return cdpsim::scaled(x, n); }
CDPSIM_NV double __nv_scalbn(double x, int n) { return cdpsim::scaled(x, n); }
CDPSIM_NV double __nv_frexp(double x, int *e) {
    *e = 0;
    if (x == 0 || !__nv_isfinited(x)) return x;
    double m;
    *e = cdpsim::exponent(x, m) + 1;
    return 0.5 * m;
}
CDPSIM_NV double __nv_logb(double x) {
    if (x == 0 || !__nv_isfinited(x)) return x == 0 ? -cdpsim::INFINITE : x * x;
    double m;
    return cdpsim::exponent(x, m);
}
CDPSIM_NV int __nv_ilogb(double x) {
    if (x == 0 || !__nv_isfinited(x)) return __nv_isinfd(x) ? 0x7fffffff : (int)0x80000000;
    double m;
    return cdpsim::exponent(x, m);
}
CDPSIM_NV double __nv_nextafter(double x, double y) {
    if (x != x || y != y) return cdpsim::notANumber();
    if (x == y) return y;
    if (x == 0) return cdpsim::withSign(cdpsim::ofBits(1), y);
    return cdpsim::ofBits(cdpsim::bits(x) + ((x < y) == (x > 0) ? 1 : -1));
}

// Remainders: long division, exact in each step.
namespace cdpsim {
__device__ inline double divided(double x, double y, unsigned int &quotient) {
    quotient = 0;
    if (x < y) return x;
    double xm, ym;
    for (int e = exponent(x, xm) - exponent(y, ym); e >= 0; e--) {
        double part = scaled(y, e);
        quotient <<= 1;
        if (x >= part) {
            x -= part;
            quotient |= 1;
        }
    }
    return x;
}
} // namespace cdpsim
CDPSIM_NV double __nv_fmod(double x, double y) {
    if (y == 0 || x != x || y != y || !__nv_isfinited(x)) return cdpsim::notANumber();
    if (__nv_isinfd(y)) return x;
    unsigned int quotient;
    return cdpsim::withSign(cdpsim::divided(cdpsim::magnitude(x), cdpsim::magnitude(y), quotient), x);
}
CDPSIM_NV double __nv_remquo(double x, double y, int *q) {
    *q = 0;
    if (y == 0 || x != x || y != y || !__nv_isfinited(x)) return cdpsim::notANumber();
    if (__nv_isinfd(y)) return x;
    unsigned int quotient;
    double size = cdpsim::magnitude(y), left = cdpsim::divided(cdpsim::magnitude(x), size, quotient);
    bool roundsUp = left > size - left || left == size - left && (quotient & 1);
    if (roundsUp) {
        left -= size;
        quotient++;
    }
    bool isNegative = __nv_signbitd(x) != __nv_signbitd(y);
    *q = isNegative ? -(int)(quotient & 0x7fffffff) : (int)(quotient & 0x7fffffff);
    return left == 0 ? cdpsim::withSign(0, x) : __nv_signbitd(x) ? -left : left;
}
CDPSIM_NV double __nv_remainder(double x, double y) {
    int quotient;
    return __nv_remquo(x, y, &quotient);
}

// The error function and what is made of it
CDPSIM_NV double __nv_erfcx(double x) {
    if (x >= 0) return cdpsim::scaledErrorComplement(x);
    cdpsim::Pair square = cdpsim::product(x, x);
    return 2.0 * cdpsim::exponential(square.high, square.low) - cdpsim::scaledErrorComplement(-x);
}
CDPSIM_NV double __nv_erfc(double x) {
    if (x != x) return x;
    return cdpsim::magnitude(x) < 0.4 ? 1.0 - cdpsim::errorFunctionNear(x)
        : x > 0                       ? cdpsim::errorComplement(x)
                                      : 2.0 - cdpsim::errorComplement(-x);
}
CDPSIM_NV double __nv_erf(double x) {
    double size = cdpsim::magnitude(x);
    if (x != x) return x;
    return size < 1 ? cdpsim::errorFunctionNear(x) : cdpsim::withSign(1.0 - cdpsim::errorComplement(size), x);
}
CDPSIM_NV double __nv_normcdf(double x) {
    cdpsim::Pair z = cdpsim::product({-x, 0}, {0.7071067811865476, -4.833646656726457e-17});
    double correction = __nv_isfinited(x) ? 1.1283791670955126 * __nv_exp(-z.high * z.high) * z.low : 0;
    return 0.5 * (__nv_erfc(__nv_isfinited(x) ? z.high : -x) - correction);
}
CDPSIM_NV double __nv_erfinv(double y);
/** What has p as its erfc: a first guess by logarithms, then steps of Halley's rule, each of which triples the digits. */
extern "C" __device__ inline double __nv_erfcinv(double p) {
    if (!(p > 0 && p < 2)) return p == 0 ? cdpsim::INFINITE : p == 2 ? -cdpsim::INFINITE : cdpsim::notANumber();
    if (p > 0.5 && p < 1.5) return __nv_erfinv(1.0 - p);
    double q = p < 1 ? p : 2.0 - p;
    double t = __builtin_sqrt(-2.0 * __nv_log(0.5 * q));
    double x = 0.7071067811865476
        * (t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1.0 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t));
    for (int i = 0; i < 3; i++) {
        double step = (__nv_erfc(x) - q) / (-1.1283791670955126 * __nv_exp(-x * x));
        x -= step / (1.0 + x * step);
    }
    return p < 1 ? x : -x;
}
CDPSIM_NV double __nv_erfinv(double y) {
    if (cdpsim::magnitude(y) > 0.5) return y > 0 ? __nv_erfcinv(1.0 - y) : -__nv_erfcinv(1.0 + y);
    double x = 0.886226925452758 * y;
    for (int i = 0; i < 4; i++) {
        double step = (__nv_erf(x) - y) / (1.1283791670955126 * __nv_exp(-x * x));
        x -= step / (1.0 + x * step);
    }
    return y == 0 ? y : x;
}
CDPSIM_NV double __nv_normcdfinv(double p) { return -1.4142135623730951 * __nv_erfcinv(2.0 * p); }

extern "C" __device__ inline double __nv_tgamma(double x) {
    if (x != x || x == cdpsim::INFINITE) return x;
    if (x == 0) return cdpsim::withSign(cdpsim::INFINITE, x);
    if (x < 0 && __builtin_trunc(x) == x) return cdpsim::notANumber();
    if (x > 172) return cdpsim::INFINITE;
    if (x < -190) return 0;
    if (x < 0.5) return 3.141592653589793 / (__nv_sinpi(x) * __nv_tgamma(1.0 - x));
    double below = 1;
    double at = x;
    for (; at < 10; at += 1.0) below *= at;
    double root = cdpsim_power(at, 0.5 * at - 0.25);
    return root * __nv_exp(-at) * root * (2.5066282746310002 * __nv_exp(cdpsim::stirlingRest(at))) / below;
}
extern "C" __device__ inline double __nv_lgamma(double x) {
    double size = cdpsim::magnitude(x);
    if (x != x || size == cdpsim::INFINITE) return size;
    if (x <= 0 && __builtin_trunc(x) == x) return cdpsim::INFINITE;
    if (x < 0.5) return __nv_log(3.141592653589793 / cdpsim::magnitude(__nv_sinpi(x))) - __nv_lgamma(1.0 - x);
    if (x < 10) return __nv_log(__nv_tgamma(x));
    return (x - 0.5) * __nv_log(x) - x + (0.9189385332046728 + cdpsim::stirlingRest(x));
}
