package io.cdpsim.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds one indented JSON document in memory. Fields keep the order in which they are put. */
public final class JsonWriter {
    private final StringWriter text = new StringWriter();
    private final JsonGenerator json;

    private interface Step {
        void run() throws IOException;
    }

    private JsonWriter() {
        try {
            json = new JsonFactory().createGenerator(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        printer.indentObjectsWith(indenter);
        printer.indentArraysWith(indenter);
        json.setPrettyPrinter(printer);
    }

    /**
     * The text of an object, ended by a line feed. It is complete before it is printed, so an error never leaves a
     * truncated document.
     *
     * @param fields writes the fields
     */
    public static String text(Consumer<JsonWriter> fields) {
        JsonWriter writer = new JsonWriter();
        writer.object(() -> fields.accept(writer));
        return writer.document();
    }

    /**
     * The text of an array of objects, ended by a line feed.
     *
     * @param fields writes the fields of one item
     */
    public static <T> String list(Iterable<T> items, BiConsumer<JsonWriter, T> fields) {
        JsonWriter writer = new JsonWriter();
        writer.array(() -> items.forEach(each -> writer.object(() -> fields.accept(writer, each))));
        return writer.document();
    }

    private String document() {
        step(json::close);
        return text.append('\n').toString();
    }

    private JsonWriter step(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    private void object(Runnable fields) {
        step(json::writeStartObject);
        fields.run();
        step(json::writeEndObject);
    }

    private void array(Runnable values) {
        step(json::writeStartArray);
        values.run();
        step(json::writeEndArray);
    }

    /** Puts a text, or {@code null}. */
    public JsonWriter put(String name, @Nullable String value) {
        return step(() -> json.writeStringField(name, value));
    }

    /** Puts a whole number. */
    public JsonWriter put(String name, long value) {
        return step(() -> json.writeNumberField(name, value));
    }

    /** Puts a number. */
    public JsonWriter put(String name, double value) {
        return step(() -> json.writeNumberField(name, value));
    }

    /** Puts a truth value. */
    public JsonWriter put(String name, boolean value) {
        return step(() -> json.writeBooleanField(name, value));
    }

    /** Puts {@code null}. */
    public JsonWriter putNull(String name) {
        return step(() -> json.writeNullField(name));
    }

    /** Puts an object. */
    public JsonWriter object(String name, Runnable fields) {
        step(() -> json.writeFieldName(name));
        object(fields);
        return this;
    }

    /** Puts an object of texts. */
    public JsonWriter object(String name, Map<String, String> texts) {
        return object(name, () -> texts.forEach(this::put));
    }

    /** Puts an array with an object for each item. */
    public <T> JsonWriter objects(String name, Iterable<T> items, Consumer<T> fields) {
        step(() -> json.writeFieldName(name));
        array(() -> items.forEach(each -> object(() -> fields.accept(each))));
        return this;
    }

    /** Puts an array of texts. */
    public JsonWriter strings(String name, Iterable<String> values) {
        step(() -> json.writeFieldName(name));
        array(() -> values.forEach(each -> step(() -> json.writeString(each))));
        return this;
    }

    /** Puts an array of whole numbers. */
    public JsonWriter numbers(String name, Iterable<Integer> values) {
        step(() -> json.writeFieldName(name));
        array(() -> values.forEach(each -> step(() -> json.writeNumber(each))));
        return this;
    }

    /** Puts an array with a pair of texts for each item. */
    public <T> JsonWriter pairs(String name, Iterable<T> items, Function<T, String> first, Function<T, String> second) {
        step(() -> json.writeFieldName(name));
        array(() -> items.forEach(each -> array(() -> step(() -> {
            json.writeString(first.apply(each));
            json.writeString(second.apply(each));
        }))));
        return this;
    }
}
