import type { Address, Hash, Hex, LocalAccount, RpcLog } from "viem"
import { isAddressEqual } from "viem/utils"

import type { LocalChain } from "../chain/chains.js"
import { generousFees } from "../chain/encodeCall.js"
import type { AnnouncedBlock } from "../chain/followHead.js"
import type { Observer } from "../chain/followLogs.js"
import type { ActorCall } from "./callBatch.js"

/** Sends an actor's transactions on one chain, one after the other, signed with the actor's own key. */
export type Sender = {
  readonly address: Address
  /** Resolves once the transaction is mined. Rejects when it reverts, when the chain drops it, or when the relay stops. */
  send(transaction: ActorCall): Promise<MinedTransaction>
  /** Resolves once nothing that this account sent is still waiting to be mined. */
  settled(): Promise<void>
}

/** What a receipt says of a transaction that succeeded. */
export type MinedTransaction = { readonly blockHash: Hash; readonly logs: RpcLog[] }

export type Senders = {
  readonly senderFor: (chain: LocalChain, account: LocalAccount) => Sender
  /** Resolves once nothing that they sent is still waiting to be mined, and the ledger has everything that was mined. */
  readonly settled: () => Promise<void>
}

export function createSenders(
  signal: AbortSignal,
  contexts: readonly { readonly observer: Pick<Observer, "sync"> }[],
): Senders {
  const senders: Sender[] = []
  return {
    senderFor(chain, account) {
      const sender = createSender(chain, account, signal)
      senders.push(sender)
      return sender
    },
    async settled() {
      await Promise.all(senders.map((sender) => sender.settled()))
      await Promise.all(contexts.map(({ observer }) => observer.sync()))
    },
  }
}

export function createSender(chain: LocalChain, account: LocalAccount, signal: AbortSignal): Sender {
  let last: Promise<unknown> = Promise.resolve()
  /** Whether nothing is left of what the account sent before this sender was created. It awaits what it sends itself. */
  let isAlone = false

  /** The nonce of the next transaction, and how often the chain had been set back when it was counted. Unknown after a failure. */
  let next: { readonly nonce: number; readonly setBacks: number } | undefined

  // Without viem's client, which a devnet loads only once a user needs it.
  const countTransactions = async (blockTag: "latest" | "pending"): Promise<number> =>
    Number(await chain.provider.request({ method: "eth_getTransactionCount", params: [account.address, blockTag] }))

  async function submit(transaction: ActorCall): Promise<MinedTransaction> {
    signal.throwIfAborted()
    const setBacks = chain.setBacks()
    // The account has no other sender, as a rule, so its nonces are counted here: asking for each takes a tenth of the time to send.
    const counted = next?.setBacks === setBacks ? next.nonce : undefined
    next = undefined
    const newest = chain.announced()
    const { nonce, hash } = await submitWith(transaction, counted)
    const receipt = (await minedNow(hash, newest)) ?? (await mined(hash))
    next = { nonce: nonce + 1, setBacks }
    return receipt
  }

  async function submitWith(transaction: ActorCall, counted?: number): Promise<{ nonce: number; hash: Hash }> {
    const nonce = counted ?? (await countTransactions("pending"))
    const serializedTransaction = await account.signTransaction({
      ...transaction,
      type: "eip1559",
      chainId: chain.chainId,
      nonce,
      ...generousFees,
    })
    const request = { method: "eth_sendRawTransaction", params: [serializedTransaction] }
    try {
      return { nonce, hash: (await chain.requestFirst(request)) as Hash }
    } catch (error) {
      if (counted !== undefined && isNonceUsed(error)) return await submitWith(transaction)
      if (!isUnderfunded(error)) throw error
      throw new Error(`the account ${account.address} has too little native currency on ${chain.name}`, {
        cause: error,
      })
    }
  }

  /** Finds a transaction in the block announced since, whose logs observers read anyway: no receipt is needed. A revert logs nothing. */
  async function minedNow(hash: Hash, before: AnnouncedBlock | undefined): Promise<MinedTransaction | undefined> {
    const block = chain.announced()
    if (block === undefined || block === before) return undefined
    const number = BigInt(block.number)
    const logs = (await chain.readLogs(number, number, {})).filter(({ transactionHash }) => transactionHash === hash)
    return logs[0]?.blockHash === block.hash ? { blockHash: block.hash, logs } : undefined
  }

  async function mined(hash: Hash): Promise<MinedTransaction> {
    return await atHeads(async () => {
      // As the chain gives it, because only its logs are used, and viem would parse each of them.
      const receipt = (await chain.provider.request({ method: "eth_getTransactionReceipt", params: [hash] })) as
        (MinedTransaction & { readonly status: Hex }) | null
      if (receipt?.status === "0x0") throw new Error(`${account.address} sent ${hash}, which reverted`)
      if (receipt !== null) return receipt
      // A chain that is reverted to a snapshot forgets the transactions that waited for its next block.
      const waiting: unknown = await chain.provider.request({ method: "eth_getTransactionByHash", params: [hash] })
      if (waiting === null) throw new Error(`${account.address} sent ${hash}, which the chain dropped`)
      return undefined
    })
  }

  /** Whether a transaction of the account will be mined. The list of all that wait is the same for every actor, and mostly empty. */
  async function hasWaiting(): Promise<boolean> {
    const waiting = (await chain.provider.request({ method: "eth_pendingTransactions", params: [] })) as {
      from: Address
    }[]
    if (!waiting.some(({ from }) => isAddressEqual(from, account.address))) return false
    // One that waits for an earlier nonce is on the list too, and nothing will mine it.
    const [latest, pending] = await Promise.all([countTransactions("latest"), countTransactions("pending")])
    return latest !== pending
  }

  /** Calls `attempt` now and again at each new head, until it returns something. */
  async function atHeads<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      signal.throwIfAborted()
      // Subscribed before the attempt, so that no block slips in between.
      const { promise: changed, resolve } = Promise.withResolvers<undefined>()
      const wake = () => {
        resolve(undefined)
      }
      const unsubscribe = chain.onHead(wake)
      signal.addEventListener("abort", wake)
      try {
        const result = await attempt()
        if (result !== undefined) return result
        await changed
      } finally {
        unsubscribe()
        signal.removeEventListener("abort", wake)
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
      isAlone ||= await atHeads(async () => ((await hasWaiting()) ? undefined : true))
      await last
    },
  }
}

/** Whether the node refused a transaction because its sender cannot pay for it. Nodes word it in their own ways. */
function isUnderfunded(error: unknown): boolean {
  return error instanceof Error && /enough funds|insufficient (?:funds|balance)/i.test(error.message)
}

/** Whether the node refused a transaction because the account has sent another one with its nonce. */
function isNonceUsed(error: unknown): boolean {
  return error instanceof Error && /nonce too low|underpriced/i.test(error.message)
}
