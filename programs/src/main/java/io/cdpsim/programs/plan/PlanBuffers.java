package io.cdpsim.programs.plan;

import io.cdpsim.programs.plan.expression.Formula.FormulaScope;
import io.cdpsim.programs.plan.expression.FormulaException;
import io.cdpsim.programs.plan.script.LaunchArgument;
import io.cdpsim.programs.plan.script.Plan.BufferDefinition;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.programs.ptx.MemoryElements;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.yaml.YamlFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The buffers of a plan on a machine. */
final class PlanBuffers implements FormulaScope {
    private final Map<String, BufferDefinition> plans = new LinkedHashMap<>();
    private final Map<String, BufferMemory> memories = new LinkedHashMap<>();

    /** Allocates the buffers. @throws io.cdpsim.runtime.version.CudaException if there is not enough memory */
    PlanBuffers(List<BufferDefinition> buffers, Host host) {
        for (BufferDefinition each : buffers) {
            long address = each.onHost() ? host.mallocHost(each.bytes()) : host.malloc(each.bytes());
            plans.put(each.name().text(), each);
            memories.put(
                    each.name().text(),
                    new BufferMemory(
                            each.type(),
                            each.count(),
                            address,
                            (at, into, first, bytes) -> host.memory().read(at, into, first, bytes)));
        }
    }

    /** Writes the initial contents. */
    void fill(Host host) {
        for (BufferDefinition each : plans.values()) {
            try {
                memory(each.name()).fill(each.contents(), host.memory());
            } catch (FormulaException | IllegalArgumentException e) {
                throw each.name().place().problem("buffer " + each.name().text() + ": " + e.getMessage());
            }
        }
    }

    /** Makes formulas see current memory. */
    void forget() {
        memories.values().forEach(BufferMemory::forget);
    }

    /** The buffer with a name in the plan. */
    BufferMemory memory(PositionedName name) {
        BufferMemory memory = memories.get(name.text());
        if (memory == null) {
            throw name.place()
                    .problem("unknown buffer '" + name.text() + "'"
                            + YamlFields.didYouMean(name.text(), List.copyOf(memories.keySet())));
        }
        return memory;
    }

    /** The address that an argument denotes, in its buffer or at its end. */
    long address(LaunchArgument.Address address) {
        BufferMemory memory = memory(address.buffer());
        if (address.element() > memory.count()) {
            throw address.place()
                    .problem(address.buffer().text() + " has " + memory.count() + " elements, no element "
                            + address.element());
        }
        return memory.address(address.element());
    }

    /** Bytes from an address to the end of its buffer. */
    long bytesBehind(LaunchArgument.Address address) {
        BufferMemory memory = memory(address.buffer());
        return memory.bytes() - address.element() * memory.type().bytes();
    }

    @Override
    public FormulaScope.Values buffer(String name, boolean first) {
        BufferMemory memory = memories.get(name);
        BufferDefinition plan = plans.get(name);
        if (memory == null || plan == null) {
            throw new FormulaException(
                    "unknown buffer '" + name + "'" + YamlFields.didYouMean(name, List.copyOf(memories.keySet())));
        }
        return first ? new First(plan) : memory;
    }

    /** The initial contents of a buffer. */
    private record First(BufferDefinition plan) implements FormulaScope.Values {
        @Override
        public long count() {
            return plan.count();
        }

        @Override
        public boolean isWhole() {
            return !plan.type().isFloat();
        }

        @Override
        public long whole(long index) {
            return MemoryElements.whole(plan.type(), plan.contents().bits(plan.type(), index));
        }

        @Override
        public double number(long index) {
            return MemoryElements.number(plan.type(), plan.contents().bits(plan.type(), index));
        }
    }
}
