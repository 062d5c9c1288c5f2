// The version of CUDA that these headers speak of, and the driver's types of numbers. There is no driver interface.
#pragma once
#include <stdint.h>
#define CUDA_VERSION 12030
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
