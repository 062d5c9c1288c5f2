package io.cdpsim.workloads.irregular;

import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.irregular.IrregularSettings.IrregularVariant;
import java.util.ArrayList;
import java.util.List;

/** Result names of irregular work, in addition to {@link io.cdpsim.workloads.CommonResults}. */
public final class IrregularResults {
    /** Name of the sizes. */
    public static final ResultName.Text SIZES = new ResultName.Text("sizes", "sizes");

    /** How items were distributed over threads. */
    public static final ResultName.Text VARIANT = new ResultName.Text("variant", "variant");

    /** Which parents launched together, in the variant that aggregates. */
    public static final ResultName.Text AGGREGATE = new ResultName.Text("aggregate", "aggregation");

    /** Stream of the children, in variants that launch. */
    public static final ResultName.Text STREAM = new ResultName.Text("stream", "stream of children");

    /** Number of items above which a parent gets a child grid, in the variant that uses it. */
    public static final ResultName.Count THRESHOLD = new ResultName.Count("threshold", "threshold, items");

    /** {@link ItemCost#work()}. */
    public static final ResultName.Count WORK = new ResultName.Count("work", "instructions an item");

    /** {@link ItemCost#loads()}. */
    public static final ResultName.Count LOADS = new ResultName.Count("loads", "loads an item");

    /** {@link ItemSizes#parents()}. */
    public static final ResultName.Count PARENTS = new ResultName.Count("parents", "parents");

    /** {@link ItemSizes#total()}. */
    public static final ResultName.Count ITEMS = new ResultName.Count("items", "items");

    /** {@link ItemSizes#mean()}. */
    public static final ResultName.Quantity ITEMS_MEAN =
            new ResultName.Quantity("items_a_parent_mean", "items a parent, mean", "");

    /** {@link ItemSizes#most()}. */
    public static final ResultName.Count ITEMS_MOST =
            new ResultName.Count("items_a_parent_max", "items a parent, most");

    /** {@link ItemSizes#laneBalance()}. */
    public static final ResultName.Quantity LANE_BALANCE =
            new ResultName.Quantity("lane_balance", "lanes busy with a thread a parent", "share");

    /** Items per unit of time. */
    public static final ResultName.Quantity RATE =
            new ResultName.Quantity("million_items_per_s", "items done", "million items/s");

    /** All result names. */
    public static final List<ResultName> ALL = List.of(
            SIZES,
            VARIANT,
            AGGREGATE,
            STREAM,
            THRESHOLD,
            WORK,
            LOADS,
            PARENTS,
            ITEMS,
            ITEMS_MEAN,
            ITEMS_MOST,
            LANE_BALANCE,
            RATE);

    private IrregularResults() {}

    static List<ResultValue> of(IrregularSettings settings, ChildStream stream, ItemSizes sizes, double timeMicros) {
        List<ResultValue> measures = new ArrayList<>();
        measures.add(SIZES.of(sizes.name()));
        measures.add(VARIANT.of(OptionValueType.word(settings.variant())));
        if (settings.variant() == IrregularVariant.AGGREGATE) {
            measures.add(AGGREGATE.of(OptionValueType.word(settings.aggregation())));
        }
        if (settings.variant().launches()) {
            measures.add(STREAM.of(OptionValueType.word(stream)));
        }
        if (settings.variant() == IrregularVariant.THRESHOLD) {
            measures.add(THRESHOLD.of(settings.threshold()));
        }
        measures.add(WORK.of(settings.cost().work()));
        measures.add(LOADS.of(settings.cost().loads()));
        measures.add(PARENTS.of(sizes.parents()));
        measures.add(ITEMS.of(sizes.total()));
        measures.add(ITEMS_MEAN.of(sizes.mean()));
        measures.add(ITEMS_MOST.of(sizes.most()));
        measures.add(LANE_BALANCE.of(sizes.laneBalance()));
        measures.add(RATE.of(timeMicros > 0 ? sizes.total() / timeMicros : 0));
        return measures;
    }
}
