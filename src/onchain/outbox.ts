import { createHash } from "node:crypto"

import type { Account, Address, Client, Hex, TransactionReceipt } from "viem"
import { getTransactionCount } from "viem/actions"
import { z } from "zod"

import { isDevelopmentNode } from "./readNode.js"
import { lockAccount, type LockAccountParameters } from "./submission/lockAccount.js"
import { type Recovered, recoverSubmission } from "./submission/recoverSubmission.js"
import { reserveAccount } from "./submission/reserveAccount.js"
import { isKnown, planSending, type TransactionToSubmit } from "./submission/sendSubmission.js"
import { type ChainTransaction, type Sender, type Submission, SubmissionUnclearError } from "./submission/Submission.js"
import { submissionSchema } from "./submission/submissionSchema.js"
import { defaultReceiptTimeout, waitForReceipt } from "./waitForReceipt.js"
import { addressSchema } from "#src/http/schemas.js"
import { makeFolder } from "#src/primitives/files/privateFiles.js"
import { openRecordFolder } from "#src/primitives/files/recordFolder.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import { exactJson } from "#src/primitives/text.js"

/** A transaction that an account was about to send. */
export type OutboxEntry = { readonly account: Address; readonly submission: Submission }

/** What an earlier run has sent, once it was mined. */
export type SentBefore = {
  readonly account: Address
  readonly hash: Hex
  readonly transaction: ChainTransaction
  /** It may say that the transaction reverted. */
  readonly receipt: TransactionReceipt
}

export type ResumeOptions = {
  /** Milliseconds to wait for the receipt. Default: 3 minutes. */
  readonly receiptTimeout?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called once it is known that it was sent, before its receipt is awaited. */
  readonly onFound?: ((hash: Hex) => void) | undefined
}

/**
 * Finds out what became of a transaction that an earlier run was about to send, and waits for it if it was sent. It is known by what it does: a wallet
 * may have sent another one with its nonce, to pay more.
 *
 * @throws {SubmissionUnclearError} the node cannot tell; nothing must be sent in its place
 * @throws {NotMinedError} it is still not mined
 * @throws {AbortedError} the signal was aborted
 */
export async function resumeEntry(
  client: Client,
  { account, submission }: OutboxEntry,
  { receiptTimeout: timeout = defaultReceiptTimeout, signal, onFound }: ResumeOptions,
): Promise<SentBefore | Exclude<Recovered, { kind: "sent" }>> {
  const { transaction } = submission
  const found = await find(client, { account, submission })
  if (found.kind !== "sent") return found
  onFound?.(found.hash)
  const receipt = await waitForReceipt(client, { hash: found.hash, timeout, transaction, signal })
  return { account, hash: receipt.transactionHash, transaction, receipt }
}

async function find(client: Client, { account, submission }: OutboxEntry): Promise<Recovered> {
  const { hash } = submission
  // A node that keeps few states cannot say who used a nonce long ago, and has the transaction all the same.
  if (hash !== undefined && (await isKnown(client, hash))) return { kind: "sent", hash }
  return await recoverSubmission({ account, publicClient: client }, { ...submission, hash: undefined })
}

/** What a command sends, written down before it is sent, so that the same command after a crash does not send it twice. */
export type Outbox = AsyncDisposable & {
  /**
   * Finds out what an earlier run of the command has sent and not shown. Call it before anything else is prepared.
   *
   * @returns `undefined` if there is nothing, or it was not sent: then the next `send` takes the same nonce, so that at most one of the two is mined
   * @throws {SubmissionUnclearError} `NotMinedError` `AbortedError`
   */
  readonly settle: (options?: ResumeOptions) => Promise<SentBefore | undefined>
  /** Plans the gas of a transaction, reserves its account, writes it down, and sends it. */
  readonly send: (sender: Sender, transaction: TransactionToSubmit) => Promise<Hex>
  /** Forgets what was sent, once its end was shown: after that, the same command sends again. */
  readonly forget: () => Promise<void>
}

export type OpenOutboxParameters = Pick<LockAccountParameters, "chainId" | "clock" | "signal"> & {
  readonly account: Account
  readonly publicClient: Client
  /** Of one chain. */
  readonly folder: string
  /** What makes the command the same as another one. */
  readonly command: readonly unknown[]
  readonly key: RecordsKey
}

/**
 * Opens what a command sends, in a folder with one file for each command. Until it is disposed of, the same command waits in other processes.
 *
 * @throws {AccountBusyError} `JournalUnusableError` `AbortedError`
 */
export async function openOutbox({
  folder,
  command,
  account,
  publicClient,
  key,
  ...locking
}: OpenOutboxParameters): Promise<Outbox> {
  const base = createHash("sha256").update(exactJson(command)).digest("hex").slice(0, 40)
  const name = `${base}.json`
  const records = openRecordFolder(folder, {
    ...{ purpose: "outbox", schema: () => entrySchema, maxBytes: maxEntryBytes, names: /^[0-9a-f]{40}\.json$/, key },
    isOpen: () => true,
  })
  await makeFolder(folder)
  const lock = await lockAccount({ ...locking, account: account.address, file: { folder, name: base } })
  let unsent: OutboxEntry | undefined

  /** The nonce of what an earlier run has signed and not sent, if the same account did. */
  async function nonceOfUnsent(): Promise<number | undefined> {
    if (unsent?.account !== account.address) return undefined
    const { nonce } = unsent.submission
    const { kind } = await find(publicClient, unsent)
    if (kind === "dead") return undefined
    if (kind === "unsent") {
      const next = await getTransactionCount(publicClient, { address: account.address, blockTag: "pending" })
      if (nonce <= next) return nonce
      // A test has set its chain back.
      if (await isDevelopmentNode(publicClient)) return undefined
      const reason = `the account's next nonce is ${next}, so other nodes may have transactions of it that this one does not know`
      throw new SubmissionUnclearError({ account: account.address, nonce, reason })
    }
    throw new SubmissionUnclearError({ account: account.address, nonce, reason: "it was sent in the meantime" })
  }

  return {
    async settle(options = {}) {
      const entry = await records.read(name)
      if (entry === undefined) return undefined
      const found = await resumeEntry(publicClient, entry, options)
      if ("receipt" in found) return found
      if (found.kind === "unsent") unsent = entry
      return undefined
    },
    async send(sender, transaction) {
      // Its price is asked about, and nothing waits for the answer meanwhile.
      const gas = await planSending(sender, transaction)
      await using reserved = await reserveAccount({ ...locking, account, publicClient })
      const nonce = transaction.nonce ?? (await nonceOfUnsent())
      unsent = undefined
      const record = async (submission: Submission): Promise<void> => {
        await records.write(name, { account: account.address, submission })
      }
      return await reserved.send(sender, transaction, { record, gas, nonce })
    },
    forget: () => records.remove(name),
    [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
  }
}

/** In bytes. Of calldata, a node takes 128 kB. */
const maxEntryBytes = 2 ** 20

const entrySchema: z.ZodType<OutboxEntry> = z.object({ account: addressSchema, submission: submissionSchema })
