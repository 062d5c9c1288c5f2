package io.cdpsim.experiments.sweep.plan;

import com.google.common.base.Suppliers;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.runtime.Machine;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A hash of the program: of the contents of its classes, not of their files, so that a build of the same sources has the same hash, and an
 * unversioned change has another.
 */
final class ProgramHash {
    /** One class of each module that affects results. */
    private static final List<Class<?>> MODULES = List.of(Workloads.class, Machine.class, PagedMemory.class);

    /** Loaded classes do not change while a process runs. */
    private static final Supplier<String> CDPSIM = Suppliers.memoize(() -> hash(places(MODULES)));

    private ProgramHash() {}

    /** The hash of CDPSim and, for a workload from another JAR, of the workload. */
    static String of(Workload workload) {
        Set<Path> own = places(List.of(workload.getClass()));
        own.removeAll(places(MODULES));
        return own.isEmpty() ? CDPSIM.get() : CDPSIM.get() + hash(own);
    }

    private static Set<Path> places(List<Class<?>> types) {
        TreeSet<Path> places = new TreeSet<>();
        types.forEach(each -> places.add(place(each)));
        return places;
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

    private static String hash(Collection<Path> places) {
        Hasher hasher = Hashing.sha256().newHasher();
        try {
            for (Path each : places) {
                if (Files.isRegularFile(each)) {
                    putJar(hasher, each);
                } else if (Files.isDirectory(each) && !each.toString().isEmpty()) {
                    putFolder(hasher, each);
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot read the program's own classes: " + FileErrors.reason(e));
        }
        return SweepIdentity.shortened(hasher);
    }

    private static void putFolder(Hasher hasher, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                IdentityReader.put(hasher, folder.relativize(each).toString());
                hasher.putBytes(Files.readAllBytes(each));
            }
        }
    }

    private static void putJar(Hasher hasher, Path jar) throws IOException {
        Map<String, Long> contents = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> each = zip.entries(); each.hasMoreElements(); ) {
                ZipEntry entry = each.nextElement();
                // The folder that Maven builds the JAR from.
                if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/maven/")) {
                    contents.put(entry.getName(), entry.getCrc());
                }
            }
        }
        contents.forEach((name, sum) -> {
            IdentityReader.put(hasher, name);
            hasher.putLong(sum);
        });
    }
}
