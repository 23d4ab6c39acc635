import { toTerminal } from "../../terminal/paint.js"

const maxDepth = 8

/**
 * Makes an error safe to print by Hardhat, which prints the message and stack of an unknown error, and those of its causes, as they are.
 * A library's error can quote a node, a contract or a file.
 */
export function escapeError(error: unknown): void {
  let current = error
  for (let depth = 0; depth < maxDepth && current instanceof Error; depth += 1) {
    const { message, stack } = current
    // A library's error can be frozen.
    Reflect.set(current, "message", toTerminal(message))
    if (stack !== undefined) Reflect.set(current, "stack", toTerminal(stack))
    current = current.cause
  }
}
