package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The modifiers of an instruction's name, as in {@code atom.acq_rel.gpu.add}, taken one by one at any position. */
final class Mnemonic {
    /** State spaces and types without effect here: each variable is one word of a known space. */
    private static final Set<String> WITHOUT_MEANING =
            Set.of("global", "shared", "local", "u32", "s32", "b32", "u64", "s64", "b64", "pred", "aligned");

    private final LitmusTokens tokens;
    private final LitmusToken token;
    private final String stem;
    private final List<String> parts;

    Mnemonic(LitmusTokens tokens, LitmusToken token) {
        this.tokens = tokens;
        this.token = token;
        String[] all = token.text().toLowerCase(Locale.ROOT).split("\\.");
        stem = all[0];
        parts = new ArrayList<>(List.of(all).subList(1, all.length));
        parts.removeIf(WITHOUT_MEANING::contains);
    }

    /** The part before the first dot. */
    String stem() {
        return stem;
    }

    boolean takes(String part) {
        return parts.remove(part);
    }

    Optional<LitmusScope> scope() {
        return taken(part -> Optional.ofNullable(
                switch (part) {
                    case "cta" -> LitmusScope.BLOCK;
                    case "cluster" -> LitmusScope.CLUSTER;
                    case "gpu", "gl" -> LitmusScope.DEVICE;
                    case "sys" -> LitmusScope.SYSTEM;
                    default -> null;
                }));
    }

    Optional<MemoryOrder> order() {
        return taken(part -> Optional.ofNullable(
                switch (part) {
                    case "weak" -> MemoryOrder.WEAK;
                    case "relaxed" -> MemoryOrder.RELAXED;
                    case "acquire" -> MemoryOrder.ACQUIRE;
                    case "release" -> MemoryOrder.RELEASE;
                    case "acq_rel" -> MemoryOrder.ACQUIRE_RELEASE;
                    default -> null;
                }));
    }

    <T> Optional<T> taken(Function<String, Optional<T>> reader) {
        for (Iterator<String> each = parts.iterator(); each.hasNext(); ) {
            Optional<T> read = reader.apply(each.next());
            if (read.isPresent()) {
                each.remove();
                return read;
            }
        }
        return Optional.empty();
    }

    /** Rejects modifiers that were not taken. */
    void expectNothingLeft() {
        if (!parts.isEmpty()) {
            throw unsupported("'." + parts.get(0) + "' is not supported here");
        }
    }

    /** Rejects what PTX does not have, unless the test is read leniently. */
    void refuse(String why) {
        if (!tokens.isLenient()) {
            throw tokens.error(token, "'" + token.text() + "': " + why + "; --lenient accepts it");
        }
    }

    LitmusException unsupported(String why) {
        return tokens.error(token, "'" + token.text() + "': " + why);
    }
}
