import { type Address, type Hex, hexToNumber, type LocalAccount } from "viem"

import { PlugsError } from "../../../primitives/PlugsError.js"
import type { ChainRequest } from "./createChainSeams.js"

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

/**
 * Sends a transaction as one of the devnet's own accounts, with the rights that it has.
 *
 * @param expectRevert the transaction may revert
 */
export async function sendAs(
  { name, chainId, request }: { readonly name: string; readonly chainId: number; readonly request: ChainRequest },
  account: LocalAccount,
  { to, data, gas = 1_000_000n }: { readonly to: Address; readonly data: Hex; readonly gas?: bigint },
  { expectRevert = false }: { readonly expectRevert?: boolean } = {},
): Promise<Hex> {
  const count = { method: "eth_getTransactionCount", params: [account.address, "pending"] }
  const signed = await account.signTransaction({
    type: "eip1559",
    chainId,
    nonce: hexToNumber((await request(count)) as Hex),
    to,
    data,
    gas,
    maxFeePerGas: 10n ** 13n,
    maxPriorityFeePerGas: 1n,
  })
  const hash = (await request({ method: "eth_sendRawTransaction", params: [signed] })) as Hex
  const receipt = (await request({ method: "eth_getTransactionReceipt", params: [hash] })) as { status: Hex } | null
  if (receipt === null) throw new FaultNotMinedError({ chain: name, hash })
  if (receipt.status !== "0x1" && !expectRevert) throw new Error(`a fault sent ${hash} on ${name}, which reverted`)
  return hash
}
