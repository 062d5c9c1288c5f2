package io.cdpsim.programs.exec.texture;

import io.cdpsim.gpu.texture.TexelArray;
import io.cdpsim.gpu.texture.TexelFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies a {@code cudaResourceViewDesc}: another format of the same size, some levels of a mipmap, some layers. */
final class ResourceView {
    // Offsets
    private static final int WIDTH = 8;
    private static final int HEIGHT = 16;
    private static final int DEPTH = 24;
    private static final int FIRST_LEVEL = 32;
    private static final int LAST_LEVEL = 36;
    private static final int FIRST_LAYER = 40;
    private static final int LAST_LAYER = 44;

    private ResourceView() {}

    /** The levels that a view shows; null if it does not fit the array. */
    static @Nullable List<TexelArray> of(ByteBuffer view, ProgramArray array) {
        TexelArray base = array.texels();
        TexelFormat format = view.getInt(0) == 0 ? array.format() : ChannelFormats.ofView(view.getInt(0));
        int firstLevel = view.getInt(FIRST_LEVEL);
        int lastLevel = view.getInt(LAST_LEVEL);
        int firstLayer = view.getInt(FIRST_LAYER);
        int lastLayer = view.getInt(LAST_LAYER);
        if (format == null
                || format.bytes() != array.format().bytes()
                || format.channels() != array.format().channels()
                || view.getLong(WIDTH) != base.width()
                || view.getLong(HEIGHT) != base.height()
                || view.getLong(DEPTH) != array.depth()
                || firstLevel < 0
                || lastLevel < firstLevel
                || lastLevel >= array.levels().size()
                || firstLayer < 0
                || lastLayer < firstLayer
                || lastLayer >= Math.max(1, base.layers())) {
            return null;
        }
        List<TexelArray> shown = new ArrayList<>();
        for (TexelArray level : array.levels().subList(firstLevel, lastLevel + 1)) {
            shown.add(new TexelArray(
                    level.address(0, 0, firstLayer),
                    format,
                    level.width(),
                    level.height(),
                    level.depth(),
                    level.layers() == 0 ? 0 : lastLayer - firstLayer + 1,
                    level.pitchBytes(),
                    level.isCube()));
        }
        return shown;
    }
}
