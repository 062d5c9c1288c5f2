package io.cdpsim.cli.litmus.picture;

import io.cdpsim.memory.consistency.explain.ExecutionPicture;

/** The colours of edges in pictures. */
final class EdgeColor {
    private EdgeColor() {}

    static String of(ExecutionPicture.Arrow arrow) {
        return switch (arrow.relation()) {
            case "po", "poloc" -> "#888888";
            case "rf", "obs" -> "#cc2222";
            case "co" -> "#2244cc";
            case "fr" -> "#dd8800";
            case "sync", "sc", "barrier" -> "#118833";
            default -> "#7722aa";
        };
    }
}
