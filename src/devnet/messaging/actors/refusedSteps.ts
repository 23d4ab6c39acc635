import type { Address, Hex } from "viem"
import { getAbiItem, isAddressEqual } from "viem/utils"

import { batcherArtifact } from "../../artifacts/Batcher.js"
import { createLogParser } from "../../chain/logs/createLogParser.js"
import type { MinedTransaction } from "../../relay/sender.js"

const parseLogs = createLogParser([getAbiItem({ abi: batcherArtifact.abi, name: "StepRefused" })])

/** Reads which steps of a batch were refused, and with which revert data. Others can log the same events in the transaction. */
export function refusedSteps({ logs }: MinedTransaction, batcher: Address): ReadonlyMap<number, Hex> {
  const own = logs.filter(({ address }) => isAddressEqual(address, batcher))
  if (own.length === 0) return new Map()
  const refused = parseLogs(own)
  return new Map(refused.map(({ args }) => [Number(args.index), args.revertData]))
}
