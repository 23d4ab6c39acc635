import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import track from "#tasks/messaging/track.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { sendingNode, socketId, transactionOf } from "#test/fixtures/nodes/sendingNode.js"
import { type AnswerOfNode, projectOfNodes } from "#test/fixtures/projects/projectOfNodes.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"
import { srcPlug } from "#test/fixtures/wire/outboundLogs.js"

type TrackArguments = Parameters<typeof track>[0]

const none: TrackArguments = {
  ...{ id: undefined, from: undefined, messageId: undefined, until: "SEALED", timeout: undefined },
  ...{ source: undefined, finality: undefined, json: true },
}
const now = 10_000_000
const clock: Clock = { now: () => now, sleep: (ms, signal) => systemClock.sleep(ms, signal) }
/** A chain that sends the message 2 to beta, the message 3 to a chain that is not configured, and the message 4 to alpha, and knows the transactions. */
const knowing = (own: number, ...numbers: readonly number[]): AnswerOfNode =>
  sendingNode(
    own,
    { 20: numbers },
    {
      eth_getTransactionByHash: ([hash]) =>
        numbers.some((number) => transactionOf(number) === hash)
          ? { hash, from: srcPlug, to: null, nonce: "0x0", input: "0x", blockNumber: "0x1", type: "0x0" }
          : null,
    },
  )
const known = { alpha: knowing(1, 202, 903), beta: knowing(2, 104) }

/** Tracks in a project whose API calls each message sealed, and whose tasks have sent these transactions. */
async function run(
  given: Partial<TrackArguments>,
  {
    network,
    sent = [],
    hasPage = false,
    nodes = known,
    ids = [bytes32(2), bytes32(5)],
  }: {
    network?: string
    sent?: readonly (readonly [number, number])[]
    hasPage?: boolean
    nodes?: Readonly<Record<string, AnswerOfNode>>
    ids?: readonly Hex[]
  } = {},
) {
  const asked: string[] = []
  await using folder = await temporaryFolder()
  await using api = await listenLocally(({ url = "/" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1")
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    }
    if (pathname === "/page/link") answer(hasPage ? 200 : 404, { page: "hardhat-plugs devnet" })
    else {
      asked.push(`${searchParams.get("srcChainSlug")} ${searchParams.get("srcTxHash")}`)
      const isFirst = Number(searchParams.get("srcTxHash")) === 0
      const result = isFirst ? [] : ids.map((messageId) => ({ ...messageAt("SEALED"), messageId }))
      answer(200, { status: "SUCCESS", result })
    }
  })
  const { hre, opened, closed } = projectOfNodes(nodes, { baseUrl: api.url, root: folder.path })
  const project = { ...hre, globalOptions: { ...hre.globalOptions, network } } as typeof hre
  for (const [srcChainSlug, at] of sent) {
    const record = { srcChainSlug, at, hash: bytes32(at), plug: srcPlug, account: srcPlug, functionName: "add" }
    await openSentRecords(hre.config, { line: () => undefined }).write({ ...record, messages: [] })
  }
  const ended = await runTaskOn(track, { ...none, ...given }, project, { clock })
  expect(closed.toSorted()).to.deep.equal(opened.toSorted())
  return { ...ended, asked: asked.at(-1), opened: opened.toSorted(), pageOf: /\/m\/(0x\w+)/.exec(ended.stderr)?.[1] }
}
const stepsIn = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; messageId?: Hex; state?: string })
    .map(({ event, messageId }) => (messageId === undefined ? event : Number(messageId)))

describe("messaging track, on nodes without a server", () => {
  it("follows a transaction of the chain that is named, or of the one that knows it", async () => {
    const txHash = transactionOf(104)
    const named = await run({ id: txHash, from: "alpha" }, { network: "beta" })
    expect([named.code, named.asked, named.opened]).to.deep.equal([0, `41001 ${txHash}`, ["alpha"]])
    expect(stepsIn(named.stdout)).to.deep.equal([2, 5, "end"])
    expect((await run({ id: txHash }, { network: "beta" })).asked).to.equal(`41002 ${txHash}`)
    const found = await run({ id: txHash, messageId: bytes32(5) })
    expect([found.asked, stepsIn(found.stdout)]).to.deep.equal([`41002 ${txHash}`, [5, "end"]])
  })

  it("follows one message by its id, whichever chain it leaves or is named", async () => {
    const id = socketId(1, 2)
    const given = { nodes: { alpha: sendingNode(1, { 20: [202] }, {}, socketId), beta: knowing(2, 104) }, ids: [id] }
    for (const from of [undefined, "alpha"]) {
      const { code, asked } = await run({ id, from }, given)
      expect([code, asked], from).to.deep.equal([0, `41001 ${transactionOf(202)}`])
    }
    // A chain that it does not leave has no such message, and can only have such a transaction.
    expect((await run({ id, from: "beta" }, given)).asked).to.equal(`41002 ${id}`)
  })

  it("follows the last that a task has sent, on the chain that is named if one is, and says how long ago", async () => {
    const sent = [
      [41_001, now - 3_000],
      [41_002, now - 61_000],
    ] as const
    const said = async (given: Partial<TrackArguments>, network?: string, records: typeof sent | [] = sent) => {
      const ended = await run(given, { sent: records, ...(network === undefined ? {} : { network }) })
      const [, on, age] = / on (\w+), .*, (.*) ago\n/.exec(ended.stderr) ?? []
      return [on, age, ended.asked]
    }
    const [alpha, beta] = sent.map(([slug, at]) => `${slug} ${bytes32(at)}`)
    expect(await said({})).to.deep.equal(["alpha", "3 s", alpha])
    expect(await said({ from: "beta" })).to.deep.equal(["beta", "1 min 01 s", beta])
    expect(await said({}, "beta")).to.deep.equal(["beta", "1 min 01 s", beta])
    // The clock was put back since.
    const { stderr } = await run({}, { sent: [[41_001, now + 5_000]] })
    expect(stderr).to.contain(", 0 ms ago")
    const { error } = await run({})
    expect(error instanceof InvalidInputError && error.argument).to.equal("id")
  })

  it("names the page of the devnet for people, of the message that is asked for, or of the transaction", async () => {
    const txHash = transactionOf(202)
    const asked = { id: txHash, from: "alpha", json: false }
    expect((await run(asked, { hasPage: true })).pageOf).to.equal(txHash)
    expect((await run({ ...asked, messageId: bytes32(5) }, { hasPage: true })).pageOf).to.equal(bytes32(5))
    expect((await run(asked)).pageOf).to.equal(undefined)
    expect((await run({ ...asked, json: true }, { hasPage: true })).pageOf).to.equal(undefined)
  })

  it("follows no message on the chains whose destination cannot be read", async () => {
    const { code, error, stdout } = await run({ id: transactionOf(903), from: "alpha", source: "chain" })
    expect([code, error?.code, error?.facts["chain 41009"]]).to.deep.equal([
      ...[1, "NOT_FOLLOWED", "it is not in plugs.chains"],
    ])
    expect(stdout).to.not.contain('"event":"status"')
  })

  it("refuses what is unknown or wrong, by the argument", async () => {
    const txHash = transactionOf(202)
    const table: readonly (readonly [argument: string, given: Partial<TrackArguments>])[] = [
      ["id", { id: bytes32(9) }],
      ["--from", { id: txHash, from: "delta" }],
    ]
    for (const [argument, given] of table) {
      const { error } = await run(given)
      expect(error instanceof InvalidInputError && error.argument, JSON.stringify(given)).to.equal(argument)
    }
  })
})
