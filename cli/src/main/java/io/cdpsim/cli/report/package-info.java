/** Runs and sweeps as HTML pages: one file that needs no network, made from a template, a style and scripts among the resources. */
@NullMarked
package io.cdpsim.cli.report;

import org.jspecify.annotations.NullMarked;
