package io.cdpsim.profile;

import java.util.Locale;

/** A number that CUDA reports of a GPU and that decides no time here, with the numbers of enum {@code cudaDeviceAttr}. */
public enum ReportedAttribute {
    /** Largest texture 1D. */
    MAX_TEXTURE_1D(21),
    /** Largest texture 2D width. */
    MAX_TEXTURE_2D_WIDTH(22),
    /** Largest texture 2D height. */
    MAX_TEXTURE_2D_HEIGHT(23),
    /** Largest texture 3D width. */
    MAX_TEXTURE_3D_WIDTH(24),
    /** Largest texture 3D height. */
    MAX_TEXTURE_3D_HEIGHT(25),
    /** Largest texture 3D depth. */
    MAX_TEXTURE_3D_DEPTH(26),
    /** Largest texture 2D layered width. */
    MAX_TEXTURE_2D_LAYERED_WIDTH(27),
    /** Largest texture 2D layered height. */
    MAX_TEXTURE_2D_LAYERED_HEIGHT(28),
    /** Largest texture 2D layered layers. */
    MAX_TEXTURE_2D_LAYERED_LAYERS(29),
    /** 1 if error correction is on, else 0. */
    ECC_ENABLED(32),
    /** Memory clock, kHz. */
    MEMORY_CLOCK_KHZ(36),
    /** Memory bus width, bits. */
    MEMORY_BUS_WIDTH_BITS(37),
    /** Largest texture 1D layered width. */
    MAX_TEXTURE_1D_LAYERED_WIDTH(42),
    /** Largest texture 1D layered layers. */
    MAX_TEXTURE_1D_LAYERED_LAYERS(43),
    /** Largest texture 2D gather width. */
    MAX_TEXTURE_2D_GATHER_WIDTH(45),
    /** Largest texture 2D gather height. */
    MAX_TEXTURE_2D_GATHER_HEIGHT(46),
    /** Largest texture 3D width alternate. */
    MAX_TEXTURE_3D_WIDTH_ALTERNATE(47),
    /** Largest texture 3D height alternate. */
    MAX_TEXTURE_3D_HEIGHT_ALTERNATE(48),
    /** Largest texture 3D depth alternate. */
    MAX_TEXTURE_3D_DEPTH_ALTERNATE(49),
    /** Largest texture cubemap. */
    MAX_TEXTURE_CUBEMAP(52),
    /** Largest texture cubemap layered width. */
    MAX_TEXTURE_CUBEMAP_LAYERED_WIDTH(53),
    /** Largest texture cubemap layered layers. */
    MAX_TEXTURE_CUBEMAP_LAYERED_LAYERS(54),
    /** Largest surface 1D. */
    MAX_SURFACE_1D(55),
    /** Largest surface 2D width. */
    MAX_SURFACE_2D_WIDTH(56),
    /** Largest surface 2D height. */
    MAX_SURFACE_2D_HEIGHT(57),
    /** Largest surface 3D width. */
    MAX_SURFACE_3D_WIDTH(58),
    /** Largest surface 3D height. */
    MAX_SURFACE_3D_HEIGHT(59),
    /** Largest surface 3D depth. */
    MAX_SURFACE_3D_DEPTH(60),
    /** Largest surface 1D layered width. */
    MAX_SURFACE_1D_LAYERED_WIDTH(61),
    /** Largest surface 1D layered layers. */
    MAX_SURFACE_1D_LAYERED_LAYERS(62),
    /** Largest surface 2D layered width. */
    MAX_SURFACE_2D_LAYERED_WIDTH(63),
    /** Largest surface 2D layered height. */
    MAX_SURFACE_2D_LAYERED_HEIGHT(64),
    /** Largest surface 2D layered layers. */
    MAX_SURFACE_2D_LAYERED_LAYERS(65),
    /** Largest surface cubemap. */
    MAX_SURFACE_CUBEMAP(66),
    /** Largest surface cubemap layered width. */
    MAX_SURFACE_CUBEMAP_LAYERED_WIDTH(67),
    /** Largest surface cubemap layered layers. */
    MAX_SURFACE_CUBEMAP_LAYERED_LAYERS(68),
    /** Largest texture 1D linear. */
    MAX_TEXTURE_1D_LINEAR(69),
    /** Largest texture 2D linear width. */
    MAX_TEXTURE_2D_LINEAR_WIDTH(70),
    /** Largest texture 2D linear height. */
    MAX_TEXTURE_2D_LINEAR_HEIGHT(71),
    /** Largest texture 2D linear pitch, bytes. */
    MAX_TEXTURE_2D_LINEAR_PITCH_BYTES(72),
    /** Largest texture 2D mipmapped width. */
    MAX_TEXTURE_2D_MIPMAPPED_WIDTH(73),
    /** Largest texture 2D mipmapped height. */
    MAX_TEXTURE_2D_MIPMAPPED_HEIGHT(74),
    /** Largest texture 1D mipmapped. */
    MAX_TEXTURE_1D_MIPMAPPED(77),
    /** Single to double precision ratio. */
    SINGLE_TO_DOUBLE_PRECISION_RATIO(87),
    /** Largest persisting L2, bytes. */
    MAX_PERSISTING_L2_BYTES(108),
    /** Largest access policy window, bytes. */
    MAX_ACCESS_POLICY_WINDOW_BYTES(109),
    /** 1 if blocks can be launched in clusters, else 0. */
    CLUSTER_LAUNCH(120),
    /** Memory synchronization domains. */
    MEM_SYNC_DOMAINS(126),
    /** PCI device id. */
    PCI_DEVICE_ID(139),
    /** PCI subsystem id. */
    PCI_SUBSYSTEM_ID(140);

    private final int number;

    ReportedAttribute(int number) {
        this.number = number;
    }

    /** The number in {@code cudaDeviceAttr}. */
    public int number() {
        return number;
    }

    /** The field in section {@code reported} of a profile. */
    public String field() {
        return name().toLowerCase(Locale.ROOT);
    }
}
