import type { ChainRequest } from "../devnet/identifyChains.js"
import type { Devnet, StartDevnetOptions } from "../devnet/Devnet.js"
import type { Assertions } from "./assertions/Assertions.js"
import type { WorldApps, WorldContracts } from "./contracts/WorldContracts.js"
import type { WorldCosts } from "./costs/WorldCosts.js"
import type { DeliverOptions, Delivery } from "./delivery/Delivery.js"
import type { WorldExplore } from "./exploring/WorldExplore.js"
import type { WorldFaults } from "./faults/WorldFaults.js"
import type { WorldCredits, WorldFunds } from "./funds/WorldFunds.js"
import type { WorldTime } from "./time/WorldTime.js"

/** What `createWorld` takes. Every option has a default. */
export type WorldOptions<
  Name extends string = string,
  WithGateway extends boolean = boolean,
  WithMarket extends boolean = boolean,
> = Pick<
  StartDevnetOptions<Name, WithGateway, WithMarket>,
  "paths" | "optimisticTimeout" | "watchers" | "executionRetries"
> & {
  /** Names of chains, or names with a chain id and a slug. Default: `["alpha", "beta"]`, numbered from 41001. */
  readonly chains?: readonly ChainRequest<Name>[]
  /** Whether to start a gateway, with a chain of its own. Default: false. */
  readonly gateway?: WithGateway
  /** Whether to start a market on every chain, and a swap API. Default: false. */
  readonly market?: WithMarket
  /** The simulated network of the project that each chain takes its settings from. Default: `"default"`. */
  readonly network?: string
  /**
   * Whether the actors work in the background, or only when the test says `deliver`. Default: `"automatic"`.
   */
  readonly delivery?: "automatic" | "manual"
}

/** Local chains of the user's own Hardhat project with the protocol on them, under the control of a test. */
export type World<
  Name extends string = string,
  WithGateway extends boolean = boolean,
  WithMarket extends boolean = boolean,
> = AsyncDisposable &
  Delivery &
  WorldContracts<Name> &
  WorldFunds<Name> &
  (WithGateway extends true ? WorldApps & WorldCredits<Name> : unknown) & {
    /**
     * Starts the chains, and resolves to the world. Does nothing if it runs. As a hook: `before(world.start)`.
     *
     * @throws what `startDevnet` throws; nothing is left running then, and the world can be started again
     * @example
     * await using world = await createWorld(hre).start()
     */
    readonly start: () => Promise<World<Name, WithGateway, WithMarket>>
    /**
     * Stops the chains, also while they start. Does nothing if they do not run. The world can be started again, and is then empty. As a
     * hook: `after(world.stop)`.
     */
    readonly stop: () => Promise<void>
    /** The running devnet: chains with viem clients, contracts, APIs, relay. */
    readonly devnet: Devnet<Name, WithGateway, WithMarket>
    readonly chains: Devnet<Name, WithGateway, WithMarket>["chains"]
    /**
     * Runs the function once, and takes a snapshot of the world. Called again with the same function, it goes back to the snapshot, and
     * gives the same result.
     */
    readonly loadFixture: <Result>(fixture: () => Promise<Result>) => Promise<Result>
    /** Takes a snapshot of every chain, every ledger and the clock. Returns a function that goes back to it. */
    readonly snapshot: () => Promise<() => Promise<void>>
    /** Assertions about what is sent in this world. As chai matchers: `hardhat-plugs/testing/chai`. */
    readonly assertions: Assertions
    readonly time: WorldTime
    /** What can be made to go wrong. */
    readonly faults: WorldFaults<Name>
    readonly explore: WorldExplore
    /** Returns what the messages and requests of this world have cost so far. */
    readonly costs: () => Promise<WorldCosts>
  }

export type { DeliverOptions }
