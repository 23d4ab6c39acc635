import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"
import { type Address, type Client, type Hex, pad, toFunctionSelector, toHex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { RetiredChainError } from "#src/messaging/deployments/deploymentErrors.js"
import { createPreflight, type CreatePreflightParameters } from "#src/messaging/explaining/createPreflight.js"
import { findObstacles, type Obstacle } from "#src/messaging/explaining/findObstacles.js"
import { isPlugsError, type OutboundMessage, prepareSend, type ReadableChain } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"

const nobody: Address = "0x000000000000000000000000000000000000dEaD"

describe("createPreflight", function () {
  let world: ExplainedWorld
  let alpha: ReadableChain
  let beta: ReadableChain
  before(async () => {
    world = await createExplainedWorld()
    const readable = (name: "alpha" | "beta"): ReadableChain => {
      const { publicClient, contracts, slug } = world.devnet.chains[name]
      return { client: publicClient, socket: contracts.socket, slug, name }
    }
    ;[alpha, beta] = [readable("alpha"), readable("beta")]
  })
  after(() => world[Symbol.asyncDispose]())

  const chainOf = (slug: number) => Promise.resolve(slug === beta.slug ? beta : undefined)
  /** What a call of a counter on alpha would send. */
  async function messagesOf(count: number, plug = world.counters.alpha): Promise<readonly OutboundMessage[]> {
    const { publicClient, walletClient, contracts, slug } = {
      ...world.devnet.chains.alpha,
      slug: world.devnet.chains.beta.slug,
    }
    const call = { abi: counterArtifact.abi, functionName: "addMany", args: [slug, Array<bigint>(count).fill(1n)] }
    const { account } = walletClient
    const { messages } = await prepareSend(publicClient, account, {
      socket: contracts.socket,
      plug,
      ...call,
      maxFee: 10n ** 18n,
    })
    return messages ?? []
  }
  async function preflight(messages: readonly OutboundMessage[] | undefined, more: Partial<CreatePreflightParameters>) {
    const doubts: Obstacle[] = []
    const onDoubt = (doubt: Obstacle) => void doubts.push(doubt)
    const error: unknown = await createPreflight({ src: alpha, chainOf, onDoubt, ...more })(messages).catch(
      (thrown: unknown) => thrown,
    )
    return { code: isPlugsError(error) ? error.code : error, doubts }
  }

  deepIt("lets every honest message pass without a doubt, whatever is under way", async () => {
    const fast = world.counters
    const optimistic = await deployConnected(
      world.devnet,
      counterArtifact,
      () => [],
      ({ contracts }) => contracts.optimisticSwitchboard,
    )
    const { alpha: source } = world.devnet.chains
    const stages = ["seal", "propose", "attest", "execute"] as const
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(3),
        fc.constantFrom(...stages),
        async (isFast, count, before, stage) => {
          const plug = isFast ? fast.alpha : optimistic["alpha"]!
          world.devnet.relay.pause(stage)
          const add = { address: plug, abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] }
          for (let sent = 0; sent < before; sent += 1) await send(source, add)
          expect(await findObstacles(await messagesOf(count, plug), { src: alpha, chainOf })).to.deep.equal([])
          world.devnet.relay.resume()
        },
      ),
      runs({ fast: 8, deep: 100 }),
    )
  })

  it("refuses what goes to a chain that was shut down, which nobody can read", async () => {
    const retired = () => Promise.reject(new RetiredChainError({ name: "old", slug: 420 }))
    expect((await preflight(await messagesOf(1), { chainOf: retired })).code).to.equal("WILL_NOT_ARRIVE")
  })

  it("doubts what it cannot see: a chain without a node, the messages of the call, and those after the twentieth", async () => {
    const unread = await preflight(await messagesOf(1), { chainOf: () => Promise.resolve(undefined) })
    const hidden = await preflight(undefined, {})
    const many = await preflight(await messagesOf(21), {})
    for (const { code, doubts } of [unread, hidden, many]) {
      expect(code).to.equal(undefined)
      expect(doubts.map(({ name, isCertain }) => [name, isCertain])).to.deep.equal([["chain-not-read", false]])
    }
    expect(unread.doubts[0]).to.include({ dstChainSlug: beta.slug })
    expect(many.doubts[0]?.says).to.contain("20 of the 21")
    expect((await preflight(await messagesOf(20), {})).doubts).to.deep.equal([])
  })

  const refuseAll = async (isRefused: boolean) => {
    const { walletClient, publicClient } = world.devnet.chains.beta
    const call = { address: world.moody.beta, abi: moodyPlugArtifact.abi, functionName: "refuseAll" } as const
    const hash = await walletClient.writeContract({ ...call, args: [isRefused] })
    await publicClient.waitForTransactionReceipt({ hash })
  }

  it("is only in doubt of what inbound does after an earlier message of the call to the same plug", async () => {
    const [add] = await messagesOf(1)
    const malformed = (id: string) => ({ ...add!, payload: "0x12" as const, messageId: pad(id as Hex) })
    const moody = (id: string) => ({
      ...{ ...malformed(id), srcPlug: world.moody.alpha, dstPlug: world.moody.beta },
      ...{ minMsgGasLimit: 500_000n },
    })
    await refuseAll(true)
    const call = [moody("0xa1"), malformed("0xa2"), moody("0xa3"), malformed("0xa4"), malformed("0xa5")]
    const obstacles = await findObstacles(call, { src: alpha, chainOf })
    // A plug of another chain that has the same address is another one.
    const elsewhere = { ...moody("0xa1"), dstChainSlug: 41_009 }
    const apart = await findObstacles([elsewhere, moody("0xa2")], { src: alpha, chainOf })
    await refuseAll(false)
    const certain = apart.map(({ name, isCertain }) => [name, isCertain])
    expect(certain).to.have.deep.members([
      ["chain-not-read", false],
      ["inbound-reverts", true],
    ])
    const greedy = { ...add!, messageId: pad("0xa2"), minMsgGasLimit: 40_000_000n }
    const second = await findObstacles([add!, greedy], { src: alpha, chainOf })
    expect(second.map(({ name, isCertain }) => [name, isCertain])).to.deep.equal([["gas-limit-too-high", true]])
    const brief = obstacles.map(({ name, isCertain, dstChainSlug, says }) => {
      return [name, isCertain, dstChainSlug, says.includes(world.moody.beta) ? "moody" : "counter"]
    })
    const reverts = (isCertain: boolean, plug: string) => ["inbound-reverts", isCertain, beta.slug, plug]
    expect(brief).to.deep.equal([
      ...[reverts(true, "moody"), reverts(true, "counter")],
      ...[reverts(false, "moody"), reverts(false, "counter"), reverts(false, "counter")],
    ])
    expect(await findObstacles([moody("0xa1"), moody("0xa3")], { src: alpha, chainOf })).to.deep.equal([])
  })

  it("says what to do before sending where a message asks for too much or too little gas", async () => {
    const [add] = await messagesOf(1)
    const fixOf = async (more: Partial<OutboundMessage>) => {
      const [{ name, mend } = {} as Obstacle, ...others] = await findObstacles([{ ...add!, ...more }], {
        ...{ src: alpha, chainOf },
      })
      expect(others.filter(({ isCertain }) => isCertain)).to.deep.equal([])
      return [name, mend?.who]
    }
    const plug = `the plug ${world.counters.alpha} on alpha`
    expect(await fixOf({ minMsgGasLimit: 40_000_000n })).to.deep.equal([
      ...["gas-limit-too-high", `have ${plug} ask for less gas when it sends`],
    ])
    expect(await fixOf({ minMsgGasLimit: 1_000n })).to.deep.equal([
      ...["inbound-needs-more-gas", `have ${plug} ask for more gas when it sends`],
    ])
    expect(await fixOf({})).to.deep.equal([undefined, undefined])
  })

  it("says who mends what the sender cannot, and what else there is to do", async () => {
    const [add] = await messagesOf(1)
    /** The obstacles of a message at a node of beta that answers a view, or the balance of everybody, otherwise. */
    const fixWhere = async (
      message: OutboundMessage,
      { view, answer, balance }: { readonly view?: string; readonly answer?: Hex; readonly balance?: Hex } = {},
    ) => {
      const request = async (asked: { method: string; params?: unknown }): Promise<unknown> => {
        if (asked.method === "eth_getBalance" && balance !== undefined) return balance
        const [{ data = "0x", to }] = (asked.params ?? [{}]) as [{ readonly data?: Hex; readonly to?: Address }]
        if (asked.method === "eth_call" && to === undefined) throw new Error("it answers no calls together")
        const isView = view !== undefined && asked.method === "eth_call" && data.startsWith(toFunctionSelector(view))
        return isView ? answer : await beta.client.request(asked as never)
      }
      const dst = { ...beta, client: { ...beta.client, request: request as Client["request"] } }
      const found = await findObstacles([message], { src: alpha, chainOf: () => Promise.resolve(dst) })
      return found.map(({ name, mend, isCertain }) => [name, isCertain, mend?.who])
    }
    const arrived = Promise.withResolvers<Hex>()
    const stop = world.devnet.onMessage(({ status, outbound }) => {
      if (status === "EXECUTION_SUCCESS") arrived.resolve(outbound.messageId)
    })
    const adding = { address: world.counters.alpha, abi: counterArtifact.abi, functionName: "add" }
    await send(world.devnet.chains.alpha, { ...adding, args: [beta.slug, 1n] })
    const messageId = await arrived.promise
    stop()
    const [next] = await messagesOf(1)
    const used = { ...add!, messageId, payload: "0x11" as const }
    const mended = "the operators of the socket on the source chain mend it, whose ids come again"
    expect(await fixWhere(used)).to.deep.equal([["message-id-used", true, mended]])
    const early = { view: "initialPacketCount(uint32)", answer: pad("0xffffffffffff") }
    const waits = "connect both plugs through another switchboard, or wait until the packets have that number"
    expect(await fixWhere(next!, early)).to.deep.equal([["below-initial-packet", true, waits]])
    // The executor of the last message may not be that of the next one.
    const unheld = { view: "hasRole(bytes32,address)", answer: pad("0x0") }
    const grants = "the owner of the execution manager grants EXECUTOR_ROLE to an executor"
    expect(await fixWhere(next!, unheld)).to.deep.equal([["executor-without-role", false, grants]])
    const funds = "the operator of the executor sends it native tokens"
    expect(await fixWhere(next!, { balance: "0x0" })).to.deep.equal([["actor-without-funds", false, funds]])
    const carrying = { ...next!, executionParams: toHex((1n << 248n) + 5n, { size: 32 }) }
    expect(await fixWhere(carrying, { balance: "0x4" })).to.deep.equal([["value-missing", false, funds]])
    expect(await fixWhere(carrying, { balance: "0x5" })).to.deep.equal([["actor-without-funds", false, funds]])
    expect(await fixWhere(next!)).to.deep.equal([])
  })

  it("looks for the switchboard for which packets will be proposed, and says where that cannot be read", async () => {
    const [add] = await messagesOf(1)
    const { switchboard } = world.devnet.chains.alpha.contracts
    /** Obstacles at a node of alpha that answers otherwise when it is asked for logs. */
    const withLogs = async (logs: () => unknown, more: Partial<OutboundMessage> = {}) => {
      const request = async (asked: { method: string; params?: unknown }): Promise<unknown> =>
        asked.method === "eth_getLogs" ? logs() : await alpha.client.request(asked as never)
      const src = { ...alpha, client: { ...alpha.client, request: request as Client["request"] } }
      return (await findObstacles([{ ...add!, ...more }], { src, chainOf })).map(
        ({ name, says, isCertain, mend, dstChainSlug }) => ({ name, says, isCertain, dstChainSlug, fix: mend?.who }),
      )
    }
    expect(await withLogs(() => [])).to.deep.equal([
      {
        ...{ name: "switchboards-do-not-fit", isCertain: true, dstChainSlug: beta.slug },
        says: `The switchboard ${switchboard} on alpha has no sibling on beta, so its packets are not proposed there.`,
        fix: "connect both plugs through another switchboard",
      },
    ])
    const unread = await withLogs(() => {
      throw Object.assign(new Error("logs are off"), { code: -32_601 })
    })
    expect(unread.map(({ name, isCertain }) => [name, isCertain])).to.deep.equal([["chain-not-read", false]])
    expect(unread[0]?.says).to.match(
      /^Whether the switchboard 0x\w+ on alpha fits that of the plug on beta could not be read: /,
    )
    // A plug that is not there is to be deployed first, and one that knows another sibling to be connected.
    const [gone, ...others] = await withLogs(() => [], { dstPlug: nobody })
    expect([gone?.name, others]).to.deep.equal(["destination-without-code", []])
    expect(gone?.fix).to.equal(
      `deploy the plug there, or connect the plug ${world.counters.alpha} on alpha to the right one`,
    )
    const other = await withLogs(() => [], { srcPlug: world.moody.alpha })
    expect(other.map(({ name }) => name)).to.deep.equal(["other-sibling"])
  })

  it("looks only at the connection where that is asked for, and simulates nothing", async () => {
    const { testClient } = world.devnet.chains.beta
    await refuseAll(true)
    const plug = { plug: world.moody.alpha, signature: "send(uint32,bytes)", args: [beta.slug, "0x12"] }
    const { messages } = await prepareSend(alpha.client, world.devnet.chains.alpha.walletClient.account, {
      socket: alpha.socket,
      ...plug,
    })
    const tried: string[] = []
    const request = async (asked: { method: string; params?: unknown }) => {
      if (JSON.stringify(asked).toLowerCase().includes(`"to":"${world.moody.beta.toLowerCase()}"`))
        tried.push(asked.method)
      return await beta.client.request(asked as never)
    }
    const watched = { ...beta, client: { ...beta.client, request: request as Client["request"] } }
    const looking = { chainOf: () => Promise.resolve(watched) }
    expect((await preflight(messages, looking)).code).to.equal("WILL_NOT_ARRIVE")
    expect(tried).to.include("eth_call")
    tried.length = 0
    const only = { ...looking, connectionOnly: true }
    expect(await preflight(messages, only)).to.deep.equal({ code: undefined, doubts: [] })
    expect(tried).to.deep.equal([])
    const { switchboard } = world.devnet.chains.beta.contracts
    await createRelayActors().trip(world.devnet.chains.beta, switchboard, { kind: "tripGlobal" })
    expect(await preflight(messages, only)).to.deep.equal({ code: undefined, doubts: [] })
    await testClient.setCode({ address: world.moody.beta, bytecode: "0x" })
    expect((await preflight(messages, only)).code).to.equal("WILL_NOT_ARRIVE")
  })
})
