/**
 * What a report says: races with the two accesses, their rule and what mends them, and uses that are undefined. Data alone, which knows no
 * other room.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.report;
