import { BaseError, type EIP1193RequestFn } from "viem"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { AbortedError } from "#src/http/errors.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"

/** After this many milliseconds without an answer, it is said which chain is waited for. */
const toldAfter = 2_000

/** Milliseconds for an answer of a chain's node. */
const answerLimit = 15_000

/** Why a chain is given up, as the end of a sentence. */
export const noAnswer: string = `no answer within ${formatDuration(answerLimit)}`

export type AnswerLimitOptions = {
  readonly clock: Clock
  /** Called once for each chain that is waited for. */
  readonly onWait: (chain: string) => void
}

/** Limits how long the nodes of chains are waited for. */
export type AnswerLimit = {
  /**
   * Waits for work with the node of a chain.
   *
   * @throws {AbortedError} the signal was aborted
   * @throws what `onTimeout` returns if the node did not answer in time
   */
  wait<T>(chain: string, work: (signal: AbortSignal) => Promise<T>, options: WaitOptions): Promise<T>
  /** Limits each request of a provider. */
  limitRequests(chain: string, provider: { request: (...request: never) => unknown }): { request: EIP1193RequestFn }
  /** The chains that did not answer in time. A request to them can still be open. */
  readonly silent: ReadonlySet<string>
}

type WaitOptions = { readonly onTimeout: () => Promise<Error>; readonly signal?: AbortSignal }

export function createAnswerLimit({ clock, onWait }: AnswerLimitOptions): AnswerLimit {
  const silent = new Set<string>()
  const told = new Set<string>()
  const tell = (chain: string): void => {
    if (told.has(chain)) return
    told.add(chain)
    onWait(chain)
  }
  const wait: AnswerLimit["wait"] = async (chain, work, { onTimeout, signal }) => {
    const ended = new AbortController()
    clock.sleep(toldAfter, ended.signal).then(
      () => {
        tell(chain)
      },
      // It answered before.
      () => undefined,
    )
    try {
      const result = await withTimeLimit(answerLimit, work, { clock, signal })
      if (result.kind === "done") return result.value
      if (result.kind === "aborted") throw new AbortedError()
      silent.add(chain)
      throw await onTimeout()
    } finally {
      ended.abort()
    }
  }
  return {
    silent,
    wait,
    limitRequests: (chain, provider) => {
      const request = provider.request.bind(provider) as (...request: unknown[]) => Promise<unknown>
      const limited = async (...args: unknown[]): Promise<unknown> =>
        await wait(chain, () => request(...args), { onTimeout: () => Promise.resolve(new BaseError(noAnswer)) })
      return { request: limited as EIP1193RequestFn }
    },
  }
}
