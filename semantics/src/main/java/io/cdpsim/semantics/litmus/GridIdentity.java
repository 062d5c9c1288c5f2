package io.cdpsim.semantics.litmus;

import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;

/**
 * Which grid runs.
 *
 * @param first number of the record of its first thread
 * @param parent number of the launching thread's record
 * @param site number of the launch
 * @param repetition how often that launch was done before by the same thread
 * @param scopeRecord number, from the first, of the record that keeps the handles of the thread's scope
 */
record GridIdentity(Register first, Register parent, Register site, Register repetition, Operand scopeRecord) {}
