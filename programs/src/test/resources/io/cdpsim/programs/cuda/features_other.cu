// The other file of features.cu. It includes no header of C++, so new and delete are the compiler's.
#include "features.h"

static __global__ void internal(int *to, int value) {
    int *own = new int[2];
    own[1] = value;
    *to = own[1];
    delete[] own;
}

__global__ void elsewhere(int *to, int value) { internal<<<1, 1>>>(to, value); }
