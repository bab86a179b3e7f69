import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Reads paths of Java sources, one a line; answers 1 if the class LocalizedPi compiles, ends
 * without an error for "en" and throws "Unsupported locale" for "hu"; otherwise 0.
 */
public class JavaOracle {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    public static void main(String[] args) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // programs under test may print; answers go to standard output
        BufferedReader paths = new BufferedReader(new InputStreamReader(System.in));
        for (String path = paths.readLine(); path != null; path = paths.readLine()) {
            answers.println(interesting(Paths.get(path)) ? "1" : "0");
        }
    }

    private static boolean interesting(Path source) throws Exception {
        Path classes = Files.createTempDirectory(source.toAbsolutePath().getParent(), "classes");
        try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> units = files.getJavaFileObjects(source.toFile());
            Iterable<String> options = Arrays.asList("-d", classes.toString(), "-proc:none");
            if (!COMPILER.getTask(null, files, (Diagnostic<?> said) -> { }, options, null, units).call()) {
                return false;
            }
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Method main = loader.loadClass("LocalizedPi").getMethod("main", String[].class);
            if (!Modifier.isStatic(main.getModifiers())) {
                return false;
            }
            main.setAccessible(true);
            return thrownBy(main, "en") == null && refuses(thrownBy(main, "hu"));
        } catch (ReflectiveOperationException | LinkageError error) {
            return false;
        }
    }

    private static Throwable thrownBy(Method main, String locale) throws ReflectiveOperationException {
        try {
            main.invoke(null, (Object) new String[] {locale});
            return null;
        } catch (InvocationTargetException error) {
            return error.getCause();
        }
    }

    private static boolean refuses(Throwable thrown) {
        return thrown instanceof RuntimeException && "Unsupported locale".equals(thrown.getMessage());
    }
}
