import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { getAddress, type Hex, numberToHex } from "viem"

import type { DevnetChain } from "#src/devnet/index.js"
import { type FeePath, readFeeHistory } from "#src/messaging/index.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { type Spread, spreadOf } from "#src/primitives/numbers/spread.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { difficultNode, type Difficulty, type RawLog } from "#test/fixtures/nodes/difficultNode.js"
import { startUnknowingApi } from "#test/fixtures/servers/unknowingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

type Row = {
  to: { name: string }
  estimate: string | null
  onChain: string | null
  differencePercent: string | null
  errors: { code: string }[]
}

describe("hardhat messaging fees", function () {
  let world: DevnetWorld
  before(async () => {
    world = await createDevnetWorld()
  })
  after(() => world.devnet.stop())

  it("compares the API's estimate with the socket's minimum, one row for each destination", async () => {
    const { code, stdout, stderr } = await world.run([
      "messaging",
      "fees",
      "--plug",
      world.counters.alpha,
      "--from",
      "alpha",
      "--to",
      "beta,41003,41002",
    ])
    expect(code).to.equal(0)
    expect(stderr).to.match(/^For 100000 gas .*\n$/)
    expectGoldenCommand("messaging/fees", { code, stdout, stderr })
  })

  it("prints one JSON document, with amounts that keep their digits", async () => {
    const { code, stdout, stderr } = await world.run([
      "--network",
      "alpha",
      "messaging",
      "fees",
      "--plug",
      world.counters.alpha,
      "--to",
      "beta",
      "--gas-limit",
      "1000000",
      "--payload-length",
      "2000",
      "--json",
    ])
    expect(code).to.equal(0)
    expectGoldenCommand("messaging/fees", { code, stdout, stderr })
    const document = JSON.parse(stdout) as { srcPlug: string; msgGasLimit: string; destinations: Row[] }
    expect(document).to.deep.include({
      srcPlug: getAddress(world.counters.alpha),
      msgGasLimit: "1000000",
      payloadLength: 2000,
    })
    const [row] = document.destinations
    expect(row).to.deep.include({ estimate: row?.onChain, differencePercent: "0.00", errors: [] })
    expect(row?.onChain).to.match(/^\d{15,}$/)
  })

  it("shows the error of one destination in its row, the others as usual, and ends with 1", async () => {
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", "--to", "alpha,beta"]
    const [table, json] = await Promise.all([world.run(args), world.run([...args, "--json"])])
    expect([table.code, json.code]).to.deep.equal([1, 1])
    expectGoldenCommand("messaging/fees-of-one-missing", table)
    const { destinations } = JSON.parse(json.stdout) as { destinations: Row[] }
    expect(destinations[0]?.errors.map((error) => error.code)).to.include("PLUG_NOT_CONNECTED")
    expect(destinations[1]?.errors).to.deep.equal([])
  })

  it("shows what a call costs, from its simulation, and sends nothing", async () => {
    const { publicClient, walletClient } = world.devnet.chains["alpha"]!
    const sentSoFar = () => publicClient.getTransactionCount({ address: walletClient.account.address })
    const before = await sentSoFar()
    const call = ["--call", "addMany(uint32,uint256[])", "beta", "[1,2]"]
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", ...call]
    const { code, stdout } = await world.run([...args, "--json"])
    expect(code).to.equal(0)
    const priced = JSON.parse(stdout) as { fee: string; destinations: { msgGasLimit: string; onChain: string }[] }
    expect(priced.destinations.map(({ msgGasLimit }) => msgGasLimit)).to.deep.equal(["100000", "100000"])
    expect(BigInt(priced.fee)).to.equal(priced.destinations.reduce((sum, { onChain }) => sum + BigInt(onChain), 0n))
    const human = await world.run(args)
    expectGoldenCommand("messaging/fees-of-call", human)
    expect(await sentSoFar()).to.equal(before)
    const sent = await world.run([
      "messaging",
      "send",
      world.counters.alpha,
      ...call.slice(1),
      "--from",
      "alpha",
      "--json",
    ])
    expect((JSON.parse(sent.stdout) as { fee: string }).fee).to.equal(priced.fee)
    const refused = await world.run([...args, "--to", "beta"])
    expectGoldenCommand("messaging/fees-refused", refused)
    expectGoldenCommand("messaging/fees-refused", await world.run([...args, "--to", "beta", "--json"]))
  })

  it("says for how much gas, where that is from, and that a plug may ask for more", async () => {
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", "--to", "beta"]
    expect((await world.run(args)).stderr).to.match(/For 100000 gas \(the plug's INBOUND_GAS\).*--call/)
    expect((await world.run([...args, "--gas-limit", "7"])).stderr).to.match(
      /For 7 gas \(as given\).*may ask for more gas/,
    )
    const { socket } = world.devnet.chains["alpha"]!.contracts
    const nameless = [...args.slice(0, 3), socket, ...args.slice(4)]
    expect((await world.run(nameless)).stderr).to.match(/\(assumed\)/)
  })

  it("shows the socket's minimum with a note and ends with 0 when the API does not know the chain", async () => {
    await using api = await startUnknowingApi()
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", "--to", "beta,gamma"]
    const [table, json] = await Promise.all([world.run(args, api), world.run([...args, "--json"], api)])
    expect([table.code, json.code]).to.deep.equal([0, 0])
    expect(table.stdout).to.match(
      /^beta +– +0\.\d+ \(\d+ wei\) +– +The messaging API does not know this chain \(no chain 41001 here\)/m,
    )
    const { destinations } = JSON.parse(json.stdout) as { destinations: (Row & { note: string })[] }
    for (const row of destinations) {
      expect(row).to.deep.include({ estimate: null, differencePercent: null, errors: [] })
      expect(row.onChain).to.match(/^\d{12,}$/)
      expect(row.note).to.contain("41001")
    }
  })

  it("says which node is away when the devnet that runs lacks the chain", async () => {
    const env = { PLUGS_TEST_CHAINS: "alpha,beta,delta" }
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "delta", "--to", "alpha"]
    const { code, error, stdout, stderr } = await world.run(args, { env })
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(error?.code).to.equal("NODE_UNREACHABLE")
    expect(stderr).to.contain(`${world.devnet.url}/rpc/delta`)
    expect(stderr).to.not.match(/^\s+at /m)
  })

  describe("with --history", () => {
    const history = (...args: string[]) => world.run(["messaging", "fees", "--history", "--from", "gamma", ...args])
    const readable = (name: "alpha" | "gamma", difficulty: Difficulty = {}) => {
      const { publicClient, contracts, slug } = world.devnet.chains[name]!
      return { ...difficultNode(publicClient, difficulty), socket: contracts.socket, slug, name }
    }
    // Counters have one address on all chains.
    const isWanted = (src: number) => src === 41003
    /** What each message of gamma cost, from the chains themselves. */
    let truth: { paid: bigint; attached: bigint; gasUsed: bigint; cost: bigint }[]
    before(async () => {
      const { alpha, gamma } = world.devnet.chains as Record<"alpha" | "gamma", DevnetChain>
      truth = []
      for (const amounts of ["[1]", "[2,3]"]) {
        const call = [world.counters.gamma, "addMany(uint32,uint256[])", "alpha", amounts]
        const sent = await world.run([
          "messaging",
          "send",
          ...call,
          "--from",
          "gamma",
          "--margin",
          "50",
          "--track",
          "--json",
        ])
        expect(sent.code, sent.stderr).to.equal(0)
        const { messages = [] } = sent.events.at(-1) as { messages?: { inboundTx: Hex; outboundTx: Hex }[] }
        for (const { inboundTx, outboundTx } of messages) {
          const { gasUsed, effectiveGasPrice } = await alpha.publicClient.getTransactionReceipt({ hash: inboundTx })
          const { value } = await gamma.publicClient.getTransaction({ hash: outboundTx })
          const attached = value / BigInt(messages.length)
          // The devnet may execute several in one transaction.
          const together = BigInt(messages.filter((other) => other.inboundTx === inboundTx).length)
          const [gas, cost] = [gasUsed / together, (gasUsed * effectiveGasPrice) / together]
          truth.push({ attached, paid: (attached * 2n) / 3n, gasUsed: gas, cost })
        }
      }
    })

    before(async () => {
      const call = {
        address: world.moody.gamma,
        abi: moodyPlugArtifact.abi,
        functionName: "send",
        args: [41001, "0x01"],
      }
      const hash = await send(world.devnet.chains["gamma"]!, call)
      expect((await world.run(["messaging", "track", hash, "--from", "gamma"])).code).to.equal(0)
    })

    deepIt(
      "shows what was demanded, attached, refunded and paid, and what delivering cost, by the receipts",
      async () => {
        const { code, stdout, stderr } = await history("--plug", world.counters.gamma, "--forecast", "1000", "--json")
        expect(code, stderr).to.equal(0)
        const { paths } = JSON.parse(stdout) as { paths: { sent: number; fees: Record<string, Spread | null> }[] }
        expect(paths).to.have.length(1)
        expect(paths[0]).to.deep.include({
          srcChainName: "gamma",
          dstChainName: "alpha",
          sent: 3,
          delivered: 3,
          measured: 3,
        })
        const spread = (amounts: bigint[]) => {
          const { known, ...of } = spreadOf(amounts)!
          return {
            known,
            ...Object.fromEntries(Object.entries(of).map(([name, amount]) => [name, String(amount)])),
            usd: null,
          }
        }
        const paid = spread(truth.map((message) => message.paid))
        const gasPrice = await world.devnet.chains["alpha"]!.publicClient.getGasPrice()
        expect(paths[0]?.fees).to.deep.equal({
          ...{ estimatedNow: paid, demanded: paid, demandedNow: null, paid },
          attached: spread(truth.map(({ attached }) => attached)),
          refunded: spread(truth.map((message) => message.attached - message.paid)),
          gasUsed: spread(truth.map(({ gasUsed }) => gasUsed)),
          deliveryCost: spread(truth.map(({ cost }) => cost)),
          forecastByPast: spread(truth.map(({ attached }) => attached * 1_000n)),
          forecastByGas: spread(truth.map(({ gasUsed }) => gasUsed * gasPrice * 1_000n)),
        })
      },
    )

    it("shows tables and CSV, of one plug and of chosen destinations", async () => {
      const [table, csv, others] = await Promise.all([
        history("--plug", world.counters.gamma),
        history("--to", "alpha,beta", "--csv"),
        history("--to", "beta", "--csv"),
      ])
      expect(table.stdout).to.match(/^gamma → alpha: 3 sent, 3 delivered\nfigure +known +median +p90 +worst\n/)
      expect(table.stderr).to.match(/recorded nowhere/)
      expect(csv.stdout).to.match(/^from,to,.*\ngamma,alpha,4,4,estimatedNow,wei ETH,4,\d+,\d+,\d+,,,\n/)
      expect(others.stdout.trimEnd().split("\n")).to.have.length(1)
      const none = await history("--plug", world.devnet.chains["gamma"]!.contracts.socket)
      expect(none).to.include({ code: 0 })
      expect(none.stdout).to.match(/^No message was found since /)
    })

    deepIt("takes the chain of a plug by its name, and a moment in UTC or ago", async () => {
      const env = { PLUGS_TEST_CONTRACTS: JSON.stringify({ Sender: { gamma: world.counters.gamma } }) }
      const shown = async (since: string) => {
        const args = ["messaging", "fees", "--history", "--plug", "Sender", "--since", since, "--json"]
        const { stdout, stderr } = await world.run(args, { env })
        expect(stderr).to.equal("")
        return JSON.parse(stdout) as { since: number; paths: { srcChainName: string }[] }
      }
      expect((await shown("2026-01-02")).since).to.equal(Date.UTC(2026, 0, 2))
      expect((await shown("2026-01-02T03:04")).since).to.equal(Date.UTC(2026, 0, 2, 3, 4))
      const { since, paths } = await shown("2d")
      expect(paths.map(({ srcChainName }) => srcChainName)).to.deep.equal(["gamma"])
      expect(Date.now() - since).to.be.within(172_800_000, 172_900_000)
    })

    it("refuses a moment that is none or to come, a forecast of none, and options of the other fees", async () => {
      const refused = {
        "--since": variants(["2999-01-01", "yesterday", "2026-02-30", "2026-11-19T25:00", "1969-01-01", "5", "0d"], 2),
        "--forecast": variants(["0", "9007199254740992", "-1", "many", "1.5"], 2),
      }
      for (const [argument, values] of Object.entries(refused)) {
        for (const value of values) {
          expect((await history(argument, value)).error, value).to.include({ code: "INVALID_INPUT" })
        }
      }
      const wrong = { "--call": ["--call", "a()"], "--json": ["--csv", "--json"], "--gas-limit": ["--gas-limit", "1"] }
      for (const [argument, args] of Object.entries(wrong)) {
        expect((await history(...args)).error).to.include({ code: "INVALID_INPUT", argument })
      }
      const alone = await world.run(["messaging", "fees", "--forecast", "9"])
      expect(alone.error).to.include({ code: "INVALID_INPUT", argument: "--forecast" })
    })

    it("says null of what a node has forgotten, and what the socket demands now, marked so", async () => {
      let current = 0
      const forgetful: Difficulty = {
        answer: (method, answer, params) => {
          if (method === "eth_call" && params[1] === "latest") current += 1
          if (method === "eth_call" && params[1] !== "latest") throw new Error("missing trie node")
          return method === "eth_getTransactionReceipt" || method === "eth_getTransactionByHash" ? null : answer
        },
      }
      const chains = [readable("alpha", forgetful), readable("gamma", forgetful)]
      const { paths, problems } = await readFeeHistory({ chains, since: new Date(0), isWanted, forecast: 5 })
      expect(problems).to.deep.equal([])
      const [{ fees, forecast }] = paths as [FeePath]
      const { demandedNow, paid, ...forgotten } = fees
      expect(demandedNow).to.deep.equal(paid)
      expect(paid?.known).to.equal(4)
      // Those of two plugs, together.
      expect(current).to.equal(1)
      expect(Object.values(forgotten)).to.deep.equal([null, null, null, null, null, null])
      expect(forecast).to.deep.equal({ byPast: null, byGas: null })
    })

    it("asks what was demanded in a block with one request, and nothing twice", async () => {
      const { publicClient } = world.devnet.chains["gamma"]!
      const asked: string[] = []
      const counting: Difficulty = { answer: (method, answer) => (asked.push(method), answer) }
      const chains = [readable("alpha"), readable("gamma", counting)]
      await readFeeHistory({ chains, since: new Date(0), isWanted, srcPlug: world.counters.gamma })
      const times = (method: string) => asked.filter((other) => other === method).length
      expect(times("eth_call")).to.equal(2)
      expect(times("eth_getTransactionByHash")).to.equal(2)
      const blocks = Number(await publicClient.getBlockNumber())
      expect(times("eth_getBlockByNumber")).to.be.at.most(Math.log2(blocks) + 4)
    })

    it("adds what a rollup charges for data, and knows gas without its price, as the receipts say", async () => {
      const spreadsOf = async (change: object) => {
        const answer: Difficulty["answer"] = (method, given) =>
          method === "eth_getTransactionReceipt" ? { ...(given as object), ...change } : given
        const chains = [readable("alpha", { answer }), readable("gamma")]
        const { paths } = await readFeeHistory({ chains, since: new Date(0), isWanted, srcPlug: world.counters.gamma })
        return paths[0]!.fees
      }
      const [plain, rollup] = [await spreadsOf({}), await spreadsOf({ l1Fee: "0x64" })]
      expect(await spreadsOf({ l1Fee: null })).to.deep.equal(plain)
      const [cost, dearer] = [plain, rollup].map(({ deliveryCost }) => deliveryCost!.worst)
      expect(dearer! - cost!).to.be.oneOf([100n, 50n])
      expect(await spreadsOf({ effectiveGasPrice: null })).to.deep.include({
        gasUsed: plain.gasUsed,
        deliveryCost: null,
      })
      expect(await spreadsOf({ gasUsed: null })).to.deep.include({ gasUsed: null, deliveryCost: null })
      expect(await spreadsOf({ l1Fee: "much" })).to.deep.include({ gasUsed: plain.gasUsed, deliveryCost: null })
    })

    it("shows what was sent where the destination or the API cannot be read, and says why", async () => {
      const silent: Difficulty = { logs: () => [{ data: "0x", topics: [] }] }
      const down = new InvalidInputError({ argument: "baseUrl", problem: "it is down", fix: "Wait." })
      const api = { estimateMinFees: () => Promise.reject(down) }
      const chains = [readable("alpha", silent), readable("gamma")]
      const away = await readFeeHistory({ chains, since: new Date(0), isWanted })
      expect(away.problems.map(({ chainSlug }) => chainSlug)).to.deep.equal([41001])
      expect(away.searched.map(({ chainSlug }) => chainSlug)).to.deep.equal([41003])
      expect(away.paths).to.have.length(1)
      expect(away.paths[0]).to.deep.include({ sent: 4, delivered: null, measured: 0 })
      const both = [readable("alpha"), readable("gamma")]
      const { paths, problems } = await readFeeHistory({ chains: both, since: new Date(0), isWanted, api })
      expect(problems.map(({ chainSlug }) => chainSlug)).to.deep.equal([null])
      expect(paths[0]!.fees.estimatedNow).to.equal(null)
    })

    it("ends with the signal, and refuses a moment or a number of messages that is none", async () => {
      const chains = [readable("alpha"), readable("gamma")]
      const since = new Date(0)
      const codeOf = (more: object) =>
        readFeeHistory({ chains, since, ...more }).then(
          () => "read",
          (error: unknown) => (error as PlugsError).code,
        )
      expect(await codeOf({ signal: AbortSignal.abort() })).to.equal("ABORTED")
      const wrong = [{ since: new Date(NaN) }, { since: new Date(Date.now() + 60_000) }, { forecast: 0 }]
      for (const more of [...wrong, { forecast: Number.NaN }, { forecast: 1.5 }, { forecast: -1 }]) {
        expect(await codeOf(more), JSON.stringify(more)).to.equal("INVALID_INPUT")
      }
      const late = Date.now() + 86_400_000
      const clock = { ...systemClock, now: () => late }
      const { paths } = await readFeeHistory({ chains, since: new Date(late), clock })
      expect(paths).to.deep.equal([])
    })

    it("counts a message once where the chain replaces its block meanwhile", async () => {
      let [hasLogs, isReplaced] = [false, false]
      const other = (hash: unknown) =>
        isReplaced ? String(hash).replace(/.$/, (end) => (end === "0" ? "1" : "0")) : hash
      const reorging: Difficulty = {
        // So that it is read in several steps.
        range: 2,
        answer: (method, given, params) => {
          if (method === "eth_getLogs") {
            const logs = given as Record<string, unknown>[]
            hasLogs ||= logs.length > 0
            return logs.map((log) => ({ ...log, blockHash: other(log["blockHash"]) }))
          }
          if (method !== "eth_getBlockByNumber" || given === null) return given
          isReplaced ||= hasLogs && params[0] === "latest"
          const block = given as Record<string, unknown>
          return { ...block, hash: other(block["hash"]), parentHash: other(block["parentHash"]) }
        },
      }
      const chains = [readable("alpha"), readable("gamma", reorging)]
      const { paths } = await readFeeHistory({ chains, since: new Date(0), isWanted })
      expect(isReplaced).to.equal(true)
      expect(paths[0]).to.deep.include({ sent: 4, delivered: 4, measured: 4 })
    })

    /** Gives each log of a message so many siblings, whose ids differ in their counter, and gas limits in what they add. */
    const multiplied = (copies: number, gas = 0): Difficulty => ({
      logs: (given) =>
        given.flatMap((log) => {
          const isSent = log.data.length > 66
          const add = (data: Hex, word: number, more: bigint): Hex => {
            const end = 2 + 64 * (word + 1)
            const number = BigInt(`0x${data.slice(end - 16, end)}`) + more
            return `${data.slice(0, end - 16)}${number.toString(16).padStart(16, "0")}${data.slice(end)}` as Hex
          }
          return Array.from({ length: copies }, (_, index): RawLog => {
            const logIndex = numberToHex(Number(log["logIndex"]) * 1_000 + index)
            const data = add(log.data, isSent ? 4 : 0, 1_000_000n * BigInt(index))
            return { ...log, logIndex, data: isSent ? add(data, 5, BigInt(gas * index)) : data }
          })
        }),
    })

    deepIt("measures the newest 500 of a path, and counts them all", async () => {
      const chains = [readable("alpha", multiplied(200)), readable("gamma", multiplied(200))]
      const { paths } = await readFeeHistory({ chains, since: new Date(0), isWanted })
      expect(paths[0]).to.deep.include({ sent: 800, delivered: 800, measured: 500 })
      expect(paths[0]?.fees.paid?.known).to.equal(500)
    })

    it("asks an API no more that does not answer, and one that does once for each kind of message", async () => {
      const chains = [readable("alpha", multiplied(20)), readable("gamma", multiplied(20, 1))]
      let asked = 0
      const answer = (fee: () => Promise<bigint>) => ({ estimateMinFees: () => ((asked += 1), fee()) })
      const read = (api: { estimateMinFees: () => Promise<bigint> }) =>
        readFeeHistory({ chains, since: new Date(0), isWanted, srcPlug: world.counters.gamma, api })
      const { paths } = await read(answer(() => Promise.resolve(5n)))
      expect(asked).to.equal(20)
      expect(paths[0]?.fees.estimatedNow).to.deep.equal({ known: 60, median: 5n, p90: 5n, worst: 5n })
      asked = 0
      const down = new InvalidInputError({ argument: "baseUrl", problem: "it is down", fix: "Wait." })
      await read(answer(() => Promise.reject(down)))
      expect(asked).to.be.at.most(8)
    })
  })
})
