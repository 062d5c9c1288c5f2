package io.cdpsim.runtime.cost;

import io.cdpsim.runtime.launch.GridTable.GridKind;
import java.util.ArrayList;
import java.util.List;

/** A grid, a copy or an event wait of a program without code: when it is posted, how long it runs, and what it posts. */
final class PostedWork {
    final String name;
    final GridKind kind;
    final List<PostedWork> posts = new ArrayList<>();

    /** When it is posted, counted from the start of the grid that posts it. */
    long postedAfter;

    /** How long its threads run, or its bytes move. */
    long runs;

    /** The stream it is in, from 1 among those of the grid that posts it; 0 for none. */
    int stream;

    /** Whether it is a copy. */
    boolean copies;

    /** Whether the first lane of a call posts it. */
    boolean firstOfCall;

    /** Whether it is the first launch of its block. */
    boolean firstOfBlock;

    long blocks = 1;
    int threads = 32;

    private PostedWork(String name, GridKind kind) {
        this.name = name;
        this.kind = kind;
    }

    static PostedWork host(String name, long runs) {
        PostedWork piece = new PostedWork(name, GridKind.HOST_GRID);
        piece.runs = runs;
        return piece;
    }

    /** Of blocks of several warps. */
    PostedWork ofBlocks(long count, int threadsPerBlock) {
        blocks = count;
        threads = threadsPerBlock;
        return this;
    }

    PostedWork inStream(String child, int into, long after, long run) {
        return posts(child, GridKind.STREAM_GRID, into, after, run);
    }

    PostedWork forgotten(String child, long after, long run) {
        return posts(child, GridKind.FIRE_AND_FORGET_GRID, 0, after, run);
    }

    PostedWork tail(String child, long after, long run) {
        return posts(child, GridKind.TAIL_GRID, 0, after, run);
    }

    PostedWork copy(String child, int into, long after, long run) {
        PostedWork piece = posts(child, GridKind.MEMORY_OPERATION, into, after, run);
        piece.copies = true;
        return piece;
    }

    /** A wait in a stream for the last piece of another of the same grid, if that is not complete by then. */
    PostedWork wait(String child, int into, int forStream, long after) {
        PostedWork piece = posts(child, GridKind.EVENT_WAIT, into, after, 0);
        piece.runs = forStream;
        return piece;
    }

    private PostedWork posts(String child, GridKind of, int into, long after, long run) {
        PostedWork piece = new PostedWork(child, of);
        piece.stream = into;
        piece.postedAfter = after;
        piece.runs = run;
        posts.add(piece);
        return piece;
    }
}
