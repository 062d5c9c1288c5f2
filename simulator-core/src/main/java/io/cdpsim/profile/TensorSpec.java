package io.cdpsim.profile;

import java.util.EnumMap;
import java.util.Map;

/**
 * What products of matrices take on a scheduler's tensor core, by shape and type.
 *
 * @param products the times of each product
 * @param transposeLatencyCycles {@code movmatrix}, from issue to result, cycles
 */
public record TensorSpec(Map<Product, ProductSpec> products, int transposeLatencyCycles) {
    /** A GPU without tensor cores. */
    public static final TensorSpec NONE = new TensorSpec(Map.of(), 0);

    /** Keeps a copy in the order of the products. */
    public TensorSpec {
        products = products.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(products));
    }

    /** The products that take times of their own; others are sequences of these. */
    public enum Product {
        /** Half precision and bfloat16, m16n8k8. */
        HALF_K8("half_k8"),
        HALF_K16("half_k16"),
        /** Half precision, m8n8k4. */
        HALF_M8("half_m8"),
        TF32_K4("tf32_k4"),
        TF32_K8("tf32_k8"),
        /** Integers of 8 bits, m8n8k16. */
        BYTE_M8("byte_m8"),
        BYTE_K16("byte_k16"),
        BYTE_K32("byte_k32"),
        /** Integers of 4 bits, all shapes. */
        NIBBLE("nibble"),
        /** Bits that are combined by AND, all shapes. */
        BIT_AND("bit_and"),
        BIT_XOR("bit_xor"),
        /** Double precision, m8n8k4. */
        DOUBLE_M8("double_m8"),
        DOUBLE_K4("double_k4"),
        DOUBLE_K8("double_k8"),
        DOUBLE_K16("double_k16");

        private final String field;

        Product(String field) {
            this.field = field;
        }

        /** The name of its section in a profile. */
        public String field() {
            return field;
        }
    }

    /**
     * The times of a product.
     *
     * @param latencyCycles from issue until D can be used, as C of another product too
     * @param serviceCycles for which it keeps the tensor core of its scheduler
     */
    public record ProductSpec(int latencyCycles, double serviceCycles) {}
}
