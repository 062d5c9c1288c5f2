package io.cdpsim.semantics.check.scenario;

import io.cdpsim.programs.plan.yaml.Fields;
import io.cdpsim.programs.plan.yaml.YamlNode;
import io.cdpsim.runtime.version.CudaError;
import java.util.Arrays;
import java.util.List;

/** The names of CUDA's errors. */
final class ErrorNames {
    private static final List<String> ALL =
            Arrays.stream(CudaError.values()).map(CudaError::cudaName).toList();

    private ErrorNames() {}

    /** A name that is one. @throws io.cdpsim.workloads.WorkloadException if it is none */
    static String checked(YamlNode.Scalar name) {
        if (!ALL.contains(name.text())) {
            throw name.place()
                    .problem("found '" + name.text() + "', which is no error of CUDA's that is known here"
                            + (Fields.didYouMean(name.text(), ALL).contains("did you mean")
                                    ? Fields.didYouMean(name.text(), ALL)
                                    : "; 'cdpsim errors' lists them"));
        }
        return name.text();
    }
}
