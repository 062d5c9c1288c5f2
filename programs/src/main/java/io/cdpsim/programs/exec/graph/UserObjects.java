package io.cdpsim.programs.exec.graph;

import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.protocol.HandleTable;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reference-counted objects of a program ({@code cudaUserObject_t}), which graphs and executable graphs can hold. The destructor of an
 * object runs on the thread of host functions when no reference is left.
 */
public final class UserObjects {
    private static final int NO_DESTRUCTOR_SYNC = 1;

    private final Destructors destructors;
    private final HandleTable<UserObject> objects = new HandleTable<>(0xA000_0000L);

    /** The references of each holder, a graph or an executable graph. */
    private final IdentityHashMap<Object, Map<UserObject, Integer>> held = new IdentityHashMap<>();

    private static final class UserObject {
        private final long pointer;
        private final long destructor;
        private long references;

        UserObject(long pointer, long destructor, long references) {
            this.pointer = pointer;
            this.destructor = destructor;
            this.references = references;
        }
    }

    /** Runs destructors of the program. */
    @FunctionalInterface
    public interface Destructors {
        /** Runs one, by its address, with the pointer of its object. */
        void run(long destructor, long pointer);
    }

    /** No objects. */
    public UserObjects(Destructors destructors) {
        this.destructors = destructors;
    }

    /** Adds the calls of objects to a table. */
    public void addTo(CallTable calls) {
        calls.add("cudaUserObjectCreate", (in, thread) -> {
            UserObject made = new UserObject(in.quad(), in.quad(), in.unsignedWord());
            boolean isValid = isCount(made.references) && made.destructor != 0 && in.word() == NO_DESTRUCTOR_SYNC;
            return isValid
                    ? CallReply.of(new CallResults().quad(objects.add(made)))
                    : ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
        calls.add("cudaUserObjectRetain", (in, thread) -> {
            UserObject object = object(in.quad());
            object.references += count(in.unsignedWord());
            return CallReply.OK;
        });
        calls.add("cudaUserObjectRelease", (in, thread) -> {
            UserObject object = object(in.quad());
            release(object, count(in.unsignedWord()));
            return CallReply.OK;
        });
    }

    /**
     * A graph takes references ({@code cudaGraphRetainUserObject}).
     *
     * @param moves whether they are references of the caller
     */
    public void retain(Object holder, long handle, long count, boolean moves) {
        UserObject object = object(handle);
        object.references += moves ? 0 : count(count);
        held.computeIfAbsent(holder, key -> new LinkedHashMap<>()).merge(object, (int) count(count), Integer::sum);
    }

    /** A graph gives references back ({@code cudaGraphReleaseUserObject}). */
    public void release(Object holder, long handle, long count) {
        UserObject object = object(handle);
        Map<UserObject, Integer> references = held.getOrDefault(holder, Map.of());
        if (references.getOrDefault(object, 0) < count(count)) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "the graph has fewer references to the object than it releases");
        }
        references.merge(object, (int) -count, Integer::sum);
        release(object, count);
    }

    /** A clone or an executable graph holds what its graph does. */
    public void copy(Object from, Object to) {
        Map<UserObject, Integer> references = held.get(from);
        if (references != null) {
            held.put(to, new LinkedHashMap<>(references));
            references.forEach((object, count) -> object.references += count);
        }
    }

    /** A holder is destroyed. */
    public void releaseAll(Object holder) {
        Map<UserObject, Integer> references = held.remove(holder);
        if (references != null) {
            references.forEach(this::release);
        }
    }

    private void release(UserObject object, long count) {
        object.references -= count;
        if (object.references <= 0) {
            objects.removeIf(each -> each == object);
            destructors.run(object.destructor, object.pointer);
        }
    }

    private UserObject object(long handle) {
        UserObject object = objects.get(handle);
        if (object == null) {
            throw new CudaException(CudaError.INVALID_VALUE, "0x" + Long.toHexString(handle) + " is not a user object");
        }
        return object;
    }

    private static boolean isCount(long count) {
        return count > 0 && count <= Integer.MAX_VALUE;
    }

    private static long count(long count) {
        if (!isCount(count)) {
            throw new CudaException(CudaError.INVALID_VALUE, count + " references; use 1 to " + Integer.MAX_VALUE);
        }
        return count;
    }
}
