package io.cdpsim.gpu.texture;

/**
 * A place on a cube map: its face and the coordinates there, from 0 to 1 (CUDA C++ Programming Guide, cubemap textures).
 *
 * @param face +x, -x, +y, -y, +z, -z
 */
record CubeFace(int face, double x, double y) {
    private static final int X = 0;
    private static final int Y = 1;

    /** The place to which a direction from the centre points. */
    static CubeFace of(double[] direction) {
        int axis = axis(direction);
        double m = Math.abs(direction[axis]);
        int face = 2 * axis + (direction[axis] < 0 ? 1 : 0);
        return m == 0
                ? new CubeFace(face, 0.5, 0.5)
                : new CubeFace(face, (s(face, direction) / m + 1) / 2, (t(face, direction) / m + 1) / 2);
    }

    /** How far the coordinates on the face change with the direction. @return the changes of x and y */
    static double[] change(double[] direction, double[] by) {
        int axis = axis(direction);
        int face = 2 * axis + (direction[axis] < 0 ? 1 : 0);
        double m = Math.abs(direction[axis]);
        double change = direction[axis] < 0 ? -by[axis] : by[axis];
        double[] result = {
            (s(face, by) * m - s(face, direction) * change) / (2 * m * m),
            (t(face, by) * m - t(face, direction) * change) / (2 * m * m)
        };
        return result;
    }

    /** The face in the direction of a place beyond the edge of a face, and the coordinates there. */
    static CubeFace beyond(int face, double x, double y) {
        double s = 2 * x - 1;
        double t = 2 * y - 1;
        return of(
                switch (face) {
                    case 0 -> new double[] {1, -t, -s};
                    case 1 -> new double[] {-1, -t, s};
                    case 2 -> new double[] {s, 1, t};
                    case 3 -> new double[] {s, -1, -t};
                    case 4 -> new double[] {s, -t, 1};
                    default -> new double[] {-s, -t, -1};
                });
    }

    /** The dimension in which a direction is longest; x before y before z. */
    private static int axis(double[] direction) {
        double x = Math.abs(direction[0]);
        double y = Math.abs(direction[1]);
        double z = Math.abs(direction[2]);
        return x >= y && x >= z ? X : y >= z ? Y : 2;
    }

    private static double s(int face, double[] direction) {
        return switch (face) {
            case 0 -> -direction[2];
            case 1 -> direction[2];
            case 5 -> -direction[0];
            default -> direction[0];
        };
    }

    private static double t(int face, double[] direction) {
        return switch (face) {
            case 2 -> direction[2];
            case 3 -> -direction[2];
            default -> -direction[1];
        };
    }
}
