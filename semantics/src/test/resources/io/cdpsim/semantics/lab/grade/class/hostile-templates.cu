// lab 3, points 0
template <int N, int M> struct Tree {
    static constexpr int value = Tree<N - 1, 2 * M>::value + Tree<N - 1, 2 * M + 1>::value;
    char more[1024];
};
template <int M> struct Tree<0, M> { static constexpr int value = 1; };
__global__ void transpose(const float *in, float *out, int n) { out[0] = Tree<28, 0>::value; }
