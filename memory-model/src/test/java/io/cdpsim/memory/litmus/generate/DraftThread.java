package io.cdpsim.memory.litmus.generate;

import java.util.ArrayList;
import java.util.List;

/** A thread of a test that is being made. */
final class DraftThread {
    private final DraftTest test;
    private final String name;
    private final String kernel;
    private final int root;
    private final List<String> body = new ArrayList<>();
    private int registers;

    /**
     * An empty thread.
     *
     * @param name as conditions call it
     * @param kernel the kernel that it alone runs; empty for a thread that runs from the start
     * @param root the number of the thread from the start that it descends from, by which its streams and events are told from others'
     */
    DraftThread(DraftTest test, String name, String kernel, int root) {
        this.test = test;
        this.name = name;
        this.kernel = kernel;
        this.root = root;
    }

    String kernel() {
        return kernel;
    }

    List<String> body() {
        return body;
    }

    /** Adds an instruction. */
    void then(String instruction) {
        body.add(instruction);
    }

    /** Adds the launch of a grid of one thread, which runs a kernel of its own. */
    DraftThread launch(String stream) {
        DraftThread child = test.child(root);
        body.add("launch " + child.name + " " + child.kernel + "<<<1,1>>> stream " + own(stream));
        return child;
    }

    /** Adds a record of an event. */
    void records(String event, String stream) {
        body.add("record " + own(event) + ", " + own(stream));
    }

    /** Adds a wait for an event. */
    void waits(String event, String stream) {
        body.add("wait " + own(event) + ", " + own(stream));
    }

    /** Threads of one grid share what they call by one name in CDP2 (STR-2), so each thread has names of its own. */
    private String own(String name) {
        return name.length() == 1 ? name + root : name;
    }

    /** Adds an access. */
    void access(DraftAccess access) {
        if (access.writes()) {
            body.add(access.strength().store + " " + access.variable() + ", " + access.value());
        } else {
            String register = "r" + registers++;
            body.add(access.strength().load + " " + register + ", " + access.variable());
            test.expect(name + ":" + register + " == " + access.value());
        }
    }
}
