/**
 * The {@code lab} command: lists the labs, puts one in place, grades submissions, packs all for machines without a network.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.lab;
