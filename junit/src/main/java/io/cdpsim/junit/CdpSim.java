package io.cdpsim.junit;

import io.cdpsim.runtime.settings.LaunchPolicy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Provides test methods with a {@link io.cdpsim.runtime.Machine}, and with the {@link SimulatedRun} that records what happens on it.
 *
 * <pre>{@code
 * @CdpSim(profile = "h200")
 * class TailTest {
 *     @Test
 *     void theTailRunsBehindTheChild(Machine machine, SimulatedRun run) {
 *         Host host = machine.host();
 *         host.launch(parent, LaunchShape.of(1, 32), host.defaultStream());
 *         host.synchronize();
 *
 *         assertThat(run).ran("child", times(32)).hasNoRaces().completesBefore("child", "tail");
 *     }
 * }
 * }</pre>
 *
 * <p>The annotation of a method overrides that of its class. With {@link CdpSimTest} in place of {@code @Test} a method runs once for each policy
 * and each seed; a {@code @Test} takes the first of both.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CdpSimExtension.class)
public @interface CdpSim {
    /** The GPU: the name of a built-in profile, or a file. */
    String profile() default "h200";

    /** Fields of the profile to change, with their units, such as {@code "l2.latency=300 cycles"}. */
    String[] set() default {};

    /** The version of CUDA, such as {@code "11.8"}; the newest that supports the profile if empty. */
    String cuda() default "";

    /** Number of devices of the machine, 1 to 31. */
    int devices() default 1;

    /** Launch policies: how the machine uses the freedom that the rules leave. */
    LaunchPolicy[] policies() default {LaunchPolicy.EAGER};

    /** Seeds of the other choices that hardware leaves open. */
    long[] seeds() default {1};

    /** Entries of the pending-launch pool; the profile's default if 0. */
    long pool() default 0;

    /** Whether accesses are checked for races and undefined uses of memory. */
    boolean check() default true;
}
