import type { Address, Client } from "viem"
import { getTransaction } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { traceTransaction } from "../../onchain/simulation/traceTransaction.js"
import { feesOf } from "../onchain/events.js"
import type { SentMessage } from "./readTraffic.js"

/** In wei; `null` where the node does not show it. */
export type Payment = { readonly attached: bigint | null; readonly refunded: bigint | null }

/**
 * Reads what was attached for messages of one plug in one transaction, and what the plug gave back. A refund leaves no log: where more was
 * attached than the socket got, or another contract called the plug, a trace of the transaction shows it.
 *
 * @throws the errors of viem
 */
export async function readPayment(client: Client, socket: Address, messages: readonly SentMessage[]): Promise<Payment> {
  const [first] = messages
  if (first === undefined) return { attached: null, refunded: null }
  const { tx, srcPlug: plug } = first
  const { to, from, value } = await getTransaction(client, { hash: tx })
  const isDirect = to !== null && isAddressEqual(to, plug)
  if (isDirect && value <= feesOf(messages)) return { attached: value, refunded: 0n }
  const calls = to === null ? undefined : await traceTransaction(client, { hash: tx, to }).catch(() => undefined)
  if (calls === undefined) return { attached: isDirect ? value : null, refunded: null }
  const moved = calls.flatMap(({ frame: { type, ...frame }, revertedIn }) =>
    revertedIn === undefined && type === "CALL" && frame.to !== undefined ? [{ ...frame, to: frame.to }] : [],
  )
  const given = moved.filter((call) => isAddressEqual(call.to, plug) && !isAddressEqual(call.from, plug))
  const payers = [from, ...given.map((call) => call.from)].filter((payer) => !isAddressEqual(payer, socket))
  const isBack = (call: (typeof moved)[number]): boolean =>
    isAddressEqual(call.from, plug) && payers.some((payer) => isAddressEqual(call.to, payer))
  const sum = (some: typeof moved): bigint => some.reduce((all, call) => all + call.value, 0n)
  return { attached: sum(given), refunded: sum(moved.filter(isBack)) }
}
