package io.cdpsim.cli.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.profile.read.Profiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A run that the page submits. Each field is one of a few words, or text that is written to a file.
 *
 * @param id the page's name for the run, by which its time line is requested and it is cancelled
 * @param kind the language of the program
 * @param files its files
 * @param profile a built-in profile; empty for the plan's or the default
 * @param policy the launch policy
 * @param seed the seed of choices that hardware leaves open
 * @param steps whether the run is recorded step by step, instead of its time line
 */
record RunSubmission(
        String id,
        SampleProgram.ProgramKind kind,
        List<SampleProgram.ProgramFile> files,
        String profile,
        String policy,
        String seed,
        boolean steps) {
    private static final int MOST_FILES = 8;

    /** Plain names: without folders, and not starting like an option. */
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}\\.(cu|cuh|h|ptx|yaml|litmus)");

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");
    private static final Pattern SEED = Pattern.compile("-?[0-9]{1,18}");
    private static final Set<String> POLICIES = Set.of("eager", "lazy", "adversarial");

    RunSubmission {
        files = List.copyOf(files);
    }

    /** Parses a request of the page. @throws InvalidSubmissionException if the page would not send it */
    static RunSubmission read(String json) {
        JsonNode submission;
        try {
            submission = new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new InvalidSubmissionException("the request is not JSON");
        }
        String id = submission.path("id").asText("");
        if (!ID.matcher(id).matches()) {
            throw new InvalidSubmissionException("found the id '" + id + "', expected letters, digits and '-'");
        }
        List<SampleProgram.ProgramFile> files = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode each : submission.path("files")) {
            String name = each.path("name").asText();
            if (!NAME.matcher(name).matches() || !names.add(name)) {
                throw new InvalidSubmissionException("found a file called '" + name
                        + "', expected plain names, each once, that end in .cu, .cuh, .h, .ptx, .yaml or .litmus");
            }
            files.add(new SampleProgram.ProgramFile(name, each.path("text").asText()));
        }
        if (files.isEmpty() || files.size() > MOST_FILES) {
            throw new InvalidSubmissionException("found " + files.size() + " files, expected 1 to " + MOST_FILES);
        }
        String profile = submission.path("profile").asText("");
        if (!profile.isEmpty() && !Profiles.names().contains(profile)) {
            throw new InvalidSubmissionException(
                    "found the profile '" + profile + "', expected one of " + String.join(", ", Profiles.names()));
        }
        String policy = submission.path("policy").asText("eager");
        if (!POLICIES.contains(policy)) {
            throw new InvalidSubmissionException(
                    "found the policy '" + policy + "', expected eager, lazy or adversarial");
        }
        String seed = submission.path("seed").asText("1");
        if (!SEED.matcher(seed).matches()) {
            throw new InvalidSubmissionException("found the seed '" + seed + "', expected a whole number");
        }
        RunSubmission run = new RunSubmission(
                id,
                SampleProgram.ProgramKind.of(submission.path("kind").asText()),
                files,
                profile,
                policy,
                seed,
                submission.path("steps").asBoolean(false));
        run.names(run.kind == SampleProgram.ProgramKind.CUDA ? ".cu" : "." + run.kind.label());
        return run;
    }

    /** The names of the files with a suffix. @throws InvalidSubmissionException if there is none */
    List<String> names(String end) {
        List<String> found = files.stream()
                .map(SampleProgram.ProgramFile::name)
                .filter(each -> each.endsWith(end))
                .toList();
        if (found.isEmpty()) {
            throw new InvalidSubmissionException("a program of this kind lacks a file that ends in " + end);
        }
        return found;
    }

    /** The names of the sources of CUDA C++ that no other of them includes. */
    List<String> sources() {
        return names(".cu").stream()
                .filter(name -> files.stream().noneMatch(each -> each.text().contains("#include \"" + name + "\"")))
                .toList();
    }

    /** A submission is not run; the message says why and how to fix it. */
    static final class InvalidSubmissionException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InvalidSubmissionException(String message) {
            super(message);
        }
    }
}
