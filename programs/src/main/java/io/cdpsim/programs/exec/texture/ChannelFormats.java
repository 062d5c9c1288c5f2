package io.cdpsim.programs.exec.texture;

import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.gpu.texture.TexelFormat.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats of texels as the runtime's structures name them. */
final class ChannelFormats {
    /** Bytes of a {@code cudaChannelFormatDesc}. */
    static final int BYTES = 20;

    private static final int MOST_CHANNELS = 4;

    /** By the numbers of {@code cudaChannelFormatKind}. */
    private static final List<Kind> KINDS = List.of(Kind.SIGNED, Kind.UNSIGNED, Kind.FLOAT);

    /** The formats of {@code cudaResourceViewFormat} from 1 on: each with 1, 2 and 4 channels. */
    private static final List<TexelFormat> OF_VIEWS = List.of(
            new TexelFormat(1, 8, Kind.UNSIGNED),
            new TexelFormat(1, 8, Kind.SIGNED),
            new TexelFormat(1, 16, Kind.UNSIGNED),
            new TexelFormat(1, 16, Kind.SIGNED),
            new TexelFormat(1, 32, Kind.UNSIGNED),
            new TexelFormat(1, 32, Kind.SIGNED),
            new TexelFormat(1, 16, Kind.FLOAT),
            new TexelFormat(1, 32, Kind.FLOAT));

    private static final List<Integer> CHANNELS = List.of(1, 2, 4);

    private ChannelFormats() {}

    /** A {@code cudaChannelFormatDesc}; null if it is none of 1, 2 or 4 channels of 8, 16 or 32 bits. */
    static @Nullable TexelFormat read(ByteBuffer in, int at) {
        int bits = in.getInt(at);
        int channels = 0;
        while (channels < MOST_CHANNELS && in.getInt(at + channels * Integer.BYTES) == bits) {
            channels++;
        }
        for (int rest = channels; rest < MOST_CHANNELS; rest++) {
            if (in.getInt(at + rest * Integer.BYTES) != 0) {
                return null;
            }
        }
        int kind = in.getInt(at + MOST_CHANNELS * Integer.BYTES);
        if ((bits != 8 && bits != 16 && bits != 32) || channels == 3 || kind < 0 || kind >= KINDS.size()) {
            return null;
        }
        TexelFormat format = new TexelFormat(channels, bits, KINDS.get(kind));
        return format.kind() == Kind.FLOAT && bits == 8 ? null : format;
    }

    /** A {@code cudaChannelFormatDesc}. */
    static byte[] write(TexelFormat format) {
        ByteBuffer out = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < MOST_CHANNELS; i++) {
            out.putInt(i < format.channels() ? format.channelBits() : 0);
        }
        return out.putInt(KINDS.indexOf(format.kind())).array();
    }

    /** The format of a resource view by its number, which is not 0; null where it is compressed or unknown. */
    static @Nullable TexelFormat ofView(int number) {
        int index = number - 1;
        if (index < 0 || index >= OF_VIEWS.size() * CHANNELS.size()) {
            return null;
        }
        TexelFormat one = OF_VIEWS.get(index / CHANNELS.size());
        return new TexelFormat(CHANNELS.get(index % CHANNELS.size()), one.channelBits(), one.kind());
    }
}
