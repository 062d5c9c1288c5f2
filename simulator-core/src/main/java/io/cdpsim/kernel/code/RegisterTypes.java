package io.cdpsim.kernel.code;

import java.util.List;

/**
 * The declared types of a kernel's registers and constants.
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
