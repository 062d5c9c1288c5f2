package io.cdpsim.ptx.validity;

import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.Statement;
import io.cdpsim.ptx.syntax.Variable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is wrong in a text that parses: opcodes that PTX does not have, names that nothing declares or two declare, and registers of another size
 * than an instruction's. What is PTX and not simulated is not wrong: it stops the kernels that need it, when they are used.
 */
public final class PtxValidity {
    /** Opcodes of the PTX ISA 9.0 that are not simulated, or that only some forms of the table begin with. */
    private static final Set<String> NOT_SIMULATED = Set.of(
            "applypriority",
            "barrier",
            "brkpt",
            "clusterlaunchcontrol",
            "createpolicy",
            "discard",
            "fabric",
            "istypep",
            "ldu",
            "multimem",
            "pmevent",
            "setmaxnreg",
            "st",
            "suld",
            "suq",
            "sured",
            "sust",
            "tcgen05",
            "tensormap",
            "tex",
            "tld4",
            "txq",
            "wgmma");

    private static final Set<String> OPCODES = Stream.concat(PtxLowering.opcodes().stream(), NOT_SIMULATED.stream())
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> SIMULATED =
            OPCODES.stream().filter(each -> !NOT_SIMULATED.contains(each)).collect(Collectors.toUnmodifiableSet());

    /** Instructions whose operands all have the size of their one type. */
    private static final Set<String> OF_ONE_SIZE = Set.of("add", "sub", "min", "max", "and", "or", "xor");

    private static final Pattern SPECIAL = Pattern.compile(
            "%?WARP_SZ|%(tid|ntid|laneid|warpid|nwarpid|n?ctaid|smid|nsmid|gridid|n?clusterid|is_explicit_cluster|cluster_.*"
                    + "|lanemask_.*|clock.*|pm\\d.*|envreg\\d+|globaltimer.*|reserved_smem_.*|\\w+_smem_size|current_graph_exec)");

    private static final int MOST_DIGITS = 9;

    private final PtxModule module;
    private final Set<String> ofModule = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, Integer> ranges = new HashMap<>();
    private final Map<String, @Nullable PtxType> registers = new HashMap<>();

    private PtxValidity(PtxModule module) {
        this.module = module;
        module.variables().forEach(each -> ofModule.add(each.name()));
        module.functions().forEach(each -> ofModule.add(each.name()));
        module.aliases().forEach(each -> ofModule.add(each.name()));
    }

    /** Checks all functions of a text. @throws PtxSyntaxException for the first fault */
    public static void check(PtxModule module) {
        PtxValidity validity = new PtxValidity(module);
        for (PtxFunction function : module.functions()) {
            Block body = function.body();
            if (body != null) {
                validity.check(function, body);
            }
        }
    }

    private void check(PtxFunction function, Block body) {
        names.clear();
        ranges.clear();
        registers.clear();
        for (Parameter each : function.parameters()) {
            names.add(each.name());
        }
        for (Parameter each : function.results()) {
            names.add(each.name());
        }
        declareUnique(body);
        body.forEach(this::declare);
        body.forEach(each -> {
            if (each instanceof PtxInstruction instruction) {
                check(instruction);
            }
        });
    }

    /** Names of registers, which a block may declare once each. */
    private void declareUnique(Block block) {
        Set<String> own = new HashSet<>();
        for (Statement statement : block.statements()) {
            if (statement instanceof Statement.Registers declared) {
                for (Statement.RegisterNames each : declared.names()) {
                    if (!own.add(each.name() + (each.count() == Statement.RegisterNames.ONE ? "" : "<>"))) {
                        throw wrong(each.at(), "register " + each.name() + " is declared a second time");
                    }
                }
            } else if (statement instanceof Block inner) {
                declareUnique(inner);
            }
        }
    }

    private void declare(Statement statement) {
        if (statement instanceof Statement.Registers declared) {
            PtxType type = PtxType.of(declared.type());
            for (Statement.RegisterNames each : declared.names()) {
                boolean one = each.count() == Statement.RegisterNames.ONE;
                if (one) {
                    names.add(each.name());
                } else {
                    ranges.merge(each.name(), each.count(), Math::max);
                }
                // Blocks may declare one name with different types: then nothing is said about its size.
                PtxType before = registers.get(each.name());
                boolean known = !registers.containsKey(each.name()) || before == type;
                registers.put(each.name(), known && declared.vector() <= 1 ? type : null);
            }
        } else if (statement instanceof Variable variable) {
            names.add(variable.name());
        } else if (statement instanceof Statement.Label label) {
            names.add(label.name());
        } else if (statement instanceof Statement.BranchTargets targets) {
            names.add(targets.name());
        } else if (statement instanceof Statement.CallTargets targets) {
            names.add(targets.name());
        } else if (statement instanceof Statement.CallPrototype prototype) {
            names.add(prototype.name());
        }
    }

    private void check(PtxInstruction instruction) {
        String base = instruction.opcode().base();
        if (!OPCODES.contains(base)) {
            throw wrong(instruction.at(), "'" + base + "' is no instruction of PTX");
        }
        if (!SIMULATED.contains(base)) {
            // Its operands may be of kinds that are not known.
            return;
        }
        PtxInstruction.Guard guard = instruction.guard();
        if (guard != null) {
            check(guard.predicate(), guard.at());
        }
        instruction.operands().forEach(this::check);
        if (OF_ONE_SIZE.contains(base) && !instruction.opcode().modifiers().isEmpty()) {
            List<String> modifiers = instruction.opcode().modifiers();
            PtxType type = PtxType.of(modifiers.get(modifiers.size() - 1));
            if (type != null) {
                instruction.operands().forEach(each -> checkSize(instruction, type, each));
            }
        }
    }

    private void check(PtxOperand operand) {
        if (operand instanceof PtxOperand.Name name) {
            check(name.text(), name.at());
        } else if (operand instanceof PtxOperand.Sum sum) {
            check(sum.base());
        } else if (operand instanceof PtxOperand.Element element) {
            check(element.array());
        } else if (operand instanceof PtxOperand.Address address) {
            if (address.base() != null) {
                check(address.base());
            }
            address.more().forEach(this::check);
        } else if (operand instanceof PtxOperand.Vector vector) {
            vector.elements().forEach(this::check);
        } else if (operand instanceof PtxOperand.Group group) {
            group.elements().forEach(this::check);
        } else if (operand instanceof PtxOperand.Pair pair) {
            check(pair.first());
            check(pair.second());
        } else if (operand instanceof PtxOperand.Not not) {
            check(not.predicate());
        } else if (operand instanceof PtxOperand.Minus minus) {
            check(minus.value());
        }
    }

    private void check(String name, int at) {
        if (!names.contains(name)
                && !ofModule.contains(name)
                && range(name) == null
                && !SPECIAL.matcher(name).matches()) {
            throw wrong(at, "nothing declares '" + name + "'");
        }
    }

    /** The range of registers that contains a name; null if none does. */
    private @Nullable String range(String name) {
        // The number may begin behind digits of the range's own name.
        for (int end = name.length() - 1; end > 0 && Character.isDigit(name.charAt(end)); end--) {
            Integer count = ranges.get(name.substring(0, end));
            String number = name.substring(end);
            if (count != null && number.length() <= MOST_DIGITS && Integer.parseInt(number) < count) {
                return name.substring(0, end);
            }
        }
        return null;
    }

    private void checkSize(PtxInstruction instruction, PtxType type, PtxOperand operand) {
        if (!(operand instanceof PtxOperand.Name name) || !name.component().isEmpty()) {
            return;
        }
        String range = range(name.text());
        PtxType declared = registers.get(names.contains(name.text()) || range == null ? name.text() : range);
        if (declared != null && declared.bits() != type.bits()) {
            throw wrong(
                    name.at(),
                    instruction.opcode().text() + " takes " + type.bits() + " bits, and '" + name.text() + "' has "
                            + declared.bits());
        }
    }

    private PtxSyntaxException wrong(int at, String what) {
        return new PtxSyntaxException(module.source().place(at), what);
    }
}
