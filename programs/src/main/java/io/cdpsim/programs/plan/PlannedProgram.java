package io.cdpsim.programs.plan;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.script.Plan;
import io.cdpsim.programs.plan.script.Plan.PlanLimit;
import io.cdpsim.programs.plan.script.PlanExpectation;
import io.cdpsim.programs.plan.script.PlanStep;
import io.cdpsim.programs.ptx.DeviceVariable;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A plan, checked against a program, for one run. */
final class PlannedProgram {
    private static final int MOST_FAILURES = 20;

    private final Plan plan;
    private final Host host;
    private final PlanBuffers buffers;
    private final List<PlanStepBinder.BoundStep> actions = new ArrayList<>();
    private final List<ElementComparison> comparisons = new ArrayList<>();
    private final StringBuilder printed = new StringBuilder();
    private final List<String> failures = new ArrayList<>();
    private CudaError error = CudaError.SUCCESS;
    private String errorMessage = "";

    /**
     * Sets limits, allocates the buffers and resolves all names of the plan.
     *
     * @param overridesPool whether the run specifies a pending-launch pool, which takes precedence over the plan's
     * @throws io.cdpsim.workloads.InvalidInputException if the plan does not fit the program
     * @throws CudaException if there is not enough memory
     */
    PlannedProgram(Plan plan, LoadedPtx program, Host host, boolean overridesPool) {
        this.plan = plan;
        this.host = host;
        for (PlanStep.SetLimit limit : plan.limits()) {
            if (limit.limit() != PlanLimit.PENDING_LAUNCHES || !overridesPool) {
                CudaError refused = limit.limit().set(host, limit.value());
                if (refused != CudaError.SUCCESS) {
                    throw limit.place()
                            .problem("the device does not take " + limit.limit().word() + " " + limit.value() + ": "
                                    + refused.cudaName());
                }
            }
        }
        buffers = new PlanBuffers(plan.buffers(), host);
        PlanStepBinder binding = new PlanStepBinder(program, host, buffers);
        plan.steps().forEach(each -> actions.add(binding.bound(each)));
        for (PlanExpectation each : plan.expectations()) {
            if (each instanceof PlanExpectation.OfBuffer buffer) {
                comparisons.add(new ElementComparison(
                        buffer.place() + ": buffer " + buffer.buffer().text(),
                        buffers.memory(buffer.buffer()),
                        buffer.wanted(),
                        buffer.tolerance(),
                        buffers));
            } else if (each instanceof PlanExpectation.OfVariable variable) {
                comparisons.add(comparison(variable, binding.variable(variable.variable())));
            }
        }
    }

    private ElementComparison comparison(PlanExpectation.OfVariable expected, DeviceVariable variable) {
        ValueType type = expected.type().orElse(variable.type());
        long count = variable.bytes() / type.bytes();
        if (count == 0 || variable.bytes() % type.bytes() != 0) {
            throw expected.place()
                    .problem("variable " + variable.name() + " has " + variable.bytes()
                            + " bytes, which are not a whole number of elements of " + type.bytes());
        }
        BufferMemory memory = new BufferMemory(type, count, variable.address(), (at, into, first, bytes) -> {
            if (variable.isConstant()) {
                host.device().constants().read(at, into, first, bytes);
            } else {
                host.memory().read(at, into, first, bytes);
            }
        });
        return new ElementComparison(
                expected.place() + ": variable " + expected.variable().text(),
                memory,
                expected.wanted(),
                expected.tolerance(),
                buffers);
    }

    /** Runs the plan. @return the unmet expectations, one line each; empty if all are met */
    String run(Progress progress) {
        progress.start("steps", actions.size());
        try {
            buffers.fill(host);
            takeSteps(progress);
            if (error == CudaError.SUCCESS) {
                finish();
            }
        } catch (StuckException e) {
            return String.valueOf(e.getMessage());
        }
        printed.append(host.takeOutput());
        buffers.forget();
        check();
        return failures.size() <= MOST_FAILURES
                ? String.join("\n", failures)
                : failures.stream().limit(MOST_FAILURES).collect(Collectors.joining("\n")) + "\nand "
                        + (failures.size() - MOST_FAILURES) + " more";
    }

    /** Executes steps until one returns an error that the plan does not expect. */
    private void takeSteps(Progress progress) {
        for (int i = 0; i < actions.size() && error == CudaError.SUCCESS; i++) {
            PlanStepBinder.BoundStep action = actions.get(i);
            CudaError given;
            String message;
            try {
                given = action.call().get();
                message = action.what() + " gave " + given.cudaName() + fault();
            } catch (CudaException e) {
                given = e.error();
                message = String.valueOf(e.getMessage());
            }
            printed.append(host.takeOutput());
            progress.done(i + 1);
            if (action.expectedError().isEmpty()) {
                error = given;
                errorMessage = action.place() + ": " + message;
            } else if (action.expectedError().get() != given) {
                failures.add(action.place() + ": " + action.what() + " gave " + given.cudaName() + ", expected "
                        + action.expectedError().get().cudaName());
            }
        }
    }

    private String fault() {
        return host.faultMessage().isEmpty() ? "" : ": " + host.faultMessage();
    }

    /** Waits for outstanding work. */
    private void finish() {
        CudaError given = host.synchronize();
        CudaError left = given;
        boolean known = actions.stream()
                .anyMatch(each -> each.expectedError().filter(left::equals).isPresent());
        if (!known) {
            error = given;
            errorMessage = "the program ended with " + given.cudaName() + fault();
        }
    }

    private void check() {
        boolean errorIsExpected = false;
        for (PlanExpectation each : plan.expectations()) {
            if (each instanceof PlanExpectation.LeftError expected) {
                errorIsExpected = true;
                if (expected.error() != error) {
                    failures.add(
                            expected.place() + ": expected " + expected.error().cudaName() + ", but "
                                    + (error == CudaError.SUCCESS ? "no call gave an error" : errorMessage));
                }
            }
        }
        if (!errorIsExpected && error != CudaError.SUCCESS) {
            failures.add(errorMessage);
            return;
        }
        for (ElementComparison each : comparisons) {
            String differences = each.differences();
            if (!differences.isEmpty()) {
                failures.add(differences);
            }
        }
        for (PlanExpectation each : plan.expectations()) {
            if (each instanceof PlanExpectation.Output output) {
                check(output);
            }
        }
    }

    private void check(PlanExpectation.Output output) {
        String text = printed.toString();
        boolean holds = output.whole() ? text.equals(output.text()) : text.contains(output.text());
        if (!holds) {
            failures.add(output.place() + ": the program printed " + quoted(text) + ", expected "
                    + (output.whole() ? "" : "a part ") + quoted(output.text()));
        }
    }

    private static String quoted(String text) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return "\"" + shown.replace("\n", "\\n") + "\"";
    }

    /** The device output of the program. */
    String printed() {
        return printed.toString();
    }
}
