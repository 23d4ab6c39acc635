import { expect } from "chai"
import { describe, it } from "mocha"

import { stateOf } from "./fixtures/readStream.js"
import {
  address,
  explained,
  messageChange,
  payloadChange,
  requestChange,
  routeChange,
  sendAnswer,
  trusted,
} from "./fixtures/servedPage.js"
import { itemId } from "#extras/page/src/kinds.js"
import { openPage, type PageFaults } from "#extras/page/src/openPage.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

type Opened = Parameters<ReturnType<typeof openPage>["show"]>[0]

const commands = { pause: "pause it", resume: "resume it", step: "step it" }
const copyAsTest: Parameters<typeof openPage>[0]["copyAsTest"] = (id, entries) =>
  Promise.resolve(JSON.stringify({ id, entries }))
const run = () => Promise.resolve({ code: 0, output: "" })
const url = "http://127.0.0.1:8645"

const faults: PageFaults = {
  forms: () => [],
  active: () => [],
  isBeginning: () => false,
  begin: () => Promise.resolve(),
  end: () => Promise.resolve(),
}

/** A devnet as far as its page sees it. It knows what is in `known`. */
function fakeDevnet() {
  const known = new Set<string>()
  const asked: string[] = []
  const heads: (() => void)[] = []
  const messages: ((record: object) => void)[] = []
  const payloads: ((record: object) => void)[] = []
  const state = { isPaused: false, setBacks: 0, block: 5, snapshots: [] as string[], isRunning: true }
  const chain = (name: string, slug: number) => ({
    ...{ name, slug, chainId: slug, rpcUrl: `${url}/rpc/${name}`, onChange: () => undefined },
    setBacks: () => state.setBacks,
    announced: () => ({ number: `0x${state.block.toString(16)}` }),
    onHead: (listener: () => void) => heads.push(listener),
    provider: {
      async request({ method, params }: { method: string; params: unknown[] }) {
        await new Promise(setImmediate)
        if (method === "devnet_pause") state.isPaused = true
        return asked.push([method, ...params].join(" "))
      },
    },
    testClient: {
      increaseTime: ({ seconds }: { seconds: number }) => Promise.resolve(asked.push(`${name} + ${seconds}`)),
      mine: () => Promise.resolve(asked.push(`${name} mines`)),
    },
  })
  const ifKnown = (id: string) => (known.has(id) ? { id } : undefined)
  const opened = {
    devnet: {
      chains: { alpha: chain("alpha", 1), beta: chain("beta", 2) },
      gateway: { chain: chain("gateway", 9) },
      onMessage: (listener: (record: object) => void) => messages.push(listener),
    },
    snapshots: { ids: () => state.snapshots },
    relay: {
      get running() {
        return state.isRunning
      },
      isPaused: () => state.isPaused,
    },
    messaging: { ledger: { get: ifKnown, onAttempt: () => () => undefined } },
    gateway: {
      chain: chain("gateway", 9),
      ledger: {
        payload: ifKnown,
        ...{ onJob: () => undefined, onChange: () => undefined, onCredited: () => undefined },
        timeouts: ({ timeoutId }: { timeoutId: string }) => (known.has(timeoutId) ? [{ timeoutId }] : []),
        triggers: () => [...known].map((triggerId) => ({ triggerId })),
        request: (count: number) => (known.has(String(count)) ? requestChange(count) : undefined),
        subscribe: (listener: (record: object) => void) => payloads.push(listener),
      },
    },
    market: {
      ledger: { onRoute: () => undefined },
      describe: (quoteId: string) => (known.has(quoteId) ? routeChange(1, { quoteId }) : undefined),
    },
  } as unknown as Opened
  return { opened, known, asked, state, heads, messages, payloads }
}

function pageOf(isReadOnly = false) {
  const time = { now: 5 }
  const acts = {
    ...{ copyAsTest, run, explain: () => Promise.resolve(explained), trust: () => Promise.resolve(trusted) },
    now: () => time.now,
    readNames: () => Promise.resolve(() => undefined),
    readCallWriter: () => Promise.resolve(() => undefined),
    send: () => Promise.resolve(sendAnswer),
  }
  const page = openPage({ isReadOnly, commands, ...acts })
  const rest: string[] = []
  const answer = page.wrapFetch((request) => {
    rest.push(new URL(request.url).pathname)
    return new Response("the rest")
  })
  const ask = async (path: string, init?: RequestInit) => await answer(new Request(`${url}${path}`, init))
  const stateNow = async () => await stateOf((await ask("/page/events")).body)
  return { page, rest, ask, stateNow, time }
}

describe("openPage", () => {
  it("answers what is asked of the page, once the devnet runs, and passes on the rest", async () => {
    const { page, rest, ask } = pageOf()
    expect((await ask("/page")).status).to.equal(503)
    page.show(fakeDevnet().opened, faults)
    expect((await ask("/page")).status).to.equal(200)
    expect((await ask("/m/0x01")).status).to.equal(200)
    expect(await (await ask("/page/link")).json()).to.deep.equal({ page: "hardhat-plugs devnet" })
    for (const path of ["/", "/pages", "/messaging/v1/messages-from-tx", "/rpc/alpha"]) await ask(path)
    expect(rest).to.deep.equal(["/", "/pages", "/messaging/v1/messages-from-tx", "/rpc/alpha"])
  })

  it("has a token of its own in each link, also where it is read-only, and says that it is", async () => {
    const links = [pageOf(), pageOf(true)].map(({ page }) => page.link(url))
    for (const link of links) expect(link).to.match(/^http:\/\/127\.0\.0\.1:8645\/page#[0-9a-f]{32}$/)
    expect(links[0]).to.not.equal(links[1])
    const { page, stateNow } = pageOf(true)
    page.show(fakeDevnet().opened, faults)
    expect((await stateNow()).isReadOnly).to.equal(true)
  })

  it("does what the devnet's own methods do", async () => {
    const { page, ask } = pageOf()
    const { opened, asked } = fakeDevnet()
    const feed = page.show(opened, faults)
    const [, token = ""] = page.link(url).split("#")
    const headers = { "content-type": "application/json", "x-page-token": token }
    expect((await stateOf(feed.open(undefined))).paused).to.deep.equal([])
    await ask("/page/do/pause", { method: "POST", headers, body: "{}" })
    expect((await stateOf(feed.open(undefined))).paused, "as soon as it is done").to.include("seal")
    expect(asked.splice(0)).to.deep.equal(["devnet_pause"])
    for (const verb of ["pause", "resume", "step", "snapshot"]) {
      expect((await ask(`/page/do/${verb}`, { method: "POST", headers, body: "{}" })).status).to.equal(200)
    }
    const revert = { method: "POST", headers, body: JSON.stringify({ given: "0x1" }) }
    expect((await ask("/page/do/revert", revert)).status).to.equal(200)
    const controls = ["devnet_pause", "devnet_resume", "devnet_step", "devnet_snapshot"]
    expect(asked.splice(0)).to.deep.equal([...controls, "devnet_revert 0x1"])
    expect((await ask("/page/do/passDay", { method: "POST", headers, body: "{}" })).status).to.equal(200)
    const passed = ["alpha", "beta", "gateway"].flatMap((name) => [`${name} + 86400`, `${name} mines`])
    expect(asked).to.have.members(passed)
  })

  it("shows the newest blocks, and whether another process has paused the relay", async () => {
    const { page, ask, stateNow } = pageOf()
    const { opened, state, heads } = fakeDevnet()
    page.show(opened, faults)
    expect((await stateNow()).chains.map(({ block }) => block)).to.deep.equal([5, 5, 5])
    state.block = 6
    heads[0]!()
    state.isPaused = true
    await ask("/rpc/alpha")
    const { chains, paused } = await stateNow()
    expect(chains.map(({ block }) => block)).to.deep.equal([6, 5, 5])
    expect(paused).to.include.members(["seal", "execute"])
    state.isPaused = false
    await ask("/rpc/alpha")
    expect((await stateNow()).paused).to.deep.equal([])
    state.isRunning = false
    await ask("/rpc/alpha")
    expect((await stateNow()).paused).to.include.members(["seal", "execute"])
  })

  it("shows what a fault has done with each block, and otherwise what each request has", async () => {
    const { page, stateNow } = pageOf()
    const { opened, heads } = fakeDevnet()
    let active: ReturnType<PageFaults["active"]> = []
    const feed = page.show(opened, { ...faults, active: () => active })
    const shown = async () => (await stateOf(feed.open(undefined))).faults.map(({ happened }) => happened)
    active = [{ id: 1, fault: "down", line: "down", happened: 1 }]
    expect(await shown()).to.deep.equal([])
    heads[0]!()
    active = [{ ...active[0]!, happened: 2 }]
    expect(await shown()).to.deep.equal([1])
    heads[2]!()
    expect(await shown()).to.deep.equal([2])
    active = []
    heads[0]!()
    expect(await shown(), "no fault lasts").to.deep.equal([2])
    await stateNow()
    expect(await shown()).to.deep.equal([])
  })

  it("shows the snapshots that another process takes, with the time at which it first saw them", async () => {
    const { page, ask, stateNow, time } = pageOf()
    const { opened, state } = fakeDevnet()
    page.show(opened, faults)
    state.snapshots = ["0x1", "0x2"]
    await ask("/rpc/alpha")
    expect((await stateNow()).snapshots).to.deep.equal(["0x1", "0x2"].map((id) => ({ id, at: 5 })))
    time.now = 9
    state.snapshots = ["0x1", "0x3"]
    await ask("/rpc/alpha")
    expect((await stateNow()).snapshots).to.deep.equal([
      { id: "0x1", at: 5 },
      { id: "0x3", at: 9 },
    ])
  })

  it("copies as a test what has happened, holds too, and without what chains that were set back no longer know", async () => {
    const { page, ask } = pageOf()
    const { opened, state, messages } = fakeDevnet()
    const feed = page.show(opened, faults)
    feed.message(messageChange(1))
    const { messageId } = messageChange(1)
    const move = (status: string) => {
      messages[0]!({ outbound: { messageId }, status })
    }
    const copied = async () => {
      const { test } = (await (await ask(`/page/test/${messageId}`)).json()) as { test: string }
      const { entries } = JSON.parse(test) as { entries: { kind: string; status?: string }[] }
      return entries.map(({ kind, status }) => status ?? kind)
    }
    move("RECEIVED")
    const goBack = page.memories.rest().map((remember) => remember())
    state.isPaused = true
    await ask("/rpc/alpha")
    move("SEALED")
    expect(await copied()).to.deep.equal(["RECEIVED", "hold", "SEALED"])
    for (const each of goBack) await each()
    state.isPaused = false
    move("SEALED")
    expect(await copied()).to.deep.equal(["RECEIVED", "SEALED"])
    const other = messageChange(2)
    feed.message(other)
    messages[0]!({ outbound: { messageId: other.messageId }, status: "PROPOSED" })
    expect((await ask(`/page/test/${other.messageId}`)).status, "sent by an earlier devnet").to.equal(409)
  })

  it("copies as a test a request whose payloads were queued on this devnet, by its count", async () => {
    const { page, ask } = pageOf()
    const { opened, known, payloads } = fakeDevnet()
    const feed = page.show(opened, faults)
    const queue = (requestCount: number, status: string) => {
      known.add(String(requestCount))
      const payload = { payloadId: bytes32(requestCount), requestCount, chainSlug: 2, status, executionAttempt: {} }
      for (const listener of payloads) listener(payload)
      feed.request(requestChange(requestCount))
    }
    queue(3, "NO")
    queue(4, "EXECUTED")
    const { test } = (await (await ask("/page/test/3")).json()) as { test: string }
    const { id, entries } = JSON.parse(test) as { id: string; entries: { kind: string; chain: string }[] }
    expect([id, ...entries.map(({ kind, chain }) => `${kind} ${chain}`)]).to.deep.equal([
      "3",
      "payload beta",
      "payload beta",
    ])
    expect((await ask("/page/test/4")).status, "made on an earlier devnet").to.equal(409)
  })

  it("copies as a test the faults that lasted, from their beginning to their end", async () => {
    const { page, ask } = pageOf()
    const { opened, messages } = fakeDevnet()
    let active: ReturnType<PageFaults["active"]> = []
    const feed = page.show(opened, { ...faults, active: () => active })
    feed.message(messageChange(1))
    const { messageId } = messageChange(1)
    const line = 'await world.faults.down("watcher")'
    active = [{ id: 1, fault: "down", line, happened: 0 }]
    await ask("/rpc/alpha")
    messages[0]!({ outbound: { messageId }, status: "RECEIVED" })
    active = []
    await ask("/rpc/alpha")
    const { test } = (await (await ask(`/page/test/${messageId}`)).json()) as { test: string }
    const { entries } = JSON.parse(test) as { entries: { kind: string; line?: string }[] }
    expect(entries.map(({ kind }) => kind)).to.deep.equal(["fault", "message", "fault over"])
    expect(entries[0]?.line).to.equal(line)
  })

  it("forgets what chains that were set back no longer know", async () => {
    const { page, ask, stateNow } = pageOf()
    const { opened, known, state } = fakeDevnet()
    const feed = page.show(opened, faults)
    const timeout = { status: "ADDED_TO_QUEUE", at: 1, target: address(1), executeAt: 60, resolveTxHash: null }
    const trigger = { status: "Queued", at: 1, chainSlug: 1, plug: address(1), appGateway: address(3) }
    for (const number of [1, 2]) {
      feed.message(messageChange(number))
      feed.payload(payloadChange(number))
      feed.request(requestChange(number))
      feed.route(routeChange(number))
      feed.timeout({ ...timeout, timeoutId: `0x0a${number}` })
      feed.trigger({ ...trigger, callId: `0x0c${number}`, onChainTxHash: bytes32(1), appGatewayTxHash: null })
    }
    const kept = ["2", routeChange(2).quoteId, messageChange(2).messageId, payloadChange(2).payloadId, "0x0a2", "0x0c2"]
    for (const id of kept) known.add(id)
    await ask("/rpc/alpha")
    expect((await stateNow()).items).to.have.length(12)
    state.setBacks += 1
    await ask("/rpc/alpha")
    expect((await stateNow()).items.map(itemId)).to.have.members(kept)
  })
})
