import type { Address, Client, Hex } from "viem"
import { getBalance } from "viem/actions"
import { numberToHex } from "viem/utils"

import { requestNode } from "./readNode.js"

export type CopyCall = {
  /** Undefined to create a contract. */
  readonly to?: Address | undefined
  readonly data: Hex
  readonly value?: bigint | undefined
  /** Default: the node estimates it. */
  readonly gas?: bigint | undefined
  /** Wei per unit of gas. Default: the node chooses it. */
  readonly gasPrice?: bigint | undefined
}

/** A chain on which anything may be done: a fork in this process, or a node for development. */
export type ChainCopy = {
  readonly client: Client
  /** Submits a transaction as any account. What it costs must be there. Throws the errors of viem. */
  readonly send: (from: Address, call: CopyCall) => Promise<Hex>
  /** Gives an account wei that it did not have. */
  readonly fund: (account: Address, amount: bigint) => Promise<void>
  /** Undoes all that is done meanwhile, unless the outcome is to be kept. */
  readonly tryOut: <T>(work: () => Promise<T>, isKept?: (outcome: T) => boolean) => Promise<T>
}

export function openCopy(client: Client): ChainCopy {
  const request = (method: string, ...params: readonly unknown[]) => requestNode(client, method, ...params)
  const inHex = (amount: bigint | undefined) => (amount === undefined ? undefined : numberToHex(amount))
  return {
    client,
    async send(from, { to, data, value, gas, gasPrice }) {
      await request("hardhat_impersonateAccount", from)
      try {
        const priced = { gas: inHex(gas), gasPrice: inHex(gasPrice) }
        return (await request("eth_sendTransaction", { from, to, data, value: inHex(value), ...priced })) as Hex
      } finally {
        await request("hardhat_stopImpersonatingAccount", from)
      }
    },
    async fund(account, amount) {
      if (amount === 0n) return
      const balance = await getBalance(client, { address: account })
      await request("hardhat_setBalance", account, numberToHex(balance + amount))
    },
    async tryOut(work, isKept = () => false) {
      const snapshot = await request("evm_snapshot")
      let keeps = false
      try {
        const outcome = await work()
        keeps = isKept(outcome)
        return outcome
      } finally {
        if (!keeps) await request("evm_revert", snapshot)
      }
    },
  }
}
