package io.cdpsim.runtime.call;

import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.texture.Texture;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texture and surface objects of a device by their handles, which are different for all. */
public final class TextureObjects {
    private final Map<Long, Texture> textures = new HashMap<>();
    private final Map<Long, Surface> surfaces = new HashMap<>();
    private long last;

    /** No objects. */
    public TextureObjects() {}

    /** Creates an object. @return its handle, which is not 0 */
    public long create(Texture texture) {
        textures.put(++last, texture);
        return last;
    }

    /** Creates an object. @return its handle, which is not 0 */
    public long create(Surface surface) {
        surfaces.put(++last, surface);
        return last;
    }

    /** Destroys a texture object. @return whether there was one */
    public boolean destroyTexture(long handle) {
        return textures.remove(handle) != null;
    }

    /** Destroys a surface object. @return whether there was one */
    public boolean destroySurface(long handle) {
        return surfaces.remove(handle) != null;
    }

    /** The texture object with a handle; null if there is none. */
    public @Nullable Texture texture(long handle) {
        return textures.get(handle);
    }

    /** The surface object with a handle; null if there is none. */
    public @Nullable Surface surface(long handle) {
        return surfaces.get(handle);
    }
}
