package io.cdpsim.ptx.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The name of a function in its source, found in the name that a C++ compiler made of it (Itanium C++ ABI, 5.1.2 to 5.1.5). */
final class SourceName {
    private static final String PREFIX = "_Z";

    private final String name;
    private int at = PREFIX.length();

    private SourceName(String name) {
        this.name = name;
    }

    /** {@code expand} for {@code _Z6expandILi0EEvi}, without namespaces and parameters; a name that no compiler changed is its own. */
    static String plain(String name) {
        return name.startsWith(PREFIX) ? new SourceName(name).base() : name;
    }

    /** The source name with template arguments, {@code expand<0>}, if they are numbers and built-in types of C++. */
    static String full(String name) {
        if (!name.startsWith(PREFIX)) {
            return name;
        }
        SourceName source = new SourceName(name);
        String base = source.base();
        return base.equals(name) ? name : base + source.templateArguments().orElse("");
    }

    private String base() {
        boolean nested = taken('N');
        String base = name;
        while (taken('L') || isDigit()) {
            String word = word();
            if (word.isEmpty()) {
                return base;
            }
            base = word;
            if (!nested) {
                return base;
            }
        }
        return base;
    }

    private Optional<String> templateArguments() {
        if (!taken('I')) {
            return Optional.empty();
        }
        List<String> arguments = new ArrayList<>();
        while (!taken('E')) {
            Optional<String> argument = taken('L') ? literal() : type();
            if (argument.isEmpty()) {
                return Optional.empty();
            }
            arguments.add(argument.get());
        }
        return Optional.of("<" + String.join(", ", arguments) + ">");
    }

    /** A typed number: {@code i0E}, {@code in1E}, {@code b1E}. */
    private Optional<String> literal() {
        Optional<String> type = type();
        int end = name.indexOf('E', at);
        if (type.isEmpty() || end < 0) {
            return Optional.empty();
        }
        String digits = name.substring(at, end).replace('n', '-');
        at = end + 1;
        return Optional.of(!type.get().equals("bool") ? digits : digits.equals("0") ? "false" : "true");
    }

    private Optional<String> type() {
        if (taken('P')) {
            return type().map(each -> each + "*");
        }
        if (taken('K')) {
            return type().map(each -> "const " + each);
        }
        if (isDigit()) {
            return Optional.of(word()).filter(word -> !word.isEmpty());
        }
        Optional<String> type = at < name.length() ? builtIn(name.charAt(at)) : Optional.empty();
        at += type.isPresent() ? 1 : 0;
        return type;
    }

    private static Optional<String> builtIn(char letter) {
        return Optional.ofNullable(
                switch (letter) {
                    case 'b' -> "bool";
                    case 'c' -> "char";
                    case 'a' -> "signed char";
                    case 'h' -> "unsigned char";
                    case 's' -> "short";
                    case 't' -> "unsigned short";
                    case 'i' -> "int";
                    case 'j' -> "unsigned";
                    case 'l' -> "long";
                    case 'm' -> "unsigned long";
                    case 'x' -> "long long";
                    case 'y' -> "unsigned long long";
                    case 'f' -> "float";
                    case 'd' -> "double";
                    default -> null;
                });
    }

    private boolean taken(char letter) {
        boolean found = at < name.length() && name.charAt(at) == letter;
        at += found ? 1 : 0;
        return found;
    }

    private boolean isDigit() {
        return at < name.length() && name.charAt(at) >= '0' && name.charAt(at) <= '9';
    }

    /** A length-prefixed identifier; empty if the rest of the name is shorter. */
    private String word() {
        int length = 0;
        for (; isDigit() && length <= name.length(); at++) {
            length = 10 * length + (name.charAt(at) - '0');
        }
        if (length > name.length() - at) {
            return "";
        }
        at += length;
        return name.substring(at - length, at);
    }
}
