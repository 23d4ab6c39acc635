import type { Address, Client } from "viem"
import { readContract } from "viem/actions"

import { plugAbi, socketAbi } from "../abi.js"
import { explainProtocolError } from "../callErrors.js"
import { getPlugConfig, type PlugConfig } from "../getPlugConfig.js"
import type { Connection } from "./connectCall.js"
import { configOnce, type ConnectionEnd, type ConnectionFacts, type Read, type Side } from "./differencesOf.js"
import { readPlugCode } from "./readPlugCode.js"
import { readSiblingSwitchboards } from "./readSiblingSwitchboards.js"
import { isContractFailure } from "#src/onchain/callErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

export type ConnectionSide = {
  readonly client: Client
  readonly socket: Address
  readonly plug: Address
  readonly slug: number
  /** First block that can have logs of the socket, as of its deployment: public nodes refuse long ranges. Default: 0. */
  readonly fromBlock?: bigint | undefined
  /** How the plug is about to be connected. Default: how it is connected now counts. */
  readonly wanted?: Pick<Connection, "sibling" | "switchboard"> | undefined
}

/** Reads both ends of a connection, for `differencesOf`. What a node does not give is a fact, too. */
export async function readConnectionFacts({ a, b }: Readonly<Record<Side, ConnectionSide>>): Promise<ConnectionFacts> {
  const [ofA, ofB] = await Promise.all([readEnd(a, b.slug), readEnd(b, a.slug)])
  return { a: ofA, b: ofB }
}

/** Reads one end. What is wanted of it counts as done. */
export async function readEnd(side: ConnectionSide, siblingChainSlug: number): Promise<ConnectionEnd> {
  const { client, socket, plug, slug, wanted } = side
  const question = { abi: socketAbi, address: socket, functionName: "chainSlug" } as const
  const [socketSlug, config, code] = await Promise.all([
    attempt(readContract(client, question), question),
    wanted === undefined
      ? attempt(getPlugConfig(client, { socket, plug, siblingChainSlug }), question)
      : { known: configOnce(wanted) },
    attemptCode(client, { plug, socket, siblingChainSlug }),
  ])
  const partners = "known" in config ? await readPartners(side, siblingChainSlug, config.known) : []
  return { plug, slug, socketSlug, config, partners, code }
}

/** Reads what the code behind a plug can do, or why that is not known. */
export async function attemptCode(...[client, asked]: Parameters<typeof readPlugCode>): Promise<ConnectionEnd["code"]> {
  return await attempt(readPlugCode(client, asked), { address: asked.plug, functionName: "inbound" })
}

async function attempt<T>(
  reading: Promise<T>,
  call: { readonly address: Address; readonly functionName: string },
): Promise<Read<T>> {
  try {
    return { known: await reading }
  } catch (thrown) {
    const error = explainProtocolError(thrown, call)
    if (!isPlugsError(error)) throw error
    return { unread: error.facts["reason"] ?? error.clause, error }
  }
}

/** Reads with which switchboards of the other chain those of a plug exchange packets. */
export async function readPartners(
  { client, socket, fromBlock }: Pick<ConnectionSide, "client" | "socket" | "fromBlock">,
  siblingChainSlug: number,
  { outboundSwitchboard, inboundSwitchboard }: PlugConfig,
): Promise<ConnectionEnd["partners"]> {
  const switchboards = [...new Set([outboundSwitchboard, inboundSwitchboard])].filter((one) => BigInt(one) !== 0n)
  if (switchboards.length === 0) return []
  const asked = { socket, siblingChainSlug, switchboards, fromBlock }
  return (await readSiblingSwitchboards(client, asked)).map((answer, index) => ({
    switchboard: switchboards[index] as Address,
    partner: answer.isRead ? { known: answer.sibling } : { unread: answer.reason },
  }))
}

/** Reads who owns a plug; `undefined` if it has no `owner()`. */
export async function readOwner(client: Client, plug: Address): Promise<Address | undefined> {
  try {
    return await readContract(client, { abi: plugAbi, address: plug, functionName: "owner" })
  } catch (error) {
    if (isContractFailure(error)) return undefined
    throw explainProtocolError(error, { address: plug, functionName: "owner" })
  }
}
