import type { ReplayParameters } from "./replayAsked.js"
import type { Replay, ReplayTarget } from "./replayMessage.js"
import { exactJson } from "#src/primitives/text.js"

/** How a file begins that was written here, and can be written again. */
export const firstLine = "// Written by npx hardhat messaging replay."

/** Writes a test of the kit that executes a message again, and expects what it came to. */
export function writeReplayTest(
  { message, to, block, replayed }: Replay,
  { from, at, gasLimit, with: contract, after }: Omit<ReplayParameters, "tx" | "messageId"> & Pick<ReplayTarget, "at">,
): string {
  const { outcome, reason, gasUsed, logs, sent } = replayed
  const amount = (value: bigint | undefined) => value !== undefined && `${value}n`
  const entries = {
    from: exactJson(from),
    tx: exactJson(message.transactionHash),
    messageId: exactJson(message.messageId),
    at: typeof at === "string" ? exactJson(at) : `${at ?? block}n`,
    gasLimit: amount(gasLimit),
    with: contract !== undefined && exactJson(contract),
    after: after !== undefined && exactJson(after),
  }
  const expected = `{ outcome: ${exactJson(outcome)}, reason: ${exactJson(reason)}, gasUsed: ${gasUsed === null ? "null" : `${gasUsed}n`} }`
  return `${[
    firstLine,
    'import { expect } from "chai"',
    'import hre from "hardhat"',
    'import { replayMessage } from "hardhat-plugs/testing"',
    "",
    `describe(${exactJson(`message ${message.messageId} from ${from} to ${to.name}`)}, () => {`,
    `  it(${exactJson(`ends as it did: ${outcome}`)}, async () => {`,
    "    const { replayed } = await replayMessage(hre, {",
    ...Object.entries(entries).flatMap(([name, value]) => (value === false ? [] : [`      ${name}: ${value},`])),
    "    })",
    `    expect(replayed).to.include(${expected})`,
    `    expect(replayed.logs).to.deep.equal(${exactJson(logs)})`,
    `    expect(replayed.sent).to.deep.equal(${exactJson(sent)})`,
    "  })",
    "})",
  ].join("\n")}\n`
}
