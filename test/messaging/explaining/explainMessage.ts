import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { type Address, type Client, type Hex, numberToHex, toFunctionSelector } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { RetiredChainError } from "#src/messaging/deployments/deploymentErrors.js"
import { explainMessage, type ExplainMessageParameters } from "#src/messaging/explaining/explainMessage.js"
import { deployedStageTimes, devnetStageTimes } from "#src/messaging/explaining/stageTimes.js"
import type { CheckPaths } from "#src/messaging/TrustPolicy.js"
import { systemClock } from "#src/primitives/clock.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { connectionRefused, createFakeFetch, json, type Reply } from "#test/fixtures/servers/fakeFetch.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { createSteppedDevnet, type SteppedDevnet } from "#test/fixtures/worlds/messaging/steppedDevnet.js"
import { type CountedChain, countRequests, type NodeLimits } from "#test/fixtures/worlds/swap/countedClient.js"

let world: SteppedDevnet
let start: Hex
/** Counters that are connected through the optimistic switchboards. */
let optimistic: Readonly<Record<string, Address>>

async function explain(
  asked: Partial<ExplainMessageParameters>,
  { later = 7, ...limits }: { readonly alpha?: NodeLimits; readonly beta?: NodeLimits; readonly later?: number } = {},
) {
  const [src, dst] = [countRequests(world.alpha, limits.alpha), countRequests(world.beta, limits.beta)]
  const chainOf = (slug: number): Promise<CountedChain | undefined> =>
    Promise.resolve([src, dst].find((chain) => chain.slug === slug))
  const { timestamp } = await world.alpha.publicClient.getBlock()
  const now = () => (Number(timestamp) + later) * 1_000
  const clock = { now, wallTime: now, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal) }
  const explanation = await explainMessage({ src, chainOf, clock, stageTimes: unasked, ...asked })
  return { ...explanation, requests: src.requests.length + dst.requests.length }
}

/** Those of a devnet whose relay is not asked: it is paused here, and only time counts. */
const unasked = { ...devnetStageTimes }

/** A client of a node that answers everything in one way. */
const clientOf = (answer: () => Promise<unknown>): Client => fakeNode(answer).client

async function messageIdOf(srcTxHash: Hex): Promise<Hex> {
  const { items } = await explain({ srcTxHash })
  return items[0]!.id as Hex
}

async function step(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await world.devnet.relay.step()
}

describe("explainMessage", () => {
  before(async () => {
    world = await createSteppedDevnet()
    optimistic = await deployConnected(
      world.devnet,
      counterArtifact,
      () => [],
      ({ contracts }) => contracts.optimisticSwitchboard,
    )
    start = await world.devnet.snapshot()
  })
  after(() => world[Symbol.asyncDispose]())
  afterEach(() => world.devnet.revert(start))

  it("says of each stage where the message is, for how long, and how long that takes", async () => {
    const srcTxHash = await world.add(1n)
    const expected = [
      ["RECEIVED", /sent on alpha and is not sealed .* up to 1 s\. It has waited for 7 s\./],
      ["SEALED", /sealed into a packet on alpha, which is not proposed on beta/],
      ["PROPOSED", /0 of 1 watchers have attested it\. This takes up to 1 s/],
      ["VERIFIED", /accepted on beta, and the message is not executed/],
    ] as const
    for (const [status, says] of expected) {
      const { items, verdict } = await explain({ srcTxHash })
      expect(verdict).to.equal("waiting")
      expect(items[0]).to.include({ status })
      expect(items[0]!.says).to.match(says)
      expect(items[0]!.since).to.be.a("number")
      await step(1)
    }
    await step(3)
    const { items, verdict, says } = await explain({ srcTxHash })
    expect(verdict).to.equal("delivered")
    expect(items[0]).to.include({ status: "EXECUTION_SUCCESS", says })
    expect(says).to.match(/^The message was delivered to the plug 0x\w+ on beta in 0x/)
  })

  it("says until when a packet waits for a timeout, and that it was allowed when that was over", async () => {
    const call = { address: optimistic["alpha"]!, abi: counterArtifact.abi, functionName: "add" }
    const srcTxHash = await send(world.alpha, { ...call, args: [world.beta.slug, 1n] })
    await step(2)
    const { items, verdict } = await explain({ srcTxHash }, { later: 0 })
    expect(verdict).to.equal("waiting")
    expect(items[0]!.says).to.match(/The switchboard accepts it \d+ s from now, when its timeout is over\.$/)
    // Nothing is mined meanwhile, so that the chain's own clock stands still.
    expect((await explain({ srcTxHash }, { later: 50 })).verdict).to.equal("waiting")
    await world.beta.testClient.increaseTime({ seconds: 10 })
    await world.beta.testClient.mine({ blocks: 1 })
    const passed = await explain({ srcTxHash }, { later: 0 })
    expect(passed.items[0]).to.include({ status: "VERIFIED" })
    expect(passed.events.map(({ title }) => title)).to.deep.equal(["Sent", "Sealed", "Proposed", "Allowed"])
  })

  it("lists what happened on both chains, in the order of time", async () => {
    const srcTxHash = await world.add(1n)
    await step(6)
    const { events, items } = await explain({ srcTxHash })
    expect(events.map(({ title, place }) => `${title} ${place}`)).to.deep.equal([
      "Sent alpha",
      "Sealed alpha",
      "Proposed beta",
      "Attested beta",
      "Executed beta",
    ])
    for (const { txHash, blockNumber, at, about } of events) {
      expect({ txHash, blockNumber, at }).to.not.include({ txHash: null }).and.not.include({ at: null })
      expect(about).to.equal(items[0]!.id)
      expect(blockNumber).to.be.a("bigint")
    }
    expect(events[0]!.details.join("\n")).to.match(/Fee: 0\.\d+ of the native token of alpha/)
    expect(events[2]!.details[0]).to.match(/^Proposal 0 for switchboard 0x/)
  })

  it("lists a transaction that sent no message, with the first cause", async () => {
    const { walletClient, accounts } = world.alpha
    const srcTxHash = await walletClient.sendTransaction({ to: accounts[1], value: 1n })
    const listed = async (refused: string) => {
      const alpha: NodeLimits = { refuse: ({ method }) => (method === refused ? new Error("none") : undefined) }
      const { events, causes } = await explain({ srcTxHash }, { alpha })
      expect(events.map(({ title, place, details }) => ({ title, place, details }))).to.deep.equal([
        { title: "Mined without a message", place: "alpha", details: [causes[0]!.says] },
      ])
      return causes.map(({ name }) => name)
    }
    expect(await listed("nothing")).to.deep.equal(["nothing-sent"])
    expect(await listed("debug_traceTransaction")).to.deep.equal(["nothing-sent", "only-internal-calls"])
  })

  it("knows more with the API, where the chains show nothing", async () => {
    const payload = bytes32(1)
    await world.setMood(payload, true)
    const srcTxHash = await world.sendMoody(payload)
    await step(5)
    const [record] = world.devnet.messagesFromTx(world.alpha.slug, srcTxHash)
    expect(record!.status).to.equal("INBOUND_REVERTING")
    const api = { getMessages: () => world.client().getMessages({ srcChainSlug: world.alpha.slug, srcTxHash }) }
    const { items } = await explain({ srcTxHash, api })
    expect(items[0]).to.include({ status: "INBOUND_REVERTING" })
    expect(items[0]!.says).to.match(/reverts.*2 to 3 hours/)
    expect((await explain({ srcTxHash })).items[0]).to.include({ status: "VERIFIED" })
  })

  it("says of several that all were delivered, and how many of them only the API reports", async () => {
    const srcTxHash = await world.add(1n, 2n)
    await step(8)
    const both = await explain({ srcTxHash })
    expect([both.verdict, both.says]).to.deep.equal(["delivered", "All 2 messages were delivered."])
    const sent = await world.client().getMessages({ srcChainSlug: world.alpha.slug, srcTxHash })
    const api = { getMessages: () => Promise.resolve(sent) }
    const claimed = await explain({ srcTxHash, api }, { beta: { refuse: () => new Error("down") } })
    expect([claimed.verdict, claimed.says]).to.deep.equal([
      ...["delivered", "All 2 messages were delivered. Of 2 of them only the messaging API reports it."],
    ])
    // The first is delivered, and the second is not.
    const moved = sent.map((one, index) => (index === 0 ? one : { ...one, status: "SEALED" as const }))
    const half = await explain(
      { srcTxHash, api: { getMessages: () => Promise.resolve(moved) } },
      { beta: { refuse: () => new Error("down") } },
    )
    expect([half.verdict, half.items.map(({ status }) => status)]).to.deep.equal([
      ...["waiting", ["EXECUTION_SUCCESS", "SEALED"]],
    ])
    expect(half.says).to.not.contain("All 2")
  })

  it("tells an API that knows no message yet from one that knows no chain, refuses the key or fails", async () => {
    const srcTxHash = await world.add(1n)
    const silenceAt = async (...replies: Reply[]) => {
      const api = world.client({ fetch: createFakeFetch(...replies).fetch })
      const { causes, verdict } = await explain({ srcTxHash, api }, { later: 3 })
      expect(verdict).to.equal("waiting")
      return causes.map(({ name, certainty, evidence }) => [name, certainty, evidence[0]?.says])
    }
    const answer = (status: number, message = "no chain 5 here") => json({ status: "ERROR", message }, { status })
    expect(await silenceAt(json({ status: "SUCCESS", result: [] }))).to.deep.equal([])
    expect(await silenceAt(answer(404))).to.deep.equal([])
    expect(await silenceAt(answer(400))).to.deep.equal([["api-unknown-chain", "possible", "no chain 5 here"]])
    expect(await silenceAt(answer(499))).to.deep.equal([["api-unknown-chain", "possible", "no chain 5 here"]])
    for (const status of [401, 403]) {
      expect((await silenceAt(answer(status))).map(([name]) => name)).to.deep.equal(["api-key-refused"])
    }
    for (const reply of [answer(500), answer(503), answer(429), connectionRefused()]) {
      expect((await silenceAt(reply)).map(([name]) => name)).to.deep.equal(["api-unreachable"])
    }
  })

  it("finds a message by its id alone", async () => {
    const srcTxHash = await world.add(1n)
    await world.add(2n)
    const messageId = await messageIdOf(srcTxHash)
    const { subject, items } = await explain({ messageId })
    expect(subject).to.include({ srcTxHash, messageId })
    expect(items.map(({ id }) => id)).to.deep.equal([messageId])
  })

  it("reads nothing of a message that was never sent", async () => {
    const messageId = await messageIdOf(await world.add(1n))
    await world.devnet.revert(start)
    const { items, subject } = await explain({ messageId })
    expect(items).to.deep.equal([])
    expect(subject).to.not.have.property("srcTxHash")
  })

  it("refuses to explain nothing", async () => {
    const error: unknown = await explain({}).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: "INVALID_INPUT" })
  })

  it("chain-not-read: cannot tell if the destination does not answer, unless the API can", async () => {
    const srcTxHash = await world.add(1n)
    await step(3)
    const down = { beta: { refuse: () => new Error("down") } }
    const alone = await explain({ srcTxHash }, down)
    expect(alone.verdict).to.equal("unknown")
    expect(alone.causes.map(({ name, certainty }) => [name, certainty])).to.deep.equal([["chain-not-read", "certain"]])
    expect(alone.says).to.equal(alone.causes[0]!.says).and.not.equal(alone.items[0]!.says)
    const api = { getMessages: () => world.client().getMessages({ srcChainSlug: world.alpha.slug, srcTxHash }) }
    const asked = await explain({ srcTxHash, api }, down)
    expect(asked.verdict).to.equal("waiting")
    expect(asked.items[0]).to.include({ status: "ATTESTED" })
    expect(asked.says).to.match(/could not be read, so only the messaging API reports this/)
  })

  it("chain-not-read: says of a destination that was shut down that nothing arrives there", async () => {
    const srcTxHash = await world.add(1n)
    const chainOf = () => Promise.reject(new RetiredChainError({ name: "old", slug: 420 }))
    await step(3)
    const { verdict, causes } = await explain({ srcTxHash, chainOf })
    expect(verdict).to.equal("unknown")
    expect(causes[0]?.says).to.contain("could not be read: The chain old was shut down.")
    expect(causes[0]?.mend).to.deep.include({ command: null })
    expect(causes[0]?.mend?.who).to.contain("shut down")
  })

  it("chain-not-read: does not believe the API of a message that is late, or that has failed", async () => {
    const srcTxHash = await world.add(1n)
    await step(6)
    const down = { beta: { refuse: () => new Error("down") } }
    const sent = await world.client().getMessages({ srcChainSlug: world.alpha.slug, srcTxHash })
    const say = (status: string) => ({ getMessages: () => Promise.resolve(sent.map((one) => ({ ...one, status }))) })
    const fresh = await explain({ srcTxHash, api: say("EXECUTION_SUCCESS") }, down)
    expect(fresh.verdict).to.equal("delivered")
    expect(fresh.says).to.match(/only the messaging API reports this/)
    for (const [status, later] of [
      ["ATTESTED", 7_000],
      ["EXECUTION_SUCCESS", 7_000],
      ["EXECUTION_FAILURE", 7],
    ] as const) {
      const { verdict, causes, says } = await explain({ srcTxHash, api: say(status) }, { ...down, later })
      expect([verdict, causes[0]?.name], status).to.deep.equal(["unknown", "chain-not-read"])
      expect(says).to.match(/could not be read/)
      expect(causes[0]!.evidence.map((each) => each.says).join()).to.match(new RegExp(status))
    }
  })

  it("chain-not-read: asks nothing more when its time is over, and says what was left out", async () => {
    const srcTxHash = await world.add(1n)
    await step(2)
    let now = Date.now()
    const clock = { now: () => now, wallTime: () => now, sleep: systemClock.sleep.bind(systemClock) }
    const slow: NodeLimits = {
      refuse: () => {
        now += 1_000
        return undefined
      },
    }
    const limits = { alpha: slow, beta: slow }
    const whole = await explain({ srcTxHash, clock, timeout: 600_000 }, limits)
    expect(whole.causes.map(({ name }) => name)).to.not.include("chain-not-read")
    const { causes, requests } = await explain({ srcTxHash, clock, timeout: 8_000 }, limits)
    expect(requests).to.be.within(8, whole.requests - 1)
    const cause = causes.find(({ about }) => about === null)
    expect(cause).to.include({
      name: "chain-not-read",
      certainty: "possible",
      says: "The 8 s for this explanation were over before everything was read, so causes can be missing.",
    })
    expect(cause!.evidence.map(({ source }) => source)).to.include("beta")
    expect(cause!.evidence[0]!.says).to.match(/^It was not asked for eth_\w+/)
  })

  it("chain-not-read: ends the wait for nodes and an API that hang", async () => {
    const srcTxHash = await world.add(1n)
    await step(3)
    const never = () => new Promise<never>(() => undefined)
    const hung: ExplainMessageParameters["chainOf"] = (slug) =>
      Promise.resolve({ ...countRequests(world.beta), slug, client: clientOf(never) })
    const waits: number[] = []
    const clock = {
      now: () => systemClock.now(),
      sleep: (ms: number, signal?: AbortSignal) => {
        waits.push(ms)
        return systemClock.sleep(ms / 20, signal)
      },
    }
    const { verdict, causes } = await explain({ srcTxHash, chainOf: hung, api: { getMessages: never }, clock })
    expect(verdict).to.equal("unknown")
    expect(causes.map(({ name }) => name)).to.deep.equal(["chain-not-read", "api-unreachable"])
    expect(causes[0]!.says).to.match(/beta.* did not answer eth_\w+ within 8 s/)
    expect(Math.max(...waits)).to.equal(8_000)
  })

  it("names the chain whose node answers nonsense", async () => {
    const srcTxHash = await world.add(1n)
    for (const answer of ["nonsense", null, {}, [], 7]) {
      const src = { ...countRequests(world.alpha), client: clientOf(() => Promise.resolve(answer)) }
      const error: unknown = await explain({ src, srcTxHash, stageTimes: deployedStageTimes }).catch(
        (one: unknown) => one,
      )
      expect(error, JSON.stringify(answer)).to.include({ code: "NODE_FAILED" })
      expect(error)
        .to.have.property("message")
        .that.matches(/of alpha/)
      const chainOf: ExplainMessageParameters["chainOf"] = (slug) =>
        Promise.resolve({ ...countRequests(world.beta), slug, client: src.client })
      expect(await explain({ srcTxHash, chainOf }, { later: 7_000 })).to.include({ verdict: "stuck" })
    }
  })

  it("calls a message stuck that waits for much longer than such a stage takes", async () => {
    const srcTxHash = await world.add(1n)
    expect((await explain({ srcTxHash }, { later: 50 })).verdict).to.equal("waiting")
    expect((await explain({ srcTxHash }, { later: 70 })).verdict).to.equal("stuck")
    const stageTimes = deployedStageTimes
    expect((await explain({ srcTxHash, stageTimes }, { later: 70 })).verdict).to.equal("waiting")
    expect((await explain({ srcTxHash, stageTimes }, { later: 1_900 })).verdict).to.equal("stuck")
  })

  it("names what stands before a message that is late to be sealed, and who has not attested one that is late", async () => {
    const [first, second] = [await world.add(1n), await world.add(2n)]
    const messageId = await messageIdOf(first)
    const evidenceOf = async (srcTxHash: Hex, later: number) => {
      const { causes } = await explain({ srcTxHash }, { later })
      return causes.flatMap(({ name, evidence }) => [name, ...evidence.map(({ says }) => says)]).join("\n")
    }
    expect(await evidenceOf(second, 70))
      .to.contain("not-sealed")
      .and.contain(first)
      .and.contain(messageId)
    expect(await evidenceOf(first, 70))
      .to.contain("not-sealed")
      .and.not.contain(second)
    await step(2)
    const [watcher] = createAccounts().watchers
    expect(await evidenceOf(first, 70))
      .to.contain("attestations-missing")
      .and.contain(watcher!.address)
    expect(await evidenceOf(first, 7)).to.not.contain("attestations-missing")
  })

  it("asks a devnet what its actors do where a message is slow, and calls it stuck where they do not act for it", async () => {
    type Relay = { readonly paused: readonly string[]; readonly watchers: readonly Address[] }
    const real = (await world.beta.provider.request({ method: "devnet_relay", params: [] })) as Relay
    const failing = (stage: string, { slug: chainSlug }: { readonly slug: number }) => ({
      stage,
      chainSlug,
      reason: "r",
    })
    const acting = { ...real, paused: [] }
    const asked = {
      paused: real,
      acting,
      "other keys": { ...acting, watchers: [world.beta.accounts[0]!] },
      "more keys": { ...acting, watchers: [world.beta.accounts[0]!, ...real.watchers] },
      "failing here": { ...acting, failures: [failing("seal", world.alpha), failing("attest", world.beta)] },
      "failing there": { ...acting, failures: [failing("seal", world.beta), failing("attest", world.alpha)] },
      resting: { ...real, delay: 60_000 },
    }
    const srcTxHash = await world.add(1n)
    const lookAt = async (answer: object, later = 7) => {
      const answering = (chain: CountedChain): CountedChain => {
        const request = async (question: { method: string }): Promise<unknown> =>
          question.method === "devnet_relay" ? answer : await chain.client.request(question as never)
        return { ...chain, client: { ...chain.client, request: request as Client["request"] } }
      }
      const [src, dst] = [answering(countRequests(world.alpha)), answering(countRequests(world.beta))]
      const chainOf = () => Promise.resolve(dst)
      const { verdict, causes } = await explain({ src, srcTxHash, chainOf, stageTimes: devnetStageTimes }, { later })
      return [verdict, ...causes.map(({ name }) => name)]
    }
    const [waiting, sealing, attesting] = [["waiting", "slow-stage"], "actor-failed", "attestations-missing"]
    const expected = {
      RECEIVED: [["stuck", "not-sealed"], waiting, waiting, waiting, ["stuck", sealing], waiting, waiting],
      SEALED: [["stuck", "not-proposed"], ...Array<string[]>(6).fill(waiting)],
      PROPOSED: [
        ...[["stuck", attesting], waiting, ["stuck", attesting], waiting],
        ...[["stuck", "actor-failed"], waiting, waiting],
      ],
      VERIFIED: [["stuck", "not-executed"], ...Array<string[]>(6).fill(waiting)],
    }
    // It is not asked while hardly any message would be further.
    expect(await lookAt(real, 1)).to.deep.equal(["waiting"])
    for (const [status, found] of Object.entries(expected).slice(0, isDeep ? undefined : 1)) {
      const told: (readonly (string | undefined)[])[] = []
      for (const answer of Object.values(asked)) told.push(await lookAt(answer))
      expect(told, status).to.deep.equal(found)
      await step(1)
    }
  })

  it("reads a message again that the API reports further on, and believes other nodes that deny its delivery", async () => {
    const srcTxHash = await world.add(1n)
    const sent = await world.client().getMessages({ srcChainSlug: world.alpha.slug, srcTxHash })
    const say = (status: string) => ({ getMessages: () => Promise.resolve(sent.map((one) => ({ ...one, status }))) })
    /** Delivers the message once its transaction is read again. */
    const lookAt = async (status: string) => {
      const src = countRequests(world.alpha)
      const receipts = () => src.requests.filter(({ method }) => method === "eth_getTransactionReceipt").length
      const request = async (question: { method: string }): Promise<unknown> => {
        if (question.method === "eth_getTransactionReceipt" && receipts() === 1) await step(8)
        return await src.client.request(question as never)
      }
      const client = { ...src.client, request: request as Client["request"] }
      const { items, causes } = await explain({ src: { ...src, client }, srcTxHash, api: say(status) }, { later: 0 })
      return [items[0]?.status, causes.map(({ name }) => name), receipts()]
    }
    expect(await lookAt("RECEIVED")).to.deep.equal(["RECEIVED", [], 1])
    expect(await lookAt("EXECUTION_SUCCESS")).to.deep.equal(["EXECUTION_SUCCESS", [], 2])

    const answering = (says: number) => clientOf(() => Promise.resolve(numberToHex(says, { size: 32 })))
    const withOthers = async (hash: Hex, ...otherNodes: Client[]) => {
      const chainOf = () => Promise.resolve({ ...countRequests(world.beta), otherNodes })
      const { verdict, causes } = await explain({ srcTxHash: hash, chainOf }, { later: 0 })
      return [verdict, ...causes.map(({ name }) => name)]
    }
    const silent = clientOf(() => Promise.reject(new Error("down")))
    expect(await withOthers(srcTxHash, answering(1))).to.deep.equal(["delivered"])
    for (const others of [[answering(0)], [silent], [answering(1), answering(0)]]) {
      expect(await withOthers(srcTxHash, ...others)).to.deep.equal(["unknown", "chain-behind"])
    }
    // Nobody denies what nobody says.
    expect(await withOthers(await world.add(2n), answering(0))).to.deep.equal(["waiting"])
  })

  it("takes the API's word that an execution fails or a transaction was mined, where the chains show nothing", async () => {
    const srcTxHash = await world.add(1n)
    await step(3)
    const sent = await world.client().getMessages({ srcChainSlug: world.alpha.slug, srcTxHash })
    const found = async (hash: Hex, status: string) => {
      const api = { getMessages: () => Promise.resolve(sent.map((one) => ({ ...one, status }))) }
      return (await explain({ srcTxHash: hash, api }, { later: 0 })).causes.map(({ name, certainty }) => [
        name,
        certainty,
      ])
    }
    expect(await found(srcTxHash, "INBOUND_REVERTING")).to.deep.equal([["inbound-reverts", "likely"]])
    expect(await found(srcTxHash, "EXECUTING")).to.deep.equal([])
    expect(await found(bytes32(0x77), "SEALED")).to.deep.equal([
      ["reorged", "likely"],
      ["chain-behind", "possible"],
    ])
  })

  it("tells what inbound comes to ahead of time, of a message that is late or whose switchboard is tripped", async () => {
    const payload = bytes32(4)
    await world.setMood(payload, true)
    const srcTxHash = await world.sendMoody(payload)
    await step(2)
    const { beta, alpha } = world
    const namesOf = async (later = 0) => (await explain({ srcTxHash }, { later })).causes.map(({ name }) => name)
    const [{ contracts }, actors] = [beta, createRelayActors()]
    const ahead = ["chain-stands-still", "inbound-reverts", "attestations-missing"]
    expect([await namesOf(), await namesOf(70)]).to.deep.equal([[], ahead])
    const path = { srcChainSlug: alpha.slug }
    for (const [trip, undo, name] of [
      [{ kind: "tripPath", ...path }, { kind: "unTripPath", ...path }, "path-tripped"],
      [{ kind: "tripGlobal" }, { kind: "unTrip" }, "everything-tripped"],
    ] as const) {
      await actors.trip(beta, contracts.switchboard, trip)
      expect(await namesOf(), name).to.deep.equal([name, "inbound-reverts"])
      await actors.trip(beta, contracts.switchboard, undo)
    }
    expect(await namesOf()).to.deep.equal([])
    const checkPaths: CheckPaths = ({ paths, chains }) => {
      expect(chains).to.have.lengthOf(2)
      const says = "2 keys can forge messages."
      return Promise.resolve(
        paths.map(({ from, to }) => ({
          ...{ rule: "FEW_KEYS_FORGE", way: "FORGE_BY_ATTESTING", says, evidence: [] },
          ...{ srcChainSlug: from.slug, dstChainSlug: to.slug, dstPlug: to.plug },
        })),
      )
    }
    const { causes } = await explain({ srcTxHash, checkPaths }, { later: 0 })
    expect(causes.map(({ name, certainty }) => [name, certainty])).to.deep.equal([["path-below-policy", "possible"]])
  })

  it("says first that the newest block is old, where a message of a public chain is late", async () => {
    const srcTxHash = await world.add(1n)
    const namesAfter = async (later: number) =>
      (await explain({ srcTxHash, stageTimes: deployedStageTimes }, { later })).causes.map(({ name }) => name)
    expect(await namesAfter(1_900)).to.deep.equal(["chain-stands-still", "not-sealed"])
    await world.alpha.testClient.increaseTime({ seconds: 1_900 })
    await world.alpha.testClient.mine({ blocks: 1 })
    expect(await namesAfter(7)).to.deep.equal(["not-sealed"])
  })

  deepIt("makes at most 40 requests at every stage, whether the message is late or not", async () => {
    const srcTxHash = await world.add(1n)
    const messageId = await messageIdOf(srcTxHash)
    for (let stage = 0; stage < 7; stage += 1) {
      for (const later of [0, 7_000]) {
        const { requests } = await explain({ messageId }, { later })
        expect(requests, `stage ${String(stage)}, ${String(later)} seconds later`).to.be.at.most(40)
      }
      await step(1)
    }
  })

  deepIt(
    "makes few requests for 40 messages of a transaction: beside two dozen, only to try or read each execution",
    async () => {
      const srcTxHash = await world.add(...Array.from({ length: 40 }, (_, index) => BigInt(index + 1)))
      // Each is tried twice and signed, or its transaction and receipt are read.
      const each: Readonly<Record<string, number>> = { VERIFIED: 3, EXECUTION_SUCCESS: 2 }
      for (let stage = 0; stage < 7; stage += 1) {
        const { requests, items } = await explain({ srcTxHash })
        expect(items).to.have.length(40)
        const { status } = items[39]!
        expect(requests, status).to.be.at.most(24 + 40 * (each[status] ?? 0))
        await step(1)
      }
    },
  )

  it("makes at most 40 requests if inbound reverts, or needs more gas than its limit", async () => {
    const payload = bytes32(2)
    const withoutGas = await world.sendMoody(bytes32(3), 23_000n)
    const refused = await world.sendMoody(payload)
    await world.setMood(payload, true)
    await step(8)
    for (const [srcTxHash, cause] of [
      [refused, "inbound-reverts"],
      [withoutGas, "inbound-needs-more-gas"],
    ] as const) {
      const beta: { gas?: string; data?: string }[] = []
      const inbound = toFunctionSelector("inbound(uint32,bytes)")
      const refuse: NodeLimits["refuse"] = ({ method, params }) => {
        if (method === "eth_call") beta.push(params[0] as { gas?: string; data?: string })
        return undefined
      }
      const asked = { messageId: await messageIdOf(srcTxHash) }
      const { requests, causes } = await explain(asked, { beta: { refuse } })
      // A contract that loops forever must not keep a node busy: Hardhat's takes about a second for each million.
      const simulated = beta.filter(({ data }) => data?.startsWith(inbound))
      expect(simulated).to.not.be.empty
      for (const { gas } of simulated) expect(Number(gas)).to.be.within(1, 1_500_000)
      expect(causes[0]).to.include({ name: cause })
      expect(requests, cause).to.be.at.most(40)
    }
  })
})
