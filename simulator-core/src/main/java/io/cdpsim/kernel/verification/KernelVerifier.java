package io.cdpsim.kernel.verification;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.MatrixType;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.OperandKind;
import io.cdpsim.kernel.code.OperandSignature;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;

/**
 * Checks that a kernel is sound before anything runs it: each instruction has the operands it takes, of the types it takes, every
 * register, predicate, constant and target exists, and calls and launches have the arguments they take. Registers without a stated type
 * pass for any. A launch of a kernel that is not built yet is checked when that is.
 */
public final class KernelVerifier {
    private static final int MOST_BYTES = 32;

    private final Kernel kernel;
    private final OperandChecks operands;
    private final CallChecks calls;
    private final LaneChecks lanes;

    private KernelVerifier(Kernel kernel) {
        this.kernel = kernel;
        this.operands = new OperandChecks(kernel);
        this.calls = new CallChecks(operands);
        this.lanes = new LaneChecks(operands);
    }

    /** Checks a kernel. @throws KernelVerificationException if it is not sound */
    public static void verify(Kernel kernel) {
        new KernelVerifier(kernel).verify();
    }

    private void verify() {
        Instruction[] code = kernel.code();
        for (int i = 0; i < code.length; i++) {
            operands.at(i);
            check(i, code[i]);
        }
        if (code.length == 0 || runsOn(code[code.length - 1])) {
            throw new KernelVerificationException(
                    kernel.name(),
                    code.length,
                    "",
                    "execution continues after the last instruction; end it with an exit");
        }
    }

    private static boolean runsOn(Instruction last) {
        return switch (last.opcode()) {
            case EXIT, RETURN, BRANCH, TRAP -> last.guard() >= 0;
            default -> true;
        };
    }

    private void check(int index, Instruction in) {
        if (in.guard() >= 0) {
            operands.predicate("the guard", in.guard());
        }
        switch (in.opcode()) {
            case READ_SPECIAL -> readSpecial(in);
            case LOAD_PARAMETER -> loadParameter(in);
            case SHUFFLE, VOTE, MATCH, REDUCE, ELECT, WARP_SYNC -> lanes.check(in);
            case MATRIX_MULTIPLY -> multiply(in, modifiers(in, Modifiers.MatrixMultiply.class));
            case MATRIX_TRANSPOSE -> {
                operands.value("the matrix", in.a(), RegisterType.BITS_32);
                operands.written(in.destination(), OperandKind.B32);
            }
            case MATRIX_LOAD, MATRIX_STORE -> matrixRows(in, modifiers(in, Modifiers.MatrixRows.class));
            case KERNEL_ADDRESS -> kernelAddress(in);
            case IS_SPACE -> isSpace(in);
            case LOAD, STORE -> access(in, modifiers(in, Modifiers.Access.class));
            case ATOMIC -> atomic(in, modifiers(in, Modifiers.Atomic.class));
            case BARRIER -> barrier(in);
            case BARRIER_REDUCE -> barrierReduction(in);
            case BRANCH -> target(in);
            case CALL -> {
                modifiers(in, Modifiers.Call.class);
                target(in);
            }
            case NANOSLEEP -> operands.valueOrWider("the time", in.a(), RegisterType.INTEGER_32);
            case DEVICE_CALL -> calls.check(index, in, modifiers(in, Modifiers.Device.class));
            case PRINT -> print(in);
            case BULK -> bulk(in);
            case MBARRIER -> mbarrier(in, modifiers(in, Modifiers.Mbarrier.class));
            case MBARRIER_WAIT -> mbarrierWait(in, modifiers(in, Modifiers.MbarrierWait.class));
            case BULK_COPY -> bulkCopy(in, modifiers(in, Modifiers.BulkCopy.class));
            case TEXTURE_FETCH -> textureFetch(in, modifiers(in, Modifiers.TextureFetch.class));
            case TEXTURE_QUERY -> {
                modifiers(in, Modifiers.TextureQuery.class);
                operands.value("the object", in.a(), RegisterType.INTEGER_64);
                if (in.b() != Instruction.NO_OPERAND) {
                    operands.value("the level", in.b(), RegisterType.INTEGER_32);
                }
                operands.written(in.destination(), OperandKind.I32);
            }
            case SURFACE_LOAD, SURFACE_STORE, SURFACE_REDUCE ->
                surfaceAccess(in, modifiers(in, Modifiers.SurfaceAccess.class));
            case GRID_DEPENDENCY -> modifiers(in, Modifiers.GridDependency.class);
            case CLUSTER_BARRIER -> modifiers(in, Modifiers.ClusterBarrier.class);
            case CLUSTER_ADDRESS -> clusterAddress(in, modifiers(in, Modifiers.ClusterAddress.class));
            case BULK_GROUP -> modifiers(in, Modifiers.BulkGroup.class);
            case FENCE -> modifiers(in, Modifiers.Fence.class);
            case TRAP -> trap(in);
            case RETURN, EXIT -> {}
            default -> arithmetic(in);
        }
    }

    private <T extends Modifiers> T modifiers(Instruction in, Class<T> wanted) {
        return operands.modifiers(in, wanted);
    }

    private void arithmetic(Instruction in) {
        String fault = in.opcode().modifiers().fault(in.opcode(), in.modifiers());
        if (!fault.isEmpty()) {
            throw operands.refuse(fault);
        }
        OperandSignature signature = in.opcode().signature().with(in.modifiers());
        RegisterType destination = operands.written(in.destination(), signature.destination());
        operands.read("operand a", in.a(), signature.a(), destination);
        operands.read("operand b", in.b(), signature.b(), destination);
        operands.read("operand c", in.c(), signature.c(), destination);
    }

    private void readSpecial(Instruction in) {
        SpecialRegister special = modifiers(in, Modifiers.Special.class).register();
        operands.written(in.destination(), special.isWide() ? OperandKind.I64 : OperandKind.I32);
    }

    private void kernelAddress(Instruction in) {
        modifiers(in, Modifiers.KernelAddress.class);
        operands.written(in.destination(), OperandKind.I64);
    }

    private void isSpace(Instruction in) {
        modifiers(in, Modifiers.Space.class);
        operands.value("the address", in.a(), RegisterType.INTEGER_64);
        operands.written(in.destination(), OperandKind.PREDICATE);
    }

    private void loadParameter(Instruction in) {
        Modifiers.Parameter parameter = modifiers(in, Modifiers.Parameter.class);
        ParameterLayout layout = kernel.parameters();
        if (in.a() != Instruction.NO_OPERAND) {
            operands.valueOrWider("the offset", in.a(), RegisterType.INTEGER_32);
        } else if (!layout.holds(parameter.offsetBytes(), parameter.type())) {
            throw operands.refuse("reads a parameter of type " + parameter.type() + " at byte "
                    + parameter.offsetBytes() + ", where the kernel has none");
        }
        operands.written(in.destination(), OperandKind.of(RegisterType.of(parameter.type())));
    }

    private void access(Instruction in, Modifiers.Access access) {
        if (Integer.bitCount(access.count()) != 1 || access.bytes() > MOST_BYTES) {
            throw operands.refuse("moves " + access.count() + " values at once; 1, 2, 4 and 8 can be, of " + MOST_BYTES
                    + " bytes in all");
        }
        address(in, access.space());
        RegisterType type = bitsOf(access.type());
        if (in.opcode() == Opcode.LOAD) {
            operands.writtenRow(in.destination(), access.count(), type);
            return;
        }
        operands.valueOrWider("the value", in.b(), type);
        for (int i = 1; in.b() >= 0 && i < access.count(); i++) {
            operands.valueOrWider("value " + (i + 1), in.b() + i, type);
        }
    }

    private void multiply(Instruction in, Modifiers.MatrixMultiply shape) {
        row("A", in.a(), shape.registersOfA(), shape.a());
        row("B", in.b(), shape.registersOfB(), shape.b());
        row("C", in.c(), shape.registersOfC(), shape.c());
        operands.writtenRow(in.destination(), shape.registersOfD(), registerOf(shape.d()));
    }

    private void row(String name, int first, int count, MatrixType type) {
        for (int i = 0; i < (first < 0 ? 1 : count); i++) {
            operands.value("register " + i + " of " + name, first < 0 ? first : first + i, registerOf(type));
        }
        if (first < 0 && count > 1) {
            throw operands.refuse(name + " is a constant, but takes " + count + " registers");
        }
    }

    private static RegisterType registerOf(MatrixType type) {
        return type == MatrixType.F64 ? RegisterType.BITS_64 : RegisterType.BITS_32;
    }

    private void matrixRows(Instruction in, Modifiers.MatrixRows rows) {
        address(in, rows.space());
        if (in.opcode() == Opcode.MATRIX_LOAD) {
            operands.writtenRow(in.destination(), rows.count(), RegisterType.BITS_32);
        } else {
            row("the matrices", in.b(), rows.count(), MatrixType.S32);
        }
    }

    /** Memory has no types: bits may be loaded as a float. But a load does not widen, and only integers are narrowed by a store. */
    private static RegisterType bitsOf(ValueType type) {
        return type.isWide() ? RegisterType.BITS_64 : RegisterType.BITS_32;
    }

    /** In a space of less than 4 GiB a register of 32 bits will do; any constant is as wide as an address. */
    private void address(Instruction in, StateSpace space) {
        address("the address", in.a(), space);
    }

    private void address(String name, int operand, StateSpace space) {
        if (operand < 0 || space == StateSpace.GENERIC || space == StateSpace.GLOBAL) {
            operands.value(name, operand, RegisterType.INTEGER_64);
        } else {
            operands.valueOrWider(name, operand, RegisterType.INTEGER_32);
        }
    }

    private void atomic(Instruction in, Modifiers.Atomic atomic) {
        address(in, atomic.space());
        RegisterType type = RegisterType.of(atomic.type());
        for (int i = 0; i < atomic.count(); i++) {
            operands.value("the operand", in.b() < 0 ? in.b() : in.b() + i, type);
            if (atomic.operation() == AtomicOperation.COMPARE_AND_SWAP) {
                operands.value("the new value", in.c() < 0 ? in.c() : in.c() + i, type);
            }
        }
        if (in.destination() >= 0) {
            operands.writtenRow(in.destination(), atomic.count(), type);
        } else if (atomic.returnsOld()) {
            throw operands.refuse("returns the old value, but has no destination");
        }
    }

    private void mbarrier(Instruction in, Modifiers.Mbarrier mbarrier) {
        address(in, mbarrier.space());
        if (mbarrier.operation() != Modifiers.MbarrierOperation.INVALIDATE) {
            operands.value("the count", in.b(), RegisterType.INTEGER_32);
        }
        if (in.destination() >= 0) {
            operands.written(in.destination(), OperandKind.B64);
        }
    }

    private void mbarrierWait(Instruction in, Modifiers.MbarrierWait wait) {
        address(in, wait.space());
        operands.value("the phase", in.b(), wait.ofParity() ? RegisterType.INTEGER_32 : RegisterType.BITS_64);
        if (in.c() != Instruction.NO_OPERAND) {
            operands.value("the time limit", in.c(), RegisterType.INTEGER_32);
        }
        operands.written(in.destination(), OperandKind.PREDICATE);
    }

    private void textureFetch(Instruction in, Modifiers.TextureFetch fetch) {
        operands.value("the texture object", in.a(), RegisterType.INTEGER_64);
        for (int i = 0; i < fetch.registers(); i++) {
            operands.value("coordinate " + (i + 1), in.b() + i, RegisterType.BITS_32);
        }
        operands.writtenRow(in.destination(), 4, RegisterType.BITS_32);
    }

    private void surfaceAccess(Instruction in, Modifiers.SurfaceAccess access) {
        operands.value("the surface object", in.a(), RegisterType.INTEGER_64);
        for (int i = 0; i < access.geometry().registers(); i++) {
            operands.value("coordinate " + (i + 1), in.b() + i, RegisterType.INTEGER_32);
        }
        RegisterType type = access.type().bytes() == Long.BYTES ? RegisterType.BITS_64 : RegisterType.BITS_32;
        if (in.opcode() == Opcode.SURFACE_LOAD) {
            operands.writtenRow(in.destination(), access.count(), type);
            return;
        }
        for (int i = 0; i < access.count(); i++) {
            operands.value("value " + (i + 1), in.c() + i, type);
        }
    }

    private void clusterAddress(Instruction in, Modifiers.ClusterAddress address) {
        if (address.isGeneric()) {
            operands.value("the address", in.a(), RegisterType.INTEGER_64);
        } else {
            operands.valueOrWider("the address", in.a(), RegisterType.INTEGER_32);
        }
        if (!address.asksRank()) {
            operands.valueOrWider("the rank", in.b(), RegisterType.INTEGER_32);
        }
        operands.written(
                in.destination(), address.isGeneric() && !address.asksRank() ? OperandKind.I64 : OperandKind.I32);
    }

    private void bulkCopy(Instruction in, Modifiers.BulkCopy copy) {
        address("the target", in.a(), copy.target());
        address("the source", in.b(), copy.source());
        operands.value("the bytes", in.c(), RegisterType.INTEGER_32);
        if ((copy.target() == StateSpace.GLOBAL) != (copy.mbarrier() == Instruction.NO_OPERAND)) {
            throw operands.refuse("has " + (copy.target() == StateSpace.GLOBAL ? "an" : "no")
                    + " mbarrier object; a copy to shared memory has one, a copy to global memory has none");
        }
        if (copy.mbarrier() != Instruction.NO_OPERAND) {
            address("the mbarrier object", copy.mbarrier(), StateSpace.SHARED_CLUSTER);
        }
        if (copy.blocks() != Instruction.NO_OPERAND) {
            operands.value("the blocks", copy.blocks(), RegisterType.INTEGER_32);
        }
    }

    private void barrier(Instruction in) {
        Modifiers.Barrier barrier = modifiers(in, Modifiers.Barrier.class);
        barrier(in, barrier.number(), barrier.threads());
    }

    private void barrierReduction(Instruction in) {
        Modifiers.BarrierReduction barrier = modifiers(in, Modifiers.BarrierReduction.class);
        barrier(in, barrier.number(), barrier.threads());
        operands.predicate("operand c", in.c());
        boolean count = barrier.question() == Modifiers.BarrierReduction.Question.COUNT;
        operands.written(in.destination(), count ? OperandKind.I32 : OperandKind.PREDICATE);
    }

    private void barrier(Instruction in, int number, int threads) {
        if (in.a() != Instruction.NO_OPERAND) {
            operands.value("the number", in.a(), RegisterType.INTEGER_32);
        }
        if (in.b() != Instruction.NO_OPERAND) {
            operands.value("the threads", in.b(), RegisterType.INTEGER_32);
        }
        String fault = Modifiers.Barrier.fault(number, threads);
        if (!fault.isEmpty()) {
            throw operands.refuse(fault);
        }
    }

    private void target(Instruction in) {
        int length = kernel.code().length;
        if (in.target() < 0 || in.target() >= length) {
            throw operands.refuse("goes to instruction " + in.target() + ", but the kernel has " + length);
        }
        if (in.reconvergence() < 0 || in.reconvergence() > length) {
            throw operands.refuse(
                    "lanes meet again at instruction " + in.reconvergence() + ", but the kernel has " + length);
        }
    }

    private void trap(Instruction in) {
        if (in.modifiers() instanceof Modifiers.AssertionInMemory assertion) {
            operands.value("the message", in.a(), RegisterType.INTEGER_64);
            operands.value("the file", in.b(), RegisterType.INTEGER_64);
            operands.value("the line", in.c(), RegisterType.INTEGER_32);
            operands.value("the function", assertion.function(), RegisterType.INTEGER_64);
        }
    }

    private void print(Instruction in) {
        if (in.destination() >= 0) {
            operands.written(in.destination(), OperandKind.I32);
        }
        if (in.modifiers() instanceof Modifiers.PrintInMemory) {
            operands.value("the format", in.a(), RegisterType.INTEGER_64);
            operands.value("the arguments", in.b(), RegisterType.INTEGER_64);
        } else {
            arguments(modifiers(in, Modifiers.Print.class));
        }
    }

    private void arguments(Modifiers.Print print) {
        if (print.arguments().size() != print.types().size()) {
            throw operands.refuse("has " + print.arguments().size() + " arguments and types of "
                    + print.types().size());
        }
        for (int i = 0; i < print.arguments().size(); i++) {
            operands.value(
                    "argument " + (i + 1),
                    print.arguments().get(i),
                    RegisterType.of(print.types().get(i)));
        }
    }

    private void bulk(Instruction in) {
        modifiers(in, Modifiers.Bulk.class);
        operands.value("the number of iterations", in.a(), RegisterType.INTEGER_32);
        operands.value("the address", in.b(), RegisterType.INTEGER_64);
    }
}
