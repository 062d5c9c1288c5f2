package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The records of the threads of a simulated test: the thread's identity, its registers, the final values of its own variables.
 * A record also has a cell for each stream and event that the test names, by which the threads of a block or grid share its handle.
 */
final class RecordLayout {
    /** Records of one run, the half of them for grids that the host launches. */
    static final int RECORDS = 256;

    static final int WORD_BYTES = 8;
    /** Word 0: the parent's record plus 2, so that 0 means that no thread has ended here. */
    static final int PARENT_WORD = 0;

    static final int SITE_WORD = 1;
    static final int REPETITION_WORD = 2;
    static final int INDEX_WORD = 3;
    private static final int FIRST_REGISTER_WORD = 4;

    private final List<String> handles;
    private final List<Integer> ownVariables = new ArrayList<>();
    private final int registers;

    RecordLayout(LitmusTest test) {
        List<LitmusProgram> programs = new ArrayList<>();
        test.threads().stream().map(TestThread::program).forEach(programs::add);
        test.kernels().stream().map(KernelProgram::programs).forEach(programs::addAll);
        registers = programs.stream()
                .mapToInt(each -> each.registers().size())
                .max()
                .orElse(0);
        TreeSet<String> names = new TreeSet<>();
        programs.forEach(each -> names.addAll(handlesOf(each)));
        handles = List.copyOf(names);
        for (int i = 0; i < test.variables().size(); i++) {
            AddressSpace space = test.variables().get(i).space();
            if (space == AddressSpace.SHARED || space == AddressSpace.LOCAL) {
                ownVariables.add(i);
            }
        }
    }

    /** The streams and events that a program names, as keys of cells. */
    static Set<String> handlesOf(LitmusProgram program) {
        TreeSet<String> names = new TreeSet<>();
        for (LitmusStatement statement : program.statements()) {
            LitmusInstruction instruction = statement.instruction();
            if (instruction instanceof LitmusInstruction.Launch launch) {
                noteStream(launch.stream(), names);
                for (LitmusOperand argument : launch.arguments()) {
                    if (argument instanceof LitmusOperand.StreamHandle handle) {
                        names.add(streamKey(handle.name()));
                    }
                }
            } else if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
                noteStream(launch.stream(), names);
            } else if (instruction instanceof LitmusInstruction.RecordEvent recording) {
                noteStream(recording.stream(), names);
                names.add(eventKey(recording.event()));
            } else if (instruction instanceof LitmusInstruction.WaitEvent waiting) {
                noteStream(waiting.stream(), names);
                names.add(eventKey(waiting.event()));
            }
        }
        return names;
    }

    private static void noteStream(StreamOperand stream, Set<String> names) {
        if (stream instanceof StreamOperand.Named named) {
            names.add(streamKey(named.name()));
        }
    }

    static String streamKey(String name) {
        return "stream " + name;
    }

    static String eventKey(String name) {
        return "event " + name;
    }

    /** The shared and local variables, by their index in the test. */
    List<Integer> ownVariables() {
        return ownVariables;
    }

    int registerWord(int register) {
        return FIRST_REGISTER_WORD + register;
    }

    int variableWord(int variable) {
        return FIRST_REGISTER_WORD + registers + ownVariables.indexOf(variable);
    }

    int handleWord(String key) {
        return FIRST_REGISTER_WORD + registers + ownVariables.size() + handles.indexOf(key);
    }

    /** In the first record of a node: the record of the thread that launched its graph. */
    int launcherWord() {
        return FIRST_REGISTER_WORD + registers + ownVariables.size() + handles.size();
    }

    /** In the first record of a graph's first node: the handle of the executable graph. */
    int graphWord() {
        return launcherWord() + 1;
    }

    /** In the first record of a grid: the number of arrivals at its barrier. */
    int barrierWord() {
        return launcherWord() + 2;
    }

    int bytes() {
        return WORD_BYTES * (launcherWord() + 3);
    }
}
