package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.Experiment.FailedRunException;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.nbody.NbodyProgram;
import io.cdpsim.workloads.nbody.NbodyResults;
import io.cdpsim.workloads.nbody.NbodySettings;
import io.cdpsim.workloads.nbody.NbodySettings.HostThreading;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code multigpu.csv}: copies, steps of N-body and launches on several GPUs of one host. */
public final class MultiGpuBench implements Experiment {
    private static final Pattern VARIANT = Pattern.compile(
            "(to_device|to_host|same_source|launches|host_launch)_gpus(\\d{1,2})|(peer_staged|peer_enabled)");
    private static final Pattern NBODY = Pattern.compile("nbody_gpus(\\d{1,2})_(one_thread|threads)");
    private static final int BLOCK_THREADS = 256;

    /** Steps of N-body, each used by two rows. */
    private final Map<NbodyRun, RunResult> steps = new ConcurrentHashMap<>();

    private record NbodyRun(GpuProfile profile, NbodySettings settings) {}

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        if (!row.bench().equals("multigpu")) {
            return OptionalDouble.empty();
        }
        Matcher nbody = NBODY.matcher(row.variant());
        if (nbody.matches()) {
            return nbody(row, profile, gpus(nbody.group(1)), nbody.group(2).equals("threads"));
        }
        Matcher m = VARIANT.matcher(row.variant());
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        if (m.group(3) != null) {
            return OptionalDouble.of(betweenPeers(row, profile, m.group(3).equals("peer_enabled")));
        }
        int gpus = gpus(m.group(2));
        return switch (m.group(1)) {
            case "launches" -> OptionalDouble.of(launches(row, profile, gpus));
            case "host_launch" -> OptionalDouble.of(hostLaunch(row, profile, gpus));
            default -> OptionalDouble.of(withHost(row, profile, gpus, m.group(1)));
        };
    }

    private static int gpus(String digits) {
        return Math.max(1, Math.min(MachineSettings.MAX_DEVICES, Integer.parseInt(digits)));
    }

    /** The host of a machine with several devices and a stream on each. */
    private static final class Gpus {
        final Host host;
        final List<HostStream> streams = new ArrayList<>();

        Gpus(GpuProfile profile, int count) {
            host = new Machine(MachineSettings.of(profile).withDevices(count)).host();
            for (int gpu = 0; gpu < count; gpu++) {
                host.setDevice(gpu);
                streams.add(host.createNonBlockingStream());
            }
        }

        /** Issues work on each GPU and waits for all. @return microseconds */
        double micros(IntConsumer work) {
            double start = host.nowNanos();
            each(work);
            each(gpu -> host.synchronize(streams.get(gpu)));
            return (host.nowNanos() - start) / 1e3;
        }

        void each(IntConsumer work) {
            for (int gpu = 0; gpu < streams.size(); gpu++) {
                host.setDevice(gpu);
                work.accept(gpu);
            }
        }
    }

    private static double withHost(MeasuredRow row, GpuProfile profile, int count, String what) {
        Gpus gpus = new Gpus(profile, count);
        Host host = gpus.host;
        long bytes = (long) row.value();
        List<Long> onDevice = new ArrayList<>();
        List<Long> pinned = new ArrayList<>();
        gpus.each(gpu -> {
            onDevice.add(host.malloc(bytes));
            pinned.add(host.mallocHost(bytes));
        });
        return gpus.micros(gpu -> {
            boolean toHost = what.equals("to_host");
            long ofHost = pinned.get(what.equals("same_source") ? 0 : gpu);
            long ofDevice = onDevice.get(gpu);
            host.memcpyAsync(toHost ? ofHost : ofDevice, toHost ? ofDevice : ofHost, bytes, gpus.streams.get(gpu));
        });
    }

    private static double betweenPeers(MeasuredRow row, GpuProfile profile, boolean enabled) {
        Gpus gpus = new Gpus(profile, 2);
        Host host = gpus.host;
        long bytes = (long) row.value();
        List<Long> onDevice = new ArrayList<>();
        gpus.each(gpu -> {
            onDevice.add(host.malloc(bytes));
            if (enabled) {
                host.enablePeerAccess(1 - gpu);
            }
        });
        double start = host.nowNanos();
        host.memcpyAsync(onDevice.get(1), onDevice.get(0), bytes, gpus.streams.get(0));
        host.synchronize(gpus.streams.get(0));
        return (host.nowNanos() - start) / 1e3;
    }

    private OptionalDouble nbody(MeasuredRow row, GpuProfile profile, int gpus, boolean threads) {
        NbodySettings settings = new NbodySettings(
                NbodyVariant.PAIRED,
                row.intValue(),
                BLOCK_THREADS,
                true,
                gpus,
                1,
                threads ? HostThreading.PER_GPU : HostThreading.ONE,
                false,
                false);
        RunResult result = steps.computeIfAbsent(
                new NbodyRun(profile, settings),
                run -> new NbodyProgram(settings).runSteps(MachineSettings.of(profile), new Progress()));
        FailedRunException.checked(result);
        return switch (row.metric()) {
            case "whole_step" ->
                OptionalDouble.of(result.find(NbodyResults.WHOLE_STEP).orElseThrow() / 1e3);
            case "slowest_kernel" ->
                OptionalDouble.of(result.find(NbodyResults.FORCE_STEP).orElseThrow() / 1e3);
            default -> OptionalDouble.empty();
        };
    }

    private static double launches(MeasuredRow row, GpuProfile profile, int count) {
        Gpus gpus = new Gpus(profile, count);
        Host host = gpus.host;
        Kernel launcher = LaunchKernels.fan();
        LaunchShape shape = LaunchShape.of(Math.max(1, row.intValue() / Lanes.COUNT), Lanes.COUNT);
        List<HostEvent> starts = new ArrayList<>();
        List<HostEvent> ends = new ArrayList<>();
        double wall = gpus.micros(gpu -> {
            HostStream stream = gpus.streams.get(gpu);
            starts.add(host.createEvent());
            ends.add(host.createEvent());
            host.record(starts.get(gpu), stream);
            host.launch(launcher, shape, stream, Lanes.COUNT);
            host.record(ends.get(gpu), stream);
        });
        double slowest = 0;
        for (int gpu = 0; gpu < count; gpu++) {
            slowest = Math.max(slowest, host.elapsedMillis(starts.get(gpu), ends.get(gpu)) * 1e3);
        }
        return row.metric().equals("wall") ? wall : slowest;
    }

    private static double hostLaunch(MeasuredRow row, GpuProfile profile, int count) {
        Gpus gpus = new Gpus(profile, count);
        Kernel empty = LaunchKernels.empty();
        LaunchShape shape = LaunchShape.of(1, Lanes.COUNT);
        int launches = row.intValue();
        double start = gpus.host.nowNanos();
        for (int i = 0; i < launches; i++) {
            gpus.host.setDevice(i % count);
            gpus.host.launch(empty, shape, gpus.streams.get(i % count));
        }
        return (gpus.host.nowNanos() - start) / launches;
    }
}
