package io.cdpsim.programs.exec.process;

import io.cdpsim.programs.exec.call.SimulatedProgram;
import io.cdpsim.programs.exec.memory.SharedMemoryFile;
import io.cdpsim.programs.exec.protocol.CallConnection;
import io.cdpsim.programs.exec.protocol.CallConnection.CallRequest;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.protocol.CallSlot;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.copy.PinnedSources;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Serves the calls of all threads of a program, in order of arrival. */
final class CallServer implements AutoCloseable {
    /** Longer than a launch, a child and a small kernel take together. */
    private static final double PAUSE_NANOS = 200_000;

    private static final double LOOK_NANOS = 1000;

    /** A program that launches in a loop calls again within this time. To sleep and to be woken takes as long. */
    private static final long POLL_NANOS = 40_000;

    private static final int MOST_VAIN_POLLS = 10;

    /** Looks at the watched slot between two at the sockets. */
    private static final int LOOKS_A_SELECTION = 128;

    private static final boolean MAY_POLL = Runtime.getRuntime().availableProcessors() > 1;

    private static final String PROCESS = "@process";
    private static final String CALLBACK = "@callback";
    private static final String SLOT = "@slot";
    private static final Set<String> ERROR_QUERIES = Set.of("cudaGetLastError", "cudaPeekAtLastError");
    private static final byte[] NOTHING = {};

    private final Supplier<SimulatedProgram> fresh;
    private final Map<Integer, ClientProcess> processes = new LinkedHashMap<>();
    private final Host host;
    private final SharedMemoryFile memory;
    private final boolean isSlow;
    private final Set<String> discarded;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final List<Peer> waiting = new ArrayList<>();

    /** The process of the last launch. */
    private @Nullable ClientProcess launcher;

    /** The thread with a slot that made the last call; null if it has ended. */
    private @Nullable Peer latest;

    /** The thread whose slot is watched; null if none is, as whenever the simulator sleeps. */
    private @Nullable Peer watched;

    /** Slots of threads that have ended. */
    private final Deque<CallSlot> freeSlots = new ArrayDeque<>();

    private volatile boolean isWoken;
    private int vainPolls;
    private int pollsToSkip;

    private long calls;

    /** A process of the program: the first, or one that it started. They share the devices and nothing else. */
    private static final class ClientProcess {
        private final SimulatedProgram program;
        private @Nullable Peer caller;
        private boolean callerRuns;

        ClientProcess(SimulatedProgram program) {
            this.program = program;
        }
    }

    /** A thread of the program, at the other end of a connection. */
    private static final class Peer {
        private final CallConnection connection;
        private @Nullable ClientProcess process;
        private final ProgramThread thread = new ProgramThread();
        private CallReply.@Nullable Waiting waits;

        Peer(CallConnection connection) {
            this.connection = connection;
        }
    }

    /**
     * Opens the socket.
     *
     * @param fresh creates the state of a process that makes its first call
     * @param isSlow whether the host pauses behind each call, so that the device overtakes it
     * @param discarded the calls whose error codes the program never uses
     * @param memory where threads of the program put short calls
     */
    CallServer(
            Supplier<SimulatedProgram> fresh,
            Host host,
            boolean isSlow,
            Set<String> discarded,
            Path socket,
            SharedMemoryFile memory)
            throws IOException {
        this.memory = memory;
        this.fresh = fresh;
        this.host = host;
        this.isSlow = isSlow;
        this.discarded = discarded;
        selector = Selector.open();
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Wakes a thread that waits for calls; safe for use by other threads. */
    void wake() {
        isWoken = true;
        selector.wakeup();
    }

    /** Number of calls, except the library's own. */
    long calls() {
        return calls;
    }

    /** The ids of the processes with a connection, as they see themselves. */
    Set<Integer> processes() {
        return processes.keySet();
    }

    /** Threads of the library itself, one in each process with callbacks. */
    int libraryThreads() {
        return (int)
                processes.values().stream().filter(each -> each.caller != null).count();
    }

    /** Whether a host function of some process is due or runs: simulated time does not advance meanwhile. */
    boolean waitsForCallback() {
        for (ClientProcess each : processes.values()) {
            if (each.program.waitsForCallback()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the program can affect a running grid without a call: it shares memory with a busy device. */
    boolean sharesMemoryWithBusyDevice() {
        for (ClientProcess each : processes.values()) {
            if (each.program.sharesMemory() && each.program.isBusy()) {
                return true;
            }
        }
        return false;
    }

    /** The kernels that the program needed and that contain unsupported instructions, each with opcode and position. */
    List<String> unsupportedKernels() {
        return processes.values().stream()
                .flatMap(each -> each.program.unsupportedKernels().stream())
                .distinct()
                .toList();
    }

    /** The times between events that the program asked for, milliseconds, process by process in the order of its calls. */
    List<Double> elapsedMillis() {
        return processes.values().stream()
                .flatMap(each -> each.program.elapsedMillis().stream())
                .toList();
    }

    /** The unsupported calls that the program made, in the order of their first use. */
    List<String> notSimulated() {
        return processes.values().stream()
                .flatMap(each -> each.program.calls().notSimulated().stream())
                .distinct()
                .toList();
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
            of(peer).program.enter(peer.thread);
            if (peer.waits != null && peer.waits.isOver().getAsBoolean()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the program has made a call. */
    boolean hasCalls() throws IOException {
        return hasWatchedCall()
                || selector.selectNow() > 0
                || !selector.selectedKeys().isEmpty();
    }

    private boolean hasWatchedCall() {
        return watched != null && watched.connection.hasSlotRequest();
    }

    /**
     * Serves the requests that have arrived.
     *
     * @param waitMillis how long to wait if there are none; 0 for no wait, negative for no limit
     * @return whether there was any
     */
    boolean serve(long waitMillis) throws IOException {
        if (selector.selectedKeys().isEmpty() && (waitMillis == 0 || !poll()) && endWatch()) {
            if (waitMillis == 0) {
                selector.selectNow();
            } else {
                selector.select(Math.max(0, waitMillis));
            }
        }
        isWoken = false;
        boolean any = false;
        if (watched != null && hasWatchedCall()) {
            Peer caller = watched;
            watched = null;
            any = true;
            serve(caller, caller.connection.readSlot());
        }
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
            SelectionKey key = keys.next();
            keys.remove();
            any = true;
            if (key.isValid() && key.isAcceptable()) {
                accept();
            } else if (key.isValid() && key.attachment() instanceof Peer peer) {
                serve(peer);
            }
        }
        return any;
    }

    /**
     * Looks for calls for a while without sleeping, unless that was in vain lately, as on a busy computer. It watches the slot of the thread that made
     * the last call.
     *
     * @return whether there is one, or the thread has been woken
     */
    private boolean poll() throws IOException {
        if (!MAY_POLL || --pollsToSkip >= 0) {
            return isWoken;
        }
        if (watched == null && latest != null && latest.connection.watch()) {
            watched = latest;
        }
        long until = System.nanoTime() + POLL_NANOS;
        for (int looks = 1; System.nanoTime() < until; looks++) {
            if (hasWatchedCall()
                    || isWoken
                    || ((watched == null || looks % LOOKS_A_SELECTION == 0) && selector.selectNow() > 0)) {
                vainPolls = 0;
                return true;
            }
            Thread.onSpinWait();
        }
        vainPolls = Math.min(vainPolls + 1, MOST_VAIN_POLLS);
        pollsToSkip = (1 << vainPolls) - 2;
        return isWoken;
    }

    /** Ends watching a slot. @return false if it holds a call */
    private boolean endWatch() {
        if (watched != null && !watched.connection.unwatch()) {
            return false;
        }
        watched = null;
        return true;
    }

    private void accept() throws IOException {
        SocketChannel channel = server.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new Peer(new CallConnection(channel)));
        }
    }

    /** Serves a thread whose socket has bytes, or is closed. */
    private void serve(Peer peer) throws IOException {
        CallRequest request;
        try {
            request = peer.connection.read();
        } catch (IOException e) {
            // The thread or the program has ended. A closed channel leaves the selector.
            warnOfUnreadErrors(peer.thread);
            peer.connection.channel().close();
            waiting.remove(peer);
            leave(peer);
            return;
        }
        serve(peer, request);
    }

    private void serve(Peer peer, @Nullable CallRequest request) {
        if (request == null) {
            return;
        }
        if (peer.connection.slot() != null) {
            latest = peer;
        }
        if (request.name().equals(PROCESS) && peer.process == null) {
            join(peer, request.arguments().word());
            answer(peer, CallReply.OK);
            return;
        }
        if (request.name().equals(SLOT)) {
            CallSlot slot = freeSlots.isEmpty() ? freshSlot() : freeSlots.remove();
            peer.connection.share(slot);
            answer(peer, CallReply.of(new CallResults().quad(slot.offset())));
            return;
        }
        ClientProcess process = of(peer);
        SimulatedProgram program = process.program;
        if (request.name().equals(CALLBACK)) {
            process.caller = peer;
            if (process.callerRuns) {
                process.callerRuns = false;
                program.callbackDone();
            }
            return;
        }
        if (!request.name().startsWith("@")) {
            calls++;
        }
        program.enter(peer.thread);
        PinnedSources watched = host.watchedMemory();
        if (watched != null) {
            watched.compare();
        }
        keepFaultFrom(process);
        if (request.name().contains("Launch")) {
            launcher = process;
        }
        CallReply reply = program.calls().make(request, peer.thread);
        if (ERROR_QUERIES.contains(request.name()) && !discarded.contains(request.name())) {
            peer.thread.readsError();
        }
        if (reply instanceof CallReply.Waiting waits) {
            peer.waits = waits;
            waiting.add(peer);
        } else {
            if (isSlow) {
                pause();
            }
            answer(peer, (CallReply.Done) reply);
        }
    }

    /** A fault is an error of the process whose kernel caused it, as each process has a context of its own; others find the device as new. */
    private void keepFaultFrom(ClientProcess process) {
        CudaError fault = host.stickyError();
        if (fault != CudaError.SUCCESS && launcher != null && launcher != process) {
            launcher.program.calls().lose(fault);
            host.restartDevice();
        }
    }

    /** Lets a busy device that shares memory with the program continue for a while. */
    private void pause() {
        if (sharesMemoryWithBusyDevice() && !waitsForCallback()) {
            double until = host.nowNanos() + PAUSE_NANOS;
            boolean unused = host.runUntil(
                    () -> host.nowNanos() >= until || waitsForCallback() || !sharesMemoryWithBusyDevice(), LOOK_NANOS);
        }
    }

    /** Reports the failed calls for whose errors nobody asked, of threads that have not ended. */
    void warnOfUnreadErrors() {
        selector.keys().stream()
                .map(SelectionKey::attachment)
                .filter(Peer.class::isInstance)
                .map(each -> ((Peer) each).thread)
                .sorted(Comparator.comparing(each -> each.unread().toString()))
                .forEach(this::warnOfUnreadErrors);
    }

    private void warnOfUnreadErrors(ProgramThread thread) {
        thread.unread().forEach((what, error) -> {
            if (what.startsWith(ProgramThread.LAUNCH)) {
                host.warn(
                        "ERR-2",
                        "the launch of kernel " + what.substring(ProgramThread.LAUNCH.length())
                                + " by the host failed with " + error + ", its grid never ran, and the program never"
                                + " uses the error; call cudaGetLastError() after each launch, and check its result");
            } else if (discarded.contains(what)) {
                host.warn(
                        "ERR-2",
                        "the call of " + what + " failed with " + error
                                + ", and the program uses neither its result nor the last error; check the result");
            }
        });
        thread.readsError();
    }

    private void answer(Peer peer, CallReply.Done done) {
        String printed = host.takeOutput();
        try {
            boolean watches = peer.connection.answer(
                    done.error(),
                    printed.isEmpty() ? NOTHING : printed.getBytes(StandardCharsets.UTF_8),
                    done.results(),
                    watched == null || watched == peer);
            if (watches) {
                watched = peer;
            }
        } catch (IOException e) {
            // It has ended meanwhile; the next read detects that.
        }
    }

    /** Answers threads whose wait has ended. */
    void answerWaiting() {
        for (int i = 0; i < waiting.size(); ) {
            Peer peer = waiting.get(i);
            CallReply.Waiting waits = peer.waits;
            of(peer).program.enter(peer.thread);
            if (waits != null && waits.isOver().getAsBoolean()) {
                waiting.remove(i);
                peer.waits = null;
                answer(peer, waits.then().get());
            } else {
                i++;
            }
        }
    }

    private CallSlot freshSlot() {
        SharedMemoryFile.Part part = memory.part(CallSlot.BYTES);
        return new CallSlot(part.pageAt().apply(0), part.offset());
    }

    private void join(Peer peer, int id) {
        ClientProcess process = processes.computeIfAbsent(id, any -> new ClientProcess(fresh.get()));
        peer.process = process;
    }

    /** The process of a connection; one that does not introduce itself belongs to no other process. */
    private ClientProcess of(Peer peer) {
        if (peer.process == null) {
            join(peer, 0);
        }
        return Objects.requireNonNull(peer.process);
    }

    /** A process stays when its last thread with a connection ends: another thread may make the next call. */
    private void leave(Peer peer) {
        if (peer == latest) {
            latest = null;
        }
        if (peer == watched) {
            watched = null;
        }
        CallSlot slot = peer.connection.slot();
        if (slot != null) {
            freeSlots.add(slot);
        }
        ClientProcess process = peer.process;
        if (process != null && process.caller == peer) {
            process.caller = null;
        }
    }

    /** Sends each process its next host function, if one is due and the process is ready. */
    void callBack() {
        for (ClientProcess each : processes.values()) {
            callBack(each);
        }
    }

    private void callBack(ClientProcess process) {
        Peer ready = process.caller;
        if (ready == null || process.callerRuns) {
            return;
        }
        SimulatedProgram.Callback next = process.program.nextCallback();
        if (next != null) {
            process.callerRuns = true;
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
