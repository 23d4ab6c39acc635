import { createAssertions } from "./assertions/matchers.js"
import { createContracts } from "./contracts/createContracts.js"
import { createFunds } from "./contracts/funds.js"
import { createLifecycle } from "./createLifecycle.js"
import { createDelivery } from "./delivery/createDelivery.js"
import { createExplore } from "./exploring/createExplore.js"
import { createFaults } from "./faults/faultList.js"
import { createLoadFixture } from "./fixtures/createLoadFixture.js"
import { takeSnapshot } from "./fixtures/takeSnapshot.js"
import { openWorld } from "./openWorld.js"
import { createSwap } from "./swap/createSwap.js"
import { watchTests } from "./watchTests.js"
import type { World, WorldOptions } from "./World.js"
import { createTime } from "./world/createTime.js"
import type { ProjectRuntime } from "./world/openProjectChains.js"
import { measureWorld } from "#src/costs/measureWorld.js"
import { summarizeCosts } from "#src/costs/WorldCosts.js"

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
    ...createSwap(opened),
    time: createTime(opened),
    faults: createFaults(opened),
    explore: createExplore(opened, () => world),
    costs: async () => summarizeCosts(await measureWorld(opened())),
  }
  return world as unknown as World<Name, WithGateway, WithMarket>
}
