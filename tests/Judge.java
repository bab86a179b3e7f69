import java.io.OutputStream;
import javax.tools.ToolProvider;

/** Prints of each folder what javac says of its a.java: 0 if it takes it. Files go beside it. */
class Judge {
    public static void main(String[] folders) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        for (var folder : folders) {
            var unread = OutputStream.nullOutputStream();
            String[] words = {"-proc:none", "-nowarn", "-d", folder, folder + "/a.java"};
            System.out.println(compiler.run(null, unread, unread, words));
        }
    }
}
