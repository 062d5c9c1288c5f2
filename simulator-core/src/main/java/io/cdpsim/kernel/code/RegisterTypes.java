package io.cdpsim.kernel.code;

import java.util.List;

/**
 * What the registers and the constants of a kernel are declared to hold.
 *
 * @param registers type of each register
 * @param constants type of each constant
 */
public record RegisterTypes(List<RegisterType> registers, List<RegisterType> constants) {
    public RegisterTypes {
        registers = List.copyOf(registers);
        constants = List.copyOf(constants);
    }
}
