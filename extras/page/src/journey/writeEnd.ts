import type { Hex } from "viem"

import type { MovedEntry } from "./writeMoves.js"
import { escapeHidden, shorten } from "#src/primitives/text.js"
import { literal } from "#src/primitives/writeCall.js"

/** Why a call has reverted, in words. */
export type ReasonOf = (revertData: Hex) => string | undefined

/** How a test sees the end of what it is about, and what that has to be. */
type End = {
  readonly kind: "message" | "request"
  readonly status: string
  readonly watch: readonly string[]
  readonly expect: readonly string[]
}

/** Writes the end of a message, or of a request by its count, from what moved of it: at least once. */
export function writeEnd(id: string, own: readonly MovedEntry[], reasonOf: ReasonOf): End {
  return own[0]?.kind === "message" ? endOfMessage(own, reasonOf) : endOfRequest(id, own, reasonOf)
}

function endOfMessage(own: readonly MovedEntry[], reasonOf: ReasonOf): End {
  const stages = own.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])
  const revertData = own.at(-1)?.revertData
  return {
    kind: "message",
    status: String(stages.at(-1)),
    watch: [
      "const stages: string[] = []",
      "let revertData: string | undefined",
      "world.devnet.onMessage(({ outbound, status, note }) => {",
      "  if (outbound.messageId !== id) return",
      "  if (stages.at(-1) !== status) stages.push(status)",
      '  revertData = note !== undefined && "revertData" in note ? note.revertData : undefined',
      "})",
    ],
    expect: [
      `expect(stages).to.deep.equal(${literal(stages)})`,
      ...writeReason(revertData, reasonOf),
      `expect(revertData).to.equal(${revertData === undefined ? "undefined" : literal(revertData)})`,
    ],
  }
}

function endOfRequest(count: string, own: readonly MovedEntry[], reasonOf: ReasonOf): End {
  const last = [...new Map(own.map((entry) => [entry.id, entry])).values()]
  const ends = last.map(({ id, status, revertData = null }) => ({ id, status, revertData }))
  return {
    kind: "request",
    status: [...new Set(last.map(({ status }) => status))].join(", "),
    watch: [
      "const ends = new Map<string, object>()",
      "world.devnet.gateway.onPayload(({ payloadId, requestCount, status, executed, executionAttempt, callbackAttempt }) => {",
      `  if (requestCount !== ${Number(count)}) return`,
      "  const { revertData = null } = executed === undefined ? executionAttempt : callbackAttempt",
      "  ends.set(payloadId, { id: payloadId, status, revertData })",
      "})",
    ],
    expect: [
      ...last.flatMap(({ revertData }) => writeReason(revertData, reasonOf)),
      "expect([...ends.values()]).to.have.deep.members([",
      ...ends.map((end) => `  ${literal(end)},`),
      "])",
    ],
  }
}

function writeReason(revertData: Hex | undefined, reasonOf: ReasonOf): readonly string[] {
  const reason = revertData && reasonOf(revertData)
  return reason === undefined ? [] : [`// ${shorten(escapeHidden(reason), 200)}`]
}
