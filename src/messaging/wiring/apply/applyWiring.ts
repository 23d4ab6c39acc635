import type { Abi, Address } from "viem"

import { ConnectionNotMadeError } from "../../onchain/callErrors.js"
import { isMade } from "../../onchain/connection/differencesOf.js"
import { getPlugConfig } from "../../onchain/getPlugConfig.js"
import { simulateChange } from "../plan/prepareChange.js"
import type { WiringChange, WiringPlan } from "../plan/WiringPlan.js"
import type { WiringChain, WiringChains } from "../Wiring.js"
import { sendChanges, type SendChangesOptions, type SentChange } from "./sendChanges.js"
import type { AppliedChange, WiringStep } from "./WiringStep.js"
import { AbortedError } from "#src/http/errors.js"
import { clientAfter } from "#src/onchain/clientAfter.js"
import { TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { defaultReceiptTimeout, waitForReceipt } from "#src/onchain/waitForReceipt.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/** What to send, and with which clients. */
export type ApplyWiringParameters = {
  /** As `planWiring` returned it, and as it was confirmed. */
  readonly plan: WiringPlan
  /** The chains that the plan was made with. What each one sends is recorded in its `journal`. */
  readonly chains: WiringChains
  /** Switchboards to use although they are not known on their chains. A change with another unknown one is not sent. Default: none. */
  readonly allowedSwitchboards?: readonly Address[] | undefined
  /** ABIs to decode a revert with. */
  readonly errorAbis?: readonly Abi[] | undefined
  /** Milliseconds to wait for each receipt. Default: 3 minutes. */
  readonly receiptTimeout?: number | undefined
  /** What is not sent when it is aborted stays unsent, and receipts are not awaited any more. */
  readonly signal?: AbortSignal | undefined
  /** Called for every transaction, and for the end of every change. */
  readonly onStep?: ((step: WiringStep) => void) | undefined
  readonly clock?: Clock | undefined
}

/** What became of each change of the plan, in its order. */
export type ApplyWiringReturnType = {
  /** Whether every change is in place now. */
  readonly isComplete: boolean
  readonly results: readonly AppliedChange[]
}

/**
 * Sends what a plan says is needed. Chains are served at the same time; the transactions of one chain have consecutive nonces.
 *
 * Each connection is read again before its change is sent. What is in place by then is not sent, and neither is what was changed in between, nor a
 * call that would do more than make its connection. A change that fails does not stop the others. Nothing is thrown for a change: `results` says what became of each.
 *
 * Each change is written to the journal of its chain before it is sent. After a crash, the next call resumes what was sent, and sends nothing
 * twice.
 *
 * @throws {JournalForeignError} `JournalDamagedError` `JournalUnusableError` the journal of a chain cannot be read or believed; nothing was sent
 * @example
 * const plan = await planWiring({ wiring, chains })
 * const { isComplete, results } = await applyWiring({ plan, chains })
 * for (const { change, status, error } of results) console.log(change.chain, change.siblingChain, status, error?.message)
 */
export async function applyWiring(parameters: ApplyWiringParameters): Promise<ApplyWiringReturnType> {
  const { plan, onStep } = parameters
  const results = new Map<WiringChange, AppliedChange>()
  const end = (result: AppliedChange): void => {
    results.set(result.change, result)
    onStep?.({ kind: "ended", result })
  }
  for (const change of plan.changes) {
    if (change.status !== "ready") results.set(change, ended(change, change.status))
  }
  const ready = Map.groupBy(
    plan.changes.filter(({ status }) => status === "ready"),
    ({ chain }) => chain,
  )
  // What an earlier run was about to send is known of every chain before anything is sent.
  for (const name of ready.keys()) {
    const chain = parameters.chains[name]
    if (chain !== undefined && "journal" in chain) await chain.journal?.list()
  }
  await Promise.all([...ready].map(([name, changes]) => applyOnChain(name, changes, { parameters, end })))
  const ordered = plan.changes.flatMap((change) => results.get(change) ?? [])
  return { isComplete: ordered.every(({ status }) => status === "done" || status === "in place"), results: ordered }
}

type Context = { readonly parameters: ApplyWiringParameters; readonly end: (result: AppliedChange) => void }

async function applyOnChain(
  name: string,
  changes: readonly WiringChange[],
  { parameters, end }: Context,
): Promise<void> {
  const { chains, allowedSwitchboards = [], errorAbis = [], signal, onStep, clock = systemClock } = parameters
  const { receiptTimeout = defaultReceiptTimeout } = parameters
  const chain = chains[name]
  const open = new Set(changes)
  const close = (result: AppliedChange): void => {
    open.delete(result.change)
    end(result)
  }
  if (chain === undefined || !("publicClient" in chain)) throw new Error(`The plan was made with a chain ${name}.`)
  const options = { name, allowedSwitchboards, errorAbis, receiptTimeout, signal, onStep, clock }
  const sent: SentChange[] = []
  const onSent = (change: SentChange): void => void sent.push(change)
  const stopped = await sendChanges(chain, changes, { ...options, onSent, onEnd: close }).catch(orBug)
  await Promise.all(
    sent.map(async (one) => {
      close(await finishChange(chain, one, options))
    }),
  )
  // What stops a chain stops all that it has not sent yet.
  const status = stopped instanceof AbortedError ? "unsent" : "failed"
  for (const change of open) close(ended(change, status, stopped ?? undefined))
}

function orBug(error: unknown): PlugsError {
  if (isPlugsError(error)) return error
  throw error
}

function ended(change: WiringChange, status: AppliedChange["status"], error?: PlugsError): AppliedChange {
  return { change, status, hash: undefined, error }
}

/** Waits for the transaction of a change, checks that the socket has the connection, and forgets the entry in the journal. */
export async function finishChange(
  { publicClient, journal }: WiringChain,
  { change, hash }: SentChange,
  {
    errorAbis,
    receiptTimeout,
    signal,
    clock,
  }: Pick<SendChangesOptions, "errorAbis" | "receiptTimeout" | "signal" | "clock">,
): Promise<AppliedChange> {
  const { plug, functionName } = change
  const ended = (status: AppliedChange["status"], error?: PlugsError) => ({ change, status, hash, error })
  try {
    const receipt = await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal })
    await journal?.remove(change)
    if (receipt.status !== "success") {
      const reason = await simulateChange(change, publicClient, errorAbis).then(
        () => undefined,
        (error: unknown) => (isPlugsError(error) ? error.shortMessage : undefined),
      )
      const next =
        "Plan the wiring again, with npx hardhat messaging wire --plan, and read what it says about this connection."
      return ended(
        "failed",
        new TransactionRevertedError({ call: { address: plug, functionName }, hash, reason, next }),
      )
    }
    const after = clientAfter(publicClient, receipt, { signal, clock })
    if (isMade(await getPlugConfig(after, change), change)) return ended("done")
    return ended("failed", new ConnectionNotMadeError({ plug, functionName, hash }))
  } catch (error) {
    if (!isPlugsError(error)) throw error
    return ended("pending", error)
  }
}
