import type { Address } from "viem"

import type { LocalChain } from "./chain/chains.js"
import { addMethod } from "./chain/requests.js"
import type { Protocol } from "./relay/Protocol.js"
import type { HoldableRelay } from "./relay/relay.js"
import { everyStage, type Stage } from "./stages.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { type RetryOutcome, unknownRetryId } from "#src/primitives/reverts/RetryOutcome.js"
import { inQuotes, shorten } from "#src/primitives/text.js"

type ServeActorsParameters = {
  readonly protocols: readonly Pick<Protocol<Stage>, "retry" | "sync">[]
  readonly relay: HoldableRelay<Stage>
  /** Milliseconds that a message rests in each state and that a block takes, on purpose. */
  readonly delay: number
  readonly watchers: readonly Address[]
  readonly port: number
}

/** Serves `devnet_relay`, `devnet_retry`, `devnet_pause`, `devnet_resume` and `devnet_step`, for control from other processes. */
export function serveActors(
  chains: readonly LocalChain[],
  { protocols, relay, delay, watchers, port }: ServeActorsParameters,
): { readonly retry: (id: unknown) => Promise<RetryOutcome> } {
  const paused = () => everyStage.filter((stage) => !relay.running || relay.isPaused(stage))

  async function retry(id: unknown): Promise<RetryOutcome> {
    await Promise.all(protocols.map((protocol) => protocol.sync()))
    const key = typeof id === "string" ? id.toLowerCase() : undefined
    for (const protocol of protocols) {
      const outcome = key === undefined ? undefined : protocol.retry?.(key)
      if (outcome !== undefined) return outcome
    }
    const error = new InvalidInputError({
      argument: "id",
      problem: `the devnet knows no payload, timeout or trigger ${inQuotes(shorten(String(id), 80))}`,
      fix: "Check the id, and that it is from this devnet.",
    })
    throw Object.assign(error, { data: unknownRetryId })
  }

  const methods: Readonly<Record<string, (parameter: unknown) => Promise<unknown>>> = {
    async devnet_relay() {
      const unmined = (await Promise.all(chains.map(unminedSlug))).flatMap((slug) => slug ?? [])
      return { failures: relay.failures(), paused: paused(), unmined, delay, watchers, port }
    },
    devnet_retry: retry,
    devnet_pause() {
      const before = paused()
      relay.pause()
      return Promise.resolve(everyStage.filter((stage) => !before.includes(stage)))
    },
    devnet_resume() {
      const before = paused()
      relay.resume()
      relay.start()
      return Promise.resolve(before)
    },
    devnet_step: () => relay.takeStep(),
  }
  for (const [method, answer] of Object.entries(methods)) addMethod(chains, method, answer)
  return { retry }
}

/** The slug of a chain on which only a user mines blocks, and transactions wait. */
async function unminedSlug({ provider, slug, minesAtIntervals }: LocalChain): Promise<number | undefined> {
  if (minesAtIntervals() || (await provider.request({ method: "hardhat_getAutomine" })) === true) return undefined
  const waiting = (await provider.request({ method: "eth_pendingTransactions" })) as readonly unknown[]
  return waiting.length === 0 ? undefined : slug
}
