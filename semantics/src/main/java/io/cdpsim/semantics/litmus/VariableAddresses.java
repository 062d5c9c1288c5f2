package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.LitmusVariable;
import io.cdpsim.memory.litmus.LitmusTest.VariableAlias;
import io.cdpsim.runtime.host.Host;
import java.util.Optional;

/** The addresses of a test's variables in a simulated machine, followed by the records of its threads. */
final class VariableAddresses {
    private final LitmusTest test;
    private final long[] addresses;
    private final long counter;
    private final long records;
    private final long hostWord;

    /** Allocates and initializes them. Variables of a test on several devices are in mapped memory, which all devices can access. */
    VariableAddresses(LitmusTest test, RecordLayout layout, Host host, boolean severalDevices) {
        this.test = test;
        this.addresses = new long[test.variables().size()];
        int sharedBytes = 0;
        int localBytes = 0;
        for (int i = 0; i < addresses.length; i++) {
            AddressSpace space = test.variables().get(i).space();
            Optional<VariableAlias> alias = test.variables().get(i).alias();
            if (alias.isPresent()) {
                addresses[i] = addresses[alias.get().variable()];
                continue;
            }
            switch (space) {
                case SHARED -> {
                    addresses[i] = AddressMap.SHARED_BASE + sharedBytes;
                    sharedBytes += RecordLayout.WORD_BYTES;
                }
                case LOCAL -> {
                    addresses[i] = AddressMap.LOCAL_BASE + localBytes;
                    localBytes += RecordLayout.WORD_BYTES;
                }
                case CONSTANT -> addresses[i] = host.constantSymbol(RecordLayout.WORD_BYTES);
                default ->
                    addresses[i] = space == AddressSpace.MAPPED || severalDevices
                            ? host.mallocHost(RecordLayout.WORD_BYTES)
                            : host.malloc(RecordLayout.WORD_BYTES);
            }
        }
        long recordBytes = (long) layout.bytes() * RecordLayout.RECORDS;
        counter = severalDevices ? host.mallocHost(RecordLayout.WORD_BYTES) : host.malloc(RecordLayout.WORD_BYTES);
        records = severalDevices ? host.mallocHost(recordBytes) : host.malloc(recordBytes);
        hostWord = host.mallocHost(RecordLayout.WORD_BYTES);
        host.memory().fill(records, 0, recordBytes);
        write(host, counter, test.threads().size());
        for (int i = 0; i < addresses.length; i++) {
            initialise(host, i);
        }
    }

    private void initialise(Host host, int variable) {
        long value = initial(variable);
        switch (test.variables().get(variable).space()) {
            case SHARED, LOCAL -> {
                // Each block or thread sets its own.
            }
            case CONSTANT -> host.memcpyToSymbol(addresses[variable], (int) value, (int) (value >> 32));
            default -> write(host, addresses[variable], value);
        }
    }

    static void write(Host host, long address, long value) {
        host.memory().write(address, (int) value, (int) (value >> 32));
    }

    /** The value at the start. */
    long initial(int variable) {
        LitmusOperand initial = test.variables().get(variable).initial();
        if (initial instanceof LitmusOperand.Symbol symbol) {
            return addresses[symbol.variable()];
        }
        return initial instanceof LitmusOperand.Immediate immediate ? immediate.value() : 0;
    }

    long of(int variable) {
        return addresses[variable];
    }

    /** The word from which device code takes the numbers of records. */
    long counter() {
        return counter;
    }

    /** The first record. */
    long records() {
        return records;
    }

    /** A host word without content. */
    long hostWord() {
        return hostWord;
    }

    /** Which variable that all threads share an address means. */
    Optional<LitmusVariable> at(long address) {
        for (int i = 0; i < addresses.length; i++) {
            AddressSpace space = test.variables().get(i).space();
            if (addresses[i] == address && space != AddressSpace.SHARED && space != AddressSpace.LOCAL) {
                return Optional.of(test.variables().get(i));
            }
        }
        return Optional.empty();
    }
}
