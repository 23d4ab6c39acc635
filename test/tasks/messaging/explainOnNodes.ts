import { expect } from "chai"
import { describe, it } from "mocha"

import type { Explanation } from "#src/explaining/Explanation.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import explain from "#tasks/messaging/explain.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { sendingNode } from "#test/fixtures/nodes/sendingNode.js"
import { projectOfNodes } from "#test/fixtures/projects/projectOfNodes.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { srcPlug } from "#test/fixtures/wire/outboundLogs.js"

type ExplainArguments = Parameters<typeof explain>[0]

const none: ExplainArguments = {
  ...{ id: undefined, from: undefined, messageId: undefined, source: undefined, json: true },
  ...{ markdown: undefined },
}
/** A clock that does not wait before a question is asked again. */
const clock: Clock = {
  now: () => 1_099_000,
  sleep: (ms, signal) => (ms < 2_000 ? Promise.resolve() : systemClock.sleep(ms, signal)),
}
/** A node that knows no transaction, and of whose socket nine messages are said to have been sent. */
const nodeOf = (own: number) =>
  sendingNode(own, {}, { eth_getTransactionByHash: () => null, eth_call: () => bytes32(9), eth_getCode: () => "0x" })

/** Explains in a project whose API says nothing of any message, and whose tasks have sent the transaction 7 of beta. */
async function run(given: Partial<ExplainArguments>, network?: string) {
  const asked = new Set<string>()
  await using folder = await temporaryFolder()
  await using api = await listenLocally(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://127.0.0.1")
    asked.add(pathname)
    const isPage = pathname === "/page/link"
    response.writeHead(isPage ? 200 : 404, { "content-type": "application/json" })
    response.end(JSON.stringify({ page: "hardhat-plugs devnet" }))
  })
  const { hre, opened, closed } = projectOfNodes(
    { alpha: nodeOf(1), beta: nodeOf(2) },
    { baseUrl: api.url, root: folder.path },
  )
  const project = { ...hre, globalOptions: { ...hre.globalOptions, network } } as typeof hre
  const record = { srcChainSlug: 41_002, at: 5, hash: bytes32(7), plug: srcPlug, account: srcPlug, functionName: "add" }
  await openSentRecords(hre.config, { line: () => undefined }).write({ ...record, messages: [] })
  const ended = await runTaskOn(explain, { ...none, ...given }, project, { clock })
  expect(closed.toSorted()).to.deep.equal(opened.toSorted())
  const commands = ended.stdout.match(/npx hardhat messaging (?:explain|track)[^\n]*/g) ?? []
  return {
    ...ended,
    isApiAsked: asked.has("/v1/messages-from-tx"),
    commands,
    page: /\/m\/(0x\w+)/.exec(ended.stderr)?.[1],
  }
}
const subjectOf = (stdout: string) => (JSON.parse(stdout) as Explanation).subject
/** An id of a message that leaves alpha. */
const messageId = `0x${(41_001).toString(16).padStart(8, "0")}${"12".repeat(28)}` as const

describe("messaging explain, on nodes without a server", () => {
  it("explains the transaction or message that is named, on the chain that is named, or the last that a task has sent", async () => {
    const subject = async (...given: Parameters<typeof run>) => {
      const { srcChainSlug, srcTxHash, messageId: id } = subjectOf((await run(...given)).stdout)
      return [srcChainSlug, srcTxHash, id]
    }
    expect(await subject({ id: bytes32(9), from: "beta" }, "alpha")).to.deep.equal([41_002, bytes32(9), undefined])
    expect(await subject({ id: bytes32(9) }, "alpha")).to.deep.equal([41_001, bytes32(9), undefined])
    expect(await subject({ id: bytes32(9), from: "alpha", messageId })).to.deep.equal([41_001, bytes32(9), messageId])
    expect((await subject({ id: messageId })).slice(2)).to.deep.equal([messageId])
    expect(await subject({})).to.deep.equal([41_002, bytes32(7), undefined])
  })

  it("asks the API unless the chains alone are to be read", async () => {
    const asked = async (source?: string) => (await run({ id: bytes32(9), from: "alpha", source })).isApiAsked
    expect([await asked(), await asked("both"), await asked("chain")]).to.deep.equal([true, true, false])
  })

  it("says for people which command explains it again, and which page of the devnet has it", async () => {
    const said = async (given: Partial<ExplainArguments>) => {
      const { commands, page } = await run({ json: false, ...given })
      return [commands.at(-1), page]
    }
    const again = `npx hardhat messaging explain ${bytes32(9)} --from alpha`
    expect(await said({ id: bytes32(9), from: "alpha" })).to.deep.equal([again, bytes32(9)])
    expect(await said({ id: bytes32(9), from: "alpha", messageId })).to.deep.equal([
      ...[`${again} --message-id ${messageId}`, messageId],
    ])
    expect((await run({ id: bytes32(9), from: "alpha" })).page).to.equal(undefined)
  })

  it("repeats its own arguments where no transaction is known", async () => {
    const { commands } = await run({ id: messageId, json: false })
    expect(commands.at(-1)).to.equal(`npx hardhat messaging explain ${messageId}`)
  })

  it("refuses what is unknown or wrong, by the argument", async () => {
    const table: readonly (readonly [argument: string, given: Partial<ExplainArguments>])[] = [
      ["id", { id: "0x12" }],
      ["id", { id: bytes32(9) }],
      ["--from", { id: bytes32(9), from: "delta" }],
      ["--message-id", { id: bytes32(9), messageId: "0x12" }],
      ["--source", { id: bytes32(9), from: "alpha", source: "api" }],
      ["--source", { id: bytes32(9), from: "alpha", source: "rumour" }],
    ]
    for (const [argument, given] of table) {
      const { error } = await run(given)
      expect(error instanceof InvalidInputError && error.argument, JSON.stringify(given)).to.equal(argument)
    }
  })
})
