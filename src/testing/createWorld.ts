import type { DevnetChain } from "../devnet/Devnet.js"
import { openDevnet } from "../devnet/openDevnet.js"
import type { Interceptor } from "../devnet/relay/Interceptor.js"
import type { Stage } from "../devnet/stages.js"
import { createListeners } from "../primitives/createListeners.js"
import { openProjectChains, type ProjectRuntime } from "./chains/openWorldChains.js"
import { createRegistry } from "./contracts/createRegistry.js"
import { connectAll, deploy } from "./contracts/deploy.js"
import type { WorldContract } from "./contracts/WorldContract.js"
import { createCosts } from "./costs/createCosts.js"
import { recordCosts } from "./costs/recordCosts.js"
import { createDelivery } from "./delivery/createDelivery.js"
import { joinInterceptors } from "./delivery/joinInterceptors.js"
import { createExplore } from "./exploring/createExplore.js"
import { createFaults } from "./faults/createFaults.js"
import { createLoadFixture, takeSnapshot } from "./fixtures/createSnapshots.js"
import type { OpenWorld } from "./OpenWorld.js"
import { createTime } from "./time/createTime.js"
import { createWorldClock } from "./time/createWorldClock.js"
import type { World, WorldOptions } from "./World.js"
import { WorldNotStartedError } from "./worldErrors.js"

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
  let current: OpenWorld | undefined
  let stopping: (() => Promise<void>) | undefined

  const opened = (): OpenWorld => {
    if (current === undefined) throw new WorldNotStartedError()
    return current
  }

  async function start(): Promise<void> {
    if (current !== undefined) return
    const { network = "default", gateway = false, market = false, ...devnetOptions } = options
    const clock = createWorldClock()
    const interceptors = new Set<Interceptor<Stage>>()
    const undo: (() => Promise<void> | void)[] = []
    const inside = await openDevnet<string, boolean, boolean>(
      { ...devnetOptions, gateway, market, clock },
      { openChains: openProjectChains(hre, network), interceptor: joinInterceptors(interceptors) },
    )
    const registry = createRegistry()
    current = {
      ...inside,
      hre,
      clock,
      registry,
      onSent: createListeners(),
      interceptors,
      departures: new Set(),
      memories: new Set([() => clock.remember(), () => registry.remember()]),
      defer: (work) => undo.unshift(work),
    }
    recordCosts(current)
    stopping = async () => {
      for (const work of undo) await work()
      await inside.devnet.stop()
    }
  }

  async function stop(): Promise<void> {
    const end = stopping
    current = undefined
    stopping = undefined
    await end?.()
  }

  const chainNamed = (name: string) => opened().devnet.chains[name] as DevnetChain<boolean>

  const world: World = {
    ...createDelivery(opened),
    start,
    stop,
    [Symbol.asyncDispose]: stop,
    get devnet() {
      return opened().devnet
    },
    get chains() {
      return opened().devnet.chains
    },
    deploy: (chain, contractName, args) => deploy(opened(), chainNamed(chain), contractName, args),
    async deployConnected(contractName, args) {
      const plugs: Record<string, WorldContract<typeof contractName>> = {}
      for (const [name, chain] of Object.entries(opened().devnet.chains)) {
        plugs[name] = await deploy(opened(), chain, contractName, args)
      }
      await connectAll(opened(), Object.values(plugs) as unknown as WorldContract[])
      return plugs
    },
    loadFixture: createLoadFixture(opened),
    snapshot: () => takeSnapshot(opened()),
    time: createTime(opened),
    faults: createFaults(opened),
    explore: createExplore(opened),
    costs: createCosts(opened),
  }
  return world as unknown as World<Name, WithGateway, WithMarket>
}
