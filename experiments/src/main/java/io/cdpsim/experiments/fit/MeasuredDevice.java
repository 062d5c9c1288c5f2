package io.cdpsim.experiments.fit;

import com.google.common.base.Splitter;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The properties of the measured GPU: the lines {@code device,NAME,KEY,VALUE,...} among the rows.
 *
 * @param name name of the GPU; empty if no line contains it
 * @param values by key, as text
 */
public record MeasuredDevice(Optional<String> name, Map<String, String> values) {
    private static final String LINE = "device,";
    private static final int BITS_OF_HBM_CHANNEL = 64;

    /** Keeps a copy. */
    public MeasuredDevice {
        values = Map.copyOf(values);
    }

    /**
     * Reads the .csv files of a folder.
     *
     * @throws InvalidInputException if one cannot be read
     */
    public static MeasuredDevice in(Path folder) {
        Optional<String> name = Optional.empty();
        Map<String, String> values = new LinkedHashMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(each -> each.toString().endsWith(".csv"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith(LINE)) {
                        List<String> parts = Splitter.on(',').trimResults().splitToList(line);
                        name = parts.size() > 1 ? Optional.of(parts.get(1)) : name;
                        for (int i = 2; i + 1 < parts.size(); i += 2) {
                            values.put(parts.get(i), parts.get(i + 1));
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException(folder + ": cannot be read: " + FileErrors.reason(e));
        }
        return new MeasuredDevice(name, values);
    }

    /** The fields of a profile that they define, each {@code path=value}. */
    public List<String> fields() {
        List<String> fields = new ArrayList<>();
        add(fields, "sm.count", "sm", "");
        add(fields, "sm.shared_memory", "smem_sm", " B");
        add(fields, "sm.max_shared_per_block_opt_in", "smem_block_optin", " B");
        add(fields, "sm.registers", "regs_sm", "");
        add(fields, "sm.max_threads", "threads_sm", "");
        add(fields, "sm.max_blocks", "blocks_sm", "");
        add(fields, "l2.capacity", "l2", " B");
        number("bus").ifPresent(bits -> fields.add("dram.channels=" + Math.max(1, bits / BITS_OF_HBM_CHANNEL)));
        return fields;
    }

    private void add(List<String> fields, String path, String key, String unit) {
        number(key).filter(each -> each > 0).ifPresent(value -> fields.add(path + "=" + value + unit));
    }

    private Optional<Long> number(String key) {
        String text = values.getOrDefault(key, "");
        return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}
