import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"

import { type Devnet, startDevnet } from "../../../src/devnet/index.js"
import { findPowers } from "../../../src/messaging/trust/findPowers.js"
import { readPathFacts } from "../../../src/messaging/trust/readTrust.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { isDeep, runs } from "../../fixtures/depth.js"
import {
  createForgingWorld,
  type ForgingSetup,
  keyCount,
  otherSlug,
} from "../../fixtures/worlds/messaging/forgingWorld.js"

const key = fc.nat(keyCount - 1)
const some = (maxLength: number, minLength = 0) => fc.uniqueArray(key, { minLength, maxLength })
const seldom = fc.integer({ min: 0, max: 5 }).map((number) => number === 0)
const seldomKey = fc.option(key, { freq: 2, nil: undefined })

const setups: fc.Arbitrary<ForgingSetup> = fc.record({
  rule: fc.constantFrom("fast", "fast", "optimistic"),
  timeout: fc.constantFrom(0, 3_600),
  isOpen: seldom,
  isTripped: seldom,
  watchers: some(2),
  otherWatchers: some(2),
  transmitters: some(2),
  otherTransmitters: some(1),
  executors: some(2),
  untrippers: some(1),
  governors: seldomKey.map((one) => (one === undefined ? [] : [one])),
  owners: fc.record(
    { plug: key, switchboard: key, transmitManager: key, executionManager: key, socket: key },
    { requiredKeys: [] },
  ),
  nominee: seldomKey,
})

describe("who can forge", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    devnet.relay.pause()
    devnet.onError((error) => {
      if (!isPlugsError(error) || error.code !== "CHAIN_SET_BACK_ALONE") throw error
    })
  })
  after(() => devnet.stop())

  it("is who can do it on the chain, in every set of up to three keys", async function () {
    this.timeout(isDeep ? 3_600_000 : 60_000)
    const property = fc.asyncProperty(setups, async (setup) => {
      const { testClient } = devnet.chains.beta
      const id = await testClient.snapshot()
      try {
        await expectSame(setup)
      } finally {
        await testClient.revert({ id })
      }
    })
    await fc.assert(property, runs({ fast: 1, deep: 200 }))
  })

  async function expectSame(setup: ForgingSetup): Promise<void> {
    const world = await createForgingWorld(devnet, setup)
    const chains = Object.values(devnet.chains).map(({ publicClient: client, contracts, slug, name }) => {
      return { client, socket: contracts.socket, slug, name }
    })
    const [facts] = await readPathFacts({
      ...{
        paths: [{ from: { slug: 41_001 }, to: { slug: 41_002, plug: world.plug } }],
        chains,
        otherSlugs: [otherSlug],
      },
      isKnownSwitchboard: () => true,
    })
    const { powers, notWhole } = findPowers(facts!)
    expect(notWhole.filter((code) => code.startsWith("FORGE") && code !== "FORGE_BY_SIBLING_KEY")).to.deep.equal([])
    const forging = powers.filter(({ power }) => power === "forge")
    const sufficient: number[][] = []
    for (const numbers of subsets()) {
      // More keys can do no less.
      if (sufficient.some((few) => few.every((number) => numbers.includes(number)))) continue
      const own = numbers.map((number) => world.keys[number]!.address)
      const within = forging.filter(({ keys }) => keys.every(({ address }) => own.includes(address)))
      const said = { atOnce: within.some(({ seconds }) => seconds === 0n), later: within.length > 0 }
      const done = await world.attack(numbers)
      if (done.atOnce) sufficient.push(numbers)
      expect(said, `keys ${numbers.join(", ")}: ${within.map(({ code }) => code).join(", ")}`).to.deep.equal(done)
    }
  }
})

function subsets(): number[][] {
  return Array.from({ length: 2 ** keyCount }, (_, bits) =>
    Array.from({ length: keyCount }, (_, index) => index).filter((index) => (bits >> index) % 2 === 1),
  )
    .filter(({ length }) => length > 0 && length <= 3)
    .toSorted((one, other) => one.length - other.length)
}
