import type { LocalAccount } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import type { MarketLedger } from "../../market/ledger.js"
import type { Crew } from "../Crew.js"
import type { ExecutionRetries } from "../ExecutionRetries.js"
import { createCarrier } from "../gateway/carrier.js"
import { createSender } from "../sender.js"
import { choreBook } from "./choreBook.js"
import type { MarketDesk } from "./desk.js"
import { keeper } from "./keeper.js"

/** Puts a keeper at work on every chain that has a market. */
export function createMarketCrew({
  ledger,
  desks,
  account,
  clock,
  retries,
  signal,
}: {
  ledger: MarketLedger
  desks: readonly MarketDesk[]
  /** Owner of the chains' market operators. Nobody else may send with its key there. */
  account: LocalAccount
  clock: Clock
  retries: ExecutionRetries
  signal: AbortSignal
}): Crew {
  const book = choreBook(ledger)
  const keepers = desks.map((desk) => {
    const { chain, contracts, observer } = desk
    const sender = createSender(chain, account, signal)
    const carrier = createCarrier({ chain, batcher: contracts.operator, sender, observer })
    return { sender, observer, parts: keeper(desk, ledger, carrier, { clock, retries }) }
  })
  return {
    workers: keepers.flatMap(({ parts }) => parts.map((part) => ({ ...part, book, most: largestBatch }))),
    async settled() {
      await Promise.all(keepers.map(({ sender }) => sender.settled()))
      await Promise.all(keepers.map(({ observer }) => observer.sync()))
    },
  }
}

/** What the keeper takes up at once. Its carrier splits it by gas. */
const largestBatch = 50
