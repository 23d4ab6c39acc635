import type { Interceptor } from "../../devnet/relay/Interceptor.js"

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
