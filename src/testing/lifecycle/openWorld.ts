import { createCleanup } from "../../devnet/cleanup.js"
import { openDevnet } from "../../devnet/openDevnet.js"
import type { Interceptor } from "../../devnet/relay/Interceptor.js"
import type { Remember } from "../../devnet/snapshots.js"
import type { Stage } from "../../devnet/stages.js"
import { createListeners } from "../../primitives/createListeners.js"
import { createHistory } from "../assertions/messages/describing/createHistory.js"
import { createRequestLog } from "../chains/createRequestLog.js"
import { openProjectChains, type ProjectRuntime } from "../chains/openWorldChains.js"
import { createRegistry } from "../contracts/createRegistry.js"
import { recordCosts } from "../../costs/recordCosts.js"
import { createDeliveryControl } from "../delivery/createDeliveryControl.js"
import { joinInterceptors } from "../delivery/joinInterceptors.js"
import { createFaultSeams } from "../faults/seams/createFaultSeams.js"
import { openFaults } from "../faults/openFaults.js"
import type { OpenWorld } from "../OpenWorld.js"
import { createChainTime } from "../time/createChainTime.js"
import { createWorldClock } from "../time/createWorldClock.js"
import { rememberTime } from "../time/rememberTime.js"
import type { WorldOptions } from "../World.js"
import { addRunningWorld } from "../worldOf.js"
import { checkWorld } from "./checkWorld.js"
import type { Running } from "./createLifecycle.js"

/** Opens everything of a world. */
export async function openWorld(hre: ProjectRuntime, options: WorldOptions): Promise<Running> {
  checkWorld(hre, options)
  const { network = "default", gateway = false, market = false, delivery: kind, ...devnetOptions } = options
  const clock = createWorldClock()
  const chainTime = createChainTime(clock)
  const requests = createRequestLog()
  const registry = createRegistry()
  const seams = createFaultSeams()
  const delivery = createDeliveryControl(() => inside.relay, kind === "manual")
  const memories = new Set<Remember>([() => registry.remember(), () => delivery.remember()])
  const interceptors = new Set<Interceptor<Stage>>([delivery.interceptor])
  const inside = await openDevnet<string, boolean, boolean>(
    { ...devnetOptions, gateway, market, clock },
    {
      openChains: chainTime.openWith(seams.chains.openWith(requests.openWith(openProjectChains(hre, network)))),
      interceptor: joinInterceptors(interceptors),
      wrapFetch: seams.apis.wrapFetch,
      executionGas: seams.executionGas.limit,
      memories: { time: () => rememberTime(clock, chainTime), rest: () => [...memories] },
      // A test file that forgets to stop its world ends all the same.
      keepsProcess: false,
    },
  )
  let isOpen = true
  const cleanup = createCleanup()
  cleanup.defer(() => inside.devnet.stop())
  const world: OpenWorld = {
    ...inside,
    hre,
    isOpen: () => isOpen,
    clock,
    chainTime,
    requests,
    registry,
    seams,
    history: createHistory(inside.devnet, clock),
    faultTexts: new Set(),
    delivery,
    onSent: createListeners(),
    interceptors,
    departures: new Set(),
    memories,
    defer: (undo) => {
      cleanup.defer(async () => {
        await undo()
      })
    },
  }
  openFaults(world)
  recordCosts(world, { beforeRevert: world.departures, snapshotState: world.memories })
  world.defer(addRunningWorld(world))
  return {
    world,
    async stop() {
      isOpen = false
      await cleanup.run()
    },
  }
}
