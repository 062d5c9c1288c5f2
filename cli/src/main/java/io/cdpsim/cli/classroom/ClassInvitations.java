package io.cdpsim.cli.classroom;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The invitations to a class. Each is the key of one user; the folder has its hash alone.
 *
 * @param folder the folder of the class
 */
public record ClassInvitations(ClassFolder folder) {
    /** The invitations of a folder, which is created if necessary. */
    public static ClassInvitations in(Path folder) throws IOException {
        return new ClassInvitations(ClassFolder.open(folder));
    }

    /** Creates invitations. @return the ends of their links */
    public List<String> create(int count) throws IOException {
        List<String> links = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            links.add("join/" + folder.invite(false));
        }
        return links;
    }

    /** Creates the invitation of the instructor if there is none yet. @return the end of its link; empty if there is one */
    public String ofInstructor() throws IOException {
        return folder.hasInstructor() ? "" : "join/" + folder.invite(true);
    }
}
