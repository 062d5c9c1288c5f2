// A kernel of another file.
#pragma once
__global__ void elsewhere(int *to, int value);
