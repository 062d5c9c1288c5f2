package io.cdpsim.programs.exec.process;

import io.cdpsim.programs.exec.call.CallReply;
import io.cdpsim.programs.exec.call.ProgramThread;
import io.cdpsim.programs.exec.call.SimulatedProgram;
import io.cdpsim.programs.exec.protocol.CallConnection;
import io.cdpsim.programs.exec.protocol.CallConnection.CallRequest;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.host.Host;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves the calls of all threads of a program, in order of arrival. */
final class CallServer implements AutoCloseable {
    private static final String CALLBACK = "@callback";
    private static final byte[] NOTHING = {};

    private final SimulatedProgram program;
    private final Host host;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final List<Peer> waiting = new ArrayList<>();
    private @Nullable Peer caller;
    private boolean callerRuns;
    private long calls;
    private int peers;

    /** A thread of the program, at the other end of a connection. */
    private static final class Peer {
        private final CallConnection connection;
        private final ProgramThread thread = new ProgramThread();
        private CallReply.@Nullable Waiting waits;

        Peer(CallConnection connection) {
            this.connection = connection;
        }
    }

    CallServer(SimulatedProgram program, Host host, Path socket) throws IOException {
        this.program = program;
        this.host = host;
        selector = Selector.open();
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Wakes a thread that waits for calls; safe for use by other threads. */
    void wake() {
        selector.wakeup();
    }

    /** Number of calls, except the library's own. */
    long calls() {
        return calls;
    }

    /** Threads of the program with a connection, except the one that runs callbacks. */
    int threads() {
        return caller == null ? peers : peers - 1;
    }

    /** Whether the library has its own thread in the program. */
    boolean hasCaller() {
        return caller != null;
    }

    /** Whether a thread of the program waits in a call. */
    boolean isAwaited() {
        return !waiting.isEmpty();
    }

    int waitingThreads() {
        return waiting.size();
    }

    /** The awaited condition of one of the waiting threads. */
    String awaited() {
        CallReply.Waiting waits = waiting.get(0).waits;
        return waits == null ? "" : waits.what();
    }

    /** Whether the wait of some thread has ended. */
    boolean anyIsOver() {
        for (int i = 0; i < waiting.size(); i++) {
            Peer peer = waiting.get(i);
            program.enter(peer.thread);
            if (peer.waits != null && peer.waits.isOver().getAsBoolean()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the program has sent anything. */
    boolean hasCalls() throws IOException {
        return selector.selectNow() > 0 || !selector.selectedKeys().isEmpty();
    }

    /**
     * Serves the requests that have arrived.
     *
     * @param waitMillis how long to wait if there are none; 0 for no wait, negative for no limit
     * @return whether there was any
     */
    boolean serve(long waitMillis) throws IOException {
        if (selector.selectedKeys().isEmpty()) {
            if (waitMillis == 0) {
                selector.selectNow();
            } else {
                selector.select(Math.max(0, waitMillis));
            }
        }
        boolean any = false;
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
            SelectionKey key = keys.next();
            keys.remove();
            any = true;
            if (key.isValid() && key.isAcceptable()) {
                accept();
            } else if (key.isValid() && key.attachment() instanceof Peer peer) {
                serve(peer, key);
            }
        }
        return any;
    }

    private void accept() throws IOException {
        SocketChannel channel = server.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new Peer(new CallConnection(channel)));
            peers++;
        }
    }

    private void serve(Peer peer, SelectionKey key) throws IOException {
        CallRequest request;
        try {
            request = peer.connection.read();
        } catch (IOException e) {
            // The thread or the program has ended.
            key.cancel();
            peer.connection.channel().close();
            waiting.remove(peer);
            peers--;
            return;
        }
        if (request == null) {
            return;
        }
        if (request.name().equals(CALLBACK)) {
            caller = peer;
            if (callerRuns) {
                callerRuns = false;
                program.callbackDone();
            }
            return;
        }
        if (!request.name().startsWith("@")) {
            calls++;
        }
        program.enter(peer.thread);
        CallReply reply = program.calls().make(request, peer.thread);
        if (reply instanceof CallReply.Waiting waits) {
            peer.waits = waits;
            waiting.add(peer);
        } else {
            answer(peer, (CallReply.Done) reply);
        }
    }

    private void answer(Peer peer, CallReply.Done done) {
        String printed = host.takeOutput();
        try {
            peer.connection.answer(
                    done.error(),
                    printed.isEmpty() ? NOTHING : printed.getBytes(StandardCharsets.UTF_8),
                    done.results());
        } catch (IOException e) {
            // It has ended meanwhile; the next read detects that.
        }
    }

    /** Answers threads whose wait has ended. */
    void answerWaiting() {
        for (int i = 0; i < waiting.size(); ) {
            Peer peer = waiting.get(i);
            CallReply.Waiting waits = peer.waits;
            program.enter(peer.thread);
            if (waits != null && waits.isOver().getAsBoolean()) {
                waiting.remove(i);
                peer.waits = null;
                answer(peer, waits.then().get());
            } else {
                i++;
            }
        }
    }

    /** Sends the program the next host function, if one is due and the program is ready. */
    void callBack() {
        Peer ready = caller;
        if (ready == null || callerRuns) {
            return;
        }
        SimulatedProgram.Callback next = program.nextCallback();
        if (next != null) {
            callerRuns = true;
            answer(
                    ready,
                    CallReply.of(new CallResults()
                            .quad(next.function())
                            .quad(next.data())
                            .quad(next.stream())
                            .quad(next.kind())
                            .word(next.status())));
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
