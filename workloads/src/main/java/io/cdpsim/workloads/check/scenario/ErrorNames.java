package io.cdpsim.workloads.check.scenario;

import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.plan.yaml.YamlFields;
import io.cdpsim.workloads.plan.yaml.YamlNode;
import java.util.Arrays;
import java.util.List;

/** The names of CUDA's errors. */
final class ErrorNames {
    private static final List<String> ALL =
            Arrays.stream(CudaError.values()).map(CudaError::cudaName).toList();

    private ErrorNames() {}

    /** A name that is one. @throws io.cdpsim.workloads.InvalidInputException if it is none */
    static String checked(YamlNode.Scalar name) {
        if (!ALL.contains(name.text())) {
            throw name.place()
                    .problem("found '" + name.text() + "', which is no error of CUDA's that is known here"
                            + (YamlFields.didYouMean(name.text(), ALL).contains("did you mean")
                                    ? YamlFields.didYouMean(name.text(), ALL)
                                    : "; 'cdpsim errors' lists them"));
        }
        return name.text();
    }
}
