import { type Address, type Hex, isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem"

import { batcherArtifact } from "../../artifacts/Batcher.js"

/** Reads which steps of a batch were refused, and with which revert data. Others can log the same events in the transaction. */
export function refusedSteps({ logs }: TransactionReceipt, batcher: Address): ReadonlyMap<number, Hex> {
  const own = logs.filter(({ address }) => isAddressEqual(address, batcher))
  if (own.length === 0) return new Map()
  const refused = parseEventLogs({ abi: batcherArtifact.abi, eventName: "StepRefused", logs: own })
  return new Map(refused.map(({ args }) => [Number(args.index), args.revertData]))
}
