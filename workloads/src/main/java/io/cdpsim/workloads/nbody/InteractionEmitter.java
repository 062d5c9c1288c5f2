package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Emits the instructions of interactions between two bodies in the order of a schedule.
 *
 * <p>A schedule is a list of words, one instruction each, such as {@code dy0 dx0 load1}: a step and the number of its interaction. A compiler
 * overlaps consecutive interactions, and their order decides how well a warp hides its own latencies; the schedules of these kernels are those of
 * nvcc 13.0 for compute capability 9.0.
 *
 * <p>The steps, for the other body (x, y, z, m): {@code dx dy dz} differences to the own body; {@code yy xx zz soft} the squared distance with
 * softening; {@code tiny up root down} the expansion of {@code rsqrtf} without fast-math (a reciprocal square root that flushes denormals, scaled
 * before and after for denormal arguments); {@code sq cube pull} mass over distance cubed; {@code fx fy fz} the sum of the forces. Instead of these
 * {@code px py pz} keep the force of the pair, {@code ax ay az} add it to the sum, {@code nx ny nz} negate it and {@code rx ry rz} add that to
 * memory. {@code shx shy shz shm} read the other body from another lane.
 */
final class InteractionEmitter {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final int MOST_VARIABLES = 64;
    private static final float SCALE_UP = 0x1p24f;
    private static final float SCALE_DOWN = 0x1p12f;

    private record Slot(
            List<Register> other,
            Register squaredDistance,
            Register inverse,
            Register power,
            List<Register> pair,
            List<Register> reaction,
            Predicate normal) {}

    private final KernelBuilder k;
    private final List<Register> own;
    private final List<Register> force;
    private final Register softening;
    private final List<Slot> slots = new ArrayList<>();
    private List<Register> tile = List.of();
    private List<Register> reactionAddresses = List.of();
    private final Optional<LocalVariables> variables;

    /**
     * @param k the kernel
     * @param own x, y, z and mass of the thread's body
     * @param force the sum, three registers
     * @param softening the softening term
     * @param slots number of interactions with registers of their own; interaction {@code i} uses those of {@code i % slots}
     * @param unoptimized whether each step loads its operands from local memory and stores its result there
     */
    InteractionEmitter(
            KernelBuilder k,
            List<Register> own,
            List<Register> force,
            Register softening,
            int slots,
            boolean unoptimized) {
        this.k = k;
        this.own = own;
        this.force = force;
        this.softening = softening;
        for (int i = 0; i < slots; i++) {
            List<Register> scratch = k.registers(ValueType.F32, 9);
            this.slots.add(new Slot(
                    k.registers(ValueType.F32, InitialBodies.FLOATS),
                    scratch.get(0),
                    scratch.get(1),
                    scratch.get(2),
                    scratch.subList(3, 6),
                    scratch.subList(6, 9),
                    k.predicate()));
        }
        variables = unoptimized ? Optional.of(new LocalVariables(k, MOST_VARIABLES)) : Optional.empty();
        made(own);
        made(force);
    }

    private void used(Register... registers) {
        variables.ifPresent(all -> all.load(registers));
    }

    /** Records that registers have new values at this point of the code. */
    void made(List<Register> registers) {
        variables.ifPresent(all -> all.store(registers));
    }

    private void made(Register register) {
        made(List.of(register));
    }

    /** The registers that hold the other body of an interaction. */
    List<Register> other(int interaction) {
        return slot(interaction).other();
    }

    /** Sets the registers that the shuffles read. */
    void shuffleFrom(List<Register> bodies) {
        tile = bodies;
    }

    /** Sets the destination of each interaction's reaction. */
    void reactionsAt(List<Register> addresses) {
        reactionAddresses = addresses;
    }

    /**
     * Emits a schedule.
     *
     * @param schedule words separated by blanks
     * @param others handles words that are not a step of an interaction
     */
    void emit(String schedule, Map<String, Runnable> others) {
        for (String word : BLANKS.split(schedule.strip(), -1)) {
            Runnable other = others.get(word);
            if (other != null) {
                other.run();
                continue;
            }
            int digits = word.length();
            while (Character.isDigit(word.charAt(digits - 1))) {
                digits--;
            }
            step(word.substring(0, digits), Integer.parseInt(word.substring(digits)));
        }
    }

    private Slot slot(int interaction) {
        return slots.get(interaction % slots.size());
    }

    private void step(String step, int interaction) {
        Slot s = slot(interaction);
        Register d2 = s.squaredDistance();
        Register r = s.inverse();
        switch (step) {
            case "dx", "dy", "dz" -> {
                Register d = s.other().get(axis(step));
                used(d, own.get(axis(step)));
                k.compute(d, Opcode.SUB_F32, d, own.get(axis(step)));
                made(d);
            }
            case "yy" -> {
                Register d = s.other().get(1);
                used(d, d);
                k.compute(d2, Opcode.MUL_F32, d, d);
                made(d2);
            }
            case "xx", "zz" -> {
                Register d = s.other().get(axis(step));
                used(d, d, d2);
                k.multiplyAddInto(d2, d, d, d2);
                made(d2);
            }
            case "soft" -> {
                used(d2);
                k.compute(d2, Opcode.ADD_F32, d2, softening);
                made(d2);
            }
            case "tiny" -> k.compareInto(s.normal(), Comparison.GREATER_OR_EQUAL, d2, Operand.f32(Float.MIN_NORMAL));
            case "up" -> {
                k.onlyWhere(s.normal(), false);
                k.compute(d2, Opcode.MUL_F32, d2, Operand.f32(SCALE_UP));
            }
            case "root" -> {
                used(d2);
                k.compute(r, Opcode.RSQRT_F32, d2);
            }
            case "down" -> {
                k.onlyWhere(s.normal(), false);
                k.compute(r, Opcode.MUL_F32, r, Operand.f32(SCALE_DOWN));
                made(r);
            }
            case "sq" -> {
                used(r, r);
                k.compute(s.power(), Opcode.MUL_F32, r, r);
                made(s.power());
            }
            case "cube" -> {
                used(r, s.power());
                k.compute(r, Opcode.MUL_F32, r, s.power());
                made(r);
            }
            case "pull" -> {
                Register mass = s.other().get(3);
                used(mass, r);
                k.compute(mass, Opcode.MUL_F32, mass, r);
                made(mass);
            }
            case "fx", "fy", "fz" -> {
                Register sum = force.get(axis(step));
                used(s.other().get(axis(step)), s.other().get(3), sum);
                k.multiplyAddInto(sum, s.other().get(axis(step)), s.other().get(3), sum);
                made(sum);
            }
            case "shx", "shy", "shz", "shm" -> {
                int part = step.equals("shm") ? 3 : axis(step);
                k.shuffleInto(s.other().get(part), ShuffleMode.INDEX, tile.get(part), Operand.u32(interaction));
                made(s.other().get(part));
            }
            default -> reaction(step, interaction, s);
        }
    }

    private void reaction(String step, int interaction, Slot s) {
        int axis = axis(step);
        Register pair = s.pair().get(axis);
        Register turned = s.reaction().get(axis);
        switch (step.charAt(0)) {
            case 'p' -> {
                used(s.other().get(axis), s.other().get(3));
                k.multiplyAddInto(pair, s.other().get(axis), s.other().get(3), Operand.f32(0));
                made(pair);
            }
            case 'a' -> {
                used(force.get(axis), pair);
                k.increment(force.get(axis), pair);
                made(force.get(axis));
            }
            case 'n' -> {
                used(pair);
                k.compute(turned, Opcode.NEG_F32, pair);
                made(turned);
            }
            case 'r' ->
                k.memory()
                        .atomic(
                                AtomicOperation.ADD,
                                ValueType.F32,
                                reactionAddresses.get(interaction % reactionAddresses.size()),
                                (long) axis * Float.BYTES,
                                turned);
            default -> throw new IllegalArgumentException("no step of an interaction is called " + step);
        }
    }

    /** 0 for x, 1 for y, 2 for z: the last letter of a step. */
    private static int axis(String step) {
        int axis = step.charAt(step.length() - 1) - 'x';
        if (axis < 0 || axis > 2) {
            throw new IllegalArgumentException("no step of an interaction is called " + step);
        }
        return axis;
    }
}
