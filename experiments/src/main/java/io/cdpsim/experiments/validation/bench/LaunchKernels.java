package io.cdpsim.experiments.validation.bench;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.warp.Lanes;
import java.util.List;

/** The kernels of the launch measurements: children that store time stamps, and parents with different kinds of launches. */
final class LaunchKernels {
    /** How a stream is chosen for each launch. */
    enum StreamChoice {
        NULL_STREAM,
        FIRE_AND_FORGET,
        TAIL,
        ONE_NAMED,
        NAMED_EACH
    }

    private static final Operand ZERO = Operand.u32(0);
    private static final Operand ONE = Operand.u32(1);
    private static final Operand WARP = Operand.u32(Lanes.COUNT);

    private LaunchKernels() {}

    private static Operand stream(KernelBuilder k, StreamChoice choice, Operand named) {
        return switch (choice) {
            case NULL_STREAM -> DeviceRuntimeCalls.NULL_STREAM;
            case FIRE_AND_FORGET -> DeviceRuntimeCalls.FIRE_AND_FORGET;
            case TAIL -> DeviceRuntimeCalls.TAIL_LAUNCH;
            case ONE_NAMED -> named;
            case NAMED_EACH -> k.device().streamCreateWithFlags();
        };
    }

    /** Does nothing. */
    static Kernel empty() {
        return new KernelBuilder("empty").registersPerThread(8).build();
    }

    /** Stores start and end of a child that spins for a time. Parameters: stamp address, nanoseconds. */
    static Kernel stampChild() {
        KernelBuilder k = new KernelBuilder("stampChild").registersPerThread(16);
        Register stamp = k.parameter(ValueType.U64);
        Register nanos = k.parameter(ValueType.U64);
        Register start = k.special(SpecialRegister.GLOBAL_TIMER);
        // The measuring program spins without a pause; with one, the same time takes fewer simulation events.
        k.ifThen(
                k.notEqual(nanos, Operand.u64(0)),
                () -> k.doWhile(() -> {
                    k.nanosleep(Operand.u32(200));
                    Register now = k.special(SpecialRegister.GLOBAL_TIMER);
                    return k.less(k.subtract(now, start), nanos);
                }));
        Predicate first = k.and(k.equal(k.threadX(), ZERO), k.equal(k.blockX(), ZERO));
        k.ifThen(first, () -> {
            k.memory().store(ValueType.U64, stamp, start);
            k.memory().store(ValueType.U64, k.add(stamp, Operand.u64(8)), k.special(SpecialRegister.GLOBAL_TIMER));
        });
        return k.build();
    }

    /**
     * One thread launches n children one after another. Parameters: stamps, n, nanoseconds of each child, of the first child, address of the end
     * time. A stamp is start, end, cycles of the call, time of its return, time of its start.
     */
    static Kernel sequential(StreamChoice choice, int childThreads) {
        KernelReference child = KernelReference.to(stampChild());
        KernelBuilder k = new KernelBuilder("sequential").registersPerThread(32);
        Register stamps = k.parameter(ValueType.U64);
        Register n = k.parameter(ValueType.S32);
        Register nanos = k.parameter(ValueType.U64);
        Register firstNanos = k.parameter(ValueType.U64);
        Register end = k.parameter(ValueType.U64);
        Operand named =
                choice == StreamChoice.ONE_NAMED ? k.device().streamCreateWithFlags() : DeviceRuntimeCalls.NULL_STREAM;
        k.forLoop(Operand.s32(0), n, Operand.s32(1), i -> {
            Operand target = stream(k, choice, named);
            Register stamp = k.element(stamps, i, 40);
            Register t0 = k.special(SpecialRegister.GLOBAL_TIMER);
            Register c0 = k.special(SpecialRegister.CLOCK);
            Register spin = k.select(k.equal(i, Operand.s32(0)), firstNanos, nanos);
            k.device().launch(child, ONE, Operand.u32(childThreads), target, stamp, spin);
            Register c1 = k.special(SpecialRegister.CLOCK);
            Register t1 = k.special(SpecialRegister.GLOBAL_TIMER);
            k.memory().store(ValueType.U64, k.add(stamp, Operand.u64(16)), k.subtract(c1, c0));
            k.memory().store(ValueType.U64, k.add(stamp, Operand.u64(24)), t1);
            k.memory().store(ValueType.U64, k.add(stamp, Operand.u64(32)), t0);
            k.device().getLastError();
        });
        k.memory().store(ValueType.U64, end, k.special(SpecialRegister.GLOBAL_TIMER));
        return k.build();
    }

    /** The first lanes of each warp launch one child each. Parameters: stamps, lanes, cycles of each warp. */
    static Kernel perWarp(StreamChoice choice) {
        KernelReference child = KernelReference.to(stampChild());
        KernelBuilder k = new KernelBuilder("perWarp").registersPerThread(32);
        Register stamps = k.parameter(ValueType.U64);
        Register lanes = k.parameter(ValueType.U32);
        Register cycles = k.parameter(ValueType.U64);
        Register thread = k.globalThreadX();
        Register lane = k.and(k.threadX(), Operand.u32(Lanes.COUNT - 1));
        k.syncWarp();
        Register begin = k.special(SpecialRegister.CLOCK);
        k.ifThen(
                k.less(lane, lanes),
                () -> k.device()
                        .launch(
                                child,
                                ONE,
                                WARP,
                                stream(k, choice, DeviceRuntimeCalls.NULL_STREAM),
                                k.element(stamps, thread, 40),
                                Operand.u64(0)));
        k.syncWarp();
        k.ifThen(k.equal(lane, ZERO), () -> {
            Register spent = k.subtract(k.special(SpecialRegister.CLOCK), begin);
            k.memory()
                    .store(ValueType.U64, k.element(cycles, k.shiftRight(thread, Operand.u32(Lanes.SHIFT)), 8), spent);
        });
        return k.build();
    }

    /** One thread launches the kernel itself, with a decremented count. Parameter: remaining count. */
    static Kernel chain(StreamChoice choice, int threads) {
        KernelBuilder k = new KernelBuilder("chain").registersPerThread(24);
        Register left = k.parameter(ValueType.S32);
        k.ifThen(
                k.notEqual(left, Operand.s32(0)),
                () -> k.ifThen(
                        k.equal(k.threadX(), ZERO),
                        () -> k.device()
                                .launch(
                                        k.self(),
                                        ONE,
                                        Operand.u32(threads),
                                        stream(k, choice, DeviceRuntimeCalls.NULL_STREAM),
                                        k.subtract(left, Operand.s32(1)))));
        return k.build();
    }

    /** A chain of tail launches, each link with a child of its own. Parameters: links left, blocks of the child (0: none). */
    static Kernel relay() {
        KernelReference child = KernelReference.to(empty());
        KernelBuilder k = new KernelBuilder("relay").registersPerThread(24);
        Register left = k.parameter(ValueType.S32);
        Register childBlocks = k.parameter(ValueType.U32);
        k.returnIf(k.equal(left, Operand.s32(0)));
        k.ifThen(
                k.notEqual(childBlocks, ZERO),
                () -> k.device().launch(child, childBlocks, Operand.u32(256), DeviceRuntimeCalls.NULL_STREAM));
        k.device()
                .launch(
                        k.self(),
                        ONE,
                        ONE,
                        DeviceRuntimeCalls.TAIL_LAUNCH,
                        k.subtract(left, Operand.s32(1)),
                        childBlocks);
        return k.build();
    }

    /** The first lanes of each warp launch an empty child. Parameters: lanes, blocks and threads of a child, address of an error count. */
    static Kernel flood(StreamChoice choice) {
        KernelReference child = KernelReference.to(empty());
        KernelBuilder k = new KernelBuilder("flood").registersPerThread(32);
        Register lanes = k.parameter(ValueType.U32);
        Register childBlocks = k.parameter(ValueType.U32);
        Register childThreads = k.parameter(ValueType.U32);
        Register failed = k.parameter(ValueType.U64);
        k.returnIf(k.atLeast(k.and(k.threadX(), Operand.u32(Lanes.COUNT - 1)), lanes));
        Operand target = stream(k, choice, DeviceRuntimeCalls.NULL_STREAM);
        k.device().launch(child, childBlocks, childThreads, target);
        if (choice == StreamChoice.NAMED_EACH) {
            k.device().streamDestroy(target);
        }
        Register error = k.device().getLastError();
        countFailure(k, error, failed);
        return k.build();
    }

    private static void countFailure(KernelBuilder k, Register error, Register failed) {
        k.ifThen(
                k.notEqual(error, Operand.s32(0)),
                () -> k.memory()
                        .reduce(
                                io.cdpsim.kernel.code.StateSpace.GLOBAL,
                                AtomicOperation.ADD,
                                ValueType.U64,
                                failed,
                                Operand.u64(1)));
    }

    /** Each block launches a grid with one thread per kid, each of which launches a leaf. Parameters: kids, address of an error count. */
    static Kernel treeRoot(StreamChoice choice) {
        KernelReference leaf = KernelReference.to(empty());
        KernelBuilder middle = new KernelBuilder("middle").registersPerThread(32);
        Register kidsOfMiddle = middle.parameter(ValueType.U32);
        Register failedOfMiddle = middle.parameter(ValueType.U64);
        middle.ifThen(middle.less(middle.threadX(), kidsOfMiddle), () -> {
            middle.device().launch(leaf, ONE, WARP, stream(middle, choice, DeviceRuntimeCalls.NULL_STREAM));
            countFailure(middle, middle.device().getLastError(), failedOfMiddle);
        });
        KernelReference middleKernel = KernelReference.to(middle.build());
        KernelBuilder k = new KernelBuilder("root").registersPerThread(32);
        Register kids = k.parameter(ValueType.U32);
        Register failed = k.parameter(ValueType.U64);
        k.device()
                .launch(
                        middleKernel,
                        List.of(ONE, ONE, ONE),
                        List.of(kids, ONE, ONE),
                        ZERO,
                        DeviceRuntimeCalls.FIRE_AND_FORGET,
                        List.of(kids, failed));
        countFailure(k, k.device().getLastError(), failed);
        return k.build();
    }

    /** The first threads of one warp launch an empty child each, fire-and-forget. Parameter: how many. */
    static Kernel fan() {
        KernelReference child = KernelReference.to(empty());
        KernelBuilder k = new KernelBuilder("fan").registersPerThread(24);
        Register n = k.parameter(ValueType.U32);
        k.ifThen(k.less(k.threadX(), n), () -> k.device().launch(child, ONE, WARP, DeviceRuntimeCalls.FIRE_AND_FORGET));
        return k.build();
    }
}
