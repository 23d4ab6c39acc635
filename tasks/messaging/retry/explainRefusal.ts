import type { Explanation } from "#src/explaining/Explanation.js"
import { MessageNotExecutableError } from "#src/messaging/retrying/retryErrors.js"

/** Adds to the refusal to execute a message what its explanation says, and how to fix that. */
export function explainRefusal(
  { messageId, reason }: MessageNotExecutableError,
  { causes, items }: Pick<Explanation, "causes" | "items">,
): MessageNotExecutableError {
  const cause = causes.find(({ about }) => about === null || about === messageId)
  const item = items.find(({ id }) => id === messageId)
  if (cause === undefined) {
    const where = item === undefined ? "" : `It is ${item.status}: ${item.says} `
    return new MessageNotExecutableError({
      messageId,
      reason,
      next: `${where}Run this again once it has come through.`,
    })
  }
  const { mend } = cause
  const who = mend === null ? "" : ` Fix: ${mend.who}.`
  const command = mend?.command ?? ""
  return new MessageNotExecutableError({
    messageId,
    reason,
    next: `${cause.name}: ${cause.says}${who}${command === "" ? "" : ` ${command}`}`,
  })
}
