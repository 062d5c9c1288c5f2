/** Runs as pages: one file of HTML that needs no network, made of a template, a style and a script that lie beside it as resources. */
@NullMarked
package io.cdpsim.cli.report;

import org.jspecify.annotations.NullMarked;
