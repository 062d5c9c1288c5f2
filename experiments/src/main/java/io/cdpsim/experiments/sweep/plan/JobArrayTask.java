package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Finds the shard of a process in the environment that a batch system or Kubernetes gives to each task of a job array. Sources: sbatch(1) of Slurm, qsub(1B) of
 * OpenPBS and Torque, LSF's list of environment variables, qsub(1) of Grid Engine, "Indexed Job" of Kubernetes.
 */
final class JobArrayTask {
    /**
     * The variables of one engine.
     *
     * @param engine its name
     * @param index the variable that holds the task's index
     * @param first the variable of the array's first index; empty where the engine sets none
     * @param last the variable of the last index; empty where the engine sets none
     * @param step the variable of the distance of two indices; empty where the engine sets none
     * @param count the variable of the number of tasks; empty where the engine sets none
     * @param base the index of the first task in an array of shards
     * @param none the value of the index outside of an array; empty for none
     */
    private record Engine(
            String engine, String index, String first, String last, String step, String count, int base, String none) {}

    private static final List<Engine> ENGINES = List.of(
            new Engine(
                    "Slurm",
                    "SLURM_ARRAY_TASK_ID",
                    "SLURM_ARRAY_TASK_MIN",
                    "SLURM_ARRAY_TASK_MAX",
                    "SLURM_ARRAY_TASK_STEP",
                    "SLURM_ARRAY_TASK_COUNT",
                    1,
                    ""),
            new Engine("PBS", "PBS_ARRAY_INDEX", "", "", "", "", 1, ""),
            new Engine("Torque", "PBS_ARRAYID", "", "", "", "", 1, ""),
            new Engine("LSF", "LSB_JOBINDEX", "", "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP", "", 1, "0"),
            new Engine(
                    "Grid Engine",
                    "SGE_TASK_ID",
                    "SGE_TASK_FIRST",
                    "SGE_TASK_LAST",
                    "SGE_TASK_STEPSIZE",
                    "",
                    1,
                    "undefined"),
            new Engine("Kubernetes", "JOB_COMPLETION_INDEX", "", "", "", "", 0, ""),
            new Engine("HTCondor and others", "CDPSIM_TASK_INDEX", "", "", "", "CDPSIM_TASK_COUNT", 0, ""));

    private static final String OPTION = "--shard auto: ";

    private final Map<String, String> environment;
    private final Engine engine;

    private JobArrayTask(Map<String, String> environment, Engine engine) {
        this.environment = environment;
        this.engine = engine;
    }

    /**
     * The shard of this process.
     *
     * @param environment the environment of the process
     * @param parts how many shards there are; empty to take the size of the array
     * @throws InvalidInputException if the environment does not name one task of one array, or the array does not fit the shards
     */
    static Shard shard(Map<String, String> environment, OptionalInt parts) {
        List<Engine> found = new ArrayList<>();
        for (Engine each : ENGINES) {
            String index = environment.getOrDefault(each.index, "");
            if (!index.isEmpty() && !index.equals(each.none)) {
                found.add(each);
            }
        }
        if (found.isEmpty()) {
            throw new InvalidInputException(OPTION + "found no task of a job array in the environment, expected one of "
                    + names(ENGINES) + "; start it as a task of an array, or give --shard PART/PARTS");
        }
        if (found.size() > 1) {
            throw new InvalidInputException(OPTION + "found tasks of several engines in the environment: "
                    + names(found) + "; unset all but one, or give --shard PART/PARTS");
        }
        JobArrayTask task = new JobArrayTask(environment, found.get(0));
        return parts.isPresent() ? task.of(parts.getAsInt()) : task.ofArray();
    }

    private static String names(List<Engine> engines) {
        return engines.stream()
                .map(each -> each.index + " (" + each.engine + ")")
                .collect(Collectors.joining(", "));
    }

    /** The shard of so many: the index counts from the engine's base, so some tasks of an array can run again in an array of their own. */
    private Shard of(int parts) {
        long first = number(engine.first, engine.base);
        long last = number(engine.last, index());
        long end = engine.base + parts - 1L;
        if (first < engine.base || last > end || index() < engine.base || index() > end) {
            throw new InvalidInputException(
                    "--shard auto/" + parts + ": found the task " + index() + " of an array from "
                            + Math.min(first, index()) + " to " + Math.max(last, index()) + " in " + engine.index
                            + ", expected tasks from " + engine.base + " to " + end + "; number the tasks so");
        }
        return new Shard((int) (index() - engine.base + 1), parts);
    }

    /** The shard of as many as the array has tasks. */
    private Shard ofArray() {
        long first = number(engine.first, engine.base);
        long step = Math.max(1, number(engine.step, 1));
        long count;
        if (isSet(engine.last)) {
            count = (number(engine.last, 0) - first) / step + 1;
        } else if (isSet(engine.count)) {
            count = number(engine.count, 0);
        } else {
            throw new InvalidInputException(OPTION + "found the task " + index() + " in " + engine.index
                    + " and no number of tasks; give it, as in --shard auto/16");
        }
        long part = (index() - first) / step + 1;
        if ((index() - first) % step != 0
                || part < 1
                || part > count
                || count > Integer.MAX_VALUE
                || number(engine.count, count) != count) {
            throw new InvalidInputException(OPTION + "found the task " + index()
                    + " of an array with gaps, expected all tasks of a range; give the number of shards, as in"
                    + " --shard auto/16, with tasks from " + engine.base);
        }
        return new Shard((int) part, (int) count);
    }

    private long index() {
        return number(engine.index, 0);
    }

    private boolean isSet(String variable) {
        return !environment.getOrDefault(variable, "").isEmpty();
    }

    private long number(String variable, long otherwise) {
        if (!isSet(variable)) {
            return otherwise;
        }
        String text = environment.getOrDefault(variable, "").strip();
        if (!text.matches("[0-9]{1,9}")) {
            throw new InvalidInputException(
                    OPTION + "found '" + text + "' in " + variable + ", expected a whole number from 0");
        }
        return Long.parseLong(text);
    }
}
