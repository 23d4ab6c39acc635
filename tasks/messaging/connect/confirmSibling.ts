import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { AbortedError } from "#src/http/errors.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { readCodeSize } from "#src/onchain/readNode.js"
import { openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { askYes } from "#src/terminal/askYes.js"

/**
 * Warns of a sibling that is no contract, and asks a person at the terminal about it.
 *
 * @throws {AbortedError} the answer is no
 */
export async function confirmSibling(
  hre: HardhatRuntimeEnvironment,
  { sibling, to, yes }: { readonly sibling: Address; readonly to: ChainEntry; readonly yes: boolean },
  io: TaskIo,
): Promise<void> {
  if (await hasCode(hre, to, sibling)) return
  const { err } = io.terminal
  const says = `There is no contract at ${sibling} on ${to.name}. Messages to it are lost if there is none when they arrive.`
  err.line(err.paint.magenta(says))
  if (yes || io.input.isTTY !== true) return
  if (!(await askYes("Connect to it all the same?", io))) throw new AbortedError()
}

async function hasCode(hre: HardhatRuntimeEnvironment, chain: ChainEntry, address: Address): Promise<boolean> {
  await using chains = openMessageChains(hre)
  return await mayBeContract(await chains.find(chain.slug), address)
}

/** Whether there is a contract. Where the chain cannot be read, nothing is said against it. */
export async function mayBeContract(
  chain: Pick<ReadableChain, "client"> | undefined,
  address: Address,
): Promise<boolean> {
  if (chain === undefined) return true
  return await readCodeSize(chain.client, address).then(
    (bytes) => bytes > 0,
    () => true,
  )
}
