// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md. */
@AnalyzeClasses(
        packages = "dev.zephyr",
        importOptions = {DoNotIncludeTests.class, ArchitectureTest.WithoutTestJars.class})
class ArchitectureTest {

    private static final String ROOT = "dev.zephyr.server";

    /** The contract of stores is shipped as a jar of tests. */
    static final class WithoutTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    /** Which packages of the server a package may use; the root may use all. */
    private static final Map<String, Set<String>> MAY_USE =
            Map.of(
                    "http", Set.of(),
                    "wasi", Set.of("config"),
                    "outbound", Set.of("wasi", "config"),
                    "transport", Set.of("http"),
                    "files", Set.of("http"),
                    "config", Set.of("http", "files"),
                    "route", Set.of("http", "config"),
                    "kv", Set.of("config"),
                    "observe", Set.of("http", "config", "transport", "worker", "kv"),
                    "worker", Set.of("http", "config", "kv", "wasi", "outbound"));

    @ArchTest
    static final ArchRule onlyTransportKnowsTheNetworkLibrary =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(ROOT + ".transport..")
                    .and()
                    .resideInAPackage(ROOT + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule onlyWorkerKnowsTheWasmEngine =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(ROOT + ".worker..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("run.endive..");

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static void packagesUseOnlyWhatTheyMay(JavaClasses classes) {
        MAY_USE.forEach((from, allowed) -> {
            Set<String> forbidden = new TreeSet<>(MAY_USE.keySet());
            forbidden.removeAll(allowed);
            forbidden.remove(from);
            String[] packages =
                    forbidden.stream().map(to -> ROOT + "." + to + "..").toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + from + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages)
                    .allowEmptyShould(true)
                    .check(classes);
        });
    }

    @ArchTest
    static final ArchRule theSpiKnowsNobody =
            noClasses()
                    .that()
                    .resideInAPackage("dev.zephyr.spi..")
                    .should()
                    .dependOnClassesThat()
                    .resideOutsideOfPackages("dev.zephyr.spi..", "java..", "org.jspecify..");

    @Test
    void everyPackageHasItsArrows() throws IOException {
        Path root = Path.of("src/main/java/dev/zephyr/server");
        try (var entries = Files.list(root)) {
            assertThat(
                            entries.filter(Files::isDirectory)
                                    .map(path -> path.getFileName().toString()))
                    .isSubsetOf(MAY_USE.keySet());
        }
    }
}
