/** Programs of users: PTX with a launch plan, CUDA C sources and executables. */
@NullMarked
package io.cdpsim.programs;

import org.jspecify.annotations.NullMarked;
