import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { numberToHex, pad, toFunctionSelector } from "viem"

import { runDoctor } from "#tasks/doctor/runDoctor.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { answerJson, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { firstKey } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { at } from "#test/fixtures/wire/addresses.js"

const now = Date.UTC(2026, 4, 5)
const chainSlug = toFunctionSelector("chainSlug()")

const nobody = at(0x92)

/** Starts the node of each chain at a path of its slug. It has a socket at every address but one, and no account owns anything. */
function startNodes() {
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_getBalance: "0x0", eth_gasPrice: "0x1", eth_blockNumber: "0x7" },
    eth_getBlockByNumber: {
      ...{
        number: "0x7",
        timestamp: numberToHex(now / 1_000),
        transactions: [],
        uncles: [],
        nonce: pad("0x0", { size: 8 }),
      },
      ...{
        hash: pad("0x7"),
        parentHash: pad("0x6"),
        sha3Uncles: pad("0x1"),
        stateRoot: pad("0x1"),
        mixHash: pad("0x1"),
      },
      ...{ transactionsRoot: pad("0x1"), receiptsRoot: pad("0x1"), logsBloom: pad("0x0", { size: 256 }), miner: at(1) },
      ...{ difficulty: "0x0", totalDifficulty: "0x0", size: "0x1", gasLimit: "0x1", gasUsed: "0x0", extraData: "0x" },
    },
  }
  return listenLocally((request, response) => {
    void request.toArray().then((parts) => {
      const text = Buffer.concat(parts as Buffer[]).toString()
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] }
      const slug = Number(request.url?.slice(1))
      const own: Readonly<Record<string, unknown>> = {
        eth_chainId: numberToHex(slug),
        eth_getCode: JSON.stringify(params).includes(nobody.toLowerCase()) ? "0x" : "0x00",
        eth_call: JSON.stringify(params).includes(chainSlug) ? pad(numberToHex(slug)) : "0x",
      }
      const result = own[method] ?? answers[method]
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }))
    })
  })
}

describe("runDoctor", () => {
  const examine = async (
    { plugs = [], chains = ["near", "far"], from }: { plugs?: string[]; chains?: string[]; from?: string },
    env: Readonly<Record<string, string>> = {},
  ) => {
    await using nodes = await startNodes()
    await using api = await startHostileServer(answerJson({ message: "Unauthorized" }, { status: 401 }))
    await using folder = await temporaryProject()
    const network = (slug: number) => ({ type: "http", url: `${nodes.url}/${String(slug)}`, accounts: [firstKey] })
    const base = { baseUrl: api.url, apiKey: "k" }
    const own = {
      ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" },
      PLUGS_TEST_NETWORKS: JSON.stringify({ near: network(70_007), far: network(80_008) }),
      PLUGS_TEST_OWN_CHAINS: JSON.stringify({
        near: { slug: 70_007, network: "near", socket: at(0x57) },
        far: { slug: 80_008, network: "far", socket: at(0x58) },
      }),
      PLUGS_TEST_MESSAGING: JSON.stringify(base),
      PLUGS_TEST_GATEWAY: JSON.stringify({ baseUrl: api.url }),
      PLUGS_TEST_SWAP: JSON.stringify({ ...base, affiliate: "a" }),
    }
    const hre = await createHardhatRuntimeEnvironment(projectConfig({ ...own, ...env }), {}, folder.path)
    const pending: number[] = []
    const { verdict, checks } = await runDoctor(hre, {
      ...{ plugs, chains, from, limit: 20_000, clock: createManualClock(now) },
      signal: new AbortController().signal,
      onProgress: (left) => pending.push(left.length),
    })
    const isOfMachine = ({ name }: (typeof checks)[number]) => ["node", "npm", "package", "copies"].includes(name)
    const machine = checks.filter(isOfMachine)
    expect(checks.slice(0, machine.length)).to.deep.equal(machine)
    const lines = checks.slice(machine.length).map(({ name, subject, status }) => `${name} ${subject} ${status}`)
    return { verdict, lines, checks, pending }
  }

  it("lists what it looks at in one order, and nothing of a devnet where nothing is on one", async () => {
    const { verdict, lines, checks, pending } = await examine({})
    expect(lines).to.deep.equal([
      ...["network near ok", "network far ok", "socket near ok", "socket far ok"],
      ...["chain-clock near ok", "chain-clock far ok", "account near failed", "account far failed"],
      ...["api messaging ok", "api gateway ok", "api swap ok", "api-key messaging failed", "api-key swap failed"],
      ...["api-clock messaging skipped", "api-clock gateway skipped", "api-clock swap skipped"],
      ...["trust plugs.trust skipped", "plug plug skipped", "connection connection skipped", "fee fee skipped"],
      ...["journal .plugs/swaps ok", "allowance near ok", "allowance far ok"],
    ])
    expect(verdict).to.equal("failed")
    expect([Math.max(...pending), pending.at(-1)]).to.deep.equal([pending[0], 0])
    expect(checks.length).to.be.at.least(pending[0]!)
  })

  it("looks at each chain once that is named, and only at the account that sends as one that must have funds", async () => {
    const accounts = async (chains: string[], from: string | undefined) =>
      (await examine({ chains, ...(from === undefined ? {} : { from }) })).lines.filter((line) =>
        line.startsWith("account"),
      )
    expect(await accounts(["far", "80008", "near"], "70007")).to.deep.equal([
      "account far warning",
      "account near failed",
    ])
    expect(await accounts(["near", "far"], "far")).to.deep.equal(["account near warning", "account far failed"])
  })

  it("names the networks of which nothing is checked, and asks the node of one that is named", async () => {
    await using celo = await startKnownChainNode({ chainId: 42_220, slug: 42_220 })
    await using reya = await startKnownChainNode({ chainId: 1_729, slug: 1_729 })
    const networks = {
      near: { type: "http", url: reya.url },
      mine: { type: "http", url: reya.url, chainId: 1_729 },
      spare: { type: "http", url: reya.url, chainId: 1_729 },
      bare: { type: "http", url: reya.url },
      open: { type: "http", url: celo.url },
    }
    const env = {
      PLUGS_TEST_NETWORKS: JSON.stringify(networks),
      PLUGS_TEST_OWN_CHAINS: JSON.stringify({ near: { slug: 70_007, network: "near" }, open: { network: "open" } }),
    }
    const of = async (chains: string[]) =>
      (await examine({ chains }, env)).checks
        .filter(({ name, status }) => name === "network" && status !== "failed")
        .map(({ subject, status, says }) => [subject, status, says.split(/[:,]/)[0]])
    const all = await of([])
    expect(all.filter(([, status, says]) => status === "skipped" && says !== "Not checked")).to.deep.equal([
      ["open", "skipped", "The network open has no chainId"],
      ["bare", "skipped", "The network bare has no chainId"],
      ["spare", "skipped", "The network spare reaches the same chain as mine"],
    ])
    expect(await of(["bare"])).to.deep.equal([["bare", "warning", "The node is of chain 1729"]])
  })

  it("holds plugs to a policy, and skips what needs a plug that is not there", async () => {
    const [near, far] = [`${at(0x91)}@near`, `${nobody}@far`]
    const { lines, checks } = await examine(
      { plugs: [near, far] },
      { PLUGS_TEST_TRUST: JSON.stringify({ leastSecondsUnwatched: 60 }) },
    )
    const plugs = lines.filter((line) => /^(plug|connection|fee|trust|devnet) /.test(line))
    expect(plugs).to.deep.equal([
      ...[`plug ${near} ok`, `plug ${far} failed`, `fee ${near} failed`, `fee ${far} skipped`],
      ...[`trust ${near} failed`, `trust ${far} skipped`, "trust plugs.trust ok"],
    ])
    const whys = checks.flatMap(({ name, subject, status, says }) =>
      ["fee", "trust"].includes(name) && subject === far ? [status, /plug \S+/.exec(says)?.[0]] : [],
    )
    expect(whys).to.deep.equal(["skipped", `plug ${far}`, "skipped", `plug ${far}`])
  })
})
