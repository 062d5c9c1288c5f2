package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.runtime.host.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the records of a run's threads. */
final class ThreadRecords implements FinalValues {
    private static final int HOST = -3;

    private final LitmusTest test;
    private final RecordLayout layout;
    private final LaunchSites sites;
    private final VariableAddresses variables;
    private final Host host;
    private final Optional<HostInterpreter> hostThread;
    private final List<Left> threads = new ArrayList<>();

    /** A thread that ended: its record, its name, the name of its grid if it is the grid's only thread, and its program. */
    private record Left(int record, String name, String onlyThreadOf, LitmusProgram program) {
        boolean isCalled(String called) {
            return matches(name, called) || (!onlyThreadOf.isEmpty() && matches(onlyThreadOf, called));
        }

        private static boolean matches(String full, String called) {
            return full.equals(called) || full.endsWith("." + called);
        }
    }

    ThreadRecords(
            LitmusTest test,
            RecordLayout layout,
            LaunchSites sites,
            VariableAddresses variables,
            Host host,
            Optional<HostInterpreter> hostThread) {
        this.test = test;
        this.layout = layout;
        this.sites = sites;
        this.variables = variables;
        this.host = host;
        this.hostThread = hostThread;
        test.host().ifPresent(program -> threads.add(new Left(HOST, program.name(), "", program)));
        int used = (int) host.memory().readLong(variables.counter());
        for (int i = 0; i < used; i++) {
            read(i);
        }
        if (hostThread.isPresent()) {
            for (int i = RecordLayout.RECORDS / 2; i < RecordLayout.RECORDS; i++) {
                read(i);
            }
        }
    }

    /** The number by which a host-launched grid's threads know their parent. */
    static int hostRecord() {
        return HOST;
    }

    private long word(int record, int word) {
        return host.memory()
                .readLong(variables.records() + (long) record * layout.bytes() + (long) word * RecordLayout.WORD_BYTES);
    }

    private void read(int record) {
        if (record < test.threads().size()) {
            LitmusProgram program = test.threads().get(record).program();
            threads.add(new Left(record, program.name(), "", program));
            return;
        }
        if (word(record, RecordLayout.PARENT_WORD) == 0) {
            return;
        }
        LitmusInstruction.Launch launch =
                sites.get((int) word(record, RecordLayout.SITE_WORD)).launch();
        int index = (int) word(record, RecordLayout.INDEX_WORD);
        String grid = gridName(record);
        boolean only = launch.blocks() * launch.threads() == 1;
        LitmusProgram program = test.kernels().get(launch.kernel()).programOf(index % launch.threads());
        threads.add(new Left(record, grid + "." + index, only ? grid : "", program));
    }

    private String gridName(int record) {
        LaunchSites.Site site = sites.get((int) word(record, RecordLayout.SITE_WORD));
        long repetition = word(record, RecordLayout.REPETITION_WORD);
        String own = site.label() + (repetition == 0 ? "" : "#" + (repetition + 1));
        int parent = (int) word(record, RecordLayout.PARENT_WORD) - 2;
        if (parent == HOST) {
            return "host." + own;
        }
        String parentName = parent < test.threads().size()
                ? test.threads().get(parent).program().name()
                : gridName(parent) + "." + word(parent, RecordLayout.INDEX_WORD);
        return parentName + "." + own;
    }

    private Optional<Left> thread(String called) {
        return threads.stream().filter(each -> each.isCalled(called)).findFirst();
    }

    @Override
    public OptionalLong of(Condition.Term term) {
        if (term instanceof Condition.Value value) {
            return OptionalLong.of(value.value());
        }
        if (term instanceof Condition.Address address) {
            return OptionalLong.of(variables.of(address.variable()));
        }
        if (term instanceof Condition.Register register) {
            Optional<Left> thread = thread(register.thread());
            return thread.isEmpty() ? OptionalLong.empty() : OptionalLong.of(register(thread.get(), register));
        }
        Condition.Memory memory = (Condition.Memory) term;
        LitmusVariable variable = test.variables().get(memory.variable());
        boolean own = variable.space() == AddressSpace.SHARED || variable.space() == AddressSpace.LOCAL;
        if (own) {
            Optional<Left> thread = thread(memory.thread());
            return thread.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(word(thread.get().record(), layout.variableWord(memory.variable())));
        }
        return OptionalLong.of(
                variable.space() == AddressSpace.CONSTANT
                        ? variables.initial(memory.variable())
                        : host.memory().readLong(variables.of(memory.variable())));
    }

    private long register(Left thread, Condition.Register register) {
        int number = thread.program().registers().indexOf(register.register());
        if (number < 0) {
            return 0;
        }
        return thread.record() == HOST
                ? hostThread.orElseThrow().register(number)
                : word(thread.record(), layout.registerWord(number));
    }

    @Override
    public String shown(long value) {
        return variables.at(value).map(each -> "&" + each.name()).orElse(Long.toString(value));
    }
}
