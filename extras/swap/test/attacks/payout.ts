import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, concat, formatUnits, type Hex } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import type { ExecuteRouteParameters } from "#extras/swap/src/execution/types.js"
import type { QuoteRoute, RouteStatus } from "#extras/swap/src/types.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  usdcToEth,
  withQuotes,
} from "#extras/swap/test/fixtures/executionWorld.js"
import {
  changeOrder,
  type Lie,
  lieAboutPayout,
  lieAboutRoutes,
  lieInCalldata,
} from "#extras/swap/test/fixtures/lyingSwapApi.js"
import { zeroAddress } from "#src/primitives/address.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createRewritingApi, type RewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { sending } from "#test/fixtures/worlds/swap/routeContracts.js"

type WireOutput = { readonly token: { readonly address: Address }; readonly amount: string }

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"
const honest: Lie = (_path, text) => text

describe("attacks on where a swap pays", function () {
  let world: ExecutionWorld
  let api: RewritingApi
  let lie: Lie = honest
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    ;[world, project] = await Promise.all([createExecutionWorld(), temporaryProject()])
    api = await createRewritingApi(world.devnet.swap.baseUrl, (path, text) => lie(path, text))
  })
  after(async () => {
    await api[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  type How = {
    readonly lies?: Lie
    readonly env?: Readonly<Record<string, string>>
    readonly swap?: object
    /** Says yes to everything, at a terminal. */
    readonly atTerminal?: boolean
    readonly isFast?: boolean
  }
  async function run(
    args: readonly string[],
    { lies = honest, env = {}, swap = {}, atTerminal = false, isFast = false }: How = {},
  ): Promise<EndedCommand> {
    lie = lies
    return await runCommand(["swap", ...args, ...(atTerminal ? [] : ["--yes"])], {
      port: Number(new URL(world.devnet.url).port),
      env: {
        PLUGS_TEST_CHAINS: "alpha,beta",
        PLUGS_TEST_ROOT: project.path,
        PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url, ...swap }),
        ...env,
      },
      ...(atTerminal ? { answer: () => "y" } : {}),
      ...(isFast ? { clock: createFastClock(200) } : {}),
    })
  }
  let count = 0
  /** A swap that no other test makes. */
  const swap = (to = "beta"): string[] => {
    count += 1
    return ["execute", `10.${count}`, "USDC", "--from", "alpha", "--to", to, "--for", "USDT", "--provider", "pool"]
  }
  const sentSoFar = (): Promise<number> => world.alpha.publicClient.getTransactionCount({ address: world.user })

  /** What is sent although it should be refused has an end that may never come. */
  async function expectRefused(reason: string, args: readonly string[], how: How): Promise<void> {
    const before = await sentSoFar()
    const { code, stderr } = await run([...args, "--timeout", "2s"], how)
    expect(stderr).to.contain(reason)
    expect(code).to.equal(1)
    expect(await sentSoFar(), "sent").to.equal(before)
  }

  describe("S-01 by calldata that does something else than the route says", () => {
    const half = (data: Hex): Hex => changeOrder(data, { minAmountOut: 5_000_000n })
    const lies = (): Readonly<Record<string, readonly [reason: string, change: (data: Hex) => Hex]>> => ({
      "pays a thief": ["CALLDATA_OTHER_RECEIVER", (data) => changeOrder(data, { receiver: thief })],
      // Nothing arrives with such a minimum, so that everything goes back.
      "sends a thief what cannot arrive": [
        "CALLDATA_OTHER_REFUND",
        (data) => changeOrder(data, { refundTo: thief, minAmountOut: 2n ** 200n }),
      ],
      "pays a thief nearly everything as a fee": [
        "FEE_TOO_HIGH",
        (data) => changeOrder(data, { feeTaker: thief, feeAmount: 9_900_000n }),
      ],
      "pays another token": [
        "CALLDATA_OTHER_OUTPUT",
        (data) => changeOrder(data, { outputToken: world.tokenOf("spark") }),
      ],
      "pays on another chain": ["CALLDATA_OTHER_CHAIN", (data) => changeOrder(data, { dstChainSlug: 7 })],
      "pays on the chain that it begins on": [
        "CALLDATA_OTHER_CHAIN",
        (data) => changeOrder(data, { dstChainSlug: 0, bridge: zeroAddress }),
      ],
      "accepts half of what the route promises": ["CALLDATA_LESS_OUT", half],
      "is cut off": ["CALLDATA_MALFORMED", (data) => data.slice(0, -64) as Hex],
    })
    for (const what of variants(
      Object.keys({
        ...{ "pays a thief": 0, "sends a thief what cannot arrive": 0, "pays a thief nearly everything as a fee": 0 },
        ...{ "pays another token": 0, "accepts half of what the route promises": 0 },
        ...{ "pays on another chain": 0, "pays on the chain that it begins on": 0, "is cut off": 0 },
      }),
      3,
    )) {
      it(`refuses calldata that ${what}, with --yes, at a terminal and in a script`, async () => {
        const [reason, change] = lies()[what]!
        await expectRefused(reason, swap(), { lies: lieInCalldata(change) })
        await expectRefused(reason, swap(), { lies: lieInCalldata(change), atTerminal: true })
        const { offered, trader } = await offer()
        const { data } = (offered.route.txData as { object: { data: Hex } }).object
        const route = sending(offered.route, { data: change(data) })
        const error = await failure(executeRoute({ ...offered, route, timeout: 2_000 }))
        expect(error.facts["reason"]).to.equal(reason)
        expect(await trader.transactions()).to.equal(0)
      })
    }

    it("refuses a function of the router that is not known, unless it is accepted and has the receiver", async () => {
      const unknown = (data: Hex): Hex => concat(["0x12345678", data])
      await expectRefused("NOT_DECODED", swap(), { lies: lieInCalldata(unknown) })
      const accepted = [...swap(), "--accept-undecoded"]
      const stolen = (data: Hex): Hex =>
        concat(["0x12345678", changeOrder(data, { receiver: thief, user: thief, refundTo: thief })])
      await expectRefused("CALLDATA_OTHER_RECEIVER", accepted, { lies: lieInCalldata(stolen) })
    })

    deepIt("lets honest calldata pass, and says that the payout was seen", async () => {
      const { code, stdout, stderr } = await run(swap())
      expect(code, stderr).to.equal(0)
      expect(stderr).not.to.contain("decoded")
      expect(stdout).to.match(/payout +seen on beta/)
      const asked = await run(swap(), { atTerminal: true })
      expect(asked.code, asked.stderr).to.equal(0)
      const { offered } = await offer()
      expect((await executeRoute(offered)).payout).to.equal("seen")
    })
  })

  describe("by a router that nothing describes, on chains that are no devnet's own", () => {
    const chains = {
      PLUGS_TEST_CHAINS: "other,beta",
      PLUGS_TEST_OWN_CHAINS: JSON.stringify({ alpha: { slug: 41001, network: "alpha" } }),
    }
    const env = () => ({ ...chains, PLUGS_TEST_ALPHA_URL: world.alpha.rpcUrl })
    const own = (more: object = {}) => ({ chains: { alpha: { allowedTargets: [world.router] } }, ...more })
    const known = () => ({ alpha: world.devnet.market.alpha.routers })

    it("S-03 refuses --yes without a least of the user's own, or the prices of both tokens", async () => {
      const routers = known()
      await expectRefused("--min-out", swap(), { env: env(), swap: own({ routers }) })
      const price = { alpha: { [world.tokenOf("usdc")]: 1 } }
      await expectRefused("--min-out", swap(), { env: env(), swap: own({ routers, prices: price }) })
      // A symbol that nobody pins is what the token calls itself.
      const prices = { alpha: { USDC: 1 }, beta: { USDT: 1 } }
      await expectRefused("--min-out", swap(), { env: env(), swap: own({ routers, prices }) })
    })

    it("S-03 refuses what may give less than --min-out, or less than the prices say", async () => {
      const routers = known()
      await expectRefused("BELOW_MIN_OUT", [...swap(), "--min-out", "11"], { env: env(), swap: own({ routers }) })
      const prices = { alpha: { [world.tokenOf("usdc")]: 2 }, beta: { [world.tokenOf("usdt")]: 1 } }
      await expectRefused("BELOW_MIN_OUT", swap(), { env: env(), swap: own({ routers, prices }) })
      await expectRefused("BELOW_MIN_OUT", swap(), { env: env(), swap: own({ routers, prices }), atTerminal: true })
    })

    it("S-01 refuses calldata that is not decoded with --yes, and says so at a terminal", async () => {
      const args = [...swap(), "--min-out", "9.9"]
      await expectRefused("NOT_DECODED", args, { env: env(), swap: own() })
      await expectRefused("CALLDATA_OTHER_RECEIVER", [...args, "--accept-undecoded"], {
        ...{ env: env(), swap: own() },
        lies: lieInCalldata((data) => changeOrder(data, { receiver: thief, user: thief, refundTo: thief })),
      })
      const { code, stderr } = await run(swap(), { env: env(), swap: own(), atTerminal: true })
      expect(code, stderr).to.equal(0)
      expect(stderr).to.match(/calldata +is not decoded: /)
      expect(stderr).to.match(/at least +\S+ USDT, /)
    })

    deepIt("lets it pass when it is accepted, or the configuration describes the router", async () => {
      const accepted = await run([...swap(), "--min-out", "9.9", "--accept-undecoded"], { env: env(), swap: own() })
      expect(accepted.code, accepted.stderr).to.equal(0)
      const prices = { alpha: { [world.tokenOf("usdc")]: 1 }, beta: { [world.tokenOf("usdt")]: 1 } }
      const described = await run(swap(), { env: env(), swap: own({ routers: known(), prices }) })
      expect(described.code, described.stderr).to.equal(0)
    })
  })

  describe("S-09 by COMPLETED", () => {
    deepIt(
      "believes no transaction of another swap, and keeps the record, so that the swap can be resumed",
      async () => {
        const first = await run([...swap(), "--json"])
        const { route } = first.events.at(-1) as { route: RouteStatus }
        for (const how of variants([{}, { atTerminal: true }], 1)) {
          const { code, stdout, stderr } = await run(swap(), { lies: lieAboutPayout(route.destination.txHash), ...how })
          expect(code, stderr).to.equal(4)
          expect(stderr).to.match(/swap explain 0x[0-9a-f]{64}/)
          expect(stdout).not.to.contain("COMPLETED")
          const resumed = await run(["resume"])
          expect(resumed.code, resumed.stderr).to.equal(0)
          expect(resumed.stdout).to.match(/payout +seen on beta/)
        }
      },
    )

    deepIt("tells what the destination chain shows was paid, whatever amount and token the API claims", async () => {
      const inflated: Lie = (path, text) => {
        if (!path.includes("/status")) return text
        const { result, ...envelope } = JSON.parse(text) as { result?: { destination: { output: [WireOutput] } } }
        if (result === undefined) return text
        const [output] = result.destination.output
        const token = { ...output.token, symbol: "GOLD", decimals: 0, address: thief }
        const destination = { ...result.destination, output: [{ ...output, token, amount: `${output.amount}000` }] }
        return JSON.stringify({ ...envelope, result: { ...result, destination } })
      }
      const owned = (): Promise<bigint> => world.balanceOf(world.beta, "usdt")
      const before = await owned()
      const { events } = await run([...swap(), "--json"], { lies: inflated })
      const { paid, quoteId } = events.at(-1) as { paid: WireOutput; quoteId: string }
      const got = (await owned()) - before
      expect(got > 0n).to.equal(true)
      expect(paid).to.deep.include({ amount: String(got) })
      expect(paid.token).to.deep.include({ address: world.tokenOf("usdt"), symbol: "USDT", decimals: 6 })
      const again = await run(["status", quoteId, "--wait"], { lies: inflated, atTerminal: true })
      expect(again.stdout).to.contain(`${formatUnits(got, 6)} USDT on beta`)
      expect(again.stdout).not.to.contain("GOLD")
    })

    deepIt("believes none that pays nothing, names nothing, or does not exist, also with status --wait", async () => {
      const done = await run([...swap(), "--json"])
      const { quoteId, txHash } = done.events.at(-1) as { quoteId: string; txHash: string }
      await world.transfer(world.beta, "usdt", thief, 1n)
      const block = await world.beta.publicClient.getBlock()
      for (const claimed of [null, block.transactions[0]!, `0x${"12".repeat(32)}`]) {
        for (const id of variants([quoteId, txHash], 1)) {
          lie = lieAboutPayout(claimed)
          const { code, events, stderr } = await status(id, { lies: lieAboutPayout(claimed), isFast: true })
          expect(code, stderr).to.equal(4)
          expect(events.at(-1)).to.include({ event: "end", outcome: "unconfirmed" })
          expect(JSON.stringify(events)).not.to.contain('"state":"COMPLETED"')
        }
      }
      const { code, events } = await status(quoteId)
      expect(code).to.equal(0)
      expect(events.at(-1)).to.include({ payout: "seen" })
    })

    it("says in a script what it says in a task", async () => {
      const { offered } = await offer()
      const status = async (...[given]: Parameters<typeof offered.client.getStatus>): Promise<RouteStatus> => {
        const route = await offered.client.getStatus(given)
        if (route.status === "PENDING") return route
        return { ...route, status: "COMPLETED", destination: { ...route.destination, txHash: null } }
      }
      const error = await failure(executeRoute({ ...offered, client: { ...offered.client, getStatus: status } }))
      expect(error.code).to.equal("PAYOUT_NOT_SEEN")
      expect((await offered.journal.read(offered.route.quoteId))?.state).to.equal("MINED")
      expect(await executeRoute(offered)).to.include({ payout: "seen" })
    })

    // extras/swap/test/reading/confirmPayout.ts has when it looks.
    deepIt("says that nobody looked where the destination has no node", async () => {
      const far = { PLUGS_TEST_CHAINS: "alpha,gamma" }
      const text = await run(swap("41002"), { env: far })
      expect(text.code, text.stderr).to.equal(0)
      expect(text.stdout).to.match(/payout +nobody looked/)
      const { offered } = await offer()
      expect((await executeRoute({ ...offered, destinationClient: undefined })).payout).to.equal("not looked")
    })

    it("refuses a client of another chain for the payout, before anything is signed", async () => {
      const { offered, trader } = await offer()
      const { publicClient } = world.alpha
      for (const destinationClient of [publicClient, () => Promise.resolve(publicClient)]) {
        const error = await failure(executeRoute({ ...offered, destinationClient }))
        expect(error.facts).to.include({ reason: "WRONG_CHAIN" })
        expect(error.message).to.contain("41001")
      }
      expect(await trader.transactions()).to.equal(0)
      // One that changes its chain later shows nothing.
      const clients = [world.beta.publicClient]
      const error = await failure(
        executeRoute({ ...offered, destinationClient: () => Promise.resolve(clients.shift() ?? publicClient) }),
      )
      expect(error.code).to.equal("PAYOUT_NOT_SEEN")
    })
  })

  it("S-02 refuses a new quote below the least of the user's own", async () => {
    const { offered, trader } = await offer()
    const least = offered.route.output.minAmountOut!
    const expired = {
      ...offered,
      route: { ...offered.route, expiresAt: Math.floor(Date.now() / 1_000) - 1 },
      requote: true,
      minOut: least,
    }
    const worse = (route: QuoteRoute): QuoteRoute => ({
      ...route,
      output: { ...route.output, amount: least - 1n, minAmountOut: least - 1n },
    })
    const client = withQuotes(offered.client, (quote) => ({ ...quote, routes: quote.routes.map(worse) }))
    const error = await failure(executeRoute({ ...expired, client }))
    expect(error.code).to.equal("REQUOTE_REFUSED")
    expect(await trader.transactions()).to.equal(0)
    const tooHigh = await failure(executeRoute({ ...offered, minOut: least + 1n }))
    expect(tooHigh.facts["reason"]).to.equal("BELOW_MIN_OUT")
    expect((await executeRoute({ ...offered, minOut: least })).payout).to.equal("seen")
  })

  it("S-03 refuses a route that promises less than --min-out in its fields alone", async () => {
    const lies = lieAboutRoutes((route) => ({ ...route, output: { ...route.output, minAmountOut: "1" } }))
    await expectRefused("TOO_LITTLE_OUT", swap(), { lies })
  })

  async function status(id: string, how: How = {}): Promise<EndedCommand> {
    return await run(["status", id, "--wait", "--json"], { ...how, atTerminal: true })
  }

  async function offer(): Promise<{
    readonly offered: ExecuteRouteParameters
    readonly trader: Awaited<ReturnType<ExecutionWorld["trader"]>>
  }> {
    const trader = await world.trader("local")
    return { trader, offered: await trader.offered(usdcToEth) }
  }
})
