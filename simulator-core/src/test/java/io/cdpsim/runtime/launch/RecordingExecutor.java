package io.cdpsim.runtime.launch;

import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.runtime.launch.LaunchTree.WorkExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps what a launch tree says about its entries, in order. */
final class RecordingExecutor implements WorkExecutor {
    final List<Integer> submitted = new ArrayList<>();
    final List<Integer> copied = new ArrayList<>();
    final List<Integer> ended = new ArrayList<>();
    final List<Integer> completed = new ArrayList<>();
    final List<Integer> hostGridsCompleted = new ArrayList<>();
    final List<Long> released = new ArrayList<>();
    final Map<Integer, WaitReason> waits = new HashMap<>();
    private boolean abandoned;

    /** A fault ends all on the device. */
    void fault() {
        abandoned = true;
    }

    @Override
    public boolean isAbandoned() {
        return abandoned;
    }

    @Override
    public void waits(int entry, WaitReason reason) {
        waits.put(entry, reason);
    }

    @Override
    public void submit(int entry) {
        submitted.add(entry);
    }

    @Override
    public void runMemoryOperation(int entry) {
        copied.add(entry);
    }

    @Override
    public void threadsExited(int entry) {
        ended.add(entry);
    }

    @Override
    public void completed(int entry) {
        completed.add(entry);
    }

    @Override
    public void hostGridCompleted(int entry) {
        hostGridsCompleted.add(entry);
    }

    @Override
    public void recordReleased(int record, long number) {
        if (record == LaunchScene.record()) {
            released.add(number);
        }
    }
}
