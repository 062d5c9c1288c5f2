package io.cdpsim.cli.option;

import io.cdpsim.workloads.OptionValueType;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads one of the constants of an enum, written as options are: {@code per-thread} for {@code PER_THREAD}. Lists them for help
 * and shell completion.
 *
 * @param <E> the enum
 */
public abstract class EnumConverter<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
    private final List<E> choices;

    /**
     * Makes the reader.
     *
     * @param choices the accepted constants
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    protected EnumConverter(E... choices) {
        this.choices = List.of(choices);
    }

    /** The spelling of a constant. */
    public static String label(Enum<?> constant) {
        return OptionValueType.word(constant);
    }

    @Override
    public E convert(String text) {
        return choices.stream()
                .filter(each -> label(each).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "found '" + text + "', expected one of " + String.join(", ", labels().toList())));
    }

    @Override
    public Iterator<String> iterator() {
        return labels().iterator();
    }

    private Stream<String> labels() {
        return choices.stream().map(EnumConverter::label);
    }
}
