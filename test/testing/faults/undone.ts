import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { faults as everyFault, type FaultSpec } from "#src/testing/faults/faults.js"
import { createWorld, type FaultData, type FaultName } from "#src/testing/index.js"
import { worldOf } from "#src/testing/world/runningWorlds.js"
import { isDeep } from "#test/fixtures/depth.js"

type Data = FaultData<"alpha" | "beta">

/** What is forged is over at once, and leaves nothing switched on. */
type Lasting = Exclude<FaultName, "forge">

/** Each fault once. One that is not here does not compile. */
const each: { readonly [Name in Lasting]: Omit<Extract<Data, { fault: Name }>, "fault"> } = {
  reorg: { chain: "alpha", blocks: 2, at: "SEALED" },
  outOfGas: { percent: 50 },
  trip: { chain: "beta", what: "everything" },
  down: { part: "attest" },
  slow: { part: "propose", seconds: 90 },
  missingAttestations: {},
  lateAttestations: { seconds: 90 },
  doubledAttestations: {},
  forgedProposals: {},
  misdirectedProposals: {},
  skewedClock: { chain: "beta", seconds: 60 },
  risingFees: { chain: "alpha", percent: 20 },
  risingGasPrice: { chain: "alpha", percent: 300 },
  stoppedChain: { chain: "alpha" },
  shuffled: { seed: 3 },
  slowApi: { api: "messaging", seconds: 60 },
  staleApi: { api: "messaging" },
  limitedApi: { api: "messaging", retryAfter: 60 },
  failingApi: { api: "messaging" },
  cutApi: { api: "messaging" },
}

describe("what a fault has switched on", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], watchers: 2 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  type Counters = Awaited<ReturnType<typeof counters>>
  /** More than any of these messages costs. */
  const attached = 10n ** 16n

  const endings: Readonly<Record<string, (data: Data, counters: Counters) => Promise<void>>> = {
    async "its end"(data, plugs) {
      const fault = await world.faults.apply(data)
      await use(data, plugs)
      await fault.end()
      await fault.end()
    },
    async "the end of all"(data, plugs) {
      await world.faults.apply({ fault: "down", part: "execute", chain: "alpha" })
      await world.faults.apply(data)
      await use(data, plugs)
      await world.faults.clear()
    },
    async "an end before it has begun"(data) {
      const begun = world.faults.apply(data)
      await world.faults.clear()
      await begun
    },
    async "a world that goes back"(data, plugs) {
      const goBack = await world.snapshot()
      await world.faults.apply(data)
      await use(data, plugs)
      await goBack()
    },
  }

  /** Lets the fault do what it does. On a chain that has stopped, a test would wait for its transaction. */
  async function use({ fault }: Data, { alpha, beta }: Counters): Promise<void> {
    if (fault !== "stoppedChain") await alpha.send.add([beta.slug, 1n], { attached })
    await world.deliver()
  }

  /** What a world has beside its chains. */
  function settingsOf({ alpha }: Counters): unknown {
    const { hooks, interceptors, faultTexts } = worldOf(alpha)!
    const { chains, apis, executionGas } = hooks
    const sets = {
      apis: apis.hooks,
      gas: executionGas.hooks,
      alpha: chains.of("alpha").hooks,
      beta: chains.of("beta").hooks,
    }
    const sizes = Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, set.size]))
    return { sizes, interceptors: interceptors.size, texts: [...faultTexts].flatMap((list) => list()) }
  }

  /** What a message costs and how far it comes, in both directions. */
  async function messagesOf({ alpha, beta }: Counters): Promise<unknown> {
    const [there, back] = [await alpha.send.add([beta.slug, 10n]), await beta.send.add([alpha.slug, 20n])]
    await world.deliver()
    const states = [there, back].map(({ hash, chain }) =>
      world.devnet.messagesFromTx(chain === "alpha" ? alpha.slug : beta.slug, hash).map(({ status }) => status),
    )
    const prices = [there, back].map(({ receipt }) => receipt.effectiveGasPrice < 10n * 10n ** 9n)
    return { fees: [there.fee, back.fee], states, prices }
  }

  let plain: unknown
  before(async () => {
    plain = await messagesOf(await world.loadFixture(counters))
  })

  const names = Object.keys(endings)
  for (const [turn, [fault, { sendsTransactions }]] of Object.entries<FaultSpec>(everyFault).entries()) {
    if (fault === "forge") continue
    // Each fault once. What takes transactions to begin is the hardest to end too early.
    const chosen = sendsTransactions === true ? "an end before it has begun" : names[turn % names.length]!
    for (const ending of isDeep ? names : [chosen]) {
      it(`is off after ${ending}: ${fault}`, async () => {
        const plugs = await world.loadFixture(counters)
        const settings = settingsOf(plugs)
        await endings[ending]!({ fault, ...each[fault as Lasting] } as Data, plugs)
        expect(settingsOf(plugs)).to.deep.equal(settings)
        expect(await messagesOf(plugs)).to.deep.equal(plain)
        expect(world.faults.active()).to.deep.equal([])
      })
    }
  }
})
