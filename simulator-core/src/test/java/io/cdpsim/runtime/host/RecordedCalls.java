package io.cdpsim.runtime.host;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.RunListener;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Keeps the calls of the host that it is told of. */
final class RecordedCalls implements RunListener {
    private final List<HostCall> calls = new ArrayList<>();

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.allOf(EventKind.class);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof HostCall call) {
            calls.add(call);
        }
    }

    HostCall last() {
        return calls.get(calls.size() - 1);
    }
}
