/** Why a message does not arrive, in the order in which it can be stopped. */
export const messageCauses = {
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction reverted, so it sent nothing.",
    mendedBy: "You: mend why it reverted, and send again.",
  },
  "not-connected": {
    verdict: "stuck",
    means: "The destination plug is connected to nobody on the source chain.",
    mendedBy: "The owner of the plug: connect it.",
  },
  "message-id-used": {
    verdict: "failed",
    means: "The destination chain has executed another message with the same id, because the source chain lost blocks.",
    mendedBy: "You: send the message again.",
  },
  "destination-without-code": {
    verdict: "stuck",
    means: "There is no contract at the address that the message goes to.",
    mendedBy: "You: connect the source plug to the right plug, and send again.",
  },
  "value-missing": {
    verdict: "stuck",
    means: "The executor has less than the native value that the message carries.",
    mendedBy: "Whoever may execute: with `messaging retry`, from an account that has the value.",
  },
  "execution-refused": {
    verdict: "stuck",
    means: "The execution manager refuses the execution parameters of the message.",
    mendedBy: "The owner of the destination socket.",
  },
  "inbound-reverts": {
    verdict: "stuck",
    means: "`inbound` of the destination plug reverts.",
    mendedBy:
      "The owner of the destination plug. It is tried again by itself, or with `messaging retry` once it was given up.",
  },
  "inbound-needs-more-gas": {
    verdict: "stuck",
    means: "`inbound` of the destination plug needs more gas than the message gives it.",
    mendedBy: "Whoever may execute: with `messaging retry … --gas-limit`. Send later messages with a higher limit.",
  },
  "given-up": {
    verdict: "stuck",
    means: "The executor has tried for long enough, and does not try again.",
    mendedBy: "Whoever may execute: with `messaging retry`, once `inbound` succeeds.",
  },
  "not-executed": {
    verdict: "stuck",
    means: "Nothing stops the execution, and nobody has executed the message, though that is due.",
    mendedBy: "Whoever may execute: with `messaging retry`.",
  },
} as const

export type MessageCauseName = keyof typeof messageCauses
