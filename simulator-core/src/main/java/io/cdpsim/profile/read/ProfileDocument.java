package io.cdpsim.profile.read;

import io.cdpsim.profile.GpuProfile;
import java.util.List;

/**
 * A profile together with what was written to make it.
 *
 * @param profile the profile
 * @param fields its fields in the order of the sections, each with its source and the file it came from
 */
public record ProfileDocument(GpuProfile profile, List<ProfileField> fields) {
    public ProfileDocument {
        fields = List.copyOf(fields);
    }
}
