/**
 * Formulas over the elements of buffers, such as {@code a[i] + b[i]}, by which a plan says what a buffer holds or should hold. Does not depend on
 * machines: elements come from a {@link io.cdpsim.programs.plan.expression.FormulaScope}.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan.expression;
