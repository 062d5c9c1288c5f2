package io.cdpsim.workloads.nbody;

import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;

/** The forces in double precision, which check those of the kernels. */
final class ForceReference {
    private final float[] bodies;
    private final double softening;

    /**
     * @param bodies x, y, z and mass of each body
     * @param softening the term added to squared distances
     */
    ForceReference(float[] bodies, float softening) {
        this.bodies = bodies;
        this.softening = softening;
    }

    /**
     * The output of a variant's kernel: for each body the sum over all others of mass times direction over distance cubed. The atomic kernel's
     * reaction on the earlier body of a pair contains that body's own mass instead of the other's.
     *
     * @return x, y and z for each body
     */
    double[] forces(NbodyVariant variant) {
        int count = bodies.length / InitialBodies.FLOATS;
        double[] forces = new double[3 * count];
        for (int i = 0; i < count; i++) {
            addPairs(forces, i, variant == NbodyVariant.ATOMIC);
        }
        return forces;
    }

    /** Adds the forces between body {@code i} and the bodies before it. */
    private void addPairs(double[] forces, int i, boolean ownMassOnEarlier) {
        int a = InitialBodies.FLOATS * i;
        double x = 0;
        double y = 0;
        double z = 0;
        for (int j = 0; j < i; j++) {
            int b = InitialBodies.FLOATS * j;
            double dx = (double) bodies[b] - bodies[a];
            double dy = (double) bodies[b + 1] - bodies[a + 1];
            double dz = (double) bodies[b + 2] - bodies[a + 2];
            double squared = dx * dx + dy * dy + dz * dz + softening;
            double inverseCube = 1 / (squared * Math.sqrt(squared));
            double onLater = bodies[b + 3] * inverseCube;
            double onEarlier = bodies[(ownMassOnEarlier ? b : a) + 3] * inverseCube;
            x += dx * onLater;
            y += dy * onLater;
            z += dz * onLater;
            forces[3 * j] -= dx * onEarlier;
            forces[3 * j + 1] -= dy * onEarlier;
            forces[3 * j + 2] -= dz * onEarlier;
        }
        forces[3 * i] = x;
        forces[3 * i + 1] = y;
        forces[3 * i + 2] = z;
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
