import type { OpenWorld } from "../OpenWorld.js"

/**
 * Says how often something was tried that reverts, and how the test lets it be tried again.
 *
 * @param retryAt time of the world in milliseconds; `undefined` if it was given up
 */
export function describeTries(
  { clock }: OpenWorld,
  { attempts, retryAt }: { readonly attempts: number; readonly retryAt: number | undefined },
): string {
  const times = attempts === 1 ? "once" : attempts === 2 ? "twice" : `${attempts} times`
  if (retryAt === undefined) return `It was tried ${times}, and is not tried again.`
  const wait = Math.max(1, Math.ceil((retryAt - clock.now()) / 1_000))
  return `It was tried ${times}. world.time.increase(${wait}) lets it be tried again.`
}
