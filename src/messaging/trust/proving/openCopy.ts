import type { Address, Client, Hex, TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { concatHex, getAddress, numberToHex, size } from "viem/utils"

import { requestNode } from "../../../onchain/readNode.js"
import { saysThatItFails } from "../../onchain/delivery/inboundCall.js"

export type CopyCall = { readonly to?: Address | undefined; readonly data: Hex; readonly value?: bigint | undefined }

/** A copy of a chain on which anything may be done, such as a fork in this process. */
export type ChainCopy = {
  readonly client: Client
  /** Sends as any account, which never lacks gas. `undefined` if the call reverts. */
  readonly send: (from: Address, call: CopyCall) => Promise<TransactionReceipt | undefined>
  /** Deploys a contract that answers every call with these words. */
  deployAnswering(from: Address, words: readonly Hex[]): Promise<Address>
  /** Lets the chain's time go on. */
  wait(seconds: bigint): Promise<void>
  /** Undoes all that was done meanwhile. */
  tryOut<T>(work: () => Promise<T>): Promise<T>
}

/** Enough for each call of the protocol, and for an `inbound` of {@link forgedGas}. A transaction may have no more than 2^24 anywhere. */
export const gasOfCall = 12_000_000n

/** Opens a copy of a chain, whose node must be Hardhat's, or one like it, and mine at once. */
export function openCopy(client: Client): ChainCopy {
  const request = (method: string, ...params: readonly unknown[]) => requestNode(client, method, ...params)

  async function send(from: Address, { to, data, value = 0n }: CopyCall): Promise<TransactionReceipt | undefined> {
    await request("hardhat_impersonateAccount", from)
    await request("hardhat_setBalance", from, numberToHex(10n ** 24n + value))
    // Without a tip, so that it moves nothing of its own.
    const fees = { maxPriorityFeePerGas: "0x0", gas: numberToHex(gasOfCall) }
    const transaction = { from, to, data, value: numberToHex(value), ...fees }
    const hash = (await request("eth_sendTransaction", transaction).catch((error: unknown) => {
      if (!saysThatItFails(error)) throw error
    })) as Hex | undefined
    if (hash === undefined) return undefined
    const receipt = await getTransactionReceipt(client, { hash })
    return receipt.status === "success" ? receipt : undefined
  }

  return {
    client,
    send,
    async deployAnswering(from, words) {
      const receipt = await send(from, { data: deploying(answering(words)) })
      if (!receipt?.contractAddress) throw new Error("a contract of a few bytes was not deployed")
      return getAddress(receipt.contractAddress)
    },
    async wait(seconds) {
      await request("evm_increaseTime", numberToHex(seconds))
      await request("evm_mine")
    },
    async tryOut(work) {
      const id = await request("evm_snapshot")
      try {
        return await work()
      } finally {
        await request("evm_revert", id)
      }
    },
  }
}

/** Code that stores each word in memory, and returns them all. */
function answering(words: readonly Hex[]): Hex {
  const stored = words.map((word, index): Hex =>
    concatHex([pushed(word), "0x60", numberToHex(index * 32, { size: 1 }), "0x52"]),
  )
  return concatHex([...stored, "0x60", numberToHex(words.length * 32, { size: 1 }), "0x5ff3"])
}

function pushed(word: Hex): Hex {
  return concatHex([numberToHex(0x5f + size(word), { size: 1 }), word])
}

/** Code that deploys fewer than 256 bytes: it copies and returns what stands behind its own nine bytes. */
function deploying(code: Hex): Hex {
  return concatHex(["0x60", numberToHex(size(code), { size: 1 }), "0x8060095f395ff3", code])
}
