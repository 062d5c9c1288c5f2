// Reductions are among the groups.
#pragma once
#include "../cooperative_groups.h"
