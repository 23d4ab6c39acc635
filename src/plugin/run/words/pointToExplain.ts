import {
  explainGatewayCommand,
  explainMessageCommand,
  explainSwapCommand,
} from "../../../primitives/commands/explainCommands.js"
import type { PlugsError } from "../../../primitives/PlugsError.js"

type Facts = PlugsError["facts"]

/** The command that explains what an error is about, by the helper that its advice names. */
const commands: Readonly<Record<string, (facts: Facts, chainName: (slug: string) => string) => string | undefined>> = {
  explainMessage: ({ transaction, message, "source chain": slug }, chainName) => {
    if (transaction === undefined) return message === undefined ? undefined : explainMessageCommand(message)
    return explainMessageCommand(transaction, {
      from: slug === undefined ? undefined : chainName(slug),
      messageId: message,
    })
  },
  explainTransaction: ({ transaction, timeout, "scheduled by": scheduledBy }) =>
    givenId(transaction ?? timeout ?? scheduledBy, explainGatewayCommand),
  explainSwap: ({ quote, transaction }) => givenId(quote ?? transaction, explainSwapCommand),
}

/** What an API called an id is put into a command only if it looks like one. */
function givenId(id: string | undefined, command: (id: string) => string): string | undefined {
  return id !== undefined && /^[\w-]{1,200}$/.test(id) ? command(id) : undefined
}

const naming = / ?(explain[A-Z][a-z]+) says why\./

/**
 * Puts the command that explains more in place of the helper that an error's advice names.
 *
 * @param next the advice for a task, in which the helper need not be named
 * @param chainName names the chain of a slug as `--from` takes it
 */
export function pointToExplain(
  next: string | undefined,
  { next: own = "", facts }: Pick<PlugsError, "next" | "facts">,
  chainName: (slug: string) => string,
): string | undefined {
  const helper = naming.exec(own)?.[1]
  if (helper === undefined) return next
  const text = next?.replace(naming, "")
  const command = commands[helper]?.(facts, chainName)
  return command === undefined ? text : [text, `To find out why: ${command}`].filter(Boolean).join(" ").trim()
}
