// Lab 5. Each thread of sum_lists has a list of numbers, and computes its sum.

// A grid of its own for one list: one block, whose threads share the list out.
__global__ void sum_list(const int *values, int count, int *sum) {
    int part = 0;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        part += values[i];
    }
    atomicAdd(sum, part);
}

// List l is values[begin[l]] to values[begin[l + 1] - 1]. All sums are 0 at first.
__global__ void sum_lists(const int *values, const int *begin, int lists, int *sums) {
    int list = blockIdx.x * blockDim.x + threadIdx.x;
    if (list >= lists) {
        return;
    }
    int first = begin[list];
    int count = begin[list + 1] - first;
    // TODO: most lists are short. Launch a grid only where that pays.
    sum_list<<<1, 128, 0, cudaStreamFireAndForget>>>(values + first, count, sums + list);
}
