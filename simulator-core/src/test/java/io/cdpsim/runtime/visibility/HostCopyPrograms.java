package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.memory.visibility.report.RaceKind.HOST;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.LaunchPrograms.pause;
import static io.cdpsim.runtime.visibility.ProgramLab.store;

import io.cdpsim.runtime.host.CopySide;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Programs with copies and fills of rows by the host, and with waits for events, of which each orders a part. */
final class HostCopyPrograms {
    private static final int PITCH = 16;
    private static final int ROW = 8;
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

    private static CopySide rows(ProgramLab lab, int word) {
        return new CopySide.InMemory(lab.address(word), PITCH);
    }

    private static void fill(ProgramLab lab, Host host, HostStream stream) {
        host.memset2DAsync(lab.address(0), PITCH, 1, ROW, ROWS, stream);
    }

    private static void receive(ProgramLab lab, Host host, HostStream stream) {
        host.memcpy2DAsync(rows(lab, 0), new CopySide.Pageable(new byte[64], 0, ROW), ROW, ROWS, stream);
    }

    private static void send(ProgramLab lab, Host host, HostStream stream) {
        host.memcpy2DAsync(new CopySide.Pageable(new byte[64], 0, ROW), rows(lab, 0), ROW, ROWS, stream);
    }

    private static void copyFrom(ProgramLab lab, Host host, HostStream stream) {
        host.memcpy2DAsync(new CopySide.InMemory(lab.address(32), ROW), rows(lab, 0), ROW, ROWS, stream);
    }

    private static void copyTo(ProgramLab lab, Host host, HostStream stream) {
        host.memcpy2DAsync(rows(lab, 0), new CopySide.InMemory(lab.address(32), ROW), ROW, ROWS, stream);
    }

    private static List<LabelledProgram> of(String what, Act act) {
        return List.of(
                clean(what + " in the stream of a grid that writes its second row", beside(5, true, act)),
                racy(what + " beside a grid that writes its first word", HOST, beside(0, false, act)),
                racy(what + " beside a grid that writes its last word", HOST, beside(5, false, act)),
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
        all.addAll(of("a fill of rows", HostCopyPrograms::fill));
        all.addAll(of("a copy of rows out of an array", HostCopyPrograms::receive));
        all.addAll(of("a copy of rows into an array", HostCopyPrograms::send));
        all.addAll(of("a copy of rows from memory", HostCopyPrograms::copyFrom));
        all.addAll(of("a copy of rows to memory", HostCopyPrograms::copyTo));
        all.addAll(List.of(
                clean("the host reads behind an event behind the grid", readBehind(true, true)),
                racy("the host reads behind an event before the grid", HOST, readBehind(false, true)),
                racy("the host reads behind another stream than the grid's", HOST, readBehind(true, false)),
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
