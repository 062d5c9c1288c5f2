package io.cdpsim.cli.option;

import io.cdpsim.runtime.version.CudaVersion;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a CUDA version. */
public final class CudaVersionReader implements ITypeConverter<CudaVersion> {
    /** Made by picocli. */
    public CudaVersionReader() {}

    @Override
    public CudaVersion convert(String text) {
        try {
            return CudaVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
