import type { Address, Hex } from "viem"
import { isAddressEqual } from "viem/utils"

import type { MessageDetails } from "../ChainFacts.js"
import type { FollowedChain } from "../followChain.js"
import { isStoreError } from "../store/WatchDatabase.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { shorten } from "#src/primitives/text.js"

/** What a node has told, or why it was not read. */
export type Read<T> = { readonly known: T } | Unread

export type Unread = {
  /** The end of the sentence `it is not known … :`. */
  readonly unread: string
  /** Whether a node failed, so that it is of no use to ask more of it now. */
  readonly isDown?: boolean | undefined
}

/** What a message is, and from whom. */
export type Contents = MessageDetails & { readonly srcPlug: Address }

export type DeliveryFacts = {
  /** What its source chain says was sent with its id, or how it says that nothing was. */
  readonly sent: Read<Contents | { readonly gone: "never sent" | "taken back"; readonly says: string }>
  /** What the plug got. */
  readonly delivered: Read<MessageDetails>
  /** Whose message the destination took it for. */
  readonly sender: Read<Address>
  /** Whether the destination has logged an earlier delivery of the same message. */
  readonly isRepeated: boolean
  /** Another message that says the same as what was delivered. */
  readonly copied: Hex | undefined
}

export type DeliveryVerdict =
  | { readonly kind: "fine" }
  | { readonly kind: "forged"; readonly as: "unsent" | "altered" | "doubled" | "orphaned"; readonly says: string }
  | { readonly kind: "unverified"; readonly says: string; readonly isDown: boolean }

/** Judges a delivery by all that both chains say of it. It is fine only where each part was read. */
export function judgeDelivery({ sent, delivered, sender, isRepeated, copied }: DeliveryFacts): DeliveryVerdict {
  if (isRepeated) return forged("doubled", "a message was delivered twice.")
  if ("unread" in sent) return unverified("whether a message was sent", sent)
  if ("gone" in sent.known) {
    const { gone, says } = sent.known
    if (gone === "taken back") return forged("orphaned", says)
    return copied === undefined
      ? forged("unsent", `a message was delivered that was never sent. ${says}`)
      : forged("doubled", `message ${copied} was delivered again, with an id that was never sent.`)
  }
  if ("unread" in delivered) return unverified("what was delivered", delivered)
  if ("unread" in sender) return unverified("whose message was delivered", sender)
  const others = differences(sent.known, { ...delivered.known, srcPlug: sender.known })
  if (others === "") return { kind: "fine" }
  return forged("altered", `a message was delivered otherwise than it was sent: ${others}.`)
}

function forged(as: Extract<DeliveryVerdict, { kind: "forged" }>["as"], says: string): DeliveryVerdict {
  return { kind: "forged", as, says }
}

function unverified(what: string, { unread, isDown = false }: Unread): DeliveryVerdict {
  return { kind: "unverified", says: `it is not known ${what}: ${unread}`, isDown }
}

/** What was delivered otherwise than it was sent; empty if nothing was. */
function differences(sent: Contents, delivered: Contents): string {
  const fields = [
    ["payload", "payload"],
    ["minMsgGasLimit", "gas limit"],
    ["executionParams", "parameters"],
    ["executionFee", "fee"],
  ] as const
  const others = fields.filter(([field]) => sent[field] !== delivered[field])
  return [...(isAddressEqual(sent.srcPlug, delivered.srcPlug) ? [] : [["srcPlug", "sender"] as const]), ...others]
    .map(([field, name]) => `its ${name} is ${say(delivered[field])}, and ${say(sent[field])} was sent`)
    .join("; ")
}

function say(value: bigint | Hex): string {
  return shorten(String(value))
}

/** Reads something of a delivery. That a node fails is an answer, too; bugs and what the store throws are not. */
export async function readOrUnread<T>(chain: FollowedChain, read: () => Promise<Read<T>>): Promise<Read<T>> {
  try {
    return await read()
  } catch (thrown) {
    const error = explainCallError(thrown, { address: chain.socket, functionName: "execute", chain: chain.name })
    if (!isPlugsError(error) || isStoreError(error)) throw error
    return { unread: [error.shortMessage, error.facts["reason"]].filter(Boolean).join(" "), isDown: true }
  }
}
