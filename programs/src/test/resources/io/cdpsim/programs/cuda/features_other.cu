// The other file of features.cu.
#include "features.h"

static __global__ void internal(int *to, int value) { *to = value; }

__global__ void elsewhere(int *to, int value) { internal<<<1, 1>>>(to, value); }
