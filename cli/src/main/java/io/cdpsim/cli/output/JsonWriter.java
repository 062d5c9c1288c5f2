package io.cdpsim.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes one JSON object or one list, indented, its fields in the order in which they are put. */
public final class JsonWriter {
    /** Puts fields into an object, or values into a list. */
    public interface Content {
        /** Writes the fields or the values. */
        void writeTo(JsonGenerator json) throws IOException;
    }

    private JsonWriter() {}

    /**
     * The text of an object, ended by a line feed. It is complete before any of it is printed, so that output is never cut off
     * by an error in the middle.
     *
     * @param content writes the fields
     */
    public static String text(Content content) {
        return document(json -> {
            json.writeStartObject();
            content.writeTo(json);
            json.writeEndObject();
        });
    }

    /**
     * The text of a list, ended by a line feed, complete like that of an object.
     *
     * @param content writes the values
     */
    public static String list(Content content) {
        return document(json -> {
            json.writeStartArray();
            content.writeTo(json);
            json.writeEndArray();
        });
    }

    private static String document(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
            DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                    Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER));
            printer.indentObjectsWith(indenter);
            printer.indentArraysWith(indenter);
            json.setPrettyPrinter(printer);
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }
}
