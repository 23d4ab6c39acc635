import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { devnetSocket } from "#src/devnet/addresses.js"
import type { Clock } from "#src/primitives/clock.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import list from "#tasks/messaging/list.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { sendingNode, transactionOf } from "#test/fixtures/nodes/sendingNode.js"
import { type AnswerOfNode, projectOfNodes, tired } from "#test/fixtures/projects/projectOfNodes.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

type ListArguments = Parameters<typeof list>[0]
type Listed = {
  readonly messages: readonly {
    readonly messageId: string
    readonly status: string | null
    readonly account: Address
  }[]
  readonly searched: readonly { readonly srcChainSlug: number; readonly fromBlock: string }[]
  readonly problems: readonly object[]
  readonly disagreements: readonly { readonly messageId: string }[]
  readonly error?: { readonly code: string }
}

const none: ListArguments = {
  ...{ chain: undefined, plug: undefined, account: undefined, state: undefined, source: undefined },
  ...{ limit: "20", blocks: "1000", json: true },
}
/** A minute after the newest block. */
const clock: Clock = { now: () => 1_099_000, sleep: (ms, signal) => systemClock.sleep(ms, signal) }

/** The account 2 has sent the message 3, and the account 1 all others. No destination knows of any. */
const answers = {
  eth_call: ([call]: readonly unknown[]) => {
    // Where calls are made together, each is made again alone.
    if ((call as { to?: Address }).to === undefined) throw new Error("not together")
    return `0x${"0".repeat(64 * 5)}`
  },
  eth_getTransactionByHash: ([hash]: readonly unknown[]) => {
    const from = hash === transactionOf(203) ? at(2) : at(1)
    return { hash, from, to: null, nonce: "0x0", input: "0x", blockNumber: "0x1", type: "0x0" }
  },
}
const alpha = sendingNode(1, { 20: [202], 30: [203] }, answers)
const beta = sendingNode(2, { 25: [304] }, answers)
const gamma = sendingNode(3, {}, answers)

/** Runs the task in a project whose API gives these states of messages, by their ids. */
async function run(
  given: Partial<ListArguments>,
  states: Readonly<Record<number, "SEALED" | "EXECUTION_SUCCESS">> = {},
  {
    network,
    nodes = { alpha, beta, gamma },
    chains,
  }: { network?: string; nodes?: Readonly<Record<string, AnswerOfNode>>; chains?: object } = {},
) {
  const asked: number[] = []
  await using api = await listenLocally(({ url = "/" }, response) => {
    const hash = new URL(url, "http://127.0.0.1").searchParams.get("srcTxHash")
    const id = [202, 203, 304].find((number) => transactionOf(number) === hash)! % 100
    asked.push(id)
    const status = states[id]
    response.writeHead(status === undefined ? 404 : 200, { "content-type": "application/json" })
    const result = status === undefined ? [] : [messageAt(status, { id })]
    response.end(JSON.stringify({ status: "SUCCESS", result }))
  })
  const plugs = { contracts: { Counter: { beta: srcPlug } }, ...(chains && { chains }) }
  const { hre, opened, closed } = projectOfNodes(nodes, { baseUrl: api.url, plugs })
  const project = { ...hre, globalOptions: { ...hre.globalOptions, network } } as typeof hre
  const ended = await runTaskOn(list, { ...none, ...given }, project, { clock })
  expect(closed.toSorted()).to.deep.equal(opened.toSorted())
  return { ...ended, asked: asked.sort(), opened: opened.toSorted() }
}

/** The ids and states of the messages that are listed, and which chains were opened. */
async function listed(...given: Parameters<typeof run>) {
  const { code, stdout, opened } = await run(...given)
  expect(code).to.equal(0)
  const { messages } = JSON.parse(stdout) as Listed
  return [messages.map(({ messageId, status }) => `${Number(messageId)} ${status}`).join(), opened.join()]
}

describe("messaging list, on nodes without a server", () => {
  it("lists those of a chain, a plug or an account, and those in a state", async () => {
    const every = "alpha,beta,gamma"
    expect(await listed({ chain: "beta" })).to.deep.equal(["4 RECEIVED", "beta,gamma"])
    expect(await listed({}, {}, { network: "beta" })).to.deep.equal(["4 RECEIVED", "beta,gamma"])
    expect(await listed({ chain: "alpha" }, { 2: "SEALED", 3: "SEALED" }, { network: "beta" })).to.deep.equal([
      ...["3 SEALED,2 SEALED", "alpha"],
    ])
    expect(await listed({ plug: "Counter" })).to.deep.equal(["4 RECEIVED", "beta,gamma"])
    expect(await listed({ plug: srcPlug, chain: "alpha", limit: "1" })).to.deep.equal(["3 RECEIVED", "alpha,beta"])
    expect(await listed({ plug: dstPlug })).to.deep.equal(["", every])
    expect(await listed({ account: at(2) })).to.deep.equal(["3 RECEIVED", every])
    expect(await listed({ state: "sealed" }, { 2: "SEALED" })).to.deep.equal(["2 SEALED", every])
    expect(await listed({ blocks: "10" })).to.deep.equal(["3 RECEIVED", every])
  })

  it("reads the chain that is named where two have its slug, and neither where none is", async () => {
    const chainOf = (slug: number, on: string) => ({ slug, network: on, socket: devnetSocket })
    const chains = { alpha: chainOf(41_001, "alpha"), beta: chainOf(41_002, "beta"), again: chainOf(41_001, "gamma") }
    const nodes = { alpha, beta, gamma: sendingNode(1, { 20: [202] }, answers) }
    const found = async (given: Partial<ListArguments>) => {
      const { stdout, opened } = await run({ source: "chain", ...given }, {}, { nodes, chains })
      const { messages, problems } = JSON.parse(stdout) as Listed
      return [messages.map(({ messageId }) => Number(messageId)), opened.join(), problems]
    }
    expect(await found({ chain: "alpha" })).to.deep.equal([[3, 2], "alpha,beta", []])
    expect(await found({ chain: "again" })).to.deep.equal([[2], "beta,gamma", []])
    const either = { srcChainSlug: 41_001, says: "it can mean alpha or again" }
    expect(await found({})).to.deep.equal([[4], "beta", [either, either]])
  })

  it("reads the states where it is told to", async () => {
    const states = { 2: "SEALED", 3: "EXECUTION_SUCCESS" } as const
    const read = async (source: string) => {
      const { asked, stdout } = await run({ chain: "alpha", source }, states)
      const { messages, disagreements } = JSON.parse(stdout) as Listed
      return [asked, messages.map(({ status }) => status), disagreements.map(({ messageId }) => Number(messageId))]
    }
    expect(await read("chain")).to.deep.equal([[], ["RECEIVED", "RECEIVED"], []])
    expect(await read("api")).to.deep.equal([[2, 3], ["EXECUTION_SUCCESS", "SEALED"], []])
    expect(await read("both")).to.deep.equal([[2, 3], [null, "SEALED"], [3]])
  })

  it("is a table for people, with what explains the first that has not arrived", async () => {
    const table = async (states: Parameters<typeof run>[1]) => {
      const { stdout, stderr } = await run({ json: false, source: "api", chain: "alpha" }, states)
      return { lines: stdout.trimEnd().split("\n"), hint: / (0x[0-9a-f]{64})/.exec(stderr)?.[1] }
    }
    const late = await table({ 2: "SEALED", 3: "EXECUTION_SUCCESS" })
    expect(late.lines.slice(1).map((line) => line.trim().split(/ {2,}/).slice(0, 3))).to.deep.equal([
      ["1 min 09 s", "EXECUTION_SUCCESS", "alpha → beta"],
      ["1 min 19 s", "SEALED", "alpha → beta"],
    ])
    expect(late.hint).to.equal(bytes32(2))
    expect((await table({ 2: "EXECUTION_SUCCESS", 3: "EXECUTION_SUCCESS" })).hint).to.equal(undefined)
    const named = await run({ json: false, chain: "beta" })
    expect(named.stdout).to.contain("Counter")
    const { code, stdout } = await run({ json: false, blocks: "7" })
    expect([code, stdout]).to.deep.equal([
      ...[0, "No message was found in the newest 7 blocks. --blocks searches more.\n"],
    ])
  })

  it("says which chain is left out, which state is not certain, and fails where nothing was searched", async () => {
    const left = await run({ json: false }, {}, { nodes: { alpha, beta: tired, gamma } })
    expect([left.code, left.stdout.trimEnd().split("\n").length]).to.deep.equal([0, 3])
    expect(left.stderr).to.match(/^beta is left out: No node answers for the network beta\.\n/)
    const uncertain = await run({ json: false, chain: "alpha" }, { 3: "EXECUTION_SUCCESS" })
    expect(uncertain.stderr).to.match(
      new RegExp(
        `^The state of ${bytes32(3)} is not certain: the messaging API says .*, and the node of beta says .*\\.\n`,
      ),
    )
    const nodes = { alpha: tired, beta: tired, gamma }
    const { code, stdout } = await run({ chain: "beta" }, {}, { nodes })
    expect(JSON.parse(stdout)).to.have.nested.property("error.code", "PARTLY_READ")
    expect(code).to.equal(1)
    for (const [chain, named] of [
      ["beta", "beta"],
      [undefined, "alpha"],
    ] as const) {
      const none = await run({ json: false, chain }, {}, { nodes: { alpha: tired, beta: tired, gamma: tired } })
      expect([none.code, none.stdout, none.error?.code]).to.deep.equal([1, "", "NODE_UNREACHABLE"])
      expect(none.error?.message).to.contain(`network ${named}`)
      expect(none.stderr).to.contain("Nothing was searched")
    }
  })

  it("refuses what is unknown or out of range, by the option", async () => {
    const table: readonly (readonly [argument: string, given: Partial<ListArguments>, network?: string])[] = [
      ["--chain", { chain: "delta" }],
      ["--chain", { chain: "delta" }, "alpha"],
      ["--network", {}, "delta"],
      ["plug", { plug: "Nobody" }],
    ]
    for (const [argument, given, network] of table) {
      const { error } = await run(given, {}, network === undefined ? {} : { network })
      expect(error instanceof InvalidInputError && error.argument, JSON.stringify(given)).to.equal(argument)
    }
    expect(await listed({ limit: "1", blocks: "1" })).to.deep.equal(["", "alpha,beta,gamma"])
    expect((await listed({ limit: "500", source: "api" }))[0]).to.equal("3 null,4 null,2 null")
    expect((await listed({ limit: "1", source: "api" }))[0]).to.equal("3 null")
  })
})
