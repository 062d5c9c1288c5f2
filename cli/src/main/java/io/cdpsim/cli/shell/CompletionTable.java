package io.cdpsim.cli.shell;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.run.ExampleWorkloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A shell function in front of picocli's: it offers names and files for one argument, while picocli offers either, and words with a
 * colon, which bash splits.
 */
final class CompletionTable {
    private static final String FUNCTION = """

        # Before the functions above: names and files for one argument, and words with a colon, which bash takes for several.
        function _cdpsim_words() {
          local line=${COMP_LINE:0:$COMP_POINT}
          local word=${line##*[[:space:]]}
          local before=${line%%"$word"}
          before=${before%%"${before##*[![:space:]]}"}
          local last=${before##*[[:space:]]}
          local names='' files=''
          case $word in
            --*=*)
              last=${word%%%%=*}
              word=${word#*=}
              ;;
          esac
          case $last in
        %s    %s | [!-]*)
              case "$word|$before " in
                -*) ;;
        %s      esac
              ;;
          esac
          if [ -z "$names" ]; then
            _complete_cdpsim "$@"
            return $?
          fi
          local IFS=$' \\n'
          COMPREPLY=( $(compgen -W "$names" -- "$word") )
          IFS=$'\\n'
          if [ -n "$files" ]; then
            [ ${#COMPREPLY[@]} -gt 0 ] || ! type compopt &>/dev/null || compopt -o filenames
            COMPREPLY+=( $(compgen -f -- "$word") )
          fi
          # Bash replaces what follows the last colon alone.
          if [[ $COMP_WORDBREAKS == *:* && $word == *:* ]]; then
            local taken=${word%%"${word##*:}"}
            COMPREPLY=( "${COMPREPLY[@]#"$taken"}" )
          fi
          case ${COMPREPLY[0]-} in
            *[:=]) ! type compopt &>/dev/null || compopt -o nospace ;;
          esac
          return 0
        }
        complete -F _cdpsim_words -o default cdpsim
        """;

    private final Map<String, CompletionCandidates> options = new TreeMap<>();
    private final Map<String, CompletionCandidates> arguments = new TreeMap<>();
    private final TreeSet<String> flags = new TreeSet<>();

    private CompletionTable() {}

    /** The function for a command line, and its registration in the shell. */
    static String function(CommandLine root) {
        CompletionTable words = new CompletionTable();
        words.collect(root, "");
        return words.write(root);
    }

    private void collect(CommandLine command, String path) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (offered(option) instanceof CompletionCandidates words) {
                options.putIfAbsent(option.longestName(), words);
            } else if (option.arity().max() == 0) {
                flags.addAll(List.of(option.names()));
            }
        }
        for (PositionalParamSpec argument : command.getCommandSpec().positionalParameters()) {
            if (offered(argument) instanceof CompletionCandidates words) {
                arguments.putIfAbsent(path, words);
            }
        }
        command.getSubcommands().forEach((name, sub) -> collect(sub, path + " " + name));
    }

    private static Iterable<String> offered(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        return candidates == null ? List.of() : candidates;
    }

    private String write(CommandLine root) {
        StringBuilder ofOptions = new StringBuilder();
        options.forEach((name, words) -> ofOptions.append("    '" + name + "') " + assignment(words, words.orFiles())));
        StringBuilder ofArguments = new StringBuilder();
        arguments.forEach((path, words) ->
                ofArguments.append("        *'" + path + " '*) " + assignment(words, words.orFiles())));
        CommandLine run = Objects.requireNonNull(root.getSubcommands().get("run"));
        List<String> programs = new ArrayList<>(run.getSubcommands().keySet());
        new ExampleWorkloads.Names().forEach(name -> programs.add("example:" + name));
        ofArguments.append("        *'cdpsim run ') " + assignment(programs, false));
        StringJoiner flagNames = new StringJoiner(" | ");
        flags.forEach(flag -> flagNames.add("'" + flag + "'"));
        return FUNCTION.formatted(ofOptions, flagNames, ofArguments);
    }

    private static String assignment(Iterable<String> names, boolean orFiles) {
        return "names='" + String.join(" ", names) + "'" + (orFiles ? " files=yes" : "") + " ;;\n";
    }
}
