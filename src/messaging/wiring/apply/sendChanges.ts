import type { Abi, Account, Address, Client, Hex } from "viem"
import { getTransactionCount } from "viem/actions"

import { SwitchboardNotKnownError } from "../../onchain/connection/connectCallErrors.js"
import { checkChange } from "../plan/prepareChange.js"
import { readConnection } from "../plan/readChainState.js"
import { findUnknownSwitchboards, isAsWanted, isSameState, type WiringChange } from "../plan/WiringPlan.js"
import type { WiringChain } from "../Wiring.js"
import type { AppliedChange, WiringStep } from "./WiringStep.js"
import { AbortedError } from "#src/http/errors.js"
import { type GasLimits, tallied } from "#src/onchain/gas/GasPlan.js"
import { lockAccount } from "#src/onchain/submission/lockAccount.js"
import { prepareSubmission } from "#src/onchain/submission/prepareSubmission.js"
import { recoverSubmission } from "#src/onchain/submission/recoverSubmission.js"
import { sendSubmission } from "#src/onchain/submission/sendSubmission.js"
import type { Sender, Submission } from "#src/onchain/submission/Submission.js"
import { accountOf } from "#src/onchain/transact.js"
import { NotSubmittedError } from "#src/onchain/transactionErrors.js"
import { waitForReceipt } from "#src/onchain/waitForReceipt.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export type SentChange = { readonly change: WiringChange; readonly hash: Hex }

export type SendChangesOptions = ResumeOptions & {
  readonly errorAbis: readonly Abi[]
  readonly allowedSwitchboards: readonly Address[]
  readonly clock: Clock
  readonly onSent: (sent: SentChange) => void
  /** Called for each change that needs no transaction, or gets none. */
  readonly onEnd: (result: AppliedChange) => void
}

/**
 * Sends the changes of one chain one after the other, without waiting for their receipts, while no other process sends from the account. Begins with
 * what an earlier run left behind.
 *
 * @throws what stops all that is not sent yet: the account is busy, the journal cannot be used, the node does not answer, or the signal was aborted
 */
export async function sendChanges(
  chain: WiringChain,
  changes: readonly WiringChange[],
  options: SendChangesOptions,
): Promise<void> {
  const { publicClient, walletClient } = chain
  const [first] = changes
  if (first === undefined || walletClient === undefined) return
  const account = accountOf(walletClient)
  const { clock, signal, onSent, onEnd, onStep } = options
  const lock = await lockAccount({ account: account.address, chainId: first.chainId, clock, signal })
  const nonces = countNonces(publicClient, account)
  const gasLimits = tallied({ gasTally: { spent: 0n, isBatch: true }, ...chain.gasLimits })
  try {
    await resumeEntries(chain, options)
    for (const change of changes) {
      if (signal?.aborted === true) throw new AbortedError()
      const toSend = { chain, change, account, walletClient, nonces, gasLimits }
      const settled = await sendChange(toSend, options)
      if ("status" in settled) onEnd(settled)
      else {
        onStep?.({ kind: "sent", change, hash: settled.hash })
        onSent(settled)
      }
    }
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}

type Nonces = { next: () => Promise<number>; use: (nonce: number) => void }

/** Counts the nonces of an account. Another node of the same provider may not have the latest transaction yet. */
function countNonces(client: Client, { address }: Account): Nonces {
  let least = 0
  return {
    next: async () => Math.max(least, await getTransactionCount(client, { address, blockTag: "pending" })),
    use: (nonce) => {
      least = nonce + 1
    },
  }
}

type ChangeToSend = {
  readonly chain: WiringChain
  readonly change: WiringChange
  readonly account: Account
  readonly walletClient: Client
  readonly nonces: Nonces
  readonly gasLimits: GasLimits
}

async function sendChange(
  { chain, change, account, walletClient, nonces, gasLimits }: ChangeToSend,
  { errorAbis, allowedSwitchboards }: SendChangesOptions,
): Promise<SentChange | AppliedChange> {
  const { publicClient } = chain
  const { plug, siblingChainSlug, chainId, data, functionName } = change
  const ended = (status: AppliedChange["status"], error?: PlugsError) => ({ change, status, hash: undefined, error })
  try {
    const now = await readConnection(publicClient, change)
    if (isAsWanted(now, change)) return ended("in place")
    if (!isSameState(now, change.before)) return ended("changed")
    const [unknown] = findUnknownSwitchboards([change], allowedSwitchboards)
    if (unknown !== undefined) throw new SwitchboardNotKnownError(unknown)
    await checkChange(change, publicClient, errorAbis)
    const call = { address: plug, functionName }
    const sender = { account, walletClient, publicClient, errorAbis, call, gasLimits }
    const transaction = { chainId, to: plug, data, value: 0n }
    const record = async (written: Submission): Promise<void> => {
      await chain.journal?.write({ plug, siblingChainSlug, account: account.address, submission: written })
    }
    for (let tries = 1; ; tries++) {
      const submission = await prepareSubmission(sender, transaction, nonces.next)
      await record(submission)
      const hash = await sendOrFind(sender, submission).catch((error: unknown) => {
        if (tries === 2 || !(error instanceof NotSubmittedError) || !error.isNonceTaken) throw error
      })
      // A replica that lags did not know yet who has this nonce. With it, this transaction is never mined.
      nonces.use(submission.nonce)
      if (hash === undefined) continue
      await record({ ...submission, hash })
      return { change, hash }
    }
  } catch (error) {
    if (!isPlugsError(error) || !ofOneOnly.includes(error.code)) throw error
    return ended("failed", error)
  }
}

/** Sends a transaction. A node that answers with an error can have taken it all the same. */
async function sendOrFind(sender: Sender, submission: Submission): Promise<Hex> {
  const { account, publicClient } = sender
  try {
    return await sendSubmission(sender, submission)
  } catch (error) {
    const found = await recoverSubmission({ account: account.address, publicClient }, submission).catch(() => undefined)
    if (found?.kind === "sent") return found.hash
    throw error
  }
}

/** Errors that say nothing about the other changes of the chain. A transaction that was refused stays in the journal: it may have been sent. */
const ofOneOnly = ["CALL_REVERTED", "NOT_ONLY_A_CONNECTION", "CALL_NOT_SHOWN", "SWITCHBOARD_NOT_KNOWN", "NOT_SUBMITTED"]

type ResumeOptions = {
  readonly name: string
  readonly receiptTimeout: number
  readonly signal: AbortSignal | undefined
  readonly onStep: ((step: WiringStep) => void) | undefined
}

/**
 * Finds out what became of the transactions that an earlier run was about to send on a chain, and waits for those that were sent. What was not sent
 * is forgotten: it is planned again if it is still needed, with the same nonce, so that at most one of the two is mined.
 *
 * @throws {SubmissionUnclearError} the node cannot tell; nothing must be sent on this chain
 * @throws {NotMinedError} one is still not mined
 * @throws {AbortedError} the signal was aborted
 */
async function resumeEntries(
  { publicClient, journal }: WiringChain,
  { name, receiptTimeout, signal, onStep }: ResumeOptions,
): Promise<void> {
  for (const entry of (await journal?.list()) ?? []) {
    const { account, submission } = entry
    const found = await recoverSubmission({ account, publicClient }, { ...submission, hash: undefined })
    if (found.kind === "sent") {
      onStep?.({ kind: "resumed", chain: name, hash: found.hash })
      await waitForReceipt(publicClient, { hash: found.hash, timeout: receiptTimeout, signal })
    }
    await journal?.remove(entry)
  }
}
