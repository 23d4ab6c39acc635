import type { Hex } from "viem"

import { isMoved, type MovedEntry, prune, withoutVainAttempts, writeMoves } from "./prune.js"
import { createRequestWriter, type RequestFacts } from "./writeRequest.js"
import { payloadStages } from "#src/devnet/gateway/stages.js"
import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { type MessagingStage, messagingStages } from "#src/devnet/messaging/stages.js"
import { gatewayChain } from "#src/devnet/options.js"
import type { Stage } from "#src/devnet/stages.js"
import { payloadStates, type PayloadStatus } from "#src/gateway/states.js"
import { messageStates } from "#src/messaging/states.js"
import { escapeHidden, shorten } from "#src/primitives/text.js"
import { literal } from "#src/primitives/writeCall.js"

export type Journey = RequestFacts & {
  /** The id of the message, or the count of the request. */
  readonly id: string
  /** All that happened on the devnet. What came after the last step of the message or of the request's payloads is left out. */
  readonly entries: readonly JourneyEntry[]
  /** The options of a world that is like the devnet. */
  readonly options: object
  readonly reasonOf: ReasonOf
}

/**
 * Writes how a message or a request came to where it is as a test file, which does the same in a world of its own and ends in the same way.
 *
 * @example
 * await writeFile("test/journey.ts", await writeJourney(journey))
 */
export async function writeJourney({ id, entries, options, reasonOf, ...facts }: Journey): Promise<string> {
  const isOwn = (entry: JourneyEntry): entry is MovedEntry =>
    entry.kind === "message" ? entry.id === id : entry.kind === "payload" && String(entry.requestCount) === id
  const counted = withoutVainAttempts(entries)
  const { entries: told, leftOut } = prune(id, counted.slice(0, counted.findLastIndex(isOwn) + 1))
  const own = told.filter(isOwn)
  const names = nameIds(id, told)
  const nameOf = (other: string): string => names.get(other) ?? literal(other)
  const withGateway =
    told.some((entry) => "chain" in entry && entry.chain === gatewayChain.name) ||
    told.some(({ kind }) => kind === "payload" || kind === "timeout" || kind === "trigger" || kind === "deposit")
  const end = writeEnd(id, own, reasonOf)
  const last = own.at(-1)
  return `${[
    'import { expect } from "chai"',
    'import hre from "hardhat"',
    'import { createWorld } from "hardhat-plugs/testing"',
    "",
    `describe("the journey of a ${end.kind}", () => {`,
    `  const world = createWorld(hre, ${literal({ ...options, gateway: withGateway || undefined, delivery: "manual" })})`,
    "  before(world.start)",
    "  after(world.stop)",
    "",
    `  it(${literal(`ends as it did: ${end.status}`)}, async () => {`,
    ...(leftOut.length === 0 ? [] : [`    // Left out, because it cannot matter to this ${end.kind}:`]),
    ...leftOut.map((what) => `    // - ${shorten(escapeHidden(what), 200)}`),
    ...[...names].map(([value, name]) => `    const ${name} = ${literal(value)}`),
    ...end.watch.map((line) => `    ${line}`),
    "",
    ...repeated(await writeEntries(told, facts, nameOf)).map((line) => `    ${line}`),
    // Moves nothing, but lets the devnet read what was sent.
    ...(last?.status === "RECEIVED" || last?.status === "NO"
      ? [`    await world.deliver(${nameOf(last.id)}, ${literal({ until: last.status })})`]
      : []),
    "",
    ...end.expect.map((line) => `    ${line}`),
    "  })",
    "})",
  ].join("\n")}\n`
}

/** What a test calls the ids of what moves. */
function nameIds(id: string, entries: readonly JourneyEntry[]): ReadonlyMap<string, string> {
  const names = new Map(entries.some((entry) => entry.kind === "message" && entry.id === id) ? [[id, "id"]] : [])
  const counts = new Map<string, number>()
  for (const entry of entries.filter(isMoved)) {
    if (names.has(entry.id) || entry.kind === "deposit") continue
    const kind = entry.kind === "message" ? "other" : entry.kind
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    names.set(entry.id, `${kind}${count === 1 ? "" : count}`)
  }
  return names
}

async function writeEntries(
  entries: readonly JourneyEntry[],
  facts: RequestFacts,
  nameOf: (id: string) => string,
): Promise<readonly string[]> {
  const writeRequest = createRequestWriter(facts)
  const lines: string[] = []
  const reached = new Map<string, MovedEntry>()
  const held = new Set<Stage>()
  const tripping = new Map<number, string>()
  let moved: MovedEntry[] = []
  let passed = 0
  const write = (line: string | undefined): void => {
    if (line === undefined) return
    lines.push(...writeLeft(), line)
    moved = []
  }
  const writeLeft = () => writeMoves(moved, reached, held, nameOf, new Set(tripping.values()))
  for (const [index, entry] of entries.entries()) {
    const seconds = Math.floor((entry.at - (entries[0]?.at ?? 0)) / 1_000) - passed
    passed += Math.max(0, seconds)
    if (seconds > 0) {
      const [, before] = (moved.length === 0 && /^await world\.time\.increase\((\d+)\)$/.exec(lines.at(-1) ?? "")) || []
      if (before !== undefined) lines.pop()
      write(`await world.time.increase(${seconds + Number(before ?? 0)})`)
    }
    if ("isRetried" in entry) write(`await world.devnet.retry(${nameOf(entry.id)})`)
    else if (isMoved(entry)) moved.push(entry)
    else if (entry.kind === "request") write(await writeRequest(entry))
    else if (entry.kind === "fault over") {
      write(`await fault${entry.id}.end()`)
      tripping.delete(entry.id)
    } else if (entry.kind === "fault") {
      const ends = entries.some((other) => other.kind === "fault over" && other.id === entry.id)
      write(ends ? `const fault${entry.id} = ${entry.line}` : entry.line)
      const [, chain] = ofTrips.exec(entry.line) ?? []
      if (chain !== undefined) tripping.set(entry.id, chain)
    } else {
      const isHold = entry.kind === "hold"
      const stages = entry.stages.filter((stage) =>
        isHold ? isHeldStill(stage, entries.slice(index + 1)) : held.delete(stage),
      )
      if (isHold) for (const stage of stages) held.add(stage)
      if (stages.length > 0) write(`world.${entry.kind}(${stages.map((stage) => literal(stage)).join(", ")})`)
    }
  }
  return [...lines, ...writeLeft()]
}

/** The line of a fault that trips the first proposal of each packet, with its chain. */
const ofTrips = /^await world\.faults\.trip\("([^"]+)", \{ what: "proposals" \}\)$/

/** Whether nothing goes through a held stage, as in a step of the relay, which would stop a test. */
function isHeldStill(stage: Stage, later: readonly JourneyEntry[]): boolean {
  if (!(stage in messagingStages || stage in payloadStages)) return false
  const end = later.findIndex((entry) => entry.kind === "release" && entry.stages.includes(stage))
  return !(end === -1 ? later : later.slice(0, end)).some((entry) => goesThrough(stage, entry))
}

function goesThrough(stage: Stage, entry: JourneyEntry): boolean {
  if (entry.kind === "payload") {
    const passed = Object.keys(payloadStages)[payloadStates[entry.status as PayloadStatus].step - 1]
    return passed === stage
  }
  if (entry.kind !== "message" || !(stage in messagingStages)) return false
  const [taken] = messagingStages[stage as MessagingStage].takes
  return taken !== undefined && messageStates[entry.status].step === messageStates[taken].step + 1
}

/** Writes what comes again and again, such as a wait and an attempt that reverts, as a loop. */
function repeated(lines: readonly string[]): readonly string[] {
  const written: string[] = []
  for (let index = 0; index < lines.length;) {
    const pair = lines.slice(index, index + 2)
    let times = 1
    while (pair.every((line, offset) => lines[index + 2 * times + offset] === line)) times += 1
    const again =
      times > 2
        ? [`for (let attempt = 0; attempt < ${times}; attempt += 1) {`, ...pair.map((line) => `  ${line}`), "}"]
        : pair.slice(0, 1)
    written.push(...again)
    index += times > 2 ? 2 * times : 1
  }
  return written
}

/** Why a call has reverted, in words. */
type ReasonOf = (revertData: Hex) => string | undefined

/** How a test sees the end of what it is about, and what that has to be. */
type End = {
  readonly kind: "message" | "request"
  readonly status: string
  readonly watch: readonly string[]
  readonly expect: readonly string[]
}

/** Writes the end of a message, or of a request by its count, from what moved of it: at least once. */
function writeEnd(id: string, own: readonly MovedEntry[], reasonOf: ReasonOf): End {
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
