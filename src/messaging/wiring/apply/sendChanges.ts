import type { Abi, Account, Address, Client, Hex } from "viem"

import { SwitchboardNotKnownError } from "../../onchain/connection/connectCallErrors.js"
import { isMade } from "../../onchain/connection/differencesOf.js"
import { getPlugConfig } from "../../onchain/getPlugConfig.js"
import { checkChange } from "../plan/prepareChange.js"
import { findUnknownSwitchboards, isSameState, stateOf, type WiringChange } from "../plan/WiringPlan.js"
import type { WiringChain } from "../Wiring.js"
import type { AppliedChange, WiringStep } from "./WiringStep.js"
import { AbortedError } from "#src/http/errors.js"
import { type GasLimits, withSharedTally } from "#src/onchain/gas/GasPlan.js"
import { resumeEntry } from "#src/onchain/outbox.js"
import { reserveAccount, type ReservedAccount } from "#src/onchain/submission/reserveAccount.js"
import type { Submission } from "#src/onchain/submission/Submission.js"
import { accountOf } from "#src/onchain/transact.js"
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
  await using reserved = await reserveAccount({ account, chainId: first.chainId, publicClient, clock, signal })
  const gasLimits = withSharedTally({ gasTally: { spent: 0n, isBatch: true }, ...chain.gasLimits })
  await resumeEntries(chain, options)
  for (const change of changes) {
    if (signal?.aborted === true) throw new AbortedError()
    const settled = await sendChange({ chain, change, account, walletClient, reserved, gasLimits }, options)
    if ("status" in settled) onEnd(settled)
    else {
      onStep?.({ kind: "sent", change, hash: settled.hash })
      onSent(settled)
    }
  }
}

type ChangeToSend = {
  readonly chain: WiringChain
  readonly change: WiringChange
  readonly account: Account
  readonly walletClient: Client
  readonly reserved: ReservedAccount
  readonly gasLimits: GasLimits
}

async function sendChange(
  { chain, change, account, walletClient, reserved, gasLimits }: ChangeToSend,
  { errorAbis, allowedSwitchboards }: SendChangesOptions,
): Promise<SentChange | AppliedChange> {
  const { publicClient } = chain
  const { plug, siblingChainSlug, chainId, data, functionName } = change
  const ended = (status: AppliedChange["status"], error?: PlugsError) => ({ change, status, hash: undefined, error })
  try {
    const now = await getPlugConfig(publicClient, change)
    if (isMade(now, change)) return ended("in place")
    if (!isSameState(stateOf(now), change.before)) return ended("changed")
    const [unknown] = findUnknownSwitchboards([change], allowedSwitchboards)
    if (unknown !== undefined) throw new SwitchboardNotKnownError(unknown)
    await checkChange(change, publicClient, errorAbis)
    const call = { address: plug, functionName }
    const sender = { account, walletClient, publicClient, errorAbis, call, gasLimits }
    const transaction = { chainId, to: plug, data, value: 0n }
    const record = async (submission: Submission): Promise<void> => {
      await chain.journal?.write({ plug, siblingChainSlug, account: account.address, submission })
    }
    return { change, hash: await reserved.send(sender, transaction, { record }) }
  } catch (error) {
    if (!isPlugsError(error) || !ofOneOnly.includes(error.code)) throw error
    return ended("failed", error)
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
  const onFound = (hash: Hex): void => onStep?.({ kind: "resumed", chain: name, hash })
  for (const entry of (await journal?.list()) ?? []) {
    await resumeEntry(publicClient, entry, { receiptTimeout, signal, onFound })
    await journal?.remove(entry)
  }
}
