package io.cdpsim.cli.classroom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cdpsim.cli.classroom.ClassFolder.Waiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Gradings in the order in which they were requested, a few at a time. They survive a restart, since each has a file until it has ended. */
final class GradingQueue implements AutoCloseable {
    private final ClassFolder folder;
    private final Grader grader;
    private final int mostOfUser;
    private final ExecutorService workers;
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<Waiting> running = new ArrayList<>();
    private long next;
    private boolean isClosed;

    /** Grades a user's saved work. */
    interface Grader {
        /** Blocks until it has graded. */
        JsonNode grade(String id, int lab) throws IOException, InterruptedException;
    }

    /**
     * A queue that starts with the gradings of its folder.
     *
     * @param jobs gradings at the same time
     * @param mostOfUser gradings of a user that may wait or run
     */
    GradingQueue(ClassFolder folder, Grader grader, int jobs, int mostOfUser) throws IOException {
        this.folder = folder;
        this.grader = grader;
        this.mostOfUser = mostOfUser;
        workers = Executors.newFixedThreadPool(jobs, task -> {
            Thread thread = new Thread(task, "grading");
            thread.setDaemon(true);
            return thread;
        });
        next = System.currentTimeMillis();
        for (Waiting each : folder.waiting()) {
            waiting.add(each);
            workers.execute(this::gradeNext);
        }
    }

    /**
     * Adds a grading.
     *
     * @return whether it was added; false if the user has too many
     * @throws IOException if its file cannot be written
     */
    synchronized boolean add(String id, int lab) throws IOException {
        long own = waiting.stream().filter(each -> each.id().equals(id)).count()
                + running.stream().filter(each -> each.id().equals(id)).count();
        if (waiting.stream().anyMatch(each -> each.id().equals(id) && each.lab() == lab)) {
            // It grades what is saved when it starts.
            return true;
        }
        if (own >= mostOfUser) {
            return false;
        }
        next = Math.max(next + 1, System.currentTimeMillis());
        waiting.add(folder.enqueue(next, id, lab));
        workers.execute(this::gradeNext);
        return true;
    }

    /** The position of a user's grading: 0 if it runs, from 1 if it waits, -1 if there is none. */
    synchronized int position(String id, int lab) {
        for (Waiting each : running) {
            if (each.id().equals(id) && each.lab() == lab) {
                return 0;
            }
        }
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).id().equals(id) && waiting.get(i).lab() == lab) {
                return i + 1;
            }
        }
        return -1;
    }

    private void gradeNext() {
        Waiting now;
        synchronized (this) {
            if (isClosed || waiting.isEmpty()) {
                return;
            }
            now = waiting.remove(0);
            running.add(now);
        }
        try {
            JsonNode grade;
            try {
                grade = grader.grade(now.id(), now.lab());
            } catch (IOException | RuntimeException e) {
                grade = JsonNodeFactory.instance.objectNode().put("problem", "could not be graded: " + e.getMessage());
            }
            synchronized (this) {
                if (!isClosed) {
                    folder.grade(now.id(), now.lab(), grade);
                    folder.dequeue(now);
                }
            }
        } catch (IOException e) {
            // Its file stays, so the next start grades again.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                running.remove(now);
            }
        }
    }

    /** Stops. What runs or waits is graded after the next start. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        workers.shutdownNow();
    }
}
