package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.memory.visibility.report.RaceKind.HOST;
import static io.cdpsim.memory.visibility.report.RaceKind.HOST_OPERATION;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.LaunchPrograms.pause;
import static io.cdpsim.runtime.visibility.ProgramLab.store;

import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Programs with copies and fills of rows by the host, and with waits for events, of which each orders a part. */
final class HostCopyPrograms {
    private static final int PITCH = 16;
    private static final int ROWS = 2;

    private HostCopyPrograms() {}

    /** Something is done in a stream beside a grid that stores to a word of rows: 0, 1 and 4, 5 are theirs. */
    private static Consumer<ProgramLab> beside(int word, boolean ordered, Act act) {
        return lab -> {
            HostStream stream = lab.host().createStream();
            lab.start(stream, "writer", k -> {
                pause(k);
                store(k, lab.word(word), 1);
            });
            act.of(lab, lab.host(), ordered ? stream : lab.host().createStream());
            lab.host().synchronize();
        };
    }

    private interface Act {
        void of(ProgramLab lab, Host host, HostStream stream);
    }

    /** Two rows, from a byte on. */
    private record Rows(int at, int bytes) {
        CopyEndpoint in(ProgramLab lab) {
            return new CopyEndpoint.InMemory(lab.address(0) + at, PITCH);
        }

        /** The same behind each other where no program looks. */
        CopyEndpoint elsewhere(ProgramLab lab) {
            return new CopyEndpoint.InMemory(lab.address(32), bytes);
        }

        CopyEndpoint array() {
            return new CopyEndpoint.Pageable(new byte[64], 0, bytes);
        }

        void fill(ProgramLab lab, Host host, HostStream stream) {
            host.memset2DAsync(lab.address(0) + at, PITCH, 1, bytes, ROWS, stream);
        }

        void receive(ProgramLab lab, Host host, HostStream stream) {
            host.memcpy2DAsync(in(lab), array(), bytes, ROWS, stream);
        }

        void send(ProgramLab lab, Host host, HostStream stream) {
            host.memcpy2DAsync(array(), in(lab), bytes, ROWS, stream);
        }

        void copyFrom(ProgramLab lab, Host host, HostStream stream) {
            host.memcpy2DAsync(elsewhere(lab), in(lab), bytes, ROWS, stream);
        }

        void copyTo(ProgramLab lab, Host host, HostStream stream) {
            host.memcpy2DAsync(in(lab), elsewhere(lab), bytes, ROWS, stream);
        }

        List<LabelledProgram> all(String what) {
            List<LabelledProgram> all = new ArrayList<>();
            all.addAll(of("a fill of " + what, this::fill));
            all.addAll(of("a copy out of an array to " + what, this::receive));
            all.addAll(of("a copy into an array of " + what, this::send));
            all.addAll(of("a copy from memory of " + what, this::copyFrom));
            all.addAll(of("a copy in memory to " + what, this::copyTo));
            return all;
        }
    }

    private static List<LabelledProgram> of(String what, Act act) {
        return List.of(
                clean(what + " in the stream of a grid that writes its second row", beside(5, true, act)),
                racy(what + " beside a grid that writes its first word", HOST_OPERATION, beside(0, false, act)),
                racy(what + " beside a grid that writes its last word", HOST_OPERATION, beside(5, false, act)),
                clean(what + " beside a grid that writes between its rows", beside(2, false, act)),
                clean(what + " beside a grid that writes behind its rows", beside(6, false, act)));
    }

    /** A grid stores to mapped memory; an event is recorded before it or behind it; the host waits for something and reads. */
    private static Consumer<ProgramLab> readBehind(boolean recordedBehind, boolean awaitsEvent) {
        return lab -> {
            Host host = lab.host();
            HostStream stream = host.createStream();
            HostEvent event = host.createEvent();
            if (!recordedBehind) {
                host.record(event, stream);
            }
            lab.start(stream, "writer", k -> store(k, u64(lab.mappedAddress(0)), 1));
            if (recordedBehind) {
                host.record(event, stream);
            }
            host.spend(200_000);
            if (awaitsEvent) {
                host.synchronize(event);
            } else {
                host.synchronize(host.createStream());
            }
            host.readInt(lab.mappedAddress(0));
            host.synchronize();
        };
    }

    static List<LabelledProgram> all() {
        List<LabelledProgram> all = new ArrayList<>();
        all.addAll(new Rows(0, 8).all("rows of words"));
        // Bytes 2 to 6 of each: parts of the same words.
        all.addAll(new Rows(2, 5).all("rows of bytes"));
        all.addAll(List.of(
                clean("the host reads behind an event behind the grid", readBehind(true, true)),
                racy("the host reads behind an event before the grid", HOST, readBehind(false, true)),
                racy("the host reads behind another stream than the grid's", HOST, readBehind(true, false)),
                clean("the host writes a constant", lab -> {
                    lab.host().memcpyToSymbol(lab.host().constantSymbol(4), 1);
                    lab.host().synchronize();
                }),
                clean("memory that is set from outside in between", lab -> {
                    Host host = lab.host();
                    lab.start(host.createNonBlockingStream(), "writer", k -> store(k, lab.x(), 1));
                    host.spend(200_000);
                    host.memory().write(lab.address(0), 7);
                    lab.start(host.createNonBlockingStream(), "reader", k -> lab.observe(k, lab.x(), 9));
                    host.synchronize();
                })));
        return all;
    }
}
