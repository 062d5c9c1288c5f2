// The calls of device code are there in every source.
#pragma once
#define __CUDA_DEVICE_RUNTIME_API_H__
#include "cuda_runtime.h"
