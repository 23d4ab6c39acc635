import type { Address, Hex, LocalAccount, TransactionReceipt } from "viem"

import type { LocalChain } from "../chains.js"

/** Sends an actor's transactions on one chain, one after the other, signed with the actor's own key. */
export type Sender = {
  readonly address: Address
  /** Resolves once mined; rejects when the transaction reverts or the relay stops. */
  send(transaction: { to: Address; data: Hex; gas: bigint; value?: bigint }): Promise<TransactionReceipt>
  /** Resolves once nothing that this account sent before is still waiting to be mined. */
  settled(): Promise<void>
}

export function createSender(chain: LocalChain, account: LocalAccount, signal: AbortSignal): Sender {
  let last: Promise<unknown> = Promise.resolve()

  const countTransactions = (blockTag: "latest" | "pending") =>
    chain.publicClient.getTransactionCount({ address: account.address, blockTag })

  async function submit(transaction: {
    to: Address
    data: Hex
    gas: bigint
    value?: bigint
  }): Promise<TransactionReceipt> {
    signal.throwIfAborted()
    const serializedTransaction = await account.signTransaction({
      ...transaction,
      type: "eip1559",
      chainId: chain.chainId,
      nonce: await countTransactions("pending"),
      ...generousFees,
    })
    return await mined(await chain.publicClient.sendRawTransaction({ serializedTransaction }))
  }

  async function mined(hash: Hex): Promise<TransactionReceipt> {
    return await afterBlocks(async () => {
      const receipt = await chain.publicClient.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt?.status === "reverted") throw new Error(`${account.address} sent ${hash}, which reverted`)
      return receipt
    })
  }

  /** Tries now, and again after each block, until there is something. */
  async function afterBlocks<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      signal.throwIfAborted()
      // Listened for before looking, so that no block slips in between.
      const block = nextBlock(chain, signal)
      try {
        const found = await attempt()
        if (found !== undefined) return found
        await block.come
      } finally {
        block.forget()
      }
    }
  }

  return {
    address: account.address,
    send(transaction) {
      const sent = last.then(() => submit(transaction))
      last = sent.catch(() => undefined)
      return sent
    },
    async settled() {
      await afterBlocks(async () => {
        const [latest, pending] = await Promise.all([countTransactions("latest"), countTransactions("pending")])
        return latest === pending ? true : undefined
      })
    },
  }
}

/** Actors pay whatever a local chain asks: their time matters here, their ether doesn't. */
const generousFees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n } as const

/** Resolves at the chain's next block, or when the relay stops. */
function nextBlock({ provider }: LocalChain, signal: AbortSignal): { come: Promise<void>; forget(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onEither = () => {
    resolve(undefined)
  }
  const forget = () => {
    provider.off("notification", onEither)
    signal.removeEventListener("abort", onEither)
  }
  provider.on("notification", onEither)
  signal.addEventListener("abort", onEither)
  return { come: promise, forget }
}
