import { type Address, type Hex, hexToNumber, type LocalAccount } from "viem"

import { createTurns } from "../../../devnet/state/createTurns.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import type { ChainProvider } from "./createChainSeams.js"

/** Sent transactions are not mined, so a fault cannot do what it needs. */
export class FaultNotMinedError extends PlugsError {
  readonly code = "FAULT_NOT_MINED"
  constructor({ chain, hash }: { chain: string; hash: Hex }) {
    super(`A fault sent a transaction on ${chain}, which was not mined.`, {
      facts: { chain, transaction: hash },
      next: "Let the chain mine first: end the fault stoppedChain, or turn automine on.",
    })
    this.name = "FaultNotMinedError"
  }
}

/** Transactions of one account need one nonce after the other. */
const turns = new WeakMap<ChainProvider, ReturnType<typeof createTurns>>()

function turnsOf(provider: ChainProvider): ReturnType<typeof createTurns> {
  const known = turns.get(provider) ?? createTurns()
  turns.set(provider, known)
  return known
}

/** Sends a transaction as one of the devnet's own accounts, with the rights that it has. */
export function sendAs(chain: Target, account: LocalAccount, call: Call): Promise<void> {
  return turnsOf(chain.provider)(() => send(chain, account, call))
}

type Target = { readonly name: string; readonly chainId: number; readonly provider: ChainProvider }
type Call = { readonly to: Address; readonly data: Hex }

async function send({ name, chainId, provider }: Target, account: LocalAccount, { to, data }: Call): Promise<void> {
  const count = { method: "eth_getTransactionCount", params: [account.address, "pending"] }
  const signed = await account.signTransaction({
    type: "eip1559",
    chainId,
    nonce: hexToNumber((await provider.request(count)) as Hex),
    to,
    data,
    gas: 1_000_000n,
    maxFeePerGas: 10n ** 13n,
    maxPriorityFeePerGas: 1n,
  })
  const hash = (await provider.request({ method: "eth_sendRawTransaction", params: [signed] })) as Hex
  const receipt = (await provider.request({ method: "eth_getTransactionReceipt", params: [hash] })) as {
    status: Hex
  } | null
  if (receipt === null) throw new FaultNotMinedError({ chain: name, hash })
  if (receipt.status !== "0x1") throw new Error(`a fault sent ${hash} on ${name}, which reverted`)
}
