// The calls of device code are there in every source.
#pragma once
#include "cuda_runtime.h"
