package io.cdpsim.programs.exec.graph;

import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The attributes of a launch or of a kernel node ({@code cudaLaunchAttribute}). */
public final class LaunchAttributes {
    /** {@code cudaLaunchAttributeCooperative}. */
    public static final int COOPERATIVE = 2;

    /** {@code cudaLaunchAttributeClusterDimension}. */
    public static final int CLUSTER_DIMENSION = 4;

    /** {@code cudaLaunchAttributeProgrammaticStreamSerialization}. */
    private static final int PROGRAMMATIC_SERIALIZATION = 6;

    /** {@code cudaLaunchAttributeProgrammaticEvent}. */
    private static final int PROGRAMMATIC_EVENT = 7;

    /** {@code cudaLaunchAttributeLaunchCompletionEvent}. */
    private static final int LAUNCH_COMPLETION_EVENT = 12;

    /** {@code cudaLaunchAttributeDeviceUpdatableKernelNode}. */
    private static final int DEVICE_UPDATABLE = 13;

    /** The largest number of {@code cudaLaunchAttributeID} in CUDA 13.0. */
    private static final int LAST = 16;

    /** An attribute: its number, padding, and a value of 64 bytes. */
    private static final int BYTES = 72;

    private static final int VALUE_AT = 8;

    private final ByteBuffer in;
    private final int count;

    /**
     * An event that a launch records.
     *
     * @param handle the event's handle
     * @param port the state of the kernel that releases it
     */
    public record Event(long handle, DependencyPort port) {}

    /** Attributes as a program passes them. @throws CudaException if one is unknown, or an event has flags */
    public LaunchAttributes(byte[] bytes) {
        in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        count = bytes.length / BYTES;
        for (int i = 0; i < count; i++) {
            if (number(i) < 0 || number(i) > LAST) {
                throw new CudaException(
                        CudaError.INVALID_VALUE, number(i) + " is not a launch attribute of CUDA 13.0; remove it");
            }
            if (hasEvent(i) && in.getInt(valueAt(i) + Long.BYTES) != 0) {
                throw new CudaException(
                        CudaError.INVALID_VALUE, "the event of a launch attribute has flags; set them to 0");
            }
        }
    }

    private int number(int attribute) {
        return in.getInt(attribute * BYTES);
    }

    private static int valueAt(int attribute) {
        return attribute * BYTES + VALUE_AT;
    }

    private boolean hasEvent(int attribute) {
        return number(attribute) == PROGRAMMATIC_EVENT || number(attribute) == LAUNCH_COMPLETION_EVENT;
    }

    private boolean isSet(int wanted) {
        for (int i = 0; i < count; i++) {
            if (number(i) == wanted && in.getInt(valueAt(i)) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether the launch is cooperative. */
    public boolean isCooperative() {
        return isSet(COOPERATIVE);
    }

    /** Whether the kernel may start before the one ahead of it is complete (rule D-1). */
    public boolean isDependent() {
        return isSet(PROGRAMMATIC_SERIALIZATION);
    }

    /** Whether device code may update the kernel's node. */
    public boolean isUpdatable() {
        return isSet(DEVICE_UPDATABLE);
    }

    /** The clusters. */
    public ClusterShape clusters() {
        for (int i = 0; i < count; i++) {
            if (number(i) == CLUSTER_DIMENSION) {
                return cluster(in, valueAt(i));
            }
        }
        return ClusterShape.NONE;
    }

    /** The events that the launch records. */
    public List<Event> events() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (hasEvent(i)) {
                boolean isProgrammatic = number(i) == PROGRAMMATIC_EVENT;
                events.add(new Event(
                        in.getLong(valueAt(i)),
                        isProgrammatic ? DependencyPort.PROGRAMMATIC : DependencyPort.LAUNCH_COMPLETION));
            }
        }
        return events;
    }

    /** The clusters in the value of an attribute. */
    public static ClusterShape cluster(byte[] value) {
        return cluster(ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN), 0);
    }

    private static ClusterShape cluster(ByteBuffer in, int at) {
        return new ClusterShape(
                Integer.toUnsignedLong(in.getInt(at)),
                Integer.toUnsignedLong(in.getInt(at + Integer.BYTES)),
                Integer.toUnsignedLong(in.getInt(at + 2 * Integer.BYTES)),
                true);
    }
}
