package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.B64;
import static io.cdpsim.ptx.forms.FormType.COUNT;
import static io.cdpsim.ptx.forms.FormType.TRUTH;

import java.util.ArrayList;
import java.util.List;

/** What lanes do together, all of them or those of a mask that come: shuffles, votes, matches, reductions, barriers with a question. */
final class LaneForms {
    private static final int LANES = 32;
    private static final String ALL = "0xffffffff";

    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        LaneForms made = new LaneForms();
        made.shuffles();
        made.votes(ALL, "", 0xFFFFFFFFL);
        made.votes(
                "0x55555555",
                "and.b32 %thread, %thread, 1; setp.ne.u32 %q, %thread, 0; mov.u32 %d, 77; @%q bra SKIP; ",
                0x55555555L);
        made.matches();
        made.reductions();
        made.barriers();
        made.registers();
        return made.forms;
    }

    private void add(String name, String body, FormType result, List<FormType> inputs, PtxForm.Definition definition) {
        forms.add(new PtxForm(name, body, result, inputs, definition, PtxForm.Tolerance.EXACT));
    }

    private static long[] lane(long[][] all, int thread, int lane) {
        return all[thread / LANES * LANES + lane];
    }

    /** PTX's pseudo-code: {@code c} holds the clamp in bits 0 to 4 and the mask of segments in bits 8 to 12. */
    private void shuffles() {
        for (String mode : List.of("idx", "up", "down", "bfly")) {
            for (int c : mode.equals("up") ? new int[] {0, 0x1800} : new int[] {0x1F, 0x181F}) {
                String body = "shfl.sync." + mode + ".b32 %d|%p, %a, %b, " + c + ", " + ALL
                        + "; @!%p xor.b32 %d, %d, 0x5A5A5A5A;";
                add("shfl.sync." + mode + ".b32 " + c, body, B32, List.of(B32, COUNT), (all, thread) -> {
                    int lane = thread % LANES;
                    int b = (int) all[thread][1] & 31;
                    int segment = c >>> 8 & 31;
                    int clamp = c & 31;
                    int most = (lane & segment) | (clamp & ~segment);
                    int from = switch (mode) {
                        case "up" -> lane - b;
                        case "down" -> lane + b;
                        case "bfly" -> lane ^ b;
                        default -> (lane & segment) | (b & ~segment);
                    };
                    boolean inRange = mode.equals("up") ? from >= most : from <= most;
                    long value = lane(all, thread, inRange ? from : lane)[0];
                    return inRange ? value : value ^ 0x5A5A5A5AL;
                });
            }
        }
    }

    private static long ballot(long[][] all, int thread, long members) {
        long mask = 0;
        for (int lane = 0; lane < LANES; lane++) {
            mask |= (members >>> lane & 1) != 0 && lane(all, thread, lane)[0] != 0 ? 1L << lane : 0;
        }
        return mask;
    }

    private void votes(String mask, String before, long members) {
        String after = before.isEmpty() ? "" : " SKIP:";
        String set = "setp.ne.u32 %p, %a, 0; " + before;
        List<FormType> one = List.of(TRUTH);
        PtxForm.Definition ballot = (all, thread) -> ballot(all, thread, members);
        add(
                "vote.sync.ballot.b32 " + mask,
                set + "vote.sync.ballot.b32 %d, %p, " + mask + ";" + after,
                B32,
                one,
                of(members, ballot));
        for (String mode : List.of("all", "any", "uni")) {
            add(
                    "vote.sync." + mode + ".pred " + mask,
                    set + "vote.sync." + mode + ".pred %r, %p, " + mask + "; selp.u32 %d, 1, 0, %r;" + after,
                    B32,
                    one,
                    of(members, (all, thread) -> {
                        long votes = ballot.of(all, thread);
                        boolean holds = switch (mode) {
                            case "all" -> votes == members;
                            case "any" -> votes != 0;
                            default -> votes == 0 || votes == members;
                        };
                        return holds ? 1 : 0;
                    }));
        }
        add(
                "activemask.b32 " + mask,
                set + "activemask.b32 %d;" + after,
                B32,
                one,
                of(members, (all, thread) -> members));
        add(
                "elect.sync " + mask,
                set + "elect.sync %d|%r, " + mask + "; @%r add.u32 %d, %d, 100;" + after,
                B32,
                one,
                of(members, (all, thread) -> thread % LANES == 0 ? 100 : 0));
    }

    /** Those that did not come keep 77. */
    private static PtxForm.Definition of(long members, PtxForm.Definition definition) {
        return (all, thread) -> (members >>> thread % LANES & 1) != 0 ? definition.of(all, thread) : 77;
    }

    private void matches() {
        for (FormType type : List.of(B32, B64)) {
            String cut = "and.b" + type.bits() + " %a, %a, 3; ";
            String word = ".sync.b" + type.bits();
            add(
                    "match.any" + word,
                    cut + "match.any" + word + " %d, %a, " + ALL + ";",
                    B32,
                    List.of(type),
                    (all, thread) -> {
                        long mask = 0;
                        for (int lane = 0; lane < LANES; lane++) {
                            mask |= (lane(all, thread, lane)[0] & 3) == (all[thread][0] & 3) ? 1L << lane : 0;
                        }
                        return mask;
                    });
            add(
                    "match.all" + word,
                    "and.b" + type.bits() + " %a, %a, 0; match.all" + word + " %d|%p, %a, " + ALL
                            + "; @!%p mov.u32 %d, 5;",
                    B32,
                    List.of(type),
                    (all, thread) -> 0xFFFFFFFFL);
            add(
                    "match.all" + word + " of different",
                    "match.all" + word + " %d|%p, %a, " + ALL + "; @!%p add.u32 %d, %d, 5;",
                    B32,
                    List.of(type),
                    (all, thread) -> 5);
        }
    }

    private void reductions() {
        for (String opcode : List.of(
                "add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32", "and.b32", "or.b32", "xor.b32")) {
            add(
                    "redux.sync." + opcode,
                    "redux.sync." + opcode + " %d, %a, " + ALL + ";",
                    B32,
                    List.of(B32),
                    (all, thread) -> {
                        FormType type = FormType.of(opcode.substring(opcode.indexOf('.') + 1));
                        long result = type.number(lane(all, thread, 0)[0]);
                        for (int lane = 1; lane < LANES; lane++) {
                            long value = type.number(lane(all, thread, lane)[0]);
                            result = switch (opcode.substring(0, opcode.indexOf('.'))) {
                                case "add" -> result + value;
                                case "min" -> Math.min(result, value);
                                case "max" -> Math.max(result, value);
                                case "and" -> result & value;
                                case "or" -> result | value;
                                default -> result ^ value;
                            };
                        }
                        return B32.cut(result);
                    });
        }
    }

    private void barriers() {
        for (String form : List.of("bar.red", "barrier.red")) {
            String set = "setp.ne.u32 %p, %a, 0; ";
            add(
                    form + ".popc.u32",
                    set + form + ".popc.u32 %d, 1, %p;",
                    B32,
                    List.of(TRUTH),
                    (all, thread) -> votes(all));
            add(
                    form + ".and.pred",
                    set + form + ".and.pred %q, 2, 64, %p; selp.u32 %d, 1, 0, %q;",
                    B32,
                    List.of(TRUTH),
                    (all, thread) -> votes(all) == PtxForm.CASES ? 1 : 0);
            add(
                    form + ".or.pred",
                    set + form + ".or.pred %q, 0, !%p; selp.u32 %d, 1, 0, %q;",
                    B32,
                    List.of(TRUTH),
                    (all, thread) -> votes(all) < PtxForm.CASES ? 1 : 0);
        }
    }

    private static long votes(long[][] all) {
        long count = 0;
        for (long[] operands : all) {
            count += operands[0];
        }
        return count;
    }

    private void special(String name, PtxForm.Definition definition) {
        add("mov.u32 " + name, "mov.u32 %d, " + name + ";", B32, List.of(), definition);
    }

    private void registers() {
        special("%tid.x", (all, thread) -> thread);
        special("%tid.y", (all, thread) -> 0);
        special("%ntid.x", (all, thread) -> PtxForm.CASES);
        special("%ntid.z", (all, thread) -> 1);
        special("%ctaid.x", (all, thread) -> 0);
        special("%nctaid.x", (all, thread) -> 1);
        special("%laneid", (all, thread) -> thread % LANES);
        special("WARP_SZ", (all, thread) -> LANES);
        special("%lanemask_eq", (all, thread) -> 1L << thread % LANES);
        special("%lanemask_lt", (all, thread) -> (1L << thread % LANES) - 1);
        special("%lanemask_le", (all, thread) -> (2L << thread % LANES) - 1);
        special("%lanemask_gt", (all, thread) -> B32.cut(-(2L << thread % LANES)));
        special("%lanemask_ge", (all, thread) -> B32.cut(-(1L << thread % LANES)));
        special("%dynamic_smem_size", (all, thread) -> 0);
        special("%cluster_ctarank", (all, thread) -> 0);
        special("%cluster_nctarank", (all, thread) -> 1);
    }
}
