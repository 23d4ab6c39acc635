import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import exportMessages from "#extras/watch/tasks/export.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { sendingNode, socketId } from "#test/fixtures/nodes/sendingNode.js"
import { type AnswerOfNode, projectOfNodes, tired } from "#test/fixtures/projects/projectOfNodes.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { srcPlug } from "#test/fixtures/wire/outboundLogs.js"

type ExportArguments = Parameters<typeof exportMessages>[0]

const given: ExportArguments = {
  ...{ since: "0", plug: `${srcPlug}@alpha`, format: undefined, output: undefined },
  ...{ force: false, finality: "latest", json: false },
}
/** No plug is connected to another one. */
const eth_call = ([call]: readonly unknown[]) => {
  if ((call as { to?: Address }).to === undefined) throw new Error("not together")
  return `0x${"0".repeat(64 * 5)}`
}
const alpha = sendingNode(1, { 20: [202], 30: [203] }, { eth_call }, socketId)
const beta = sendingNode(2, {}, { eth_call })

async function run(more: Partial<ExportArguments>, nodes: Readonly<Record<string, AnswerOfNode>> = { alpha, beta }) {
  const { hre, opened, closed, reads } = projectOfNodes(nodes, { baseUrl: "http://127.0.0.1:1" })
  const ended = await runTaskOn(exportMessages, { ...given, ...more }, hre)
  expect(closed.toSorted()).to.deep.equal(opened.toSorted())
  return { ...ended, reads }
}
const idsIn = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => Number(BigInt.asUintN(64, BigInt((JSON.parse(line) as { messageId: string }).messageId))))

describe("messaging export, on nodes without a server", () => {
  it("writes a line for each message to standard output, and how many they were to standard error", async () => {
    const all = await run({})
    expect([all.code, idsIn(all.stdout)]).to.deep.equal([0, [2, 3]])
    expect(all.stderr).to.equal("2 messages, read up to alpha block 39.\n")
    const one = await run({ since: "21@alpha" })
    expect([idsIn(one.stdout), one.stderr]).to.deep.equal([[3], "1 message, read up to alpha block 39.\n"])
    const none = await run({ since: "31@alpha" })
    expect([none.stdout, none.stderr]).to.deep.equal(["", "0 messages, read up to alpha block 39.\n"])
    const { stdout } = await run({ format: "csv" })
    const lines = stdout.trimEnd().split("\n")
    expect([lines.length, lines[0]?.split(",")[0], lines[2]?.split(",")[0]]).to.deep.equal([
      ...[3, "messageId", socketId(1, 3)],
    ])
  })

  it("writes them to a file, and in JSON what is there, and replaces a file only where that is asked for", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "messages.ndjson")
    const written = await run({ output: file, since: "21@alpha", json: true })
    expect(JSON.parse(written.stdout)).to.deep.equal({
      ...{ schemaVersion: 1, file, format: "ndjson", messages: 1 },
      searched: [{ srcChainSlug: 41_001, toBlock: "39" }],
    })
    expect(written.stderr).to.equal("1 message, read up to alpha block 39.\n")
    expect(idsIn(await readFile(file, "utf8"))).to.deep.equal([3])
    await writeFile(file, "mine")
    const refused = await run({ output: file })
    expect([refused.error?.code, refused.reads]).to.deep.equal(["INVALID_INPUT", []])
    expect(await readFile(file, "utf8")).to.equal("mine")
    const forced = await run({ output: file, force: true })
    expect([forced.code, forced.stdout]).to.deep.equal([0, ""])
    expect(idsIn(await readFile(file, "utf8"))).to.deep.equal([2, 3])
  })

  it("exports nothing where a chain could not be read to its end, and says which", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "messages.csv")
    const silent = sendingNode(2, {}, { eth_call, eth_getLogs: tired })
    const ended = await run({ plug: `${srcPlug}@alpha,${srcPlug}@beta`, output: file }, { alpha, beta: silent })
    expect([ended.code, ended.error?.code, ended.stdout]).to.deep.equal([1, "NODE_FAILED", ""])
    expect(ended.stderr).to.equal("beta could not be read, so nothing is exported.\n")
    const error: unknown = await readFile(file).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: "ENOENT" })
  })
})
