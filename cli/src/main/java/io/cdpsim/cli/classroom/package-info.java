/**
 * {@code serve --class}: the labs for many users on one server. Accounts by invitation links, work that is kept in a folder, a queue of gradings, the
 * progress of everybody for instructors. Runs nothing of a submission but {@code lab check}.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.classroom;
