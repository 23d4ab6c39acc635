import type { Hex } from "viem"

import { attemptAtNext, isGivenUp } from "./ledger/attempt.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import type { Attempt } from "./ledger/types.js"
import type { JobStage } from "./stages.js"

/** A payload, timeout, trigger or deposit, and how far the actors have brought it. */
export type GatewayWork = {
  readonly kind: "payload" | JobStage
  readonly id: Hex
  /** Of a payload. */
  readonly requestCount?: number
  /** Where a payload goes to, and where a trigger or a deposit comes from; the gateway chain, of a timeout. */
  readonly chainSlug: number
  /** `CREDITED` of a deposit, which is told of once that is done. */
  readonly status: string
  /** Set if the attempt that is told of has reverted. */
  readonly revertData: Hex | undefined
  /** Set if a user asked to try again what was given up. */
  readonly isRetried?: true
}

type Failing = { readonly work: Omit<GatewayWork, "revertData">; readonly attempt: Attempt }

/**
 * Tells what the gateway's actors have done: each state that something reached, and each attempt that reverted, also in the same way again.
 *
 * @returns for snapshots: remembers what was told, and gives a function that goes back to it
 */
export function followWork(ledger: GatewayLedger, slug: number, tell: (work: GatewayWork) => void): () => () => void {
  /** What reverted at its last attempt. */
  let failing = new Map<Hex, Failing>()

  function tried(work: Omit<GatewayWork, "revertData">, attempt: Attempt): void {
    const { attempts, revertData } = attempt
    const before = failing.get(work.id)
    const isRetried = before !== undefined && isGivenUp(before.attempt) && attempts === 0
    if (revertData === undefined) failing.delete(work.id)
    else failing.set(work.id, { work, attempt })
    tell({ ...work, revertData, ...(isRetried ? { isRetried } : {}) })
  }

  ledger.subscribe((payload) => {
    const { payloadId: id, requestCount, chainSlug, status } = payload
    tried({ kind: "payload", id, requestCount, chainSlug, status }, attemptAtNext(payload))
  })
  ledger.onJob((job) => {
    if (job.kind === "timeout") {
      const { timeoutId: id, status, attempt } = job.timeout
      tried({ kind: "timeout", id, chainSlug: slug, status }, attempt)
    } else {
      const { triggerId: id, chainSlug, status, attempt } = job.trigger
      tried({ kind: "trigger", id, chainSlug, status }, attempt)
    }
  })
  ledger.onChange(() => {
    for (const [id, { work, attempt: before }] of failing) {
      const payload = ledger.payload(id)
      const attempt = payload === undefined ? ledger.jobs.attemptOf(id) : attemptAtNext(payload)
      if (attempt.attempts > before.attempts) tried(work, attempt)
    }
  })
  ledger.onCredited(({ depositId: id, chainSlug }) => {
    tell({ kind: "deposit", id, chainSlug, status: "CREDITED", revertData: undefined })
  })
  return () => {
    const then = new Map(failing)
    return () => {
      failing = new Map(then)
    }
  }
}
