import type { Hex } from "viem"

import type { JourneyEntry } from "../../devnet/journeyLog.js"
import { type MessagingStage, messagingStages } from "../../devnet/messaging/stages.js"
import type { Stage } from "../../devnet/stages.js"
import { messageStates, type MessageStatus } from "../../messaging/states.js"
import { escapeHidden, shorten } from "../../primitives/text.js"
import { literal } from "../../primitives/writeCall.js"
import { prune } from "./prune.js"
import { type MessageEntry, writeMoves } from "./writeMoves.js"
import { createRequestWriter, type RequestFacts } from "./writeRequest.js"

export type Journey = RequestFacts & {
  /** The id of the message. */
  readonly id: Hex
  /** All that happened on the devnet. What came after the last step of the message is left out. */
  readonly entries: readonly JourneyEntry[]
  /** The options of a world that is like the devnet. */
  readonly options: object
  /** Why a call has reverted, in words. */
  readonly reasonOf: (revertData: Hex) => string | undefined
}

/**
 * Writes how a message came to where it is as a test file, which does the same in a world of its own and ends in the same way.
 *
 * @example
 * await writeFile("test/journey.ts", await writeJourney(journey))
 */
export async function writeJourney({ id, entries, options, reasonOf, ...facts }: Journey): Promise<string> {
  const end = entries.findLastIndex((entry) => entry.kind === "message" && entry.id === id)
  const { entries: told, leftOut } = prune(id, entries.slice(0, end + 1))
  const ids = new Map<string, string>([[id, "id"]])
  for (const entry of told) {
    if (entry.kind === "message" && !ids.has(entry.id)) ids.set(entry.id, `other${ids.size === 1 ? "" : ids.size}`)
  }
  const own = told.flatMap((entry) => (entry.kind === "message" && entry.id === id ? [entry] : []))
  const stages = own.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])
  const revertData = own.at(-1)?.revertData
  const reason = revertData && reasonOf(revertData)
  return `${[
    'import { expect } from "chai"',
    'import hre from "hardhat"',
    'import { createWorld } from "hardhat-plugs/testing"',
    "",
    'describe("the journey of a message", () => {',
    `  const world = createWorld(hre, ${literal({ ...options, delivery: "manual" })})`,
    "  before(world.start)",
    "  after(world.stop)",
    "",
    `  it(${literal(`ends as it did: ${stages.at(-1)}`)}, async () => {`,
    ...(leftOut.length === 0 ? [] : ["    // Left out, because it cannot matter to this message:"]),
    ...leftOut.map((what) => `    // - ${shorten(escapeHidden(what), 200)}`),
    ...[...ids].map(([value, name]) => `    const ${name} = ${literal(value)}`),
    "    const stages: string[] = []",
    "    let revertData: string | undefined",
    "    world.devnet.onMessage(({ outbound, status, note }) => {",
    "      if (outbound.messageId !== id) return",
    "      if (stages.at(-1) !== status) stages.push(status)",
    '      revertData = note !== undefined && "revertData" in note ? note.revertData : undefined',
    "    })",
    "",
    ...repeated(await writeEntries(told, facts, (other) => ids.get(other) ?? literal(other))).map(
      (line) => `    ${line}`,
    ),
    // Moves nothing, but lets the devnet read what was sent.
    ...(stages.at(-1) === "RECEIVED" ? ['    await world.deliver(id, { until: "RECEIVED" })'] : []),
    "",
    `    expect(stages).to.deep.equal(${literal(stages)})`,
    ...(reason === undefined ? [] : [`    // ${shorten(escapeHidden(reason), 200)}`]),
    `    expect(revertData).to.equal(${revertData === undefined ? "undefined" : literal(revertData)})`,
    "  })",
    "})",
  ].join("\n")}\n`
}

async function writeEntries(
  entries: readonly JourneyEntry[],
  facts: RequestFacts,
  nameOf: (id: string) => string,
): Promise<readonly string[]> {
  const writeRequest = createRequestWriter(facts)
  const lines: string[] = []
  const reached = new Map<string, MessageStatus>()
  const held = new Set<Stage>()
  let moved: MessageEntry[] = []
  let passed = 0
  const write = (line: string | undefined): void => {
    if (line === undefined) return
    lines.push(...writeMoves(moved, reached, held, nameOf), line)
    moved = []
  }
  for (const [index, entry] of entries.entries()) {
    const seconds = Math.floor((entry.at - (entries[0]?.at ?? 0)) / 1_000) - passed
    passed += Math.max(0, seconds)
    if (seconds > 0) write(`await world.time.increase(${seconds})`)
    if (entry.kind === "message") moved.push(entry)
    else if (entry.kind === "request") write(await writeRequest(entry))
    else if (entry.kind === "fault over") write(`await fault${entry.id}.end()`)
    else if (entry.kind === "fault") {
      const ends = entries.some((other) => other.kind === "fault over" && other.id === entry.id)
      write(ends ? `const fault${entry.id} = ${entry.line}` : entry.line)
    } else {
      const isHold = entry.kind === "hold"
      const stages = entry.stages.filter((stage) =>
        isHold ? isHeldStill(stage, entries.slice(index + 1)) : held.delete(stage),
      )
      if (isHold) for (const stage of stages) held.add(stage)
      if (stages.length > 0) write(`world.${entry.kind}(${stages.map((stage) => literal(stage)).join(", ")})`)
    }
  }
  return [...lines, ...writeMoves(moved, reached, held, nameOf)]
}

/** Whether no message goes through a held stage, as in a step of the relay, which would stop a test. */
function isHeldStill(stage: Stage, later: readonly JourneyEntry[]): boolean {
  if (!(stage in messagingStages)) return false
  const [taken] = messagingStages[stage as MessagingStage].takes
  const end = later.findIndex((entry) => entry.kind === "release" && entry.stages.includes(stage))
  return !(end === -1 ? later : later.slice(0, end)).some(
    (entry) => entry.kind === "message" && taken && messageStates[entry.status].step === messageStates[taken].step + 1,
  )
}

/** Writes what comes again and again, such as a wait and an attempt that reverts, as a loop. */
function repeated(lines: readonly string[]): readonly string[] {
  const written: string[] = []
  for (let index = 0; index < lines.length;) {
    const pair = lines.slice(index, index + 2)
    let times = 1
    while (pair.length === 2 && pair.every((line, offset) => lines[index + 2 * times + offset] === line)) times += 1
    const again =
      times > 2
        ? [`for (let attempt = 0; attempt < ${times}; attempt += 1) {`, ...pair.map((line) => `  ${line}`), "}"]
        : pair.slice(0, 1)
    written.push(...again)
    index += times > 2 ? 2 * times : 1
  }
  return written
}
