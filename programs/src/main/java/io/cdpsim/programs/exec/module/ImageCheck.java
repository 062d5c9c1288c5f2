package io.cdpsim.programs.exec.module;

import com.google.common.primitives.Bytes;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.validity.PtxValidity;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Refuses texts that the driver does not load, and tells why in the form of its log. */
public final class ImageCheck {
    /** That of CUDA 13. Texts of its later minor versions are read as far as they are known. */
    private static final int LATEST_VERSION = 9;

    private static final byte[] VERSION = ".version".getBytes(StandardCharsets.US_ASCII);

    private static final Pattern PLACE = Pattern.compile(".*?:(\\d+):\\d+: (.*)", Pattern.DOTALL);

    private ImageCheck() {}

    static void check(PtxModule text, ComputeCapability device) {
        int target = text.computeCapability();
        PtxModule.IsaVersion version = text.version();
        if (version.major() > LATEST_VERSION) {
            throw new UnsupportedVersionException(text.source().place(0) + ": .version " + version.major() + "."
                    + version.minor() + " is later than " + LATEST_VERSION + ", the last that is known");
        }
        if (target != Integer.MAX_VALUE && !device.isAtLeast(target / 10, target % 10)) {
            throw new PtxSyntaxException(
                    text.source().place(0),
                    ".target sm_" + target + " is above the device's compute capability " + device);
        }
        PtxValidity.check(text);
    }

    /** Whether an image is meant to be PTX at all. */
    public static boolean isPtx(byte[] image) {
        return Bytes.indexOf(image, VERSION) >= 0;
    }

    /** A line for the log that a program passes to the driver's loader. */
    public static String log(String message) {
        Matcher placed = PLACE.matcher(message);
        return placed.matches()
                ? "PTX input, line " + placed.group(1) + "; error   : " + placed.group(2)
                : "PTX input; error   : " + message;
    }
}
