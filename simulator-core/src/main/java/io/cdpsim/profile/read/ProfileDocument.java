package io.cdpsim.profile.read;

import io.cdpsim.profile.GpuProfile;
import java.util.List;

/**
 * A profile together with the fields of its files.
 *
 * @param profile the profile
 * @param fields its fields in the order of the sections, each with its source and its file
 */
public record ProfileDocument(GpuProfile profile, List<ProfileField> fields) {
    public ProfileDocument {
        fields = List.copyOf(fields);
    }
}
