import { createCleanup } from "../../devnet/cleanup.js"
import { openDevnet } from "../../devnet/openDevnet.js"
import type { Interceptor } from "../../devnet/relay/Interceptor.js"
import type { Stage } from "../../devnet/stages.js"
import { createListeners } from "../../primitives/createListeners.js"
import { openProjectChains, type ProjectRuntime } from "../chains/openWorldChains.js"
import { createRegistry } from "../contracts/createRegistry.js"
import { joinInterceptors } from "../delivery/joinInterceptors.js"
import type { OpenWorld } from "../OpenWorld.js"
import { createWorldClock } from "../time/createWorldClock.js"
import type { WorldOptions } from "../World.js"
import type { Running } from "./createLifecycle.js"

/** Opens everything of a world. */
export async function openWorld(hre: ProjectRuntime, options: WorldOptions): Promise<Running> {
  const { network = "default", gateway = false, market = false, ...devnetOptions } = options
  const clock = createWorldClock()
  const interceptors = new Set<Interceptor<Stage>>()
  const inside = await openDevnet<string, boolean, boolean>(
    { ...devnetOptions, gateway, market, clock },
    {
      openChains: openProjectChains(hre, network),
      interceptor: joinInterceptors(interceptors),
      // A test file that forgets to stop its world ends all the same.
      keepsProcess: false,
    },
  )
  const cleanup = createCleanup()
  cleanup.defer(() => inside.devnet.stop())
  const registry = createRegistry()
  const world: OpenWorld = {
    ...inside,
    hre,
    clock,
    registry,
    onSent: createListeners(),
    interceptors,
    memories: new Set([() => clock.remember(), () => registry.remember()]),
    defer: (undo) => {
      cleanup.defer(async () => {
        await undo()
      })
    },
  }
  return { world, stop: () => cleanup.run() }
}
