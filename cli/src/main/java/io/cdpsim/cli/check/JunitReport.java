package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Severity;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes cases as JUnit XML, a suite for each file. Only elements and attributes that both the schema of Jenkins's xunit plugin (junit-10.xsd)
 * and GitLab accept. GitLab ignores a second case with the same name, so names are unique within a file.
 */
final class JunitReport {
    private JunitReport() {}

    /** @param failing the least severity that makes a case fail */
    static String text(List<CaseResult> cases, Severity failing) {
        Map<String, List<CaseResult>> files = new LinkedHashMap<>();
        cases.forEach(each -> files.computeIfAbsent(attribute(each.file()), file -> new ArrayList<>())
                .add(each));
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            line(xml, 0);
            xml.writeStartElement("testsuites");
            counts(xml, "cdpsim check", cases, failing);
            for (Map.Entry<String, List<CaseResult>> each : files.entrySet()) {
                line(xml, 1);
                xml.writeStartElement("testsuite");
                counts(xml, each.getKey(), each.getValue(), failing);
                xml.writeAttribute("skipped", "0");
                xml.writeAttribute("file", each.getKey());
                Set<String> names = new HashSet<>();
                for (CaseResult one : each.getValue()) {
                    write(xml, one, unused(attribute(one.name()), names), failing);
                }
                line(xml, 1);
                xml.writeEndElement();
            }
            line(xml, 0);
            xml.writeEndElement();
            line(xml, 0);
            xml.writeEndDocument();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text.toString();
    }

    private static void counts(XMLStreamWriter xml, String name, List<CaseResult> cases, Severity failing)
            throws XMLStreamException {
        xml.writeAttribute("name", attribute(name));
        xml.writeAttribute("tests", String.valueOf(cases.size()));
        xml.writeAttribute("failures", String.valueOf(TextReport.number(cases, CaseResult.Status.FAIL, failing)));
        xml.writeAttribute("errors", String.valueOf(TextReport.number(cases, CaseResult.Status.ERROR, failing)));
        xml.writeAttribute(
                "time", seconds(cases.stream().mapToLong(CaseResult::millis).sum()));
    }

    private static void write(XMLStreamWriter xml, CaseResult one, String name, Severity failing)
            throws XMLStreamException {
        line(xml, 2);
        xml.writeStartElement("testcase");
        xml.writeAttribute("name", name);
        xml.writeAttribute("classname", attribute(one.file()));
        xml.writeAttribute("time", seconds(one.millis()));
        List<Occurrence> bad = one.occurrences().stream()
                .filter(each -> each.diagnostic().severity().compareTo(failing) >= 0)
                .toList();
        if (!bad.isEmpty()) {
            line(xml, 3);
            xml.writeStartElement(one.status(failing) == CaseResult.Status.ERROR ? "error" : "failure");
            xml.writeAttribute("type", bad.get(0).diagnostic().rule());
            xml.writeAttribute("message", attribute(bad.get(0).diagnostic().message()));
            xml.writeCharacters(plain(TextReport.text(one, failing)));
            xml.writeEndElement();
        } else if (!one.occurrences().isEmpty() || !one.notes().isEmpty()) {
            line(xml, 3);
            xml.writeStartElement("system-out");
            xml.writeCharacters(plain(TextReport.text(one, failing)));
            xml.writeEndElement();
        }
        line(xml, 2);
        xml.writeEndElement();
    }

    /** The name, with a number if a case of the file has it already. */
    private static String unused(String name, Set<String> names) {
        String unused = name;
        for (int number = 2; !names.add(unused); number++) {
            unused = name + " (" + number + ")";
        }
        return unused;
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }

    private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** A text as a reader of XML takes it from an attribute, which has no line feeds and tabs. */
    private static String attribute(String text) {
        return plain(text).replace('\n', ' ').replace('\t', ' ');
    }

    /** A text without the characters that XML forbids. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(each -> {
            boolean isHalf = each >= 0xD800 && each <= 0xDFFF;
            boolean isSign = each >= ' ' && each != 0xFFFE && each != 0xFFFF && !isHalf;
            boolean isAllowed = isSign || each == '\n' || each == '\t';
            plain.appendCodePoint(isAllowed ? each : '?');
        });
        return plain.toString();
    }
}
