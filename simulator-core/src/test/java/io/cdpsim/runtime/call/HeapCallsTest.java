package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import org.junit.jupiter.api.Test;

/** Memory that device code asks for and gives back (rules HEAP-1 to HEAP-3). */
class HeapCallsTest {
    private static final int INVALID_VALUE = 1;
    private static final int MEMORY_ALLOCATION = 2;
    private static final long ALL = 8 << 20;

    private final ParentLab lab = ParentLab.on("k20x");

    private static Operand isNull(KernelBuilder k, Operand address) {
        return k.select(k.equal(address, u64(0)), s32(1), s32(0));
    }

    @Test
    void whatTheHeapDoesNotHaveIsNull() {
        lab.run(1, 1, k -> {
            lab.keep(k, 0, isNull(k, k.device().malloc(u64(ALL + 1))));
            var refused = k.device().cudaMalloc(u64(ALL + 1));
            lab.keep(k, 1, refused.get(0));
            lab.keep(k, 2, isNull(k, refused.get(1)));
            var given = k.device().cudaMalloc(u64(ALL));
            lab.keep(k, 3, given.get(0));
            lab.keep(k, 4, isNull(k, given.get(1)));
            lab.keep(k, 5, isNull(k, k.device().malloc(u64(16))));
            lab.keep(k, 6, k.device().getLastError());
        });

        assertThat(lab.kept(7)).containsExactly(1, MEMORY_ALLOCATION, 1, 0, 0, 1, MEMORY_ALLOCATION);
    }

    /** Rule HEAP-2: whoever allocated, and by either name. */
    @Test
    void whatIsGivenBackCanBeHadAgain() {
        lab.run(1, 1, k -> {
            Operand whole = k.device().malloc(u64(ALL));
            lab.keep(k, 0, k.device().cudaFree(whole));
            lab.keep(k, 1, k.device().cudaFree(whole));
            var again = k.device().cudaMalloc(u64(ALL));
            lab.keep(k, 2, again.get(0));
            k.device().free(again.get(1));
            lab.keep(k, 3, isNull(k, k.device().malloc(u64(ALL))));
        });

        assertThat(lab.kept(4)).containsExactly(0, INVALID_VALUE, 0, 0);
        lab.assertWarned();
    }

    @Test
    void eachThreadGetsMemoryOfItsOwnThatItCanUse() {
        lab.run(1, 32, k -> {
            Operand own = k.device().malloc(u64(4));
            k.memory().store(ValueType.S32, own, k.threadX());
            k.syncThreads();
            lab.keepOfEach(k, 0, k.memory().load(ValueType.S32, own));
        });

        for (int i = 0; i < 32; i++) {
            assertThat(lab.kept(32)[i]).isEqualTo(i);
        }
    }

    /** Rule HEAP-3: {@code free} returns nothing that could tell of it, and is warned of once a place. */
    @Test
    void memoryOfTheHostIsNotTheHeapsToFree() {
        long address = lab.host().malloc(64);
        lab.run(1, 2, k -> {
            k.device().free(u64(address));
            lab.keep(k, 0, k.device().cudaFree(u64(address)));
            lab.keep(k, 1, k.device().cudaFree(u64(0)));
        });

        assertThat(lab.kept(2)).containsExactly(INVALID_VALUE, 0);
        lab.assertWarned("HEAP-3");
        assertThat(lab.timeline().warnings().get(0).message())
                .isEqualTo("kernel parent frees an address that is not from the device heap, so nothing is freed; free"
                        + " each address that malloc returned, once");
        assertThat(lab.host().holds(address, 64)).isTrue();
    }
}
