package io.cdpsim.cli.classroom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of a class: accounts, saved work, grades, and the gradings that wait. A file is written beside its place, forced to the disk and moved
 * there, so a full disk or the end of the process leaves the file of before. Of a token the folder has the SHA-256 hash alone.
 */
public final class ClassFolder {
    private static final int TOKEN_BYTES = 24;
    private static final int ID_DIGITS = 12;
    private static final String ACCOUNTS = "accounts";
    private static final String WORK = "work";
    private static final String QUEUE = "queue";
    private static final String GRADE = "grade.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;

    private ClassFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * A user.
     *
     * @param id identifies the user, and draws the numbers of the questions
     * @param name the name that the user gave; empty until the first visit
     * @param isInstructor whether the user sees everybody's progress
     */
    record Account(String id, String name, boolean isInstructor) {}

    /**
     * A grading that waits or runs.
     *
     * @param file its file, by which gradings are in order
     * @param id the user's id
     * @param lab number of the lab
     */
    record Waiting(Path file, String id, int lab) {}

    /** Opens the folder, readable by this user alone, and creates it if necessary. */
    static ClassFolder open(Path folder) throws IOException {
        for (String each : List.of(ACCOUNTS, WORK, QUEUE)) {
            Files.createDirectories(folder.resolve(each));
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        return new ClassFolder(folder);
    }

    private static String hash(String token) {
        return Hashing.sha256().hashString(token, StandardCharsets.UTF_8).toString();
    }

    private Path account(String hash) {
        return folder.resolve(ACCOUNTS).resolve(hash + ".json");
    }

    /** Creates an account. @return its token, which is kept nowhere */
    String invite(boolean isInstructor) throws IOException {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        String hash = hash(token);
        write(account(hash), json(new Account(hash.substring(0, ID_DIGITS), "", isInstructor)));
        return token;
    }

    /** The account of a token; empty if there is none. */
    Optional<Account> account(String token, boolean mustHaveName) throws IOException {
        Path file = account(hash(token));
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(read(file))
                .filter(each -> !mustHaveName || !each.name().isEmpty());
    }

    /** Gives an account its name; one that has a name keeps it. */
    void name(String token, String name) throws IOException {
        Path file = account(hash(token));
        Account account = read(file);
        if (account.name().isEmpty()) {
            write(file, json(new Account(account.id(), name, account.isInstructor())));
        }
    }

    /** All accounts with a name, by name. */
    List<Account> accounts() throws IOException {
        List<Account> accounts = invited();
        accounts.removeIf(each -> each.name().isEmpty());
        accounts.sort((a, b) -> (a.name() + a.id()).compareTo(b.name() + b.id()));
        return accounts;
    }

    /** Whether there is an account of an instructor. */
    boolean hasInstructor() throws IOException {
        return invited().stream().anyMatch(Account::isInstructor);
    }

    /** The accounts of all invitations, those without a name too. */
    private List<Account> invited() throws IOException {
        List<Account> accounts = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve(ACCOUNTS))) {
            for (Path each :
                    files.filter(file -> file.toString().endsWith(".json")).toList()) {
                accounts.add(read(each));
            }
        }
        return accounts;
    }

    private static Account read(Path file) throws IOException {
        JsonNode json = JSON.readTree(Files.readString(file));
        return new Account(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("instructor").asBoolean());
    }

    private static byte[] json(Account account) {
        ObjectNode json = JSON.createObjectNode();
        json.put("id", account.id()).put("name", account.name()).put("instructor", account.isInstructor());
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The folder of a user's work on a lab. */
    Path work(String id, int lab) throws IOException {
        return Files.createDirectories(folder.resolve(WORK).resolve(id).resolve("lab-" + lab));
    }

    /** The saved text of a file of a user's work; empty if nothing is saved. */
    Optional<String> text(String id, int lab, String name) throws IOException {
        Path file = work(id, lab).resolve(name);
        return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    }

    /** Saves a file of a user's work. */
    void save(String id, int lab, String name, String text) throws IOException {
        write(work(id, lab).resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }

    /** The last grade of a user's work, an object without {@code points} if there is none. */
    JsonNode grade(String id, int lab) throws IOException {
        Optional<String> text = text(id, lab, GRADE);
        return text.isPresent() ? JSON.readTree(text.get()) : JsonNodeFactory.instance.objectNode();
    }

    /** Keeps a grade. A grading that gave none leaves the grade of before. */
    void grade(String id, int lab, JsonNode grade) throws IOException {
        if (grade.has("points") || !grade(id, lab).has("points")) {
            save(id, lab, GRADE, grade.toString());
        }
    }

    /** Adds a grading to those that wait. */
    Waiting enqueue(long number, String id, int lab) throws IOException {
        Path file = folder.resolve(QUEUE).resolve(String.format(Locale.ROOT, "%016d_%s_%d", number, id, lab));
        write(file, new byte[0]);
        return new Waiting(file, id, lab);
    }

    /** Removes a grading that has ended. */
    void dequeue(Waiting waiting) throws IOException {
        Files.deleteIfExists(waiting.file());
    }

    /** The gradings that wait, in order: also those that the end of the process interrupted. */
    List<Waiting> waiting() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(QUEUE))) {
            return files.filter(each -> each.getFileName().toString().matches("\\d{16}_[0-9a-f]+_\\d+"))
                    .sorted()
                    .map(each -> {
                        String[] parts = each.getFileName().toString().split("_", -1);
                        return new Waiting(each, parts[1], Integer.parseInt(parts[2]));
                    })
                    .toList();
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(folder, ".new", "");
        try {
            try (FileChannel out = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    out.write(left);
                }
                out.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
