package io.cdpsim.cli;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of CDPSim without its tests, read once for all tests of a process. Of other classes only names are known, which takes a fifth less time. */
final class ProductClasses {
    static final JavaClasses ALL = read();

    private ProductClasses() {}

    private static JavaClasses read() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.cdpsim");
    }
}
