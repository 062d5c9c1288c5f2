package io.cdpsim.workloads.nbody;

import io.cdpsim.gpu.parallel.ThreadTeam;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;

/**
 * The forces in double precision, which check those of the kernels.
 *
 * <p>Visits the pairs in tiles that fit into a processor's caches, in loops without branches that the JVM compiles to vector instructions.
 */
final class ForceReference {
    private static final int TILE_BODIES = 1024;

    /** Most parts of the sums, which are added in their order, so that the threads make no difference to the result. */
    private static final int MOST_PARTS = 16;

    private final double[] x;
    private final double[] y;
    private final double[] z;
    private final double[] mass;
    private final double softening;

    /**
     * @param bodies x, y, z and mass of each body
     * @param softening the term added to squared distances
     */
    ForceReference(float[] bodies, float softening) {
        x = column(bodies, 0);
        y = column(bodies, 1);
        z = column(bodies, 2);
        mass = column(bodies, 3);
        this.softening = softening;
    }

    private static double[] column(float[] bodies, int first) {
        double[] column = new double[bodies.length / InitialBodies.FLOATS];
        for (int i = 0; i < column.length; i++) {
            column[i] = bodies[InitialBodies.FLOATS * i + first];
        }
        return column;
    }

    /**
     * The output of a variant's kernel: for each body the sum over all others of mass times direction over distance cubed. The atomic kernel's
     * reaction on the earlier body of a pair contains that body's own mass instead of the other's.
     *
     * @param threads how many threads may compute it
     * @return x, y and z for each body
     */
    double[] forces(NbodyVariant variant, int threads) {
        int count = mass.length;
        int tiles = (count + TILE_BODIES - 1) / TILE_BODIES;
        double[][][] partialSums = new double[Math.min(tiles, MOST_PARTS)][3][];
        new ThreadTeam(threads)
                .run(partialSums.length, part -> sum(partialSums[part], part, partialSums.length, variant));
        double[] forces = new double[3 * count];
        for (double[][] sums : partialSums) {
            for (int i = 0; i < count; i++) {
                for (int c = 0; c < 3; c++) {
                    forces[3 * i + c] += sums[c][i];
                }
            }
        }
        return forces;
    }

    /** The forces between the bodies of every so many-th tile and all later bodies. */
    private void sum(double[][] sums, int firstTile, int tilesApart, NbodyVariant variant) {
        int count = mass.length;
        double[][] components = {x, y, z};
        for (int c = 0; c < 3; c++) {
            sums[c] = new double[count];
        }
        double[] inverseCubes = new double[TILE_BODIES];
        for (int tile = firstTile * TILE_BODIES; tile < count; tile += tilesApart * TILE_BODIES) {
            for (int i = tile + 1; i < count; i++) {
                int end = Math.min(i, tile + TILE_BODIES);
                findInverseCubes(inverseCubes, i, tile, end);
                for (int c = 0; c < 3; c++) {
                    addPairs(inverseCubes, components[c], sums[c], i, tile, end, variant == NbodyVariant.ATOMIC);
                }
            }
        }
    }

    /** One over the cubed distances from body {@code i} to others. */
    private void findInverseCubes(double[] inverseCubes, int i, int from, int end) {
        double xi = x[i];
        double yi = y[i];
        double zi = z[i];
        for (int j = from; j < end; j++) {
            double dx = x[j] - xi;
            double dy = y[j] - yi;
            double dz = z[j] - zi;
            double squared = dx * dx + dy * dy + dz * dz + softening;
            inverseCubes[j - from] = 1 / (squared * Math.sqrt(squared));
        }
    }

    /** Adds one component of the forces between body {@code i} and earlier ones. */
    private void addPairs(
            double[] inverseCubes, double[] places, double[] sums, int i, int from, int end, boolean ownMassOnEarlier) {
        double place = places[i];
        double sum = sums[i];
        for (int j = from; j < end; j++) {
            sum += (places[j] - place) * (mass[j] * inverseCubes[j - from]);
        }
        sums[i] = sum;
        if (ownMassOnEarlier) {
            for (int j = from; j < end; j++) {
                sums[j] -= (places[j] - place) * (mass[j] * inverseCubes[j - from]);
            }
        } else {
            double massOfLater = mass[i];
            for (int j = from; j < end; j++) {
                sums[j] -= (places[j] - place) * (massOfLater * inverseCubes[j - from]);
            }
        }
    }

    /** The root mean squared difference over the root mean square of the reference. */
    static double relativeError(float[] got, double[] reference) {
        double error = 0;
        double size = 0;
        for (int i = 0; i < reference.length; i++) {
            double difference = got[i] - reference[i];
            error += difference * difference;
            size += reference[i] * reference[i];
        }
        return size == 0 ? Math.sqrt(error) : Math.sqrt(error / size);
    }

    /** The component with the largest difference from the reference. */
    static int worst(float[] got, double[] reference) {
        int worst = 0;
        for (int i = 1; i < reference.length; i++) {
            if (Math.abs(got[i] - reference[i]) > Math.abs(got[worst] - reference[worst])) {
                worst = i;
            }
        }
        return worst;
    }
}
