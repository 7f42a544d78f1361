// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The house rules of STYLE.md that a reader of the sources can check. */
class TidyTest {

    private static final int MAIN_FILE_LINES_MAX = 300;
    private static final int TEST_FILE_LINES_MAX = 800;
    private static final int METHOD_LINES_MAX = 60;
    private static final int PARAMETERS_MAX = 5;
    private static final double PUBLIC_SHARE_MAX = 0.35;

    private static final Pattern UNFINISHED =
            Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b|not (yet )?implemented");
    private static final Pattern SUPPRESSION = Pattern.compile("@SuppressWarnings");
    private static final Pattern VAGUE_NAME =
            Pattern.compile(".*(Util|Utils|Helper|Helpers|Manager|Impl|Common|Misc)$");

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void filesAreShort() throws IOException {
        assertThat(broken(Kind.MAIN, file -> tooLong(file, MAIN_FILE_LINES_MAX))).isEmpty();
        assertThat(broken(Kind.TEST, file -> tooLong(file, TEST_FILE_LINES_MAX))).isEmpty();
    }

    @Test
    void nothingIsLeftUnfinished() throws IOException {
        assertThat(broken(Kind.ALL, file -> linesWith(file, UNFINISHED))).isEmpty();
    }

    @Test
    void suppressionsGiveTheirReason() throws IOException {
        assertThat(broken(Kind.ALL, TidyTest::unexplainedSuppressions)).isEmpty();
    }

    @Test
    void everyFileStartsWithItsLicence() throws IOException {
        assertThat(
                        broken(
                                Kind.ALL,
                                file ->
                                        text(file)
                                                        .startsWith(
                                                                "// SPDX-License-Identifier: Apache-2.0")
                                                ? List.of()
                                                : List.of("no licence line")))
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        assertThat(
                        broken(
                                Kind.MAIN,
                                file ->
                                        Files.exists(file.resolveSibling("package-info.java"))
                                                ? List.of()
                                                : List.of("no package-info beside it")))
                .isEmpty();
    }

    @Test
    void methodsAreShortAndTakeFewParameters() throws IOException {
        assertThat(broken(Kind.MAIN, file -> parse(file).methodProblems)).isEmpty();
    }

    @Test
    void typesAreNamedByTheirDuty() throws IOException {
        assertThat(broken(Kind.MAIN, file -> parse(file).nameProblems)).isEmpty();
    }

    @Test
    void mostOfTheServerIsInvisibleOutsideItsPackages() throws IOException {
        Shape all = new Shape();
        for (Path file : javaFiles(Kind.MAIN)) {
            if (file.startsWith(PROJECT.resolve("server"))) {
                Shape shape = parse(file);
                all.topLevelTypes += shape.topLevelTypes;
                all.publicTypes += shape.publicTypes;
            }
        }
        assertThat((double) all.publicTypes / all.topLevelTypes)
                .as("public share of %d top-level types", all.topLevelTypes)
                .isLessThanOrEqualTo(PUBLIC_SHARE_MAX);
    }

    private enum Kind {
        MAIN,
        TEST,
        ALL
    }

    private interface Check {
        List<String> problems(Path file);
    }

    private static List<String> broken(Kind kind, Check check) throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path file : javaFiles(kind)) {
            for (String problem : check.problems(file)) {
                problems.add(PROJECT.relativize(file) + ": " + problem);
            }
        }
        return problems;
    }

    private static List<Path> javaFiles(Kind kind) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String module : List.of("spi", "server", "stores", "cli", "bench")) {
            Path root = PROJECT.resolve(module);
            if (!Files.isDirectory(root)) {
                continue;
            }
            try (Stream<Path> walk = Files.walk(root)) {
                walk.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.toString().contains("/target/"))
                        // This file has to spell the words that it forbids.
                        .filter(file -> !file.endsWith("TidyTest.java"))
                        .filter(file -> kind == Kind.ALL || isTest(file) == (kind == Kind.TEST))
                        .forEach(files::add);
            }
        }
        assertThat(files).isNotEmpty();
        return files;
    }

    private static boolean isTest(Path file) {
        return file.toString().contains("/src/test/");
    }

    private static List<String> tooLong(Path file, int max) {
        long lines = text(file).lines().count();
        return lines <= max ? List.of() : List.of(lines + " lines (expected: <= " + max + ")");
    }

    private static List<String> linesWith(Path file, Pattern pattern) {
        return text(file).lines().filter(line -> pattern.matcher(line).find()).toList();
    }

    private static List<String> unexplainedSuppressions(Path file) {
        List<String> lines = text(file).lines().toList();
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            boolean explained =
                    lines.get(i).contains("//") || (i > 0 && lines.get(i - 1).contains("//"));
            if (SUPPRESSION.matcher(lines.get(i)).find() && !explained) {
                problems.add("line " + (i + 1) + ": a suppression without a comment beside it");
            }
        }
        return problems;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Shape parse(Path file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null, files, null, null, null, files.getJavaFileObjects(file));
            Shape shape = new Shape();
            for (CompilationUnitTree unit : task.parse()) {
                shape.positions = Trees.instance(task).getSourcePositions();
                shape.scan(unit, null);
            }
            return shape;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What one source file looks like. */
    private static final class Shape extends TreeScanner<@Nullable Void, @Nullable Void> {

        private final List<String> methodProblems = new ArrayList<>();
        private final List<String> nameProblems = new ArrayList<>();
        private int topLevelTypes;
        private int publicTypes;
        private int depth;
        private @Nullable SourcePositions positions;
        private @Nullable CompilationUnitTree unit;

        @Override
        public @Nullable Void visitCompilationUnit(CompilationUnitTree tree, @Nullable Void none) {
            unit = tree;
            return super.visitCompilationUnit(tree, null);
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            if (depth == 0) {
                topLevelTypes++;
                if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
                    publicTypes++;
                }
            }
            if (VAGUE_NAME.matcher(type.getSimpleName()).matches()) {
                nameProblems.add(type.getSimpleName() + ": a name that says no duty");
            }
            depth++;
            try {
                return super.visitClass(type, null);
            } finally {
                depth--;
            }
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
            if (positions != null && unit != null && method.getBody() != null) {
                LineMap lines = unit.getLineMap();
                long start = positions.getStartPosition(unit, method.getBody());
                long end = positions.getEndPosition(unit, method.getBody());
                if (start >= 0 && end >= 0) {
                    long length = lines.getLineNumber(end) - lines.getLineNumber(start) + 1;
                    if (length > METHOD_LINES_MAX) {
                        methodProblems.add(method.getName() + ": " + length + " lines");
                    }
                }
            }
            boolean constructor = method.getName().contentEquals("<init>");
            if (!constructor && method.getParameters().size() > PARAMETERS_MAX) {
                methodProblems.add(method.getName() + ": too many parameters");
            }
            return super.visitMethod(method, null);
        }
    }
}
