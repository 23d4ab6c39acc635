import type { Hex } from "viem"
import { getAddress, hexToNumber, isAddressEqual, parseEventLogs, slice } from "viem/utils"

import { gatewaySocketAbi } from "../onchain/watcherAbi.js"
import type { Trigger } from "../types.js"
import type { ReadTransaction } from "./readTransaction.js"
import type { GatewayChain, ReachedChain, TriggerFacts } from "./types.js"
import { findWatcherLogs, getLogs, minedAt, type WatcherLog } from "./watcherLogs.js"

/** Reads the calls that plugs made of their app gateways in a transaction, and whether the app gateways were called. */
export async function readTriggers(
  chain: ReachedChain,
  { receipt, mined }: Pick<ReadTransaction, "receipt" | "mined">,
  { gateway, reported }: { gateway: GatewayChain; reported: readonly Trigger[] },
): Promise<TriggerFacts[]> {
  const { socket } = chain
  const logs = (receipt?.logs ?? []).filter(({ address }) => socket !== undefined && isAddressEqual(address, socket))
  const sent = parseEventLogs({ abi: gatewaySocketAbi, eventName: "AppGatewayCallRequested", logs })
  const handled = await findWatcherLogs(
    gateway,
    sent.map(({ args }) => args.triggerId),
    0n,
  ).catch((): WatcherLog[] => [])
  const logged = sent.map(({ args }): TriggerFacts => {
    const log = handled.find((other) => other.eventName === "TriggerHandled" && other.args.triggerId === args.triggerId)
    return {
      triggerId: args.triggerId,
      chain,
      sent: mined,
      plug: args.plug,
      appGateway: getAddress(`0x${args.appGatewayId.slice(-40)}`),
      payload: args.payload,
      handled: log === undefined ? null : minedAt(log),
      reported: reported.find(({ callId }) => callId.toLowerCase() === args.triggerId.toLowerCase()),
    }
  })
  const isLogged = ({ callId }: Trigger): boolean =>
    logged.some(({ triggerId }) => triggerId.toLowerCase() === callId.toLowerCase())
  return [...logged, ...reported.filter((trigger) => !isLogged(trigger)).map((trigger) => toFacts(trigger, chain))]
}

/** The slug of the chain that a trigger id begins with. */
export function slugOfTrigger(triggerId: Hex): number {
  return hexToNumber(slice(triggerId, 0, 4))
}

/**
 * Finds the transaction in which a plug called its app gateway, by the id of the trigger.
 *
 * @returns `undefined` if the chain's socket logged no such trigger, or its node does not say
 */
export async function findTriggerTransaction(
  { client, socket }: ReachedChain,
  triggerId: Hex,
): Promise<Hex | undefined> {
  if (socket === undefined) return undefined
  // A public node may refuse a search of all blocks.
  const logs = await getLogs(client, socket, [null, triggerId], 0n).catch(() => [])
  const [sent] = parseEventLogs({ abi: gatewaySocketAbi, eventName: "AppGatewayCallRequested", logs })
  return sent?.transactionHash ?? undefined
}

function toFacts(trigger: Trigger, chain: ReachedChain): TriggerFacts {
  const { callId, plug, payload, status, ExecutionDetails } = trigger
  return {
    triggerId: callId as TriggerFacts["triggerId"],
    chain,
    sent: null,
    plug,
    appGateway: payload.appGateway,
    payload: payload.payload,
    handled: status === "Executed" ? { transactionHash: ExecutionDetails.appGatewayTxHash } : null,
    reported: trigger,
  }
}
