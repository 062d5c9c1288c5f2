package io.cdpsim.programs.exec.module;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable.PtxUnit;
import io.cdpsim.programs.exec.fatbinary.ModuleImage;
import io.cdpsim.programs.exec.protocol.HandleTable;
import io.cdpsim.programs.ptx.DeviceVariable;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The registered device code of the program, and the host addresses of kernels and variables. A module is parsed on its first use, and loaded on a
 * device on its first use there.
 */
public final class CudaModules {
    /** No program has memory there. */
    private static final long FIRST_NAMED_KERNEL = 0x7FFF_F000_0000_0000L;

    private static final long KERNEL_SPACING = 16;

    private final Host host;
    private final Map<String, CudaExecutable> files = new HashMap<>();
    private final HandleTable<Module> modules = new HandleTable<>(16);
    private final Map<Long, Named> functions = new HashMap<>();
    private final Map<Long, Named> variables = new HashMap<>();
    private final IdentityHashMap<Kernel, Long> addresses = new IdentityHashMap<>();

    private final Set<String> unsupported = new LinkedHashSet<>();
    private int images;
    private long namedKernels;

    private record Named(Module module, String name) {}

    /** No modules. */
    public CudaModules(Host host) {
        this.host = host;
    }

    /** Code of one fat binary, or of all units linked into one. */
    private static final class Module {
        private final Function<ComputeCapability, List<PtxUnit>> source;
        private final Map<Integer, Loaded> onDevice = new HashMap<>();
        private final Map<String, DeviceVariable> managed = new HashMap<>();
        private @Nullable PtxProgram program;

        /** @param source the PTX for a device, one text a unit */
        Module(Function<ComputeCapability, List<PtxUnit>> source) {
            this.source = source;
        }

        Loaded on(Host host) {
            return onDevice.computeIfAbsent(host.device().ordinal(), ordinal -> new Loaded(load(host)));
        }

        private List<PtxUnit> units(Host host) {
            return source.apply(host.device().profile().computeCapability());
        }

        private LoadedPtx load(Host host) {
            PtxProgram linked = program;
            if (linked == null) {
                List<PtxModule> units = new ArrayList<>();
                for (PtxUnit each : units(host)) {
                    units.add(PtxReader.read(each.name(), each.ptx()));
                }
                linked = PtxProgram.link(units);
                program = linked;
            }
            // Rule LNCH-4: the dynamic shared memory of a kernel until the program requests more.
            int ordinary = host.device().profile().sm().maxSharedBytesPerBlock();
            return LoadedPtx.loadLazily(
                    host,
                    linked,
                    each -> host.setDynamicSharedLimit(
                            each, Math.max(0, ordinary - each.attributes().staticSharedBytes())),
                    Map.copyOf(managed));
        }
    }

    /** A module on a device. */
    private static final class Loaded {
        private final LoadedPtx ptx;
        private final Set<String> kernels;
        private final Map<String, DeviceVariable> variables = new HashMap<>();

        Loaded(LoadedPtx ptx) {
            this.ptx = ptx;
            kernels = ptx.kernelNames();
            ptx.variables().forEach(each -> variables.put(each.name(), each));
        }

        @Nullable
        Kernel kernel(String name) {
            return kernels.contains(name) ? ptx.kernel(name) : null;
        }
    }

    /** Unloads all modules of the current device. A later use loads a module again. Variables have their initial values, managed ones keep their addresses. */
    public void unload() {
        for (Module each : modules.all()) {
            Loaded loaded = each.onDevice.get(host.device().ordinal());
            if (loaded == null) {
                continue;
            }
            if (each.managed.isEmpty()) {
                each.onDevice.remove(host.device().ordinal());
                loaded.variables.values().forEach(this::free);
            } else {
                loaded.ptx.initialize();
            }
        }
    }

    /** Adds a module. @return its handle */
    public long add(String file, List<Long> addresses) {
        CudaExecutable from = files.computeIfAbsent(file, name -> CudaExecutable.open(Path.of(name)));
        List<Long> places = List.copyOf(addresses);
        return modules.add(new Module(device -> from.module(places, device)));
    }

    /**
     * Adds a module that the program has in memory, and loads it on the current device.
     *
     * @param image a PTX text, a fat binary, or linked texts
     * @return its handle
     * @throws io.cdpsim.programs.exec.fatbinary.FatBinaryException if it is damaged, or has no PTX for the device
     * @throws UnsupportedVersionException if a text is of a later version of PTX
     * @throws io.cdpsim.ptx.read.PtxSyntaxException if a text is not PTX, or not for the device
     * @throws io.cdpsim.ptx.link.PtxLinkException if the texts do not make a program
     */
    public long addImage(byte[] image) {
        int number = ++images;
        Module module = new Module(device -> ModuleImage.units(image, "module " + number, device));
        ComputeCapability device = host.device().profile().computeCapability();
        // As the driver's assembler does, which compiles the whole text; what an executable contains was checked when
        // it was built.
        for (PtxUnit each : module.units(host)) {
            ImageCheck.check(PtxReader.read(each.name(), each.ptx()), device);
        }
        module.on(host);
        return modules.add(module);
    }

    /** Removes a module and its variables. @return false if there is none */
    public boolean remove(long handle) {
        Module removed = modules.remove(handle);
        if (removed == null) {
            return false;
        }
        for (Loaded each : removed.onDevice.values()) {
            each.variables.values().forEach(this::free);
        }
        functions.values().removeIf(each -> each.module == removed);
        variables.values().removeIf(each -> each.module == removed);
        return true;
    }

    private void free(DeviceVariable variable) {
        if (variable.isConstant()) {
            host.device().constants().free(variable.address());
        } else {
            host.free(variable.address());
        }
    }

    /** An address, which is none of the program's memory, for a kernel that a module of the driver's interface names; empty if it has no such kernel. */
    public OptionalLong kernelAddress(long handle, String name) {
        Module module = modules.get(handle);
        if (module == null || !module.on(host).kernels.contains(name)) {
            return OptionalLong.empty();
        }
        long address = FIRST_NAMED_KERNEL + KERNEL_SPACING * namedKernels++;
        functions.put(address, new Named(module, name));
        return OptionalLong.of(address);
    }

    /** A variable of a module on the current device; null if it has no such variable. */
    public @Nullable DeviceVariable variable(long handle, String name) {
        Module module = modules.get(handle);
        return module == null ? null : module.on(host).variables.get(name);
    }

    /** The kernels of a module of the driver's interface, each with an address; empty if there is no such module. */
    public List<Long> kernelAddresses(long handle) {
        Module module = modules.get(handle);
        return module == null
                ? List.of()
                : module.on(host).kernels.stream()
                        .map(name -> kernelAddress(handle, name).orElseThrow())
                        .toList();
    }

    /** Maps a host address to a kernel. */
    public void addFunction(long module, long address, String name) {
        Module of = modules.get(module);
        if (of != null) {
            functions.put(address, new Named(of, name));
        }
    }

    /** Maps a host address to a variable. */
    public void addVariable(long module, long address, String name) {
        Module of = modules.get(module);
        if (of != null) {
            variables.put(address, new Named(of, name));
        }
    }

    /** The same for a managed variable. @throws CudaException if no variable has this name */
    public DeviceVariable addManaged(long module, long address, String name) {
        addVariable(module, address, name);
        DeviceVariable variable = variable(address);
        Module of = modules.get(module);
        if (of != null) {
            of.managed.put(name, variable);
            // The host names it by its memory.
            addVariable(module, variable.address(), name);
        }
        return variable;
    }

    /** The kernel of a host address, on the current device. @throws CudaException if there is none */
    public Kernel kernel(long address) {
        Named named = functions.get(address);
        Kernel kernel = named == null ? null : kernel(named);
        if (kernel == null) {
            // An address that is not a handle of a kernel; a null pointer names no function at all.
            throw new CudaException(
                    named == null && address != 0
                            ? CudaError.INVALID_RESOURCE_HANDLE
                            : CudaError.INVALID_DEVICE_FUNCTION,
                    named == null ? "no kernel is registered for the address" : "no PTX defines kernel " + named.name);
        }
        addresses.put(kernel, address);
        return kernel;
    }

    /** The host address by which the program last named a kernel; 0 if it never did. */
    public long address(Kernel kernel) {
        return addresses.getOrDefault(kernel, 0L);
    }

    /** The name of a kernel in its PTX. @throws CudaException if no kernel has the address */
    public String kernelName(long address) {
        kernel(address);
        Named named = functions.get(address);
        return named == null ? "" : named.name;
    }

    /** The handle of a kernel's module; empty if no kernel has the address. */
    public OptionalLong moduleOf(long address) {
        Named named = functions.get(address);
        return named == null ? OptionalLong.empty() : OptionalLong.of(modules.handleOf(named.module));
    }

    /** The constant variables of the module of a kernel together, bytes. */
    public long constantBytes(long address) {
        Named named = functions.get(address);
        return named == null
                ? 0
                : named.module.on(host).variables.values().stream()
                        .filter(DeviceVariable::isConstant)
                        .mapToLong(DeviceVariable::bytes)
                        .sum();
    }

    /** Rule of CDPSim: an instruction that is not simulated stops the kernels that need it, and no others. */
    private @Nullable Kernel kernel(Named named) {
        Loaded loaded = named.module.on(host);
        try {
            Kernel kernel = loaded.kernel(named.name);
            loaded.ptx.unsupported().forEach((name, message) -> report(named.module, name, message));
            return kernel;
        } catch (UnsupportedPtxException | InvalidInputException e) {
            String message = String.valueOf(e.getMessage());
            report(named.module, named.name, message);
            throw new CudaException(CudaError.NOT_SUPPORTED, message);
        }
    }

    private void report(Module module, String kernel, String message) {
        String line = PtxOrigin.sourceLine(module.units(host), message);
        unsupported.add("kernel " + kernel + ": " + message + (line.isEmpty() ? "" : " (" + line + ")"));
    }

    /** The kernels that the program needed and that contain unsupported instructions, each with opcode and position, in the order of their first use. */
    public List<String> unsupported() {
        return List.copyOf(unsupported);
    }

    /** The variable of a host address, on the current device. @throws CudaException if there is none */
    public DeviceVariable variable(long address) {
        Named named = variables.get(address);
        DeviceVariable variable =
                named == null ? null : named.module.on(host).variables.get(named.name);
        if (variable == null) {
            throw new CudaException(CudaError.INVALID_SYMBOL, "no variable is registered for the address");
        }
        return variable;
    }
}
