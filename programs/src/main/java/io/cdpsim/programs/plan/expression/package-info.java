/**
 * Formulas over the elements of buffers, such as {@code a[i] + b[i]}, which define initial or expected contents in a plan. Does not depend on
 * machines: {@link io.cdpsim.programs.plan.expression.Formula.FormulaScope} provides the elements.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan.expression;
