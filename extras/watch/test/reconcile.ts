import { expect } from "chai"
import fc from "fast-check"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { createClient, custom, type Hex, numberToHex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { WatchInvariant } from "#extras/watch/src/reconciling/invariants.js"
import type { EventFields } from "#extras/watch/src/store/WatchStore.js"
import { systemClock } from "#src/primitives/clock.js"
import { createWorld } from "#src/testing/index.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { followedChain, type WatchedWorld, watchWorld } from "#test/fixtures/worlds/messaging/watchedWorld.js"

const names = ["alpha", "beta", "gamma"] as const
type Name = (typeof names)[number]

describe("S-22 messaging watch --reconcile", function () {
  this.timeout(3_600_000)
  const world = createWorld(hre, { chains: names })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  type Counters = Awaited<ReturnType<typeof counters>>
  const open = async (invariants: Readonly<Record<string, WatchInvariant>> = {}) => {
    const plugs: Counters = await world.loadFixture(counters)
    const chains = names.map((name) => followedChain(world.chains[name], plugs[name].address))
    const watched = await watchWorld(chains, { reconciled: { invariants } })
    return { plugs, watched, [Symbol.asyncDispose]: watched[Symbol.asyncDispose] }
  }
  const alertsIn = (events: readonly EventFields[]) =>
    events.filter(({ event }) => event === "alert" || event === "over")

  it("finds at the next look what nobody sent, what was altered and what was doubled, and nothing else", async () => {
    for (const as of ["unsent", "altered", "doubled"] as const) {
      await using opened = await open()
      const { plugs, watched } = opened
      await plugs.alpha.send.add([plugs.beta.slug, 5n])
      await world.deliver()
      if (as === "altered") {
        world.faults.down("executor")
        await plugs.alpha.send.add([plugs.beta.slug, 6n])
        await world.deliver()
      }
      expect(alertsIn(await watched.look())).to.deep.equal([])
      await world.faults.forge("beta", { as })
      const [alert, ...others] = alertsIn(await watched.look())
      expect(others).to.deep.equal([])
      expect(alert).to.include({
        event: "alert",
        kind: as,
        srcChainSlug: 41001,
        dstChainSlug: 41002,
        finality: "latest",
      })
      expect(alertsIn(await watched.look())).to.deep.equal([])
    }
  })

  it("holds the project's own sums over one moment of all chains, and tells when they break and hold again", async () => {
    let sent = 0n
    let isBroken = false
    const supply: WatchInvariant = async ({ chains: { beta }, inFlight }) => {
      if (isBroken) throw new Error("no such function")
      const { address } = plugs.beta
      const minted = await beta!.read({ abi: counterArtifact.abi, address, functionName: "counter" })
      const moving = inFlight.reduce((sum, { details }) => sum + BigInt(details.payload), 0n)
      return minted + moving === sent ? undefined : `${minted} minted and ${moving} moving, of ${sent} sent`
    }
    await using opened = await open({ supply })
    const { plugs, watched } = opened
    world.manual()
    for (const amount of [5n, 6n]) {
      await plugs.alpha.send.add([plugs.beta.slug, amount])
      sent += amount
    }
    expect(alertsIn(await watched.look())).to.deep.equal([])
    await world.deliver({ nth: 0 })
    expect(alertsIn(await watched.look())).to.deep.equal([])
    await world.deliver()
    sent += 3n
    const [broken, ...others] = alertsIn(await watched.look())
    expect(others).to.deep.equal([])
    expect(broken).to.include({ event: "alert", kind: "broken", finality: "latest" })
    expect(broken?.["says"]).to.contain("supply: 11 minted and 0 moving, of 14 sent")
    // What cannot be worked out is neither broken nor mended.
    isBroken = true
    const { problems } = await watched.round()
    expect(problems).to.have.length(1)
    expect(problems[0]).to.contain("supply")
    isBroken = false
    sent -= 3n
    expect(alertsIn(await watched.look()).map(({ event }) => event)).to.deep.equal(["over"])
  })

  it("tells of a delivery whose source a reorg has taken back for good, and not of one that is mined again", async () => {
    for (const drops of [false, true]) {
      await using opened = await open()
      const { plugs, watched } = opened
      world.faults.reorg("alpha", { blocks: 3, at: "EXECUTION_SUCCESS", drops })
      await plugs.alpha.send.add([plugs.beta.slug, 5n])
      world.hold("seal")
      await watched.look()
      world.release("seal")
      await world.deliver()
      const alerts = alertsIn(await watched.look())
      expect(alerts.map(({ kind }) => kind)).to.deep.equal(drops ? ["orphaned"] : [])
      await watched.restart()
      expect(alertsIn(await watched.look())).to.deep.equal([])
    }
  })

  deepIt(
    "waits for the node of a public source chain that lags behind the delivery, and says after five minutes that it does",
    async () => {
      for (const ends of ["its next block", "five minutes"] as const) {
        const plugs: Counters = await world.loadFixture(counters)
        let [lag, late] = [60n, 0]
        const { publicClient } = world.chains.alpha
        const request = async (question: never): Promise<unknown> => {
          const answer: unknown = await publicClient.request(question)
          if ((question as { method: string }).method !== "eth_getBlockByNumber") return answer
          const block = answer as { timestamp: Hex }
          return { ...block, timestamp: numberToHex(BigInt(block.timestamp) - lag) }
        }
        const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
        const chains = names.map((name) => ({
          ...followedChain(world.chains[name], plugs[name].address),
          isLocal: false,
        }))
        const behind = chains.map((chain) => (chain.name === "alpha" ? { ...chain, client } : chain))
        const clock = { ...systemClock, now: () => systemClock.now() + late, wallTime: undefined }
        await using watched = await watchWorld(behind, { clock, reconciled: { invariants: {} } })
        await plugs.alpha.send.add([plugs.beta.slug, 5n])
        await world.deliver()
        await world.faults.forge("beta")
        expect(alertsIn(await watched.look())).to.deep.equal([])
        if (ends === "its next block") [lag, late] = [-60n, 60_000]
        else late = 400_000
        const kinds = alertsIn(await watched.look()).map(({ kind }) => kind)
        expect(kinds).to.deep.equal([ends === "its next block" ? "unsent" : "unverified"])
      }
    },
  )

  it("finds a message that is older than what is read, and takes it for sent", async () => {
    const plugs = await world.loadFixture(counters)
    await plugs.alpha.send.add([plugs.beta.slug, 5n])
    await world.deliver({ until: "SEALED" })
    const from = (await world.chains.alpha.publicClient.getBlockNumber()) + 1n
    await world.deliver()
    const chains = names.map((name) => ({ ...followedChain(world.chains[name], plugs[name].address) }))
    const late = chains.map((chain) => (chain.name === "alpha" ? { ...chain, from } : chain))
    await using watched = await watchWorld(late, { reconciled: { invariants: {} } })
    const events = await watched.look()
    expect(events.map(({ event, status }) => [event, status])).to.deep.equal([["status", "EXECUTION_SUCCESS"]])
  })

  /** What happens in a random world, before and between looks. */
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("send" as const), from: fc.nat(2), to: fc.nat(1) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("deliver" as const), nth: fc.option(fc.nat(3)) }) },
    { weight: 3, arbitrary: fc.constant({ kind: "look" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("reorg" as const),
        chain: fc.constantFrom(...names),
        blocks: fc.integer({ min: 1, max: 4 }),
        at: fc.constantFrom("RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "EXECUTION_SUCCESS"),
      }),
    },
  )
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

  /** Every event is told at the next look: what a reorg takes away in the middle of a round is a problem of that round. */
  async function live(steps: readonly Step[], plugs: Counters, watched: WatchedWorld): Promise<void> {
    for (const each of steps) {
      if (each.kind === "look") await watched.round()
      else if (each.kind === "restart") await watched.restart()
      else if (each.kind === "deliver") await world.deliver(each.nth === null ? {} : { nth: each.nth })
      else if (each.kind === "reorg") world.faults.reorg(each.chain, { blocks: each.blocks, at: each.at })
      else {
        const [from, ...others] = [names[each.from]!, ...names.filter((name) => name !== names[each.from])] as [
          Name,
          ...Name[],
        ]
        await plugs[from].send.add([plugs[others[each.to]!].slug, BigInt(each.to + 1)])
      }
    }
  }

  deepIt("raises an alarm at the next look in every random world with a forged message", async () => {
    const forgery = fc.record({ as: fc.constantFrom("unsent", "altered", "doubled"), to: fc.constantFrom(...names) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(step, { maxLength: 8 }),
        forgery,
        async (first, then, forged) => {
          await using opened = await open()
          const { plugs, watched } = opened
          const from = names[(names.indexOf(forged.to) + 1) % 3]!
          await live(first, plugs, watched)
          await plugs[from].send.add([plugs[forged.to].slug, 7n])
          await world.deliver()
          await world.faults.clear()
          if (forged.as === "altered") {
            world.manual()
            await plugs[from].send.add([plugs[forged.to].slug, 8n])
          }
          await world.faults.forge(forged.to, { as: forged.as })
          expect(alertsIn(await watched.look()).map(({ kind }) => kind)).to.deep.equal([forged.as])
          const honest = then.filter(({ kind }) => kind !== "reorg")
          await live(honest, plugs, watched)
          expect(alertsIn(await watched.look())).to.deep.equal([])
        },
      ),
      runs({ fast: 2, deep: 50 }),
    )
  })

  deepIt("raises none in any honest world, reorgs and restarts included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await using opened = await open()
        const { plugs, watched } = opened
        await live(steps, plugs, watched)
        await world.faults.clear()
        await world.deliver()
        expect(alertsIn(await watched.look())).to.deep.equal([])
        expect(await watched.store().inFlight()).to.deep.equal([])
      }),
      runs({ fast: 10, deep: 500 }),
    )
  })
})
