package io.cdpsim.junit;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes the machines that {@link CdpSim} specifies. */
final class CdpSimExtension implements ParameterResolver, TestTemplateInvocationContextProvider {
    private static final ExtensionContext.Namespace OWN = ExtensionContext.Namespace.create(CdpSimExtension.class);

    /** Called by JUnit. */
    CdpSimExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        // A constructor's machine would differ from its test's.
        return parameter.getDeclaringExecutable() instanceof Method
                && (type == Machine.class || type == SimulatedRun.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        CdpSim annotation = annotation(context);
        SimulatedRun run = run(context, annotation, first(annotation.policies()), first(annotation.seeds()));
        return parameter.getParameter().getType() == Machine.class ? run.machine() : run;
    }

    /** The run of a test, made for the first of its parameters. */
    private static SimulatedRun run(ExtensionContext context, CdpSim annotation, LaunchPolicy policy, long seed) {
        ExtensionContext.Store store = context.getStore(OWN);
        SimulatedRun known = store.get(SimulatedRun.class, SimulatedRun.class);
        if (known != null) {
            return known;
        }
        SimulatedRun made = run(annotation, policy, seed);
        store.put(SimulatedRun.class, made);
        return made;
    }

    private static SimulatedRun run(CdpSim annotation, LaunchPolicy policy, long seed) {
        try {
            GpuProfile profile = Profiles.load(annotation.profile(), List.of(annotation.set()));
            MachineSettings settings = MachineSettings.of(profile)
                    .withDevices(annotation.devices())
                    .withPolicy(policy)
                    .withSeed(seed)
                    .withCheck(annotation.check());
            if (!annotation.cuda().isEmpty()) {
                settings = settings.withCuda(CudaVersion.parse(annotation.cuda()));
            }
            return SimulatedRun.on(annotation.pool() == 0 ? settings : settings.withPendingLaunches(annotation.pool()));
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException("@CdpSim: " + e.getMessage(), e);
        }
    }

    private static LaunchPolicy first(LaunchPolicy[] policies) {
        if (policies.length == 0) {
            throw new ExtensionConfigurationException("@CdpSim: policies names none; leave it out for EAGER");
        }
        return policies[0];
    }

    private static long first(long[] seeds) {
        if (seeds.length == 0) {
            throw new ExtensionConfigurationException("@CdpSim: seeds names none; leave it out for 1");
        }
        return seeds[0];
    }

    /** The annotation of the method, else that of its class or a class around it. */
    private static CdpSim annotation(ExtensionContext context) {
        Optional<CdpSim> annotation =
                context.getTestMethod().flatMap(method -> AnnotationSupport.findAnnotation(method, CdpSim.class));
        for (Optional<ExtensionContext> at = Optional.of(context); annotation.isEmpty() && at.isPresent(); ) {
            annotation = at.get().getTestClass().flatMap(type -> AnnotationSupport.findAnnotation(type, CdpSim.class));
            at = at.get().getParent();
        }
        return annotation.orElseThrow(() -> new ExtensionConfigurationException(
                "no @CdpSim on " + context.getDisplayName() + " or its class: it says which GPU is simulated"));
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getTestMethod()
                .map(method -> AnnotationSupport.isAnnotated(method, CdpSimTest.class))
                .orElse(false);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        CdpSim annotation = annotation(context);
        first(annotation.policies());
        first(annotation.seeds());
        return Arrays.stream(annotation.policies())
                .flatMap(policy ->
                        Arrays.stream(annotation.seeds()).mapToObj(seed -> new Invocation(annotation, policy, seed)));
    }

    /** One run of a {@link CdpSimTest}. */
    private record Invocation(CdpSim annotation, LaunchPolicy policy, long seed)
            implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return policy.name().toLowerCase(Locale.ROOT) + ", seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of((BeforeEachCallback) context -> run(context, annotation, policy, seed));
        }
    }
}
