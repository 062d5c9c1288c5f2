package io.cdpsim.profile.read;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.ClusterSpec;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.GpuProfile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds a profile from its fields. The section names are here; the field names are in {@link ProcessorSections}, {@link
 * MemorySections} and {@link RuntimeSections}.
 */
final class GpuProfileReader {
    private static final Pattern COMPUTE_CAPABILITY = Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})");
    private static final String CAPABILITY_EXPECTED = "major.minor, for example '9.0'";

    private final ProfileFields fields;

    GpuProfileReader(ProfileFields fields) {
        this.fields = fields;
    }

    GpuProfile read(String name) {
        String description = fields.top().words("description", "the device in words");
        ComputeCapability capability = computeCapability();
        CdpSupport cdp = fields.top().choice("cdp", CdpSupport.values(), CdpSupport::word);
        boolean hasNoCdp = cdp == CdpSupport.NONE;
        return new GpuProfile(
                name,
                description,
                capability,
                cdp,
                new ClockSpec(section("clock").hertz("core")),
                ProcessorSections.sm(section("sm")),
                ProcessorSections.grid(section("grid")),
                ProcessorSections.pipes(section("pipes")),
                MemorySections.shared(section("shared")),
                MemorySections.constants(fields.section("constants", true)),
                MemorySections.l1(section("l1")),
                MemorySections.l2(section("l2")),
                MemorySections.dram(section("dram")),
                MemorySections.hostLink(section("host_link")),
                MemorySections.multiGpu(fields.section("several_gpus", true)),
                ProcessorSections.synchronization(section("synchronization")),
                ProcessorSections.dispatch(section("dispatch")),
                RuntimeSections.hostApi(section("host_api")),
                RuntimeSections.launch(fields.section("launch", hasNoCdp), cdp),
                RuntimeSections.deviceApi(fields.section("device_api", hasNoCdp), cdp),
                RuntimeSections.limits(fields.section("limits", hasNoCdp), cdp),
                ProcessorSections.mbarrier(fields.section("mbarrier", true)),
                ProcessorSections.bulkCopy(fields.section("bulk_copy", true)),
                cluster(capability),
                ProcessorSections.texture(fields.section("texture", true)),
                RuntimeSections.graphs(fields.section("graphs", true)),
                RuntimeSections.gridBarrier(fields.section("grid_barrier", true)),
                RuntimeSections.reported(fields.section("reported", true)));
    }

    /** Rule C-1: clusters are there from 9.0 on, so that an older GPU has none of the profile that its file extends. */
    private ClusterSpec cluster(ComputeCapability capability) {
        ClusterSpec written = ProcessorSections.cluster(fields.section("cluster", true));
        return capability.isAtLeast(9, 0) ? written : ClusterSpec.NONE;
    }

    private SectionReader section(String name) {
        return fields.section(name, false);
    }

    private ComputeCapability computeCapability() {
        String text = fields.top().words("compute_capability", CAPABILITY_EXPECTED);
        Matcher matcher = COMPUTE_CAPABILITY.matcher(text);
        boolean matches = matcher.matches();
        if (!matches && !text.isEmpty()) {
            fields.top().reject("compute_capability", CAPABILITY_EXPECTED);
        }
        return matches
                ? new ComputeCapability(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : new ComputeCapability(0, 0);
    }
}
