import { expect } from "chai"
import { describe, it } from "mocha"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { exitCodeOf } from "#src/plugin/run/runTask.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { findHistory } from "#tasks/messaging/fees.js"
import { feesRows } from "#tasks/messaging/index.js"
import { failure } from "#test/fixtures/failure.js"
import { sendingNode } from "#test/fixtures/nodes/sendingNode.js"
import { printFound } from "#test/fixtures/output/printFound.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { type AnswerOfNode, projectOfNodes, tired } from "#test/fixtures/projects/projectOfNodes.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

/** Blocks of a second each, from second 1,000 on. Block 20 is a week before now. */
const now = (1_020 + 7 * 86_400) * 1_000
const clock: Clock = { now: () => now, sleep: (ms, signal) => systemClock.sleep(ms, signal) }
const slugs = [41_001, 41_002, 41_003] as const

type Args = Given<typeof feesRows>
type Printed = {
  readonly since: number
  readonly forecast?: number
  readonly paths: readonly {
    readonly srcChainName: string
    readonly dstChainName: string
    readonly sent: number
    readonly delivered: number | null
    readonly fees: Readonly<Record<string, { readonly usd: { readonly median: number } | null } | null>>
  }[]
  readonly searched: readonly { readonly chainSlug: number; readonly fromBlock: string }[]
  readonly problems: readonly { readonly chainSlug: number | null; readonly says: string }[]
  readonly prices: readonly { readonly chain: string; readonly usd: number | null }[]
  readonly error?: { readonly code: string }
}

/** What three chains have sent to one another, and what was delivered. */
const alpha = sendingNode(1, { 19: [201], 20: [202], 21: [203, 301] })
const beta = sendingNode(2, { 19: [1], 22: [2, 3], 30: [304] })
const gamma = sendingNode(3, { 25: [4] })
type Nodes = Readonly<Record<string, AnswerOfNode>>

async function open(nodes: Nodes, given: Args, network?: string) {
  await using api = await listenLocally((_, response) => {
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ status: "SUCCESS", result: "7" }))
  })
  const prices = (chain: string): number | undefined => ({ alpha: 2, gamma: 4 })[chain]
  const contracts = { Counter: { beta: srcPlug } }
  const project = projectOfNodes(nodes, { baseUrl: api.url, plugs: { prices, contracts } })
  const terminal = recordTerminal({ columns: 300 })
  const hre = { ...project.hre, globalOptions: { ...project.hre.globalOptions, network } } as typeof project.hre
  const io = { terminal, signal: new AbortController().signal, clock }
  const args = readRows(feesRows, { json: true, history: true, ...given })
  const found = await findHistory(args, hre, io)
  printFound(found, args.json, terminal)
  const code = exitCodeOf(found.error)
  expect(project.closed.toSorted()).to.deep.equal(project.opened.toSorted())
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr(), opened: project.opened.toSorted() }
}

/** The paths that are shown, each with what was sent and delivered, and the chains that were opened and read. */
async function show(given: Args, nodes: Nodes = { alpha, beta, gamma }, network?: string) {
  const { code, stdout, opened } = await open(nodes, given, network)
  const { paths, searched, problems, prices, ...printed } = JSON.parse(stdout) as Printed
  return {
    ...{ code, opened, problems, searched: searched.map(({ chainSlug, fromBlock }) => `${chainSlug} ${fromBlock}`) },
    ...{ since: printed.since, forecast: printed.forecast, error: printed.error?.code },
    paths: paths.map((path) => `${path.srcChainName} ${path.dstChainName} ${path.sent} ${path.delivered}`),
    prices: prices.map(({ chain, usd }) => `${chain} ${usd}`),
    estimated: paths.map(({ fees }) => fees["estimatedNow"]?.usd?.median),
  }
}

describe("findHistory", () => {
  it("shows every path of a week, with the prices of its ends", async () => {
    expect(await show({})).to.deep.equal({
      ...{ code: 0, opened: ["alpha", "beta", "gamma"], problems: [], error: undefined },
      ...{ searched: ["41001 20", "41002 20", "41003 20"], since: 1_020_000, forecast: undefined },
      paths: ["alpha beta 2 2", "alpha gamma 1 0", "beta gamma 1 1"],
      ...{ prices: ["alpha 2", "beta null", "gamma 4"], estimated: [1.4e-17, undefined, undefined] },
    })
    const { since, paths } = await show({ since: "1970-01-01T00:16:59Z", forecast: "1" })
    expect([since, paths[0]]).to.deep.equal([1_019_000, "alpha beta 3 3"])
  })

  it("shows the paths from a chain, to others, and of a plug, and opens no chain but their ends", async () => {
    const paths = async (...given: Parameters<typeof show>) => {
      const { opened, paths: found, prices } = await show(...given)
      return [found, opened, prices.length]
    }
    const all = ["alpha", "beta", "gamma"]
    expect(await paths({ from: "alpha" })).to.deep.equal([["alpha beta 2 2", "alpha gamma 1 0"], all, 3])
    expect(await paths({}, undefined, "beta")).to.deep.equal([["beta gamma 1 1"], all, 2])
    expect(await paths({ to: "gamma" })).to.deep.equal([["alpha gamma 1 0", "beta gamma 1 1"], all, 3])
    expect(await paths({ to: "beta,gamma" })).to.deep.equal([
      ["alpha beta 2 2", "alpha gamma 1 0", "beta gamma 1 1"],
      ...[all, 3],
    ])
    expect(await paths({ from: "alpha", to: "gamma" })).to.deep.equal([["alpha gamma 1 0"], ["alpha", "gamma"], 2])
    expect(await paths({ from: "beta", to: "beta" })).to.deep.equal([[], ["beta"], 0])
    expect(await paths({ plug: srcPlug, from: "beta" })).to.deep.equal([["beta gamma 1 1"], all, 2])
    expect(await paths({ plug: "Counter" })).to.deep.equal([["beta gamma 1 1"], all, 2])
    expect(await paths({ plug: dstPlug })).to.deep.equal([[], all, 0])
  })

  it("leaves out a chain that cannot be opened, says so, and fails only where none can be", async () => {
    const left = await show({}, { alpha, beta: tired, gamma })
    expect(left).to.deep.include({
      ...{ code: 0, paths: ["alpha beta 2 null", "alpha gamma 1 0"], prices: ["alpha 2", "gamma 4"] },
      problems: [{ chainSlug: 41_002, says: "No node answers for the network beta" }],
    })
    const error = await failure(show({ from: "beta", to: "gamma" }, { alpha, beta: tired, gamma: tired }))
    expect(error.code).to.equal("NODE_UNREACHABLE")
    expect(error.message).to.contain("beta")
  })

  it("ends with an error where no chain that was opened says what it has logged", async () => {
    const silent: AnswerOfNode = ({ method }) => (method === "eth_chainId" ? "0x1" : tired())
    const reason = "The node could not answer a call of eth_getBlockByNumber"
    expect(await show({ from: "alpha", to: "beta" }, { alpha: silent, beta: silent })).to.deep.include({
      ...{ code: 1, searched: [], paths: [], error: "PARTLY_READ" },
      problems: slugs.slice(0, 2).map((chainSlug) => ({ chainSlug, says: reason })),
    })
    expect(await show({}, { alpha: silent, beta })).to.deep.include({ code: 0, error: undefined })
  })

  it("is a table for people, or CSV", async () => {
    const table = await open({ alpha, beta, gamma }, { json: false, forecast: "1000" })
    expect(table.stdout).to.contain("alpha → beta: 2 sent, 2 delivered").and.to.contain("1000 more as attached")
    const { stdout } = await open({ alpha, beta, gamma }, { json: false, csv: true })
    expect(stdout).to.match(/^from,to,sent,delivered,.*\nalpha,beta,2,2,/)
  })

  it("refuses what does not go with it, or is out of range, by the argument", async () => {
    const table: readonly (readonly [argument: string, given: Args])[] = [
      ["--since", { since: "soon" }],
      ["--from", { from: "delta" }],
      ["--to", { to: "alpha,delta" }],
      ["--plug", { plug: "Nobody" }],
    ]
    for (const [argument, given] of table) {
      const error = await failure(open({ alpha, beta }, given))
      expect(error instanceof InvalidInputError && error.argument, JSON.stringify(given)).to.equal(argument)
    }
    expect((await show({ forecast: "1" })).forecast).to.equal(1)
    expect((await show({ forecast: String(2 ** 53 - 1) })).forecast).to.equal(2 ** 53 - 1)
  })
})
