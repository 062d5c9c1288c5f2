package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.workloads.yaml.FilePosition;

/** An argument of a launch. */
public sealed interface LaunchArgument {
    /** Its position in the plan. */
    FilePosition place();

    /** A number of the parameter's type. */
    record Value(FilePosition place, Number number) implements LaunchArgument {}

    /** The address of a buffer's element. */
    record Address(PositionedName buffer, long element) implements LaunchArgument {
        @Override
        public FilePosition place() {
            return buffer.place();
        }
    }

    /** The address of a variable. */
    record Variable(PositionedName name) implements LaunchArgument {
        @Override
        public FilePosition place() {
            return name.place();
        }
    }

    /** The address of a kernel. */
    record Code(PositionedName name) implements LaunchArgument {
        @Override
        public FilePosition place() {
            return name.place();
        }
    }

    /** The handle of a graph of an earlier step. */
    record GraphHandle(PositionedName name) implements LaunchArgument {
        @Override
        public FilePosition place() {
            return name.place();
        }
    }

    /** A number of a type. */
    record Typed(FilePosition place, ValueType type, Number number) implements LaunchArgument {}

    /** A structure. */
    @SuppressWarnings("ArrayRecordComponent") // large, and never compared
    record Bytes(FilePosition place, byte[] bytes) implements LaunchArgument {}
}
