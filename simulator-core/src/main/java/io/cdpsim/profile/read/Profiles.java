package io.cdpsim.profile.read;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.spelling.SimilarName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The built-in profiles and the user's profile files.
 *
 * <p>A profile name is either one of {@link #names()} or the path of a YAML file. A file may contain {@code extends:} with
 * another name, or with a path relative to the file itself, and then needs only the fields that differ.
 */
public final class Profiles {
    private static final int MAX_FILE_BYTES = 1 << 20;

    /** Built-in profiles, read once: they cannot change, and reading them takes a third of the time of a small program. */
    private static final Map<String, ProfileDocument> BUILT_IN = new ConcurrentHashMap<>();

    private static final Map<String, ProfileFile> BUILT_IN_FILES = new ConcurrentHashMap<>();

    private Profiles() {}

    /** The names of the built-in profiles, newest GPU first. */
    public static List<String> names() {
        return List.of(resource("profiles.txt").split("\n"));
    }

    /**
     * Loads a profile.
     *
     * @param nameOrPath a built-in name, or the path of a {@code .yaml} file
     * @throws ProfileException if there is none, or a field is missing, unknown, without its unit or out of range
     */
    public static GpuProfile load(String nameOrPath) {
        return load(nameOrPath, List.of());
    }

    /**
     * Loads a profile and changes some of its fields.
     *
     * @param nameOrPath a built-in name, or the path of a {@code .yaml} file
     * @param overrides fields to change, each {@code path=value} with its unit, for example {@code l2.latency=300 cycles}
     * @throws ProfileException if there is none, or a field is missing, unknown, without its unit or out of range
     */
    public static GpuProfile load(String nameOrPath, List<String> overrides) {
        return document(nameOrPath, overrides).profile();
    }

    /**
     * Loads a profile and the value, source and file of each of its fields.
     *
     * @param nameOrPath a built-in name, or the path of a {@code .yaml} file
     * @param overrides fields to change, as in {@link #load(String, List)}
     * @throws ProfileException if there is none, or a field is missing, unknown, without its unit or out of range
     */
    public static ProfileDocument document(String nameOrPath, List<String> overrides) {
        if (!overrides.isEmpty()) {
            return read(nameOrPath, overrides);
        }
        ProfileDocument known = BUILT_IN.get(nameOrPath);
        if (known != null) {
            return known;
        }
        ProfileDocument document = read(nameOrPath, List.of());
        if (names().contains(nameOrPath)) {
            BUILT_IN.put(nameOrPath, document);
        }
        return document;
    }

    private static ProfileDocument read(String nameOrPath, List<String> overrides) {
        Deque<Loaded> chain = chain(nameOrPath);
        ProfileFields fields = new ProfileFields(chain.getLast().file().origin());
        String name = "";
        for (Loaded loaded : chain) {
            if (!name.isEmpty()) {
                fields.markInherited(name);
            }
            fields.add(loaded.file());
            name = loaded.name();
        }
        for (String override : overrides) {
            fields.override(override);
        }
        GpuProfile profile = new GpuProfileReader(fields).read(name);
        return new ProfileDocument(profile, fields.finish());
    }

    private record Loaded(String name, String location, ProfileFile file) {}

    /** The profile and the profiles that it extends, the outermost base first. */
    private static Deque<Loaded> chain(String nameOrPath) {
        Deque<Loaded> chain = new ArrayDeque<>();
        Set<String> seen = new LinkedHashSet<>();
        Loaded current = open(nameOrPath, "", "");
        while (true) {
            chain.addFirst(current);
            seen.add(current.location());
            YamlNode.Scalar base = current.file().base();
            if (base == null) {
                return chain;
            }
            current = open(base.text(), base.place() + ": extends: ", current.location());
            if (seen.contains(current.location())) {
                throw new ProfileException(base.place() + ": extends: found '" + base.text()
                        + "', which extends this profile; expected no cycle");
            }
        }
    }

    private static Loaded open(String nameOrPath, String context, String from) {
        if (names().contains(nameOrPath)) {
            ProfileFile file = BUILT_IN_FILES.computeIfAbsent(nameOrPath + ".yaml", Profiles::builtIn);
            return new Loaded(nameOrPath, "built-in " + nameOrPath, file);
        }
        if (!nameOrPath.endsWith(".yaml") && !nameOrPath.endsWith(".yml")) {
            String fix = SimilarName.of(nameOrPath, names())
                    .map(near -> " did you mean '" + near + "'?")
                    .orElse("");
            throw new ProfileException(context + "unknown profile '" + nameOrPath + "';" + fix + " expected one of "
                    + String.join(", ", names()) + ", or the path of a .yaml file");
        }
        try {
            Path written = Path.of(nameOrPath);
            Path parent = from.isEmpty() || from.startsWith("built-in ")
                    ? null
                    : Path.of(from).getParent();
            Path path = parent == null ? written : parent.resolve(written);
            String origin = from.isEmpty() ? nameOrPath : path.toString();
            Path fileName = path.getFileName();
            String stem = fileName == null ? nameOrPath : fileName.toString().replaceFirst("\\.ya?ml$", "");
            String location = path.toAbsolutePath().normalize().toString();
            return new Loaded(stem, location, ProfileFile.parse(origin, contents(path, context)));
        } catch (InvalidPathException e) {
            throw new ProfileException(context + "'" + nameOrPath + "' is not a path: " + e.getReason());
        }
    }

    private static ProfileFile builtIn(String file) {
        return ProfileFile.parse(file, resource(file));
    }

    private static String contents(Path path, String context) {
        try {
            if (Files.isDirectory(path)) {
                throw new ProfileException(context + path + ": found a directory, expected a profile file");
            }
            if (Files.size(path) > MAX_FILE_BYTES) {
                throw new ProfileException(context + path + ": found more than 1 MiB, expected a profile file");
            }
            return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new ProfileException(
                    context + path + ": no such file; built-in profiles are " + String.join(", ", names()));
        } catch (AccessDeniedException e) {
            throw new ProfileException(context + path + ": cannot be read: its permissions do not allow it");
        } catch (FileSystemException e) {
            throw new ProfileException(context + path + ": cannot be read: " + e.getReason());
        } catch (IOException e) {
            throw new ProfileException(context + path + ": cannot be read: " + e.getMessage());
        }
    }

    private static String resource(String name) {
        try (InputStream in = GpuProfile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The build left out the profile resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
