package io.cdpsim.semantics.check.analysis;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.List;
import java.util.Optional;

/**
 * A launch in device code.
 *
 * @param kernel name of the launching kernel
 * @param child name of the launched kernel; empty if the code computes it
 * @param locations its line; empty if the code has no line numbers
 * @param readsError whether the kernel may read the error of the launch
 */
public record LaunchSite(String kernel, Optional<String> child, List<SourceLocation> locations, boolean readsError) {
    public LaunchSite {
        locations = List.copyOf(locations);
    }

    /** The launches of some kernels. */
    public static List<LaunchSite> of(List<Kernel> kernels, MachineSettings machine) {
        return kernels.stream()
                .map(each -> new KernelAnalysis(each, machine))
                .flatMap(code -> code.calls().stream()
                        .filter(call -> call.device().call().isLaunch())
                        .map(call -> of(code, call)))
                .toList();
    }

    private static LaunchSite of(KernelAnalysis code, KernelAnalysis.Call call) {
        return new LaunchSite(
                code.kernel().name(),
                Optional.ofNullable(call.device().callee()).map(each -> each.name()),
                SourceLocation.in(call.in().place()).stream().limit(1).toList(),
                readsLastError(code) || code.readsError(call));
    }

    /** Whether a kernel reads the last error of its threads anywhere. */
    static boolean readsLastError(KernelAnalysis code) {
        return code.calls().stream()
                .map(each -> each.device().call())
                .anyMatch(each -> each == DeviceCall.GET_LAST_ERROR || each == DeviceCall.PEEK_AT_LAST_ERROR);
    }

    /** Whether this may be the launch of a kernel by another. */
    public boolean isOf(String launcher, String launched) {
        return kernel.equals(launcher) && child.map(launched::equals).orElse(true);
    }
}
