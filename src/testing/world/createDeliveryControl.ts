import type { Interceptor } from "#src/devnet/relay/Worker.js"
import type { Remember } from "#src/devnet/snapshots.js"
import { everyStage, type Stage } from "#src/devnet/stages.js"

/** Says whether an actor may take an item for a stage. */
export type Permit = (stage: Stage, item: unknown) => boolean

/** Who moves things: the actors by themselves, or a test. */
export type DeliveryControl = {
  /** Asked about everything that actors do. */
  readonly interceptor: Interceptor<Stage>
  readonly remember: Remember
  readonly isManual: () => boolean
  readonly setManual: (isManual: boolean) => void
  readonly hold: (stages: readonly Stage[]) => void
  readonly release: (stages: readonly Stage[]) => void
  /** Runs work while actors may take what a permit says, and nothing else. */
  readonly permit: <Result>(permit: Permit, work: () => Promise<Result>) => Promise<Result>
}

type ControlledRelay = {
  pause(...stages: Stage[]): void
  resume(...stages: Stage[]): void
  wake(): void
}

/** @param relay found later, because the relay asks the control */
export function createDeliveryControl(relay: () => ControlledRelay, startsManual: boolean): DeliveryControl {
  let isManual = startsManual
  const held = new Set<Stage>()
  /** Several at once permit what one of them does. */
  const permits = new Set<Permit>()

  function set(isManualNow: boolean, stages: readonly Stage[]): void {
    isManual = isManualNow
    held.clear()
    for (const stage of stages) held.add(stage)
    relay().resume()
    if (stages.length > 0) relay().pause(...stages)
  }

  return {
    interceptor: {
      choose(stage, _, items) {
        if (permits.size > 0) return items.filter((item) => [...permits].some((permit) => permit(stage, item)))
        return isManual ? [] : items
      },
    },
    remember() {
      const [was, stages] = [isManual, [...held]]
      return () => {
        set(was, stages)
      }
    },
    isManual: () => isManual,
    setManual(value) {
      isManual = value
      relay().wake()
    },
    hold(stages) {
      const all = stages.length === 0 ? everyStage : stages
      for (const stage of all) held.add(stage)
      relay().pause(...all)
    },
    release(stages) {
      const all = stages.length === 0 ? everyStage : stages
      for (const stage of all) held.delete(stage)
      relay().resume(...all)
    },
    async permit(permit, work) {
      permits.add(permit)
      relay().wake()
      try {
        return await work()
      } finally {
        permits.delete(permit)
        relay().wake()
      }
    },
  }
}

/** Makes one interceptor of those that are in a set at the time. Delays add up; each chooses from what the one before has left. */
export function joinInterceptors<Stage extends string>(
  interceptors: ReadonlySet<Interceptor<Stage>>,
): Interceptor<Stage> {
  return {
    delay: (...place) => [...interceptors].reduce((sum, { delay }) => sum + (delay?.(...place) ?? 0), 0),
    choose: (stage, chainSlug, items, account) =>
      [...interceptors].reduce((left, { choose }) => choose?.(stage, chainSlug, left, account) ?? left, items),
    async before(stage, chainSlug, items, account) {
      let left = items
      for (const { before } of [...interceptors]) {
        if (left.length > 0) left = (await before?.(stage, chainSlug, left, account)) ?? left
      }
      return left
    },
    async rest() {
      for (const { rest } of [...interceptors]) await rest?.()
    },
  }
}
