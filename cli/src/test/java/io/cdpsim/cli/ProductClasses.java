package io.cdpsim.cli;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The classes of CDPSim without its tests. Of other classes only names are known, which takes a fifth less time. */
final class ProductClasses {
    private ProductClasses() {}

    /** All of them, which takes seconds. */
    static JavaClasses all() {
        return read(location -> true);
    }

    /**
     * Those whose class files name a class of some package, which takes far less time: all that such a package is used by are among them, with all
     * that they use of it.
     */
    static JavaClasses naming(String packageName) {
        String part = packageName.replace('.', '/') + "/";
        return read(location -> {
            try (InputStream file = location.asURI().toURL().openStream()) {
                return new String(file.readAllBytes(), StandardCharsets.ISO_8859_1).contains(part);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static JavaClasses read(ImportOption which) {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(which)
                .importPackages("io.cdpsim");
    }
}
