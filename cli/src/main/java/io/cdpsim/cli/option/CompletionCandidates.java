package io.cdpsim.cli.option;

/** Words that shell completion offers for an argument where a fixed list of values is not all that it takes. */
public interface CompletionCandidates extends Iterable<String> {
    /** Whether names of files are offered too. */
    boolean orFiles();
}
