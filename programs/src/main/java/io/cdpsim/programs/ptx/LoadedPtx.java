package io.cdpsim.programs.ptx;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.link.SymbolAddresses;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.syntax.Space;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A PTX program on the host's current device at the time of loading: its kernels for launches, its variables for reads and writes.
 *
 * <pre>{@code
 * LoadedPtx program = LoadedPtx.load(host, Path.of("vecadd.ptx"));
 * program.launch("vecadd", LaunchShape.of(4, 256), host.defaultStream(), a, b, sum, 1024);
 * }</pre>
 */
public final class LoadedPtx {
    /** Addresses of device functions, far behind those of kernels, which the machine assigns. */
    private static final long FIRST_FUNCTION = AddressMap.CODE_BASE + (1L << 32);

    private static final long FUNCTION_SPACING = 16;

    private final Host host;
    private final PtxLowering lowering;
    private final SymbolLookup<String> kernelNames;
    private final SymbolLookup<DeviceVariable> variables;

    private final PtxProgram program;
    private final SymbolAddresses known;
    private final Map<String, DeviceVariable> elsewhere;

    private LoadedPtx(
            Host host,
            PtxProgram program,
            SymbolAddresses known,
            PtxLowering lowering,
            SymbolLookup<DeviceVariable> variables,
            Map<String, DeviceVariable> elsewhere) {
        this.host = host;
        this.program = program;
        this.known = known;
        this.elsewhere = elsewhere;
        this.lowering = lowering;
        this.variables = variables;
        Map<String, String> names = new LinkedHashMap<>();
        lowering.names().forEach(each -> names.put(each, each));
        kernelNames = new SymbolLookup<>("kernel", names);
    }

    /**
     * Reads files, links them and loads the program.
     *
     * @param host the host, whose current device receives the program
     * @param files one module each
     * @throws InvalidInputException if a file cannot be read, or a kernel is invalid
     * @throws io.cdpsim.ptx.read.PtxSyntaxException if one is not PTX
     * @throws io.cdpsim.ptx.link.PtxLinkException if they cannot be linked
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction is not supported
     * @throws io.cdpsim.runtime.version.CudaException if there is not enough memory for the variables
     */
    public static LoadedPtx load(Host host, Path... files) {
        return load(host, PtxFiles.read(List.of(files)));
    }

    /**
     * Loads a program, in no simulated time, as before the start of a measurement.
     *
     * @param host the host, whose current device receives the program
     * @param program the linked modules
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction is not supported
     * @throws io.cdpsim.runtime.version.CudaException if there is not enough memory for the variables
     */
    public static LoadedPtx load(Host host, PtxProgram program) {
        LoadedPtx loaded = loadLazily(host, program, kernel -> {}, Map.of());
        loaded.kernels();
        return loaded;
    }

    /**
     * The same for a program with a library, most kernels of which never run: an error in a kernel occurs on its first use.
     *
     * @param whenLowered receives each kernel before its first launch
     * @param elsewhere variables, by name, that have their memory and their values already: managed ones, which all devices share
     * @throws io.cdpsim.runtime.version.CudaException if there is not enough memory for the variables
     */
    public static LoadedPtx loadLazily(
            Host host, PtxProgram program, Consumer<Kernel> whenLowered, Map<String, DeviceVariable> elsewhere) {
        Map<String, Long> addresses = new HashMap<>();
        long function = FIRST_FUNCTION;
        for (Symbol symbol : program.symbols()) {
            if (symbol instanceof Symbol.OfFunction code && !code.isKernel()) {
                addresses.put(symbol.key(), function);
                function += FUNCTION_SPACING;
            }
        }
        Map<String, DeviceVariable> variables = new LinkedHashMap<>();
        for (Symbol.OfVariable variable : program.variables()) {
            DeviceVariable shared = elsewhere.get(variable.variable().name());
            DeviceVariable allocated = shared == null ? allocated(host, variable) : shared;
            addresses.put(variable.key(), allocated.address());
            variables.put(variable.key(), allocated);
        }
        SymbolAddresses known = symbol -> addresses.getOrDefault(symbol.key(), 0L);
        PtxLowering lowering =
                new PtxLowering(program, known, passes(host.device().profile()), whenLowered);
        LoadedPtx loaded =
                new LoadedPtx(host, program, known, lowering, new SymbolLookup<>("variable", variables), elsewhere);
        loaded.initialize();
        return loaded;
    }

    /** Gives the variables their initial values, in no simulated time. The current device is that of the loading. */
    public void initialize() {
        // Kernels have addresses now, and initial values of variables may contain them.
        SymbolAddresses addresses = symbol -> symbol instanceof Symbol.OfFunction code && code.isKernel()
                ? addressOf(symbol.key())
                : known.of(symbol);
        for (Symbol.OfVariable variable : program.variables()) {
            if (elsewhere.containsKey(variable.variable().name())) {
                continue;
            }
            byte[] bytes = program.initialBytes(variable, addresses);
            PagedMemory memory = isConstant(variable)
                    ? host.device().constants()
                    : host.device().memory();
            memory.write(known.of(variable), bytes, 0, bytes.length);
        }
    }

    /** The kernels that used kernels launch and that contain unsupported instructions, by name, each with opcode and place. */
    public Map<String, String> unsupported() {
        return lowering.unsupported();
    }

    /** The address of a kernel in a variable; 0 for one that cannot run, which its first use reports. */
    private long addressOf(String kernel) {
        try {
            return host.kernelAddress(kernel(kernel));
        } catch (UnsupportedPtxException e) {
            return 0;
        }
    }

    private static Set<Optimizer.Pass> passes(GpuProfile profile) {
        Set<Optimizer.Pass> passes = Optimizer.allPasses();
        if (profile.pipes().integerMultiply().lanesPerCycle()
                < profile.pipes().integer().lanesPerCycle()) {
            // Strength reduction does not pay here.
            passes.remove(Optimizer.Pass.PIPE_BALANCE);
        }
        return passes;
    }

    private static boolean isConstant(Symbol.OfVariable variable) {
        return variable.variable().space() == Space.CONST;
    }

    private static DeviceVariable allocated(Host host, Symbol.OfVariable variable) {
        // A variable of size 0 has a distinct address, too.
        long bytes = Math.max(1, variable.bytes());
        long address = isConstant(variable) ? host.constantSymbol(bytes) : host.malloc(bytes);
        ValueType type = MemoryElements.type(variable.variable().type()).orElse(ValueType.U8);
        return new DeviceVariable(variable.variable().name(), type, variable.bytes(), address, isConstant(variable));
    }

    /** The kernels by their PTX names, in file order. */
    public Map<String, Kernel> kernels() {
        Map<String, Kernel> all = new LinkedHashMap<>();
        lowering.names().forEach(each -> all.put(each, kernel(each)));
        return Collections.unmodifiableMap(all);
    }

    /** The PTX names of the kernels, in file order. */
    public Set<String> kernelNames() {
        return lowering.names();
    }

    /** The variables in global and constant memory, in file order. */
    public Collection<DeviceVariable> variables() {
        return List.copyOf(variables.all().values());
    }

    /**
     * A kernel.
     *
     * @param name the PTX name, or the source name where only one kernel has it: {@code parent} for {@code _Z6parentPii}, {@code expand<0>} for
     *     {@code _Z6expandILi0EEvi}
     * @throws IllegalArgumentException if there is none, or more than one; the message lists similar names
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if it contains an unsupported instruction
     * @throws InvalidInputException if it is invalid
     */
    public Kernel kernel(String name) {
        try {
            return Objects.requireNonNull(lowering.find(kernelNames.find(name)));
        } catch (KernelVerificationException e) {
            // Valid PTX that no kernel can execute, such as a use of a missing parameter.
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * A variable.
     *
     * @param name as for {@link #kernel}
     * @throws IllegalArgumentException if there is none, or more than one
     */
    public DeviceVariable variable(String name) {
        return variables.find(name);
    }

    /**
     * Launches a kernel.
     *
     * @param kernel as for {@link #kernel}
     * @param arguments as for {@link ParameterBuffer#put}: numbers (also addresses), variables, or the bytes of structures
     * @throws IllegalArgumentException if there is no such kernel, or the arguments do not fit
     * @throws io.cdpsim.runtime.version.CudaException if the launch fails
     */
    public void launch(String kernel, LaunchShape shape, HostStream stream, Object... arguments) {
        Kernel launched = kernel(kernel);
        ParameterBuffer parameters = new ParameterBuffer(launched, arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            parameters.put(i, arguments[i]);
        }
        host.launch(launched, shape, stream, parameters.bytes());
    }
}
