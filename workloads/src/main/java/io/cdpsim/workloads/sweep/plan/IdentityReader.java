package io.cdpsim.workloads.sweep.plan;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.runtime.Machine;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.workloads.FileProblem;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.sweep.axis.Axis;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import com.google.common.hash.Funnels;

/** Finds the {@link SweepIdentity} of a sweep. */
final class IdentityReader {
    /** A class of each module that decides what comes out. */
    private static final List<Class<?>> MODULES = List.of(Workloads.class, Machine.class, PagedMemory.class);

    private IdentityReader() {}

    static SweepIdentity of(SweepQuestion question, Workload workload, SweepProfiles profiles, Collection<String> files) {
        return new SweepIdentity(question(question), program(workload), inputs(profiles, files));
    }

    private static String question(SweepQuestion question) {
        Hasher hasher = Hashing.sha256().newHasher();
        put(hasher, question.workload());
        // Which value was given first does not matter.
        new TreeMap<>(question.fixed()).forEach((name, value) -> {
            put(hasher, name);
            put(hasher, value);
        });
        for (Axis each : question.axes()) {
            hasher.putInt(each.values().size());
            put(hasher, each.name());
            each.values().forEach(value -> put(hasher, value));
        }
        hasher.putInt(question.repeat());
        hasher.putInt(question.sample().orElse(0));
        return SweepIdentity.shortened(hasher);
    }

    private static void put(Hasher hasher, String text) {
        hasher.putInt(text.length()).putString(text, StandardCharsets.UTF_8);
    }

    private static String inputs(SweepProfiles profiles, Collection<String> files) {
        Hasher hasher = Hashing.sha256().newHasher();
        for (Map.Entry<String, ProfileDocument> each : profiles.documents().entrySet()) {
            each.getValue().fields().forEach(field -> {
                put(hasher, field.path());
                put(hasher, field.value());
            });
        }
        for (String each : files) {
            Path file = path(each);
            if (Files.isRegularFile(file)) {
                try (OutputStream stream = Funnels.asOutputStream(hasher)) {
                    hasher.putLong(Files.size(file));
                    Files.copy(file, stream);
                } catch (IOException e) {
                    throw new WorkloadException(each + ": cannot be read: " + FileProblem.reason(e));
                }
            }
        }
        return SweepIdentity.shortened(hasher);
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            return Path.of("");
        }
    }

    /** Of the contents, not of the files: a build of the same sources is the same program. */
    private static String program(Workload workload) {
        Hasher hasher = Hashing.sha256().newHasher();
        Set<Path> places = new TreeSet<>();
        Stream.concat(MODULES.stream(), Stream.of(workload.getClass()))
                .map(IdentityReader::place)
                .forEach(places::add);
        try {
            for (Path each : places) {
                if (Files.isDirectory(each)) {
                    putFolder(hasher, each);
                } else if (Files.isRegularFile(each)) {
                    putJar(hasher, each);
                }
            }
        } catch (IOException e) {
            throw new WorkloadException("cannot read the program's own classes: " + FileProblem.reason(e));
        }
        return SweepIdentity.shortened(hasher);
    }

    private static Path place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL url = source == null ? null : source.getLocation();
        try {
            return url == null || !url.getProtocol().equals("file") ? Path.of("") : Path.of(url.toURI());
        } catch (URISyntaxException e) {
            return Path.of("");
        }
    }

    private static void putFolder(Hasher hasher, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                put(hasher, folder.relativize(each).toString());
                hasher.putBytes(Files.readAllBytes(each));
            }
        }
    }

    private static void putJar(Hasher hasher, Path jar) throws IOException {
        Map<String, Long> contents = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> each = zip.entries(); each.hasMoreElements(); ) {
                ZipEntry entry = each.nextElement();
                if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/maven/")) {
                    contents.put(entry.getName(), entry.getCrc());
                }
            }
        }
        contents.forEach((name, sum) -> {
            put(hasher, name);
            hasher.putLong(sum);
        });
    }
}
