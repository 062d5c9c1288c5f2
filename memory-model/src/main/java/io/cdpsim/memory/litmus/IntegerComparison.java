package io.cdpsim.memory.litmus;

import java.util.Arrays;
import java.util.Optional;

/** A comparison of two signed integers. */
public enum IntegerComparison {
    EQUAL("==", "=", "beq"),
    NOT_EQUAL("!=", "<>", "bne"),
    LESS("<", "<", "blt"),
    LESS_OR_EQUAL("<=", "<=", "ble"),
    GREATER(">", ">", "bgt"),
    GREATER_OR_EQUAL(">=", ">=", "bge");

    private final String sign;
    private final String otherSign;
    private final String branch;

    IntegerComparison(String sign, String otherSign, String branch) {
        this.sign = sign;
        this.otherSign = otherSign;
        this.branch = branch;
    }

    /** The sign of the comparison in a condition. */
    public String sign() {
        return sign;
    }

    /** The comparison of a sign in a condition, as in {@code ==}. */
    public static Optional<IntegerComparison> signed(String text) {
        return Arrays.stream(values())
                .filter(each -> each.sign.equals(text) || each.otherSign.equals(text))
                .findFirst();
    }

    /** The comparison of a branch instruction, as in {@code beq}. */
    public static Optional<IntegerComparison> ofBranch(String mnemonic) {
        return Arrays.stream(values())
                .filter(each -> each.branch.equals(mnemonic))
                .findFirst();
    }

    /** Whether the comparison holds of two values. */
    public boolean holds(long left, long right) {
        return switch (this) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
        };
    }
}
