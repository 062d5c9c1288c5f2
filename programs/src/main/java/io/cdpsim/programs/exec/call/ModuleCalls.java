package io.cdpsim.programs.exec.call;

import com.google.common.primitives.Longs;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.programs.exec.fatbinary.FatBinaryException;
import io.cdpsim.programs.exec.memory.SharedAllocation;
import io.cdpsim.programs.exec.module.ImageCheck;
import io.cdpsim.programs.exec.module.UnsupportedVersionException;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.programs.ptx.DeviceVariable;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.read.PtxSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

/** Registration calls that compilers insert before {@code main}: the program's device code, and the host symbols of kernels and variables. */
final class ModuleCalls {
    private final SimulatedProgram program;

    /** Why the last image was refused. */
    private String refusal = "";

    ModuleCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        calls.add("@module", this::module);
        calls.add("@function", (in, thread) -> {
            program.modules().addFunction(in.quad(), in.quad(), in.text());
            return CallReply.OK;
        });
        calls.add("@variable", (in, thread) -> {
            program.modules().addVariable(in.quad(), in.quad(), in.text());
            return CallReply.OK;
        });
        calls.add("@managed", this::managed);
        calls.add("@image", (in, thread) -> image(in.bytes()));
        calls.add(
                "@imageLog",
                (in, thread) -> CallReply.of(new CallResults().raw(refusal.getBytes(StandardCharsets.UTF_8))));
        calls.add("@unload", (in, thread) -> {
            long handle = in.quad();
            return program.waitForDevice(() -> {
                program.host().flushPrinted();
                return program.modules().remove(handle) ? CallReply.OK : ErrorCode.reply(ErrorCode.INVALID_HANDLE);
            });
        });
        calls.add("@kernel", (in, thread) -> {
            OptionalLong address = program.modules().kernelAddress(in.quad(), in.text());
            return found(address, ErrorCode.SYMBOL_NOT_FOUND);
        });
        calls.add("@moduleOf", (in, thread) -> found(program.modules().moduleOf(in.quad()), ErrorCode.INVALID_HANDLE));
        calls.add("@kernels", (in, thread) -> {
            CallResults addresses = new CallResults();
            program.modules().kernelAddresses(in.quad()).forEach(addresses::quad);
            return CallReply.of(addresses);
        });
        calls.add("@global", (in, thread) -> {
            DeviceVariable variable = program.modules().variable(in.quad(), in.text());
            return variable == null
                    ? ErrorCode.reply(ErrorCode.SYMBOL_NOT_FOUND)
                    : CallReply.of(new CallResults().quad(variable.address()).quad(variable.bytes()));
        });
        calls.add("@parameters", (in, thread) -> parameters(in.quad()));
        calls.add("@failed", (in, thread) -> {
            in.text();
            return ErrorCode.reply(in.word());
        });
        calls.add("cudaGetSymbolAddress", (in, thread) -> {
            DeviceVariable variable = program.modules().variable(in.quad());
            return CallReply.of(new CallResults().quad(variable.address()));
        });
        calls.add("cudaGetSymbolSize", (in, thread) -> {
            DeviceVariable variable = program.modules().variable(in.quad());
            return CallReply.of(new CallResults().quad(variable.bytes()));
        });
    }

    private static CallReply found(OptionalLong value, int otherwise) {
        return value.isPresent() ? CallReply.of(new CallResults().quad(value.getAsLong())) : ErrorCode.reply(otherwise);
    }

    private CallReply module(CallArguments in, ProgramThread thread) {
        String file = in.text();
        in.quad();
        in.word();
        List<Long> addresses = Longs.asList(in.quads());
        return CallReply.of(new CallResults().quad(program.modules().add(file, addresses)));
    }

    /** A managed variable is in shared memory; its address goes to the pointer that the host code reads. */
    private CallReply managed(CallArguments in, ProgramThread thread) {
        long module = in.quad();
        long pointer = in.quad();
        String name = in.text();
        DeviceVariable variable = program.modules().addManaged(module, pointer, name);
        SharedAllocation part = program.shareVariable(variable.address(), Math.max(1, variable.bytes()));
        return CallReply.of(
                new CallResults().quad(variable.address()).quad(part.offset()).quad(part.bytes()));
    }

    private CallReply image(byte[] image) {
        try {
            return CallReply.of(new CallResults().quad(program.modules().addImage(image)));
        } catch (FatBinaryException e) {
            return refused(ErrorCode.NO_BINARY_FOR_DEVICE, e);
        } catch (UnsupportedVersionException e) {
            return refused(ErrorCode.UNSUPPORTED_PTX_VERSION, e);
        } catch (PtxSyntaxException | PtxLinkException e) {
            return refused(ImageCheck.isPtx(image) ? ErrorCode.INVALID_PTX : ErrorCode.INVALID_IMAGE, e);
        }
    }

    private CallReply refused(int error, RuntimeException cause) {
        refusal = ImageCheck.log(String.valueOf(cause.getMessage()));
        return ErrorCode.reply(error);
    }

    private CallReply parameters(long function) {
        ParameterLayout layout = program.modules().kernel(function).parameters();
        CallResults results = new CallResults();
        for (int i = 0; i < layout.count(); i++) {
            results.word(layout.offsetsBytes().get(i)).word(layout.sizesBytes().get(i));
        }
        return CallReply.of(results);
    }
}
