package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.LaunchAttributes;
import io.cdpsim.memory.litmus.LitmusInstruction.Launch;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import java.util.ArrayList;
import java.util.List;

/** Reads the kernel, the shape, the arguments and the attributes of a launch or of a graph's node. */
final class LaunchParser {
    private final LitmusTokens tokens;
    private final ThreadParser column;

    LaunchParser(LitmusTokens tokens, ThreadParser column) {
        this.tokens = tokens;
        this.column = column;
    }

    /**
     * Reads what follows the name of a launch.
     *
     * @param inStream whether it may name a stream, as a node of a graph may not
     */
    Launch launch(String label, boolean inStream) {
        int kernel = column.kernel();
        tokens.expect("<<<", "before the numbers of blocks and threads");
        int blocks = tokens.count("a number of blocks");
        tokens.expect(",", "between operands");
        int threads = tokens.count("a number of threads");
        tokens.expect(">>>", "after the numbers of blocks and threads");
        List<LitmusOperand> arguments = new ArrayList<>();
        if (tokens.take("(") && !tokens.take(")")) {
            do {
                arguments.add(column.value());
            } while (tokens.take(","));
            tokens.expect(")", "after the arguments");
        }
        int clusterBlocks = 1;
        boolean cooperative = false;
        boolean programmatic = false;
        StreamOperand stream = StreamOperand.Predefined.NULL;
        while (true) {
            if (tokens.takeKeyword("cluster")) {
                clusterBlocks = tokens.count("a number of blocks of a cluster");
            } else if (tokens.takeKeyword("cooperative")) {
                cooperative = true;
            } else if (inStream && tokens.takeKeyword("programmatic")) {
                programmatic = true;
            } else if (inStream && tokens.takeKeyword("stream")) {
                stream = column.stream();
            } else {
                LaunchAttributes attributes = new LaunchAttributes(clusterBlocks, cooperative, programmatic);
                return new Launch(label, kernel, blocks, threads, arguments, attributes, stream);
            }
        }
    }
}
