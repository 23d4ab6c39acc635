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
  "inbound-reverts": {
    verdict: "stuck",
    means: "inbound of the destination plug reverts.",
    mendedBy: "The owner of the plug.",
  },
} as const

export type MessageCauseName = keyof typeof messageCauses
