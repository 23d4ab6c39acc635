import type { NetworkConnection } from "hardhat/types/network"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { AbortedError } from "#src/http/errors.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"

/** After this many milliseconds without an answer, it is said which chain is waited for. */
const toldAfter = 2_000

/** Milliseconds. Closing waits for every answer, and a node that hangs gives none. */
const maxCloseMs = 1_000

export type WaitForNode = {
  /** Milliseconds for an answer. */
  readonly patience: number
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
  /** Called where an answer takes long. */
  readonly onWait?: (() => void) | undefined
}

type Connection = Pick<NetworkConnection<string>, "provider" | "close">

let abandoned = 0

/**
 * Notes an open request to a node whose answer is not awaited any more. Hardhat ends it after five minutes only.
 *
 * @returns how many were noted so far
 */
export function noteAbandonedRequest(): number {
  abandoned += 1
  return abandoned
}

/** Whether requests that are not awaited may keep this process alive. */
export function hasAbandonedRequests(): boolean {
  return abandoned > 0
}

/** The providers of nodes with requests that are not awaited. */
const silent = new WeakSet()

/**
 * Waits for the node of a connection.
 *
 * @returns `undefined` if it does not answer in time
 * @throws {AbortedError} the signal was aborted
 */
export async function waitForNode<T>(
  { provider }: Pick<Connection, "provider">,
  work: () => Promise<T>,
  { patience, clock, signal, onWait }: WaitForNode,
): Promise<{ readonly answer: T } | undefined> {
  const ended = new AbortController()
  // It answers before, as a rule.
  if (onWait !== undefined) clock.sleep(toldAfter, ended.signal).then(onWait, () => undefined)
  try {
    const result = await withTimeLimit(patience, work, { clock, signal })
    if (result.kind === "done") return { answer: result.value }
    silent.add(provider)
    if (result.kind === "aborted") throw new AbortedError()
    noteAbandonedRequest()
    return undefined
  } finally {
    ended.abort()
  }
}

/** Limits each answer of the node of a connection. For what is signed and sent, a person may have to be asked there. */
export function limitAnswers({ provider }: Pick<Connection, "provider">, waiting: WaitForNode): void {
  const request = provider.request.bind(provider) as (call: unknown) => Promise<unknown>
  provider.request = async (call) => {
    if (/^eth_(?:send|sign)/.test(call.method)) return await request(call)
    const found = await waitForNode({ provider }, () => request(call), waiting)
    if (found !== undefined) return found.answer
    const { BaseError } = await import("viem")
    throw new BaseError(noAnswer(waiting))
  }
}

/** Why a node is given up, as the end of a sentence. */
export function noAnswer({ patience }: Pick<WaitForNode, "patience">): string {
  return `no answer within ${formatDuration(patience)}`
}

/** Closes a connection, or what reads through it. What its node still owes is not waited for. */
export async function closeConnection({ provider, close }: Connection, clock: Clock): Promise<void> {
  const closing = close()
  if (silent.has(provider)) {
    closing.catch(() => undefined)
    return
  }
  const closed = await withTimeLimit(maxCloseMs, () => closing, { clock })
  if (closed.kind !== "done") noteAbandonedRequest()
}
