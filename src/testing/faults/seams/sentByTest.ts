import { type Address, type Hex, parseTransaction, recoverTransactionAddress } from "viem"

import type { OpenWorld } from "../../OpenWorld.js"
import type { ChainCall } from "./createChainSeams.js"

/** The accounts of the devnet that act by themselves. The deployer sends only what a fault asks it to. */
export function actorAddresses({ accounts: { watchers, ...others } }: OpenWorld): ReadonlySet<string> {
  const actors = [...Object.values(others), ...watchers].filter((account) => account !== others.deployer)
  return new Set(actors.map(({ address }) => address.toLowerCase()))
}

/** Whether a request sends a transaction of the test's own that calls something. */
export async function isCallOfTest(call: ChainCall, world: OpenWorld): Promise<boolean> {
  const sent = await readSent(call)
  if (sent?.to === undefined) return false
  const from = sent.from.toLowerCase()
  return !actorAddresses(world).has(from) && from !== world.accounts.deployer.address.toLowerCase()
}

async function readSent({ method, params = [] }: ChainCall): Promise<{ from: Address; to?: Address } | undefined> {
  const [sent] = params as readonly unknown[]
  if (method === "eth_sendTransaction") return sent as { from: Address; to?: Address }
  if (method !== "eth_sendRawTransaction") return undefined
  const serializedTransaction = sent as Hex
  const { to } = parseTransaction(serializedTransaction)
  const from = await recoverTransactionAddress({ serializedTransaction: serializedTransaction as never })
  return { from, ...(to === undefined || to === null ? {} : { to }) }
}
