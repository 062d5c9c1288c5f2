package io.cdpsim.memory.consistency.model;

import com.google.common.io.Resources;
import io.cdpsim.memory.litmus.LitmusException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** The models that ship with the program, {@code builtin:NAME}, and models in files. */
public final class ShippedModels {
    private static final String PREFIX = "builtin:";
    private static final String FOLDER = "/io/cdpsim/memory/model/";
    private static final List<String> NAMES = List.of("ptx", "ptx-asplos19");

    private ShippedModels() {}

    /** Their names. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * The text of one of them.
     *
     * @param name as in {@link #names()}
     * @throws IllegalArgumentException if no shipped model has this name
     */
    public static String text(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("no model '" + name + "' ships with cdpsim; take a name of names()");
        }
        try {
            return Resources.toString(
                    Resources.getResource(ShippedModels.class, FOLDER + name + ".cat"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a model from a file, or a shipped one.
     *
     * @param file a path, or {@code builtin:NAME}
     * @throws LitmusException if there is none, or it is malformed
     */
    public static MemoryModel read(String file) {
        if (file.startsWith(PREFIX)) {
            String name = file.substring(PREFIX.length());
            if (!NAMES.contains(name)) {
                throw new LitmusException(
                        file, 0, "no such model ships with cdpsim; take builtin:" + String.join(" or builtin:", NAMES));
            }
            return parse(file, text(name));
        }
        try {
            return parse(file, Files.readString(Path.of(file)));
        } catch (InvalidPathException | IOException e) {
            throw new LitmusException(file, 0, "the model cannot be read; give a file of text, or builtin:ptx");
        }
    }

    /**
     * Reads a model from its text.
     *
     * @param file its source, for messages
     * @throws LitmusException if it is malformed
     */
    public static MemoryModel parse(String file, String text) {
        return new ModelParser(file, text).model();
    }
}
