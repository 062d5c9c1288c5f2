package io.cdpsim.workloads.irregular;

import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workload.TunableOption;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.irregular.IrregularSettings.Aggregation;
import io.cdpsim.workloads.irregular.IrregularSettings.IrregularVariant;
import java.util.List;

/** {@link IrregularProgram} as a workload: {@code irregular}. */
public final class IrregularWorkload implements Workload {
    private static final int MOST_WORK = 1_000_000;
    private static final int MOST_LOADS = 10_000;

    /** The sizes, as {@link SizeSource#parse} parses them. */
    public static final WorkloadOption<String> SIZES = WorkloadOption.of(
                    "sizes",
                    "SIZES",
                    OptionValueType.text("sizes")
                            .orFile(List.of("constant:", "uniform:", "zipf:", "bimodal:", "exponential:")),
                    "Items of each parent: constant:N:PARENTS, uniform:A:B:PARENTS, zipf:S:PARENTS:MAX,"
                            + " bimodal:A:B:SHARE:PARENTS, exponential:MEAN:PARENTS, drawn by the seed, or a file"
                            + " with a number a line, or CSV")
            .defaultingTo("zipf:1.5:1024");

    /** The column of a file of sizes. */
    public static final WorkloadOption<String> COLUMN = WorkloadOption.of(
                    "column",
                    "COLUMN",
                    OptionValueType.text("the name or the number of a column"),
                    "Column of the file of sizes, by its name in the first line or its number from 1")
            .otherwise("the only one");

    /** {@link ItemCost#work()}. */
    public static final WorkloadOption<Integer> WORK = WorkloadOption.of(
                    "work",
                    "N",
                    OptionValueType.wholeNumber(0, MOST_WORK),
                    "Arithmetic of an item: multiply-and-add instructions, each after the one before")
            .in("instructions")
            .defaultingTo(32);

    /** {@link ItemCost#loads()}. */
    public static final WorkloadOption<Integer> LOADS = WorkloadOption.of(
                    "loads",
                    "N",
                    OptionValueType.wholeNumber(0, MOST_LOADS),
                    "Words that an item loads, scattered over a table of as many words as there are items")
            .in("words")
            .defaultingTo(0);

    /** {@link IrregularSettings#variant()}. */
    public static final WorkloadOption<IrregularVariant> VARIANT = WorkloadOption.of(
                    "variant",
                    "VARIANT",
                    OptionValueType.choice(IrregularVariant.values()),
                    "How items are distributed over threads")
            .defaultingTo(IrregularVariant.CDP, "cdp; with --threshold, threshold; with --aggregate, aggregate");

    /** {@link IrregularSettings#threshold()}. */
    public static final WorkloadOption<Integer> THRESHOLD = WorkloadOption.of(
                    "threshold",
                    "N",
                    OptionValueType.wholeNumber(0),
                    "Items above which a parent gets a child grid, with --variant threshold")
            .in("items")
            .defaultingTo(128);

    /** {@link IrregularSettings#aggregation()}. */
    public static final WorkloadOption<Aggregation> AGGREGATE = WorkloadOption.of(
                    "aggregate",
                    "GROUP",
                    OptionValueType.choice(Aggregation.values()),
                    "Whose parents launch one child together, with --variant aggregate")
            .defaultingTo(Aggregation.BLOCK);

    /** {@link IrregularSettings#stream()}. */
    public static final WorkloadOption<ChildStream> STREAM = WorkloadOption.of(
                    "stream", "STREAM", OptionValueType.choice(ChildStream.values()), "Stream of the children")
            .otherwise("faf, and null on GPUs with CDP1");

    /** {@link IrregularSettings#blockThreads()}. */
    public static final WorkloadOption<Integer> BLOCK = WorkloadOption.of(
                    "block", "N", OptionValueType.wholeNumber(1), "Threads of a block of parents")
            .in("threads")
            .defaultingTo(256);

    /** {@link IrregularSettings#childThreads()}. */
    public static final WorkloadOption<Integer> CHILD_BLOCK = WorkloadOption.of(
                    "child-block",
                    "N",
                    OptionValueType.wholeNumber(1),
                    "Threads of a child's block, and of the grid over the queue with --variant consolidate")
            .in("threads")
            .defaultingTo(256);

    /** The workload. */
    public IrregularWorkload() {}

    @Override
    public String name() {
        return IrregularProgram.NAME;
    }

    @Override
    public String summary() {
        return "Parents with any number of items each, by default with a child grid for each parent.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(
                SIZES,
                COLUMN,
                WORK,
                LOADS,
                VARIANT,
                THRESHOLD,
                AGGREGATE,
                STREAM,
                BLOCK,
                CHILD_BLOCK,
                SharedOptions.POOL);
    }

    @Override
    public List<ResultName> results() {
        return IrregularResults.ALL;
    }

    @Override
    public List<TunableOption> tuned() {
        return List.of(
                TunableOption.of(VARIANT),
                new TunableOption(THRESHOLD, "8..1024:x2"),
                TunableOption.of(AGGREGATE),
                new TunableOption(BLOCK, "64..512:x2"),
                new TunableOption(CHILD_BLOCK, "32..512:x2"),
                new TunableOption(SharedOptions.POOL, "2048..524288:x4"));
    }

    @Override
    public RunResult run(RunRequest request) {
        return new IrregularProgram(settings(request.options()))
                .run(request.machine(), request.progress(), request.inputs());
    }

    /**
     * The settings that the options specify.
     *
     * @throws InvalidInputException if the variant does not use a given option, or the sizes are invalid
     */
    public static IrregularSettings settings(OptionValues options) {
        IrregularVariant variant = variant(options);
        refuse(options, THRESHOLD, variant == IrregularVariant.THRESHOLD, variant, "; give --variant threshold");
        refuse(options, AGGREGATE, variant == IrregularVariant.AGGREGATE, variant, "; give --variant aggregate");
        String launchless = ", which launches no grids; leave it out, or give another variant";
        refuse(options, STREAM, variant.launches(), variant, launchless);
        refuse(options, SharedOptions.POOL, variant.launches(), variant, launchless);
        return new IrregularSettings(
                SizeSource.parse(options.get(SIZES), options.find(COLUMN)),
                new ItemCost(options.get(WORK), options.get(LOADS)),
                variant,
                options.get(THRESHOLD),
                options.get(AGGREGATE),
                options.find(STREAM),
                options.get(BLOCK),
                options.get(CHILD_BLOCK));
    }

    /** The variant: an option that only one variant has selects it if no variant is given. */
    private static IrregularVariant variant(OptionValues options) {
        if (options.isGiven(VARIANT)) {
            return options.get(VARIANT);
        }
        if (options.isGiven(THRESHOLD)) {
            return IrregularVariant.THRESHOLD;
        }
        return options.isGiven(AGGREGATE) ? IrregularVariant.AGGREGATE : options.get(VARIANT);
    }

    private static void refuse(
            OptionValues options,
            WorkloadOption<?> option,
            boolean meansSomething,
            IrregularVariant variant,
            String fix) {
        if (options.isGiven(option) && !meansSomething) {
            throw new InvalidInputException(
                    "--" + option.name() + " has no effect with --variant " + OptionValueType.word(variant) + fix);
        }
    }
}
