package io.cdpsim.cli.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows of measurements whose experiments are short. */
final class RowFiles implements InputKind {
    private static final List<String> ROWS = List.of(
            "api,clock_overhead,-,0,cost,cycles,2,2,2,11",
            "chain,tail_relaunch,links,2,whole,us,1.5,2.5,3.5,7",
            "completion,relay,limit64,2,per_link,us,1,2,3,7",
            "completion,nest_null,limit64,2,per_level,us,1,2,3,7",
            "completion,null_stream,limit64,3,end_to_next_start,ns,1,2,3,7",
            "completion,one_named_stream,limit64,2,first_end_to_second_start,ns,1,2,3,7",
            "completion,null_stream,limit64,1,call_to_start,ns,1,2,3,7",
            "completion,fan3,limit64,1,whole,us,1,2,3,7",
            "concurrent,null_stream,n,2,most_at_once,grids,1,1,1,7",
            "flood,faf_b1_w1_l2,limit64,2,whole,us,1,2,3,7",
            "child_size,faf_childblocks1_childthreads32,limit2048,1024,whole,us,1,2,3,7",
            "tree,parents2_kids1_faf,limit64,4,whole,us,1,2,3,7",
            "relay,links2_childblocks1,limit64,2,whole,us,1,2,3,7",
            "issue,faf,limit64,2,per_launch,cycles,1,2,3,7",
            "nested_flood,null_depth1_b1,limit64,2,whole,us,1,2,3,5",
            "host_launch,launch_and_synchronize,n,1,round_trip,us,1,2,3,5",
            "sequential,null_stream,n,2,start_to_start,ns,1,2,3,11",
            "sequential,fire_and_forget,n,2,first_child_start_after_parent_end,ns,-3,-2,-1,11",
            "per_warp,null_stream_blocks1,lanes,2,region,cycles,1,2,3,7",
            "latency,imad,-,0,per_op,cycles,4,4.5,5,5",
            "latency,global_ld_cg,bytes,8192,per_load,cycles,200,201,202,5",
            "deep,null_stream,levels,2,whole,ms,1,2,3,1",
            "copy,device_to_pinned_host,ints,32,round_trip,us,1,2,3,7",
            "bfs,warp_t0_c0,grid4,0,whole_search,ms,1,2,3,4",
            "nbody,aos_block32,bodies,64,force_step,ms,1,2,3,9",
            "persistent,blocks1_threads32_work0_consume0us,ints,32,per_iteration,us,1,2,3,400",
            "outcome,fill_limit64_mode1,3,ran=3,failed=0,last_error=cudaSuccess(0),deepest=0",
            "device,A,sm,132",
            "# a note");

    private static final List<String> WORDS = List.of(
            "2",
            "3",
            "limit64",
            "limit0",
            "n",
            "links",
            "ns",
            "us",
            "ms",
            "cycles",
            "whole",
            "relay",
            "furlongs",
            "-",
            "\"a",
            "\"a,b\"");

    @Override
    public String name() {
        return "rows";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        List<String> rows = new ArrayList<>();
        for (int i = 1 + draw.below(3); i > 0; i--) {
            rows.add(draw.of(ROWS));
        }
        byte[] bytes = draw.changed(String.join("\n", rows) + "\n", ",\\n", WORDS);
        return new FuzzedInput(
                Map.of("rows.csv", bytes),
                List.of(List.of("validate", "--data", "@"), List.of("validate", "--data", "@", "--json")),
                List.of(List.of("validate", "--data", "@", "--quiet", "--csv", "/dev/null")));
    }
}
