package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.memory.visibility.report.RaceKind.HOST;
import static io.cdpsim.memory.visibility.report.RaceKind.HOST_OPERATION;
import static io.cdpsim.memory.visibility.report.RaceKind.SIBLINGS;
import static io.cdpsim.runtime.visibility.LabelledProgram.clean;
import static io.cdpsim.runtime.visibility.LabelledProgram.racy;
import static io.cdpsim.runtime.visibility.LaunchPrograms.pause;
import static io.cdpsim.runtime.visibility.ProgramLab.await;
import static io.cdpsim.runtime.visibility.ProgramLab.store;
import static io.cdpsim.runtime.visibility.ProgramLab.storeVolatile;

import io.cdpsim.memory.Scope;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import java.util.List;
import java.util.function.Consumer;

/** Programs whose order, or lack of it, comes from the host: its streams, its events, its copies and its waits. */
final class HostPrograms {
    private HostPrograms() {}

    private static void writer(ProgramLab lab, HostStream stream) {
        lab.start(stream, "writer", k -> {
            pause(k);
            store(k, lab.x(), 1);
        });
    }

    private static void reader(ProgramLab lab, HostStream stream) {
        lab.start(stream, "reader", k -> lab.observe(k, lab.x(), 9));
    }

    /** A grid hands data over in mapped memory; the host waits for the flag and reads the data. */
    private static Consumer<ProgramLab> mailbox(Scope fence) {
        return lab -> {
            Host host = lab.host();
            lab.start(host.defaultStream(), "sender", k -> {
                store(k, u64(lab.mappedAddress(0)), 1);
                k.memory().fence(fence);
                storeVolatile(k, u64(lab.mappedAddress(1)), 1);
            });
            host.spinUntil("the flag", () -> host.readInt(lab.mappedAddress(1)) == 1);
            host.readInt(lab.mappedAddress(0));
            host.synchronize();
        };
    }

    /** A grid waits for a flag that the host sets after the data. */
    private static Consumer<ProgramLab> command(boolean fenced) {
        return lab -> {
            Host host = lab.host();
            lab.start(host.defaultStream(), "receiver", k -> {
                await(k, u64(lab.mappedAddress(1)), 1);
                if (fenced) {
                    k.memory().fence(Scope.SYSTEM);
                }
                lab.observe(k, u64(lab.mappedAddress(0)), 9);
            });
            host.spend(20_000);
            host.writeInt(lab.mappedAddress(0), 5);
            host.writeInt(lab.mappedAddress(1), 1);
            host.synchronize();
        };
    }

    static List<LabelledProgram> all() {
        return List.of(
                clean("E8: the host reads after it has synchronised", lab -> {
                    lab.start(lab.host().defaultStream(), "writer", k -> store(k, u64(lab.mappedAddress(0)), 1));
                    lab.host().synchronize();
                    lab.host().readInt(lab.mappedAddress(0));
                }),
                racy("the host reads while the grid may write", HOST, lab -> {
                    lab.start(lab.host().defaultStream(), "writer", k -> store(k, u64(lab.mappedAddress(0)), 1));
                    lab.host().spend(100_000);
                    lab.host().readInt(lab.mappedAddress(0));
                    lab.host().synchronize();
                }),
                clean("a grid reads what the host wrote before the launch", lab -> {
                    lab.host().writeInt(lab.mappedAddress(0), 1);
                    lab.start(lab.host().defaultStream(), "reader", k -> lab.observe(k, u64(lab.mappedAddress(0)), 9));
                    lab.host().synchronize();
                }),
                racy("the host writes after the launch what the grid reads", HOST, lab -> {
                    lab.start(lab.host().defaultStream(), "reader", k -> lab.observe(k, u64(lab.mappedAddress(0)), 9));
                    lab.host().writeInt(lab.mappedAddress(0), 1);
                    lab.host().synchronize();
                }),
                clean("a mailbox with a fence of system scope", mailbox(Scope.SYSTEM)),
                racy("a mailbox with a fence of device scope", HOST, mailbox(Scope.DEVICE)),
                clean("a command of the host with a fence behind the flag", command(true)),
                racy("a command of the host with no fence behind the flag", HOST, command(false)),
                clean("grids in one stream", lab -> {
                    HostStream stream = lab.host().createStream();
                    writer(lab, stream);
                    reader(lab, stream);
                    lab.host().synchronize();
                }),
                racy("grids in two streams", SIBLINGS, lab -> {
                    writer(lab, lab.host().createStream());
                    reader(lab, lab.host().createStream());
                    lab.host().synchronize();
                }),
                clean("grids in two streams with a synchronisation between", lab -> {
                    HostStream first = lab.host().createStream();
                    writer(lab, first);
                    lab.host().synchronize(first);
                    reader(lab, lab.host().createStream());
                    lab.host().synchronize();
                }),
                clean("grids in two streams with an event between", lab -> {
                    HostStream first = lab.host().createStream();
                    HostStream second = lab.host().createStream();
                    HostEvent event = lab.host().createEvent();
                    writer(lab, first);
                    lab.host().record(event, first);
                    lab.host().waitEvent(second, event);
                    reader(lab, second);
                    lab.host().synchronize();
                }),
                clean("the default stream waits for all others", lab -> {
                    writer(lab, lab.host().createStream());
                    reader(lab, lab.host().defaultStream());
                    lab.host().synchronize();
                }),
                clean("all others wait for the default stream", lab -> {
                    HostStream other = lab.host().createStream();
                    writer(lab, lab.host().defaultStream());
                    reader(lab, other);
                    lab.host().synchronize();
                }),
                clean("a copy in the stream of the grid", lab -> {
                    HostStream stream = lab.host().createStream();
                    writer(lab, stream);
                    lab.host().memcpyAsync(lab.mappedAddress(0), lab.address(0), 4, stream);
                    lab.host().synchronize(stream);
                    lab.host().readInt(lab.mappedAddress(0));
                }),
                racy("a copy in another stream", HOST_OPERATION, lab -> {
                    writer(lab, lab.host().createStream());
                    lab.host()
                            .memcpyAsync(
                                    lab.mappedAddress(0),
                                    lab.address(0),
                                    4,
                                    lab.host().createStream());
                    lab.host().synchronize();
                }),
                racy("the host reads what a copy may not have brought yet", HOST, lab -> {
                    lab.host()
                            .memcpyAsync(
                                    lab.mappedAddress(0),
                                    lab.address(0),
                                    4,
                                    lab.host().createStream());
                    lab.host().spend(100_000);
                    lab.host().readInt(lab.mappedAddress(0));
                    lab.host().synchronize();
                }),
                racy("a fill in another stream", HOST_OPERATION, lab -> {
                    lab.host().memsetAsync(lab.address(0), 1, 4, lab.host().createStream());
                    reader(lab, lab.host().createStream());
                    lab.host().synchronize();
                }));
    }
}
