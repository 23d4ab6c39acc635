import type { Address, Hex, LocalAccount, TransactionReceipt } from "viem"

import type { LocalChain } from "../chain/chains.js"

/** Sends an actor's transactions on one chain, one after the other, signed with the actor's own key. */
export type Sender = {
  readonly address: Address
  /** Resolves once mined; rejects when the transaction reverts or is dropped, or the relay stops. */
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
    return await atHeads(async () => {
      const receipt = await chain.publicClient.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt?.status === "reverted") throw new Error(`${account.address} sent ${hash}, which reverted`)
      if (receipt === undefined && !(await isKnown(hash))) {
        throw new Error(`${account.address} sent ${hash}, which the chain dropped`)
      }
      return receipt
    })
  }

  /** A chain that was set back to an earlier state forgets what waited for its next block. */
  async function isKnown(hash: Hex): Promise<boolean> {
    return (await chain.provider.request({ method: "eth_getTransactionByHash", params: [hash] })) !== null
  }

  /** Tries now, and again at each new head, until there is something. */
  async function atHeads<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      signal.throwIfAborted()
      // Listened for before looking, so that no change slips in between.
      const head = nextHead(chain, signal)
      try {
        const found = await attempt()
        if (found !== undefined) return found
        await head.come
      } finally {
        head.forget()
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
      await atHeads(async () => {
        const [latest, pending] = await Promise.all([countTransactions("latest"), countTransactions("pending")])
        return latest === pending ? true : undefined
      })
    },
  }
}

/** Actors pay whatever a local chain asks: their time matters here, their ether doesn't. */
const generousFees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n } as const

/** Resolves when the chain's newest block is another one, or when the relay stops. */
function nextHead(chain: LocalChain, signal: AbortSignal): { come: Promise<void>; forget(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onEither = () => {
    resolve(undefined)
  }
  const stopListening = chain.onHead(onEither)
  signal.addEventListener("abort", onEither)
  return {
    come: promise,
    forget() {
      stopListening()
      signal.removeEventListener("abort", onEither)
    },
  }
}
