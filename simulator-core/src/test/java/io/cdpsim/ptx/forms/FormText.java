package io.cdpsim.ptx.forms;

import java.util.List;

/** One PTX module with a kernel for each form: a thread takes its operands from a buffer and leaves its result in another. */
public final class FormText {
    private static final String[] OPERANDS = {"%a", "%b", "%c", "%e"};

    private FormText() {}

    /** The module of all forms, of further spellings, and of forms that other GPUs have. */
    public static List<String> modules() {
        return List.of(of(Forms.all()), of(FurtherForms.all()), of(BeyondForms.all(), 100));
    }

    /** The module for an H100 or H200. */
    static String of(List<PtxForm> forms) {
        return of(forms, 90);
    }

    /** The module for a compute capability, times ten. */
    static String of(List<PtxForm> forms, int target) {
        StringBuilder text =
                new StringBuilder(".version 8.8\n.target sm_").append(target).append("\n.address_size 64\n");
        text.append(ControlForms.FUNCTIONS);
        for (int i = 0; i < forms.size(); i++) {
            kernel(text, i, forms.get(i));
        }
        return text.toString();
    }

    static String name(int number) {
        return "form" + number;
    }

    private static void kernel(StringBuilder text, int number, PtxForm form) {
        text.append("// ").append(form.name()).append('\n');
        text.append(".visible .entry ").append(name(number)).append("(.param .u64 from, .param .u64 to)\n{\n");
        text.append("\t.reg .b64 %from, %to;\n\t.reg .b32 %thread, %block;\n\t.reg .pred %p, %q, %r;\n");
        declare(text, form.result(), "%d");
        for (int i = 0; i < form.inputs().size(); i++) {
            declare(text, form.inputs().get(i), OPERANDS[i]);
        }
        text.append("\tld.param.u64 %from, [from];\n\tld.param.u64 %to, [to];\n\tmov.u32 %thread, %tid.x;\n");
        text.append("\tmov.u32 %block, %ctaid.x;\n\tmad.wide.u32 %from, %block, 2048, %from;\n");
        text.append("\tmad.wide.u32 %to, %block, 512, %to;\n");
        text.append("\tmad.wide.u32 %from, %thread, 32, %from;\n\tmad.wide.u32 %to, %thread, 8, %to;\n");
        for (int i = 0; i < form.inputs().size(); i++) {
            text.append("\tld.global.b")
                    .append(form.inputs().get(i).registerBits())
                    .append(' ');
            text.append(OPERANDS[i]).append(", [%from+").append(8 * i).append("];\n");
        }
        text.append('\t').append(form.body()).append('\n');
        text.append("\tst.global.b").append(form.result().registerBits()).append(" [%to], %d;\n\tret;\n}\n");
    }

    private static void declare(StringBuilder text, FormType type, String name) {
        text.append("\t.reg .").append(type.register()).append(' ').append(name).append(";\n");
    }
}
