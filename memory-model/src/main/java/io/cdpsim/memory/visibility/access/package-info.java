/**
 * Where in which code an access was made, and how, packed into an int. Knows nothing of who made it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.access;
