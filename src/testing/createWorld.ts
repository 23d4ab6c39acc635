import { createAssertions, matchers } from "./assertions/matchers.js"
import { createContracts } from "./contracts/createContracts.js"
import { createFunds } from "./contracts/funds.js"
import { createDelivery } from "./delivery/createDelivery.js"
import { createExplore } from "./exploring/createExplore.js"
import { createFaults } from "./faults/faultList.js"
import { createLoadFixture } from "./fixtures/createLoadFixture.js"
import { takeSnapshot } from "./fixtures/takeSnapshot.js"
import { createLifecycle, openWorld } from "./openWorld.js"
import type { World, WorldOptions } from "./World.js"
import { awaitingAll } from "./world/awaited.js"
import { createTime } from "./world/createTime.js"
import type { ProjectRuntime } from "./world/openProjectChains.js"
import type { OpenWorld } from "./world/OpenWorld.js"
import { measureWorld } from "#src/costs/measureWorld.js"
import { summarizeCosts } from "#src/costs/WorldCosts.js"
import { extras, type WorldMarket } from "#src/plugin/extras.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

watchTests()

/**
 * Creates a world for a test file: local chains of the user's own Hardhat project with the protocol on them, under the control of a test.
 * Nothing runs before `start`.
 *
 * @example
 * const world = createWorld(hre, { chains: ["alpha", "beta"] })
 * before(world.start)
 * after(world.stop)
 */
export function createWorld<
  const Name extends string = "alpha" | "beta",
  const WithGateway extends boolean = false,
  const WithMarket extends boolean = false,
>(
  hre: ProjectRuntime,
  options: WorldOptions<Name, WithGateway, WithMarket> = {},
): World<Name, WithGateway, WithMarket> {
  const { opened, start, stop } = createLifecycle(() => openWorld(hre, options))

  const world: World = {
    ...createDelivery(opened),
    ...createContracts(opened),
    ...createFunds(opened),
    async start() {
      await start()
      return world
    },
    stop,
    [Symbol.asyncDispose]: stop,
    get devnet() {
      return opened().devnet
    },
    get chains() {
      return opened().devnet.chains
    },
    loadFixture: createLoadFixture(opened),
    async snapshot() {
      const snapshot = await takeSnapshot(opened())
      return () => snapshot.goBack()
    },
    assertions: createAssertions(),
    ...createSwaps(opened),
    time: createTime(opened),
    faults: createFaults(opened),
    explore: createExplore(opened, () => world),
    costs: async () => summarizeCosts(await measureWorld(opened())),
  }
  return world as unknown as World<Name, WithGateway, WithMarket>
}

/** Swaps of a world, which the first of them loads. */
function createSwaps(opened: () => OpenWorld): WorldMarket {
  const swaps = lazily(async () => (await extras.worldSwap()).createSwap(opened))
  return {
    quote: async (request) => await (await swaps()).quote(request),
    swap: async (swap) => await (await swaps()).swap(swap),
  }
}

/** What mocha hands to a hook. */
type MochaContext = { readonly currentTest?: { fn?: ((this: unknown, ...args: unknown[]) => unknown) | undefined } }

type MochaGlobals = { readonly beforeEach?: (hook: (this: MochaContext) => void) => void; readonly run?: unknown }

const watched = new WeakSet<object>()

/** Fails mocha's tests by name for what they do not await; a failing hook would end the suite. Other runners lack these globals. */
export function watchTests(globals: MochaGlobals = globalThis as MochaGlobals): void {
  // Called while mocha loads the file, outside of every describe, so the hook is for all tests.
  globals.beforeEach?.(function (this: MochaContext) {
    const test = this.currentTest
    // One that takes `done` ends when it says so.
    if (typeof test?.fn !== "function" || test.fn.length > 0 || watched.has(test)) return
    watched.add(test)
    const awaiting = awaitingAll(test.fn)
    test.fn = function () {
      return awaiting.call(this).catch((error: unknown) => {
        throw explainWord(error)
      })
    }
  })
}

const import_ = 'which import "hardhat-plugs/testing/chai" adds'

/** Words that other packages add to chai, and what to write instead. */
const ofOthers: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:rejected|reverted|revert)/,
    `Where send reverts, write await expect(…).to.be.revertedWithError(contract, "TheError"), ${import_}.`,
  ],
  [
    /^emit/,
    `Where a message causes an event on the other chain, write await expect(…).to.causeEvent(contract, "TheEvent"), ${import_}.`,
  ],
  [
    /^(?:eventually|fulfilled)/,
    "Await what is read: expect(await beta.read.greeting()).to.equal(…), after await world.deliver().",
  ],
  [/^change.*Balance/, `Write await expect(…).to.changeBalances(…), ${import_}.`],
]

function explainWord(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const word = /^Invalid Chai property: (\w+)/.exec(error.message)?.[1] ?? ""
  const isOurs = word === "once" || Object.hasOwn(matchers, word)
  const instead = ofOthers.find(([pattern]) => pattern.test(word))?.[1]
  if (!isOurs && instead === undefined) return error
  const what = isOurs
    ? `${word} is an assertion of hardhat-plugs. Write import "hardhat-plugs/testing/chai" at the top of the test file.`
    : `${word} is no assertion of chai. ${instead}`
  const { message, stack = "" } = error
  error.message = `${message}\n${what}`
  error.stack = stack.replace(message, error.message)
  return error
}
