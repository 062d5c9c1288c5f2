package io.cdpsim.cli.option;

import io.cdpsim.experiments.sweep.plan.MachineOptions;
import io.cdpsim.memory.litmus.text.ShippedTests;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Values that shell completion offers for an argument that also takes others. */
public abstract class CompletionCandidates implements Iterable<String> {
    /** The offered values. */
    protected abstract Stream<String> names();

    /** Whether names of files are offered too. */
    public boolean orFiles() {
        return true;
    }

    @Override
    public final Iterator<String> iterator() {
        return names().iterator();
    }

    /** Files alone. */
    public static final class AnyFile extends CompletionCandidates {
        @Override
        protected Stream<String> names() {
            return Stream.empty();
        }
    }

    /** Built-in profiles, and files. */
    public static final class ProfileNames extends CompletionCandidates {
        @Override
        protected Stream<String> names() {
            return Profiles.names().stream();
        }
    }

    /** Fields of the built-in profiles, each followed by an equals sign. */
    public static final class ProfileFieldNames extends CompletionCandidates {
        @Override
        protected Stream<String> names() {
            return Profiles.names().stream()
                    .flatMap(name -> Profiles.document(name, List.of()).fields().stream())
                    .map(ProfileField::path)
                    .distinct()
                    .sorted()
                    .map(path -> path + "=");
        }

        @Override
        public boolean orFiles() {
            return false;
        }
    }

    /** Parameters that a sweep can vary, each followed by an equals sign. */
    public static final class SweepParameterNames extends CompletionCandidates {
        @Override
        protected Stream<String> names() {
            Stream<WorkloadOption<?>> options = Stream.concat(
                    Workloads.installed().all().stream().flatMap(each -> each.options().stream()),
                    MachineOptions.ALL.stream());
            return Stream.concat(options.map(each -> each.name() + "="), new ProfileFieldNames().names())
                    .distinct()
                    .sorted();
        }

        @Override
        public boolean orFiles() {
            return false;
        }
    }

    /** Litmus tests that come with CDPSim, and files. */
    public static final class LitmusTestNames extends CompletionCandidates {
        @Override
        protected Stream<String> names() {
            Stream<String> names = ShippedTests.names().stream().map(name -> name.substring(name.lastIndexOf('/') + 1));
            return Stream.concat(Stream.of("all"), names).distinct().map(name -> "builtin:" + name);
        }
    }
}
