package io.cdpsim.memory.consistency.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.litmus.LitmusException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "let a = W | po ! 1:11: '|' takes two sets or two relations, and the left operand is a set; write it"
                        + " in brackets, as in [W]",
                "let a = W ; po ! 1:9: ';' joins two relations, and this is a set; write it in brackets, as in [W]",
                "let a = po * W ! 1:9: '*' pairs two sets, and this is a relation; write a set, such as W or"
                        + " domain(...)",
                "let a = W+ ! 1:9: '+' is of a relation, and this is a set; write it in brackets, as in [W]",
                "let a = [po] ! 1:10: [ ] encloses a set, and this is a relation; write a set, such as W or"
                        + " domain(...)",
                "acyclic W ! 1:9: acyclic asks about a relation, and this is a set; write it in brackets, as in [W]",
                "let rec a = po \\ a ! 1:13: a recursive definition shrinks as it grows, so that it has no least"
                        + " fixpoint; use its names neither behind \\ nor below ~",
                "let po = rf ! 1:5: 'po' is given by the execution; take another name",
                "let a = rf let a = po ! 1:16: 'a' is defined in line 1; take another name",
                "let rec a = rf and a = po ! 1:20: 'a' is defined in line 1; take another name",
                "acyclic (po ! 1:12: expected ')', found the end of the file",
                "acyclic po as ! 1:14: expected a name, found the end of the file; a name starts with a letter and is"
                        + " none of the language's words",
                "axiom po ! 1:1: expected a statement, found 'axiom'; a statement starts with let, orient, acyclic,"
                        + " irreflexive, empty or flag",
                "flag ~empty po as odd ! 1:19: the only flag is 'race'; write flag ~empty ... as race",
                "let a = po # rf ! 1:12: unexpected character '#'; operators are | & \\ ; * ~ ^-1 ^+ ^* ? and [ ]",
                "let a = (* ! 1:9: a comment does not end; close it with *)",
                "acyclic po ! 1:11: the model has no order 'co', which decides final values; add orient co over ...",
            })
    void anErrorNamesLineColumnAndFix(String text, String message) {
        assertThatThrownBy(() -> ShippedModels.parse("m.cat", text))
                .isInstanceOf(LitmusException.class)
                .hasMessage("m.cat:" + message);
    }

    @Test
    void anUnknownNameIsAnErrorThatListsWhatAnExecutionGives() {
        assertThatThrownBy(() -> ShippedModels.parse("m.cat", "\n  acyclic po | ppo"))
                .hasMessageStartingWith(
                        "m.cat:2:16: 'ppo' is not defined here; define it above with let, or take one of")
                .hasMessageContaining(" rf");
    }

    @Test
    void deepBracketsAndLongModelsAreErrors() {
        assertThatThrownBy(() -> ShippedModels.parse("m.cat", "acyclic " + "(".repeat(100_000)))
                .hasMessageContaining("more than 200 brackets");
        assertThatThrownBy(() -> ShippedModels.parse("m.cat", "acyclic po" + " | po".repeat(100_000)))
                .hasMessageContaining("more than 2000 operators");
        assertThatThrownBy(() -> ShippedModels.parse("m.cat", "acyclic po" + "?".repeat(100_000)))
                .hasMessageContaining("more than 2000 operators");
    }

    @Test
    void theTitleIsTheLeadingStringOrTheFile() {
        String order = "orient co over loc & (W * W)";
        assertThat(ShippedModels.parse("m.cat", "\"mine\" " + order).title()).isEqualTo("mine");
        assertThat(ShippedModels.parse("m.cat", order).title()).isEqualTo("m.cat");
    }

    @Test
    void theOperatorsBindAsInCat() {
        // | least, then ; then \ then & then *; what follows a term binds most.
        String model = "orient co over loc & (W * W) let a = po ; rf | rf ; po \\ loc & W * R acyclic a";
        MemoryModel parsed = ShippedModels.parse("m.cat", model);
        ModelStatement.Axiom axiom = (ModelStatement.Axiom) parsed.statements().get(1);
        assertThat(shown(axiom.term())).isEqualTo("((po;rf)|(rf;(po\\(loc&(W*R)))))");
    }

    private static String shown(ModelTerm term) {
        String sign = switch (term.operator()) {
            case UNION -> "|";
            case SEQUENCE -> ";";
            case DIFFERENCE -> "\\";
            case INTERSECTION -> "&";
            case PRODUCT -> "*";
            default -> "";
        };
        return sign.isEmpty()
                ? BaseRelation.values()[term.base()].label()
                : "(" + shown(term.operands().get(0)) + sign
                        + shown(term.operands().get(1)) + ")";
    }
}
