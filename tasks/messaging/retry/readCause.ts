import { type MessageCauseName, messageCauses } from "#src/messaging/explaining/messageCauses.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/**
 * Reads for which cause messages are to be executed again.
 *
 * @throws {InvalidInputError} `messaging explain` finds no such cause
 */
export function readCause(text: string): MessageCauseName {
  const names = Object.keys(messageCauses) as MessageCauseName[]
  const found = names.find((name) => name === text.trim())
  if (found !== undefined) return found
  throw new InvalidInputError({
    argument: "--cause",
    problem: `${inQuotes(text)} is no cause that messaging explain finds`,
    fix: didYouMean(text, names).trim() || "Give one that it shows, such as given-up.",
  })
}
