import type { DevnetPage, PageFaults } from "#extras/page/src/openPage.js"
import { openChains as openOwnChains, type OpenChainsFunction } from "#src/devnet/chain/chains.js"
import type { DevnetParts, OpenDevnet } from "#src/devnet/openDevnet.js"
import type { Interceptor } from "#src/devnet/relay/Worker.js"
import type { Remember } from "#src/devnet/snapshots.js"
import type { Stage } from "#src/devnet/stages.js"
import { systemClock } from "#src/primitives/clock.js"
import { joinInterceptors } from "#src/testing/world/createDeliveryControl.js"
import { createWorldHooks } from "#src/testing/world/hooks.js"

/** What lets a devnet have the faults of tests: it is opened with `parts`, and has faults once it is open. */
export type DevnetFaults = {
  readonly parts: DevnetParts
  readonly open: (opened: OpenDevnet<string, boolean, boolean>) => Promise<PageFaults>
}

/**
 * Lets the faults of tests happen on a devnet, each as it is there.
 *
 * @param page answers what is asked of it before a fault changes an answer, and goes back with the chains
 */
export function openDevnetFaults(
  page: Pick<DevnetPage, "wrapFetch"> & Partial<Pick<DevnetPage, "memories">>,
  openChains: OpenChainsFunction = openOwnChains,
): DevnetFaults {
  const hooks = createWorldHooks()
  /** No actor works before the faults that go on from before do. */
  const closed: Interceptor<Stage> = { choose: () => [] }
  const interceptors = new Set([closed])
  const snapshotState = new Set<Remember>()
  // Loaded while the chains open.
  const loading = import("./createPageFaults.js")
  loading.catch(() => undefined)
  return {
    parts: {
      // What records a chain is beneath the hooks, so that it records what they do.
      openChains: (chainsToOpen, { attach, ...options } = {}) =>
        hooks.chains.openWith((chains, given) =>
          openChains(chains, {
            ...given,
            attach(name, provider) {
              attach?.(name, provider)
              given?.attach?.(name, provider)
            },
          }),
        )(chainsToOpen, options),
      interceptor: joinInterceptors(interceptors),
      wrapFetch: (fetch) => page.wrapFetch(hooks.apis.wrapFetch(fetch)),
      executionGas: hooks.executionGas.limit,
      memories: { time: () => () => undefined, rest: () => [...snapshotState, ...(page.memories?.rest() ?? [])] },
    },
    async open(opened) {
      const { createPageFaults } = await loading
      const faults = await createPageFaults({
        ...{ ...opened, hooks, interceptors, snapshotState },
        ...{ clock: systemClock, faultTexts: new Set(), chainTime: { shift: () => undefined } },
      })
      interceptors.delete(closed)
      opened.relay.wake()
      return faults
    },
  }
}
