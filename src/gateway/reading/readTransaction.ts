import type { Client, Hex, Transaction, TransactionReceipt } from "viem"
import { call, getBlock, getTransaction, getTransactionReceipt } from "viem/actions"
import { getAddress, hexToNumber, isAddressEqual, parseEventLogs, slice } from "viem/utils"

import { gatewaySocketAbi } from "../onchain/watcherAbi.js"
import type { Trigger } from "../types.js"
import type { GatewayChain, ReachedChain, TransactionFacts, TriggerFacts } from "./types.js"
import { findWatcherLogs, getLogs, minedAt, type WatcherLog } from "./watcherLogs.js"
import type { Mined } from "#src/onchain/logs.js"
import { readRevert } from "#src/onchain/readRevert.js"

/** A transaction, with its receipt if it is mined. */
export type ReadTransaction = TransactionFacts & { readonly receipt: TransactionReceipt | undefined }

/** Reads a transaction and its receipt. It is unknown where the node does not answer. */
export async function readTransaction(chain: GatewayChain | ReachedChain, txHash: Hex): Promise<ReadTransaction> {
  const [receipt, transaction] = await Promise.all([
    getTransactionReceipt(chain.client, { hash: txHash }).catch(() => undefined),
    getTransaction(chain.client, { hash: txHash }).catch(() => undefined),
  ])
  return {
    txHash,
    chain,
    receipt,
    state: receipt !== undefined ? "mined" : transaction === undefined ? "unknown" : "pending",
    mined: receipt === undefined ? null : await minedIn(chain.client, receipt),
    reverted: receipt?.status === "reverted",
    revertData:
      receipt?.status === "reverted" && transaction !== undefined
        ? await simulateAgain(chain.client, transaction)
        : null,
    from: transaction?.from ?? null,
    to: transaction?.to ?? null,
    input: transaction?.input ?? "0x",
    value: transaction?.value ?? 0n,
  }
}

/** Simulates a transaction that reverted. A node that has dropped the old state simulates it on the latest one. */
async function simulateAgain(client: Client, transaction: Transaction): Promise<Hex | null> {
  const { from: account, to, input: data, value, gas, blockNumber } = transaction
  const again = { account, to, data, value, gas }
  const before = blockNumber === null ? undefined : blockNumber - 1n
  for (const at of [{ blockNumber: before }, {}]) {
    try {
      await call(client, { ...again, ...at })
    } catch (error) {
      const revert = readRevert(error, [])
      if (revert !== undefined) return revert.data
    }
  }
  return null
}

async function minedIn(client: Client, { blockNumber, transactionHash }: TransactionReceipt): Promise<Mined> {
  const block = await getBlock(client, { blockNumber }).catch(() => undefined)
  return { blockNumber, transactionHash, timestamp: block?.timestamp ?? null }
}

/** Reads the calls that plugs made of their app gateways in a transaction, and whether the app gateways were called. */
export async function readTriggers(
  chain: ReachedChain,
  { receipt, mined }: Pick<ReadTransaction, "receipt" | "mined">,
  { gateway, reported }: { gateway: GatewayChain; reported: readonly Trigger[] },
): Promise<TriggerFacts[]> {
  const { socket } = chain
  const logs = (receipt?.logs ?? []).filter(({ address }) => socket !== undefined && isAddressEqual(address, socket))
  const sent = parseEventLogs({ abi: gatewaySocketAbi, eventName: "AppGatewayCallRequested", logs })
  const ids = sent.map(({ args }) => args.triggerId)
  const handled = await findWatcherLogs(gateway, ids, 0n).catch((): WatcherLog[] => [])
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

export function slugOfTrigger(triggerId: Hex): number {
  return hexToNumber(slice(triggerId, 0, 4))
}

/** Finds a plug's call of its app gateway by the trigger's id; `undefined` if the socket logged none, or the node is silent. */
export async function findTriggerTransaction(
  { client, socket }: ReachedChain,
  triggerId: Hex,
): Promise<Hex | undefined> {
  if (socket === undefined) return undefined
  // A public node may refuse a search of all blocks.
  const logs = await getLogs(client, socket, [triggerId], 0n).catch(() => [])
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
