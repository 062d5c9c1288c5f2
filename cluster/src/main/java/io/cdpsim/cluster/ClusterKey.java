package io.cdpsim.cluster;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * What the machines of a cluster have in common and nobody else has: a private key and its certificate, in a file of PKCS #12. Each side of a connection
 * shows the certificate and accepts no other, so TLS itself proves to both that the other one has the file. Immutable.
 */
public final class ClusterKey {
    /** PKCS #12 wants one. What keeps the key secret is who can read the file. */
    private static final String PASSWORD = "cdpsim-cluster";

    private static final String ALIAS = "cdpsim";
    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final SSLContext context;

    private ClusterKey(SSLContext context) {
        this.context = context;
    }

    /** Sockets of this cluster. */
    SSLContext context() {
        return context;
    }

    /**
     * Reads a key.
     *
     * @throws InvalidInputException if there is none, others can read it, or it is no key of a cluster
     */
    public static ClusterKey read(Path file) {
        if (!Files.exists(file)) {
            throw new InvalidInputException("there is no cluster key " + file
                    + "; copy there the one of the workers, or let 'cdpsim worker' make it");
        }
        try {
            checkPermissions(file);
            return new ClusterKey(context(file));
        } catch (IOException e) {
            // Java tells of damage so, too
            throw new InvalidInputException("the cluster key " + file + " cannot be read: " + FileErrors.reason(e));
        } catch (GeneralSecurityException e) {
            throw new InvalidInputException(noKey(file));
        }
    }

    private static String noKey(Path file) {
        return file + " is no cluster key; copy the one of the workers, or delete it and let 'cdpsim worker' make one";
    }

    /**
     * Makes a key that nobody else has, readable for nobody else, and the folders it lies in; leaves one alone that is there.
     *
     * @return whether it was made
     * @throws InvalidInputException if it cannot be
     */
    public static boolean makeMissing(Path file) {
        if (Files.exists(file)) {
            return false;
        }
        try {
            Path parent = file.toAbsolutePath().getParent();
            if (parent == null) {
                throw new InvalidInputException(noKey(file));
            }
            Path folder = Files.createDirectories(parent);
            // For a moment keytool's file has the permissions of any file: inside a folder that is closed to others.
            Path made = Files.createTempDirectory(folder, ".cluster-key");
            Path fresh = made.resolve("key");
            try {
                keytool(fresh);
                if (Files.getFileAttributeView(fresh, PosixFileAttributeView.class) != null) {
                    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
                }
                place(fresh, file);
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            } finally {
                Files.deleteIfExists(fresh);
                Files.deleteIfExists(made);
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot make the cluster key " + file + ": " + FileErrors.reason(e));
        }
    }

    private static void place(Path fresh, Path file) throws IOException {
        try {
            // Unlike a move, fails where another worker was first; its key is then the one.
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(fresh, file);
        }
    }

    /** Java writes certificates with a tool of its own, and with no class that programs may use. */
    private static void keytool(Path file) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=cdpsim cluster",
                "-validity",
                "36500",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString()));
        Process process = builder.redirectErrorStream(true).start();
        String printed;
        try (InputStream output = process.getInputStream()) {
            process.getOutputStream().close();
            printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        try {
            if (process.waitFor() != 0) {
                throw new IOException(
                        "keytool says: " + printed.lines().findFirst().orElse("nothing"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void checkPermissions(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null && view.readAttributes().permissions().stream().anyMatch(OF_OTHERS::contains)) {
            throw new InvalidInputException("others can read the cluster key " + file
                    + ", and whoever has it can run programs on the workers; give 'chmod 600 " + file + "'");
        }
    }

    private static SSLContext context(Path file) throws IOException, GeneralSecurityException {
        char[] password = PASSWORD.toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(file)) {
            store.load(stream, password);
        }
        if (!(store.getCertificate(ALIAS) instanceof X509Certificate certificate)) {
            throw new InvalidInputException(noKey(file));
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), new TrustManager[] {new OneCertificate(certificate)}, null);
        return context;
    }
}
