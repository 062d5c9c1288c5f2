// The calls of device code are there in every source.
#pragma once
#define __DEVICE_LAUNCH_PARAMETERS_H__
#include "cuda_runtime.h"
