import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { devnetApiUrl } from "#src/plugin/config/resolvePlugs.js"
import { createApiProbes } from "#tasks/doctor/apis.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { createFakeFetch, json, type Reply } from "#test/fixtures/servers/fakeFetch.js"

const now = Date.UTC(2026, 4, 5, 6, 7, 8)
const clock = { ...createFastClock(), wallTime: () => now }
const date = (ms: number) => ({ headers: { date: new Date(now + ms).toUTCString() } })
const apiKey = { get: () => Promise.resolve("secret") }
const [port, elsewhere] = [8_545, "https://api.example/base"]

type Chains = Parameters<typeof createApiProbes>[1]["chains"]
const chainsOf = (...chains: readonly (readonly [slug: number, isDevnet: boolean])[]) =>
  chains.map(([slug, isDevnet]) => ({ slug, isDevnet })) as unknown as Chains

describe("a probe of an API", () => {
  const { fetch } = globalThis
  let requests: Request[]
  const reply = (...replies: Reply[]): void => {
    const fake = createFakeFetch(...replies)
    globalThis.fetch = fake.fetch
    requests = fake.requests
  }
  beforeEach(() => {
    reply(json({ status: "SUCCESS", result: [], response: [] }))
  })
  afterEach(() => {
    globalThis.fetch = fetch
  })

  /** The probes of a project; its messaging and swap API are the devnet's if so said. */
  const probesOf = ({ chains = chainsOf([41_001, false]), onDevnet = false, hasKey = true } = {}) => {
    const own = (name: "messaging" | "gateway" | "swap") => ({
      baseUrl: onDevnet ? devnetApiUrl(port, name) : `${elsewhere}/${name}`,
      apiKey: hasKey || name === "messaging" ? apiKey : undefined,
      affiliate: "partner",
    })
    const plugs = { devnet: { port }, messaging: own("messaging"), gateway: own("gateway"), swap: own("swap") }
    const [messaging, gateway, swap] = createApiProbes(plugs as never, { chains, clock, timeout: 1_000 })
    return { messaging: messaging!, gateway: gateway!, swap: swap! }
  }

  it("says whose API it is, and whether it has a key", () => {
    const facts = (options: Parameters<typeof probesOf>[0]) =>
      Object.values(probesOf(options)).map(({ name, origin, isDevnet, hasKey }) => [name, origin, isDevnet, hasKey])
    const [there, here] = ["https://api.example", `http://127.0.0.1:${String(port)}`]
    expect(facts({})).to.deep.equal([
      ["messaging", there, false, true],
      ["gateway", there, false, false],
      ["swap", there, false, true],
    ])
    expect(facts({ onDevnet: true, hasKey: false })).to.deep.equal([
      ["messaging", here, true, true],
      ["gateway", here, true, false],
      ["swap", here, true, false],
    ])
  })

  it("asks the messaging API about a chain that it knows: the devnet about its own, another one about others", async () => {
    const askedSlug = async (onDevnet: boolean, chains: Chains) => {
      reply(json({ status: "SUCCESS", result: [] }))
      await probesOf({ onDevnet, chains }).messaging.ask()
      expect(requests).to.have.length(1)
      expect(requests[0]!.headers.get("x-api-key")).to.equal("secret")
      return new URL(requests[0]!.url).searchParams.get("srcChainSlug")
    }
    const both = chainsOf([7, false], [41_001, true], [8, false], [41_002, true])
    expect(await askedSlug(false, both)).to.equal("7")
    expect(await askedSlug(true, both)).to.equal("41001")
    expect(await askedSlug(true, chainsOf([7, false], [8, false]))).to.equal("7")
    expect(await askedSlug(false, chainsOf([41_001, true], [41_002, true]))).to.equal("41001")
    expect(await askedSlug(false, [])).to.equal("1")
  })

  it("asks once however often it is looked at, and sends a key only where one is configured", async () => {
    const { gateway, swap } = probesOf({ hasKey: false })
    await Promise.all([gateway.ask(), swap.ask(), gateway.ask()])
    await swap.ask()
    const sent = requests.map(({ url, headers }) => [
      ...[new URL(url).pathname.split("/")[2], headers.get("x-api-key"), headers.get("affiliate")],
    ])
    expect(sent).to.have.deep.members([
      ["gateway", null, null],
      ["swap", null, "partner"],
    ])
  })

  it("knows how far the API's clock is ahead, whatever the API answers, and nothing where it does not say", async () => {
    const aheadOf = async (...replies: Reply[]) => {
      reply(...replies)
      const { ahead, error } = await probesOf().messaging.ask()
      return [ahead, error?.code]
    }
    const empty = { status: "SUCCESS", result: [] }
    // A header has whole seconds.
    expect(await aheadOf(json(empty, date(0)))).to.deep.equal([500, undefined])
    expect(await aheadOf(json(empty, date(90_000)))).to.deep.equal([90_500, undefined])
    expect(await aheadOf(json(empty, date(-7_000)))).to.deep.equal([-6_500, undefined])
    expect(await aheadOf(json(empty))).to.deep.equal([undefined, undefined])
    expect(await aheadOf(json(empty, { headers: { date: "today" } }))).to.deep.equal([undefined, undefined])
    expect(await aheadOf(json({}, { status: 401, ...date(4_000) }))).to.deep.equal([4_500, "UNAUTHORIZED"])
    // The last answer counts: the first one is asked for again.
    const busy = json({}, { status: 503, ...date(900_000) })
    expect(await aheadOf(busy, json(empty, date(2_000)))).to.deep.equal([2_500, undefined])
    expect((await aheadOf(busy, busy))[0]).to.equal(900_500)
    expect(requests).to.have.length(2)
  })

  it("doubts an answer that another API would give, and the swap API's chains unless it is the devnet's", async () => {
    const oddities = async (body: object, options: Parameters<typeof probesOf>[0] = {}) => {
      reply(json(body))
      const answers = await Promise.all(Object.values(probesOf(options)).map((probe) => probe.ask()))
      return answers.map(({ oddity, error }) => (oddity === undefined ? error?.code : "odd"))
    }
    expect(await oddities({ status: "SUCCESS", result: [] })).to.deep.equal([undefined, "odd", "odd"])
    const currency = { address: `0x${"e".repeat(40)}`, symbol: "ETH", name: "Ether", decimals: 18 }
    const chain = { chainId: 10, name: "ten", currency, sendingEnabled: true, receivingEnabled: true }
    const listed = { success: true, statusCode: 200, result: [chain] }
    expect((await oddities(listed))[2]).to.equal("odd")
    expect((await oddities(listed, { onDevnet: true }))[2]).to.equal(undefined)
    expect((await oddities(listed, { chains: chainsOf([7, false], [10, false]) }))[2]).to.equal(undefined)
  })
})
