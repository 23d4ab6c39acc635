import type { Address, Client, Hex } from "viem"

import { askNode, parseAnswer } from "./askNode.js"
import { type Frame, frameSchema } from "./callTrace.js"

/** A call that a transaction made. */
export type TracedCall = {
  readonly frame: Frame
  /** The innermost call around it that reverted, itself included, which undid it; `undefined` if nothing did. */
  readonly revertedIn: Frame | undefined
}

/**
 * Traces a mined transaction with `debug_traceTransaction`. The calls come in the order in which they were made, a call before those that
 * it makes; the first is the transaction itself.
 *
 * @param options.to what the transaction called, for errors
 * @returns `undefined` if the node does not have the method, or does not have the state of that block any more
 * @throws {NodeFailedError} the answer of the node is malformed
 */
export async function traceTransaction(
  client: Client,
  { hash, to }: { readonly hash: Hex; readonly to: Address },
): Promise<readonly TracedCall[] | undefined> {
  const question = {
    method: "debug_traceTransaction",
    params: [hash, { tracer: "callTracer", tracerConfig: { withLog: true } }],
    call: { to },
  }
  const answer = await askNode(client, question).catch(() => undefined)
  if (answer === undefined) return undefined
  const calls: TracedCall[] = []
  const open: { readonly raw: unknown; readonly around: Frame | undefined }[] = [{ raw: answer, around: undefined }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const frame = parseAnswer(frameSchema, next.raw, question)
    const revertedIn = frame.error === undefined ? next.around : frame
    calls.push({ frame, revertedIn })
    open.push(...frame.calls.toReversed().map((raw) => ({ raw, around: revertedIn })))
  }
  return calls
}
