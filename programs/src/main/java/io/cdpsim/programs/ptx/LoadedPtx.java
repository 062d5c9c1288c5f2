package io.cdpsim.programs.ptx;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
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
 * A program of PTX on the device that was the host's current one when it was loaded: its kernels to launch, its variables to read and set.
 *
 * <pre>{@code
 * LoadedPtx program = LoadedPtx.load(host, Path.of("vecadd.ptx"));
 * program.launch("vecadd", LaunchShape.of(4, 256), host.defaultStream(), a, b, sum, 1024);
 * }</pre>
 */
public final class LoadedPtx {
    /** Functions that are no kernels lie far behind the kernels, whose addresses the machine gives. */
    private static final long FIRST_FUNCTION = AddressMap.CODE_BASE + (1L << 32);

    private static final long FUNCTION_SPACING = 16;

    private final Host host;
    private final PtxLowering lowering;
    private final SymbolLookup<String> kernelNames;
    private final SymbolLookup<DeviceVariable> variables;

    private LoadedPtx(Host host, PtxLowering lowering, SymbolLookup<DeviceVariable> variables) {
        this.host = host;
        this.lowering = lowering;
        this.variables = variables;
        Map<String, String> names = new LinkedHashMap<>();
        lowering.names().forEach(each -> names.put(each, each));
        kernelNames = new SymbolLookup<>("kernel", names);
    }

    /**
     * Reads files, links them and loads the program.
     *
     * @param host on whose current device it is loaded
     * @param files a module each
     * @throws InvalidInputException if a file cannot be read, or a kernel is not sound
     * @throws io.cdpsim.ptx.read.PtxSyntaxException if one is no PTX
     * @throws io.cdpsim.ptx.link.PtxLinkException if they do not make a program
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction is not known here
     * @throws io.cdpsim.runtime.version.CudaException if the variables need more memory than there is
     */
    public static LoadedPtx load(Host host, Path... files) {
        return load(host, PtxFiles.read(List.of(files)));
    }

    /**
     * Loads a program. Takes no simulated time, as a program that is loaded before anything is measured.
     *
     * @param host on whose current device it is loaded
     * @param program the linked modules
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction is not known here
     * @throws io.cdpsim.runtime.version.CudaException if the variables need more memory than there is
     */
    public static LoadedPtx load(Host host, PtxProgram program) {
        LoadedPtx loaded = loadLazily(host, program, kernel -> {});
        loaded.kernels();
        return loaded;
    }

    /**
     * The same for a program with a library in it, of which few kernels are ever launched: what is wrong with a kernel shows when it is first
     * asked for.
     *
     * @param whenLowered receives each kernel before anybody launches it
     * @throws io.cdpsim.runtime.version.CudaException if the variables need more memory than there is
     */
    public static LoadedPtx loadLazily(Host host, PtxProgram program, Consumer<Kernel> whenLowered) {
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
            DeviceVariable allocated = allocated(host, variable);
            addresses.put(variable.key(), allocated.address());
            variables.put(variable.key(), allocated);
        }
        SymbolAddresses known = symbol -> addresses.getOrDefault(symbol.key(), 0L);
        PtxLowering lowering =
                new PtxLowering(program, known, passes(host.device().profile()), whenLowered);
        LoadedPtx loaded = new LoadedPtx(host, lowering, new SymbolLookup<>("variable", variables));
        // Kernels have addresses only now, and the first values of variables may hold them.
        SymbolAddresses all = symbol -> symbol instanceof Symbol.OfFunction code && code.isKernel()
                ? host.kernelAddress(loaded.kernel(symbol.key()))
                : known.of(symbol);
        for (Symbol.OfVariable variable : program.variables()) {
            byte[] bytes = program.initialBytes(variable, all);
            PagedMemory memory = isConstant(variable)
                    ? host.device().constants()
                    : host.device().memory();
            memory.write(known.of(variable), bytes, 0, bytes.length);
        }
        return loaded;
    }

    private static Set<Optimizer.Pass> passes(GpuProfile profile) {
        Set<Optimizer.Pass> passes = Optimizer.allPasses();
        if (profile.pipes().integerMultiply().lanesPerCycle()
                < profile.pipes().integer().lanesPerCycle()) {
            // Multiplications instead of sums do not pay.
            passes.remove(Optimizer.Pass.PIPE_BALANCE);
        }
        return passes;
    }

    private static boolean isConstant(Symbol.OfVariable variable) {
        return variable.variable().space() == Space.CONST;
    }

    private static DeviceVariable allocated(Host host, Symbol.OfVariable variable) {
        // One of no bytes has an address of its own, too.
        long bytes = Math.max(1, variable.bytes());
        long address = isConstant(variable) ? host.constantSymbol(bytes) : host.malloc(bytes);
        ValueType type = MemoryElements.type(variable.variable().type()).orElse(ValueType.U8);
        return new DeviceVariable(variable.variable().name(), type, variable.bytes(), address, isConstant(variable));
    }

    /** The kernels by their names in the PTX, in the order of the files. */
    public Map<String, Kernel> kernels() {
        Map<String, Kernel> all = new LinkedHashMap<>();
        lowering.names().forEach(each -> all.put(each, kernel(each)));
        return Collections.unmodifiableMap(all);
    }

    /** The names of the kernels in the PTX, in the order of the files. */
    public Set<String> kernelNames() {
        return lowering.names();
    }

    /** The variables in global and constant memory, in the order of the files. */
    public Collection<DeviceVariable> variables() {
        return List.copyOf(variables.all().values());
    }

    /**
     * A kernel.
     *
     * @param name the name that the PTX has, or that of the source where only one kernel has it: {@code parent} for {@code _Z6parentPii},
     *     {@code expand<0>} for {@code _Z6expandILi0EEvi}
     * @throws IllegalArgumentException if there is none, or more than one; the message names those that are near
     * @throws io.cdpsim.ptx.form.UnsupportedPtxException if an instruction of it is not known here
     * @throws InvalidInputException if it is not sound
     */
    public Kernel kernel(String name) {
        try {
            return Objects.requireNonNull(lowering.find(kernelNames.find(name)));
        } catch (KernelVerificationException e) {
            // PTX that reads well and yet asks for what no kernel can do, such as a parameter that is not there.
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
     * @param arguments as for {@link ParameterBuffer#put}: numbers, addresses among them, variables, or the bytes of structures
     * @throws IllegalArgumentException if there is no such kernel, or it does not take these arguments
     * @throws io.cdpsim.runtime.version.CudaException if the launch cannot be met
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
