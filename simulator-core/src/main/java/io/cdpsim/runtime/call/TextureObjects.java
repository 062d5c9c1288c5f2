package io.cdpsim.runtime.call;

import io.cdpsim.gpu.memory.Texture;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texture objects of a device by their handles. */
public final class TextureObjects {
    private final Map<Long, Texture> textures = new HashMap<>();
    private long last;

    /** No texture objects. */
    public TextureObjects() {}

    /** Creates an object. @return its handle, which is not 0 */
    public long create(Texture texture) {
        textures.put(++last, texture);
        return last;
    }

    /** Destroys an object. @return whether there was one */
    public boolean destroy(long handle) {
        return textures.remove(handle) != null;
    }

    /** The object with a handle; null if there is none. */
    public @Nullable Texture of(long handle) {
        return textures.get(handle);
    }
}
