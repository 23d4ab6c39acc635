import {
  formatTransaction,
  type Hex,
  isAddressEqual,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
} from "viem"

import type { ChainRequest } from "../../world/hooks.js"
import type { BlockHistory, RemovedTransaction } from "./BlockHistory.js"

/** Replaces a chain's newest blocks by empty ones, then mines the kept transactions, a block each. Time does not pass. */
export async function reorganize(
  request: ChainRequest,
  {
    history,
    blocks,
    isKept,
  }: { history: BlockHistory; blocks: number; isKept: (transaction: RemovedTransaction) => boolean },
): Promise<void> {
  const waiting = (await request({ method: "eth_pendingTransactions", params: [] })) as RemovedTransaction[]
  const removed = await history.goBack(blocks)
  const mine = async (timestamp: Hex, work: () => Promise<unknown>): Promise<void> => {
    await request({ method: "evm_setNextBlockTimestamp", params: [timestamp] })
    await work()
    await history.take()
  }
  for (const { timestamp, miner } of removed) {
    await request({ method: "hardhat_setCoinbase", params: [otherMiner] })
    await mine(timestamp, () => request({ method: "evm_mine", params: [] }))
    await request({ method: "hardhat_setCoinbase", params: [miner] })
  }
  const last = removed.at(-1)?.timestamp ?? "0x0"
  for (const transaction of removed.flatMap(({ transactions }) => transactions)) {
    if (isKept(transaction)) await mine(last, () => mineAgain(request, transaction))
  }
  for (const transaction of waiting) await mineAgain(request, transaction).catch(() => undefined)
}

/** Makes blocks differ from those that they replace, even empty ones. */
const otherMiner: Hex = "0x00000000000000000000000000000000000f0c05"

/**
 * Mines a transaction again that a reorg has removed: the same one with the same hash, by its signature. One that a chain has mined for
 * an impersonated account has none, and gets it from the chain again.
 *
 * A transaction that reverts is mined too.
 */
async function mineAgain(request: ChainRequest, transaction: RemovedTransaction): Promise<void> {
  const signed = await serialize(transaction)
  const send =
    signed === undefined
      ? () => impersonating(request, transaction)
      : () => request({ method: "eth_sendRawTransaction", params: [signed] })
  try {
    await send()
  } catch (error) {
    const params = [transaction.hash]
    if ((await request({ method: "eth_getTransactionReceipt", params })) === null) throw error
  }
}

/** @returns `undefined` if the sender has not signed it */
async function serialize(transaction: RemovedTransaction): Promise<Hex | undefined> {
  const { r, s, v, yParity, input, from, hash, ...fields } = formatTransaction(transaction) as Readonly<
    Record<string, unknown>
  > & { r: Hex; s: Hex; v: bigint; yParity?: number; from: Hex; hash: Hex }
  try {
    // Fields that a transaction of its type does not have would change its type.
    const unsigned = Object.fromEntries(
      [
        ...signedFields,
        ...(fields["type"] === "legacy" || fields["type"] === "eip2930" ? ["gasPrice"] : marketFields),
      ].map((key) => [key, fields[key]]),
    )
    const serialized = serializeTransaction({ ...unsigned, data: input } as TransactionSerializable, {
      r,
      s,
      v,
      yParity,
    })
    if (keccak256(serialized) !== hash) return undefined
    const signer = await recoverTransactionAddress({ serializedTransaction: serialized })
    return isAddressEqual(signer, from) ? serialized : undefined
  } catch {
    return undefined
  }
}

const signedFields = ["type", "chainId", "nonce", "to", "value", "gas", "accessList", "authorizationList"]
const marketFields = ["maxFeePerGas", "maxPriorityFeePerGas"]

async function impersonating(request: ChainRequest, transaction: RemovedTransaction): Promise<unknown> {
  const sent = Object.fromEntries(
    ["from", "to", "gas", "value", "nonce", "accessList"].flatMap((key) =>
      transaction[key] === undefined || transaction[key] === null ? [] : [[key, transaction[key]]],
    ),
  )
  const isMarket = transaction["maxFeePerGas"] !== undefined
  const fees = Object.fromEntries((isMarket ? marketFields : ["gasPrice"]).map((key) => [key, transaction[key]]))
  const params = [{ ...sent, ...fees, data: transaction["input"] }]
  await request({ method: "hardhat_impersonateAccount", params: [transaction.from] })
  return await request({ method: "eth_sendTransaction", params })
}
