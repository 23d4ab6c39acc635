import { type Address, BaseError, type Hex, type LocalAccount, type TransactionReceipt } from "viem"

import type { LocalChain } from "../chain/chains.js"

/** Sends an actor's transactions on one chain, one after the other, signed with the actor's own key. */
export type Sender = {
  readonly address: Address
  /** Resolves once the transaction is mined. Rejects when it reverts, when the chain drops it, or when the relay stops. */
  send(transaction: Transaction): Promise<TransactionReceipt>
  /** Resolves once nothing that this account sent is still waiting to be mined. */
  settled(): Promise<void>
}

type Transaction = { readonly to: Address; readonly data: Hex; readonly gas: bigint; readonly value?: bigint }

export function createSender(chain: LocalChain, account: LocalAccount, signal: AbortSignal): Sender {
  let last: Promise<unknown> = Promise.resolve()
  /** Whether nothing is left of what the account sent before this sender was created. It awaits what it sends itself. */
  let isAlone = false

  const countTransactions = (blockTag: "latest" | "pending") =>
    chain.publicClient.getTransactionCount({ address: account.address, blockTag })

  async function submit(transaction: Transaction): Promise<TransactionReceipt> {
    signal.throwIfAborted()
    const serializedTransaction = await account.signTransaction({
      ...transaction,
      type: "eip1559",
      chainId: chain.chainId,
      nonce: await countTransactions("pending"),
      ...generousFees,
    })
    try {
      return await mined(await chain.publicClient.sendRawTransaction({ serializedTransaction }))
    } catch (error) {
      if (!isUnderfunded(error)) throw error
      throw new Error(`the account ${account.address} has too little native currency on ${chain.name}`, {
        cause: error,
      })
    }
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

  /** A chain that is reverted to a snapshot forgets the transactions that waited for its next block. */
  async function isKnown(hash: Hex): Promise<boolean> {
    return (await chain.provider.request({ method: "eth_getTransactionByHash", params: [hash] })) !== null
  }

  /** Calls `attempt` now and again at each new head, until it returns something. */
  async function atHeads<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      signal.throwIfAborted()
      // Subscribed before the attempt, so that no block slips in between.
      const head = nextHead(chain, signal)
      try {
        const found = await attempt()
        if (found !== undefined) return found
        await head.arrived
      } finally {
        head.unsubscribe()
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
      isAlone ||= await atHeads(async () => {
        const [latest, pending] = await Promise.all([countTransactions("latest"), countTransactions("pending")])
        return latest === pending ? true : undefined
      })
      await last
    },
  }
}

/** Far above what a local chain requires, so that no transaction waits because of its price. */
const generousFees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n } as const

/** Whether the node refused a transaction because its sender cannot pay for it. Nodes word it in their own ways. */
function isUnderfunded(error: unknown): boolean {
  return error instanceof BaseError && /enough funds|insufficient (?:funds|balance)/i.test(error.details)
}

/** Waits until the chain has another newest block, or the relay stops. */
function nextHead(chain: LocalChain, signal: AbortSignal): { arrived: Promise<void>; unsubscribe(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onEither = () => {
    resolve(undefined)
  }
  const stopListening = chain.onHead(onEither)
  signal.addEventListener("abort", onEither)
  return {
    arrived: promise,
    unsubscribe() {
      stopListening()
      signal.removeEventListener("abort", onEither)
    },
  }
}
