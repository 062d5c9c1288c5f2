package io.cdpsim.memory.litmus.generate;

/**
 * A test that was made.
 *
 * @param name its name, which tells its cycle: {@code stream+fre.weak+po.fence.sc.gpu+rfe.relaxed.gpu-cdp2}
 * @param text the test as {@link io.cdpsim.memory.litmus.text.LitmusParser} reads it
 */
public record GeneratedTest(String name, String text) {}
