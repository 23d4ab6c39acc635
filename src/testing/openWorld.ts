import { checkList, checkOptions, everyOption, invalid } from "./arguments.js"
import { openFaults } from "./faults/faultList.js"
import type { WorldOptions } from "./World.js"
import { createChainTime } from "./world/createChainTime.js"
import { createDeliveryControl, joinInterceptors } from "./world/createDeliveryControl.js"
import { createRequestLog } from "./world/createRequestLog.js"
import { createWorldClock } from "./world/createWorldClock.js"
import { createWorldHooks } from "./world/hooks.js"
import { openProjectChains, type ProjectRuntime } from "./world/openProjectChains.js"
import type { OpenWorld } from "./world/OpenWorld.js"
import { createHistory, createRegistry } from "./world/registry.js"
import { addRunningWorld, WorldNotStartedError } from "./world/runningWorlds.js"
import { recordCosts } from "#src/costs/recordCosts.js"
import { openDevnet } from "#src/devnet/openDevnet.js"
import type { Interceptor } from "#src/devnet/relay/Worker.js"
import type { Remember } from "#src/devnet/snapshots.js"
import type { Stage } from "#src/devnet/stages.js"
import { extras } from "#src/plugin/extras.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { inQuotes } from "#src/primitives/text.js"

export async function openWorld(hre: ProjectRuntime, options: WorldOptions): Promise<Running> {
  checkWorld(hre, options)
  const { network = "default", gateway = false, market = false, delivery: kind, forks, ...devnetOptions } = options
  const chains =
    forks === undefined ? devnetOptions.chains : await (await extras.worldForks()).readForks(hre.config, forks)
  const clock = createWorldClock()
  const chainTime = createChainTime(clock)
  const requests = createRequestLog()
  const registry = createRegistry()
  const hooks = createWorldHooks()
  const delivery = createDeliveryControl(() => inside.relay, kind === "manual")
  const snapshotState = new Set<Remember>([() => registry.remember(), () => delivery.remember()])
  const interceptors = new Set<Interceptor<Stage>>([delivery.interceptor])
  const inside = await openDevnet<string, boolean, boolean>(
    { ...devnetOptions, ...(chains && { chains }), gateway, market, clock },
    {
      openChains: chainTime.openWith(hooks.chains.openWith(requests.openWith(openProjectChains(hre, network)))),
      interceptor: joinInterceptors(interceptors),
      inTurns: true,
      wrapFetch: hooks.apis.wrapFetch,
      executionGas: hooks.executionGas.limit,
      executesAlone: true,
      memories: { time: () => rememberAll([chainTime, clock]), rest: () => [...snapshotState] },
      // A test file that forgets to stop its world ends all the same.
      keepsProcess: false,
    },
  )
  let isOpen = true
  const cleanup = new Disposables()
  cleanup.defer(() => inside.devnet.stop())
  const world: OpenWorld = {
    ...inside,
    hre,
    isOpen: () => isOpen,
    clock,
    chainTime,
    requests,
    registry,
    hooks,
    history: createHistory(inside.devnet, clock),
    faultTexts: new Set(),
    delivery,
    onSent: createListeners(),
    interceptors,
    beforeRevert: new Set(),
    snapshotState,
    exploration: undefined,
    defer: (undo) => {
      cleanup.defer(undo)
    },
  }
  openFaults(world)
  recordCosts(world)
  world.defer(addRunningWorld(world))
  return {
    world,
    async stop() {
      isOpen = false
      await world.exploration?.abandon()
      await cleanup[Symbol.asyncDispose]()
    },
  }
}

const worldOptions = everyOption<WorldOptions>()(
  ...(["chains", "forks", "gateway", "market", "network", "delivery"] as const),
  ...(["paths", "optimisticTimeout", "watchers", "executionRetries"] as const),
)

/** Checks what `createWorld` was called with, for users without TypeScript. */
function checkWorld(hre: unknown, options: WorldOptions): void {
  if (typeof hre !== "object" || hre === null || !("network" in hre && "artifacts" in hre && "config" in hre)) {
    throw invalid(
      "hre",
      "it is no Hardhat runtime",
      'Import it, and give it first: import hre from "hardhat", then createWorld(hre).',
    )
  }
  checkOptions("createWorld", options, worldOptions)
  if (options.chains !== undefined) checkList("chains", options.chains, '{ chains: ["alpha", "beta"] }')
  if (options.forks !== undefined) {
    checkList("forks", options.forks, '{ forks: ["arbitrum", "optimism"] }')
    if (options.chains !== undefined)
      throw invalid("chains", "the chains are those of forks", "Leave out one of the two.")
  }
  const { delivery = "automatic" } = options
  if (!["automatic", "manual"].includes(delivery)) {
    const problem = `there is no ${inQuotes(delivery)}`
    throw invalid("delivery", problem, "Give automatic or manual.")
  }
}

function rememberAll(parts: readonly { readonly remember: () => () => void }[]): () => void {
  const restores = parts.map((part) => part.remember())
  return () => {
    for (const restore of restores) restore()
  }
}

export type Running = { readonly world: OpenWorld; readonly stop: () => Promise<void> }

/** Starting and stopping a world, as hooks of a test runner call them: with any arguments, and more than once. */
type Lifecycle = {
  /** The world that runs. Throws a WorldNotStartedError if none does. */
  readonly opened: () => OpenWorld
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param open starts everything. If it rejects, it leaves nothing behind */
export function createLifecycle(open: () => Promise<Running>): Lifecycle {
  let starting: Promise<Running> | undefined
  let running: Running | undefined
  /** The last stop. What comes next waits for it. */
  let stopping: Promise<void> = Promise.resolve()

  async function stopWhatStarts(started: Promise<Running> | undefined): Promise<void> {
    // `start` reports why it failed.
    const world = await started?.catch(() => undefined)
    await world?.stop()
  }

  return {
    opened() {
      if (running === undefined) throw new WorldNotStartedError()
      return running.world
    },
    async start() {
      const mine = (starting ??= stopping.then(open))
      try {
        const started = await mine
        // It may have been stopped meanwhile.
        if (starting === mine) running = started
      } catch (error) {
        if (starting === mine) starting = undefined
        throw error
      }
    },
    async stop() {
      const started = starting
      starting = undefined
      running = undefined
      const ended = stopping.then(() => stopWhatStarts(started))
      stopping = ended.catch(() => undefined)
      await ended
    },
  }
}
