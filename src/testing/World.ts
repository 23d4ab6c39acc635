import type { Assertions } from "./assertions/Assertions.js"
import type { WorldCredits, WorldFunds } from "./contracts/funds.js"
import type { WorldApps, WorldContracts } from "./contracts/WorldContracts.js"
import type { Delivery } from "./delivery/Delivery.js"
import type { WorldExplore } from "./exploring/WorldExplore.js"
import type { WorldFaults } from "./faults/WorldFaults.js"
import type { WorldTime } from "./world/createTime.js"
import type { WorldCosts } from "#src/costs/WorldCosts.js"
import type { Devnet } from "#src/devnet/Devnet.js"
import type { ChainRequest, StartDevnetOptions } from "#src/devnet/options.js"
import type { WorldMarket } from "#src/plugin/extras.js"

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
  /**
   * Chains of the configuration, as `plugs.chains` names them, to fork in their place: the messaging contracts that are deployed there are
   * used as they are, with every plug. Default: chains of the world's own.
   *
   * @example
   * const world = createWorld(hre, { forks: ["arbitrum", { name: "optimism", recording: "test/optimism.ndjson" }] })
   */
  readonly forks?: readonly WorldFork<Name>[]
  /** Whether to start a gateway, with a chain of its own. Default: false. */
  readonly gateway?: WithGateway
  /** Whether to start a market on every chain, and a swap API. Default: false. */
  readonly market?: WithMarket
  /** The simulated network of the project that each chain takes its settings from. Default: `"default"`. */
  readonly network?: string
  /** Whether the actors work in the background, or only when the test says `deliver`. Default: `"automatic"`. */
  readonly delivery?: "automatic" | "manual"
}

/**
 * The name of a chain to fork, or its name with the block at which the fork begins, and a file to record in what its node answers: where the
 * file is there already, no node is asked. Default: the newest block, and no recording.
 */
export type WorldFork<Name extends string = string> =
  Name | { readonly name: Name; readonly block?: number; readonly recording?: string }

/** Local chains of the user's own Hardhat project with the protocol on them, under the control of a test. */
export type World<
  Name extends string = string,
  WithGateway extends boolean = boolean,
  WithMarket extends boolean = boolean,
> = AsyncDisposable &
  Delivery &
  WorldContracts<Name> &
  WorldFunds<Name> &
  (WithGateway extends true ? WorldApps & WorldCredits<Name> : unknown) &
  (WithMarket extends true ? WorldMarket<Name> : unknown) & {
    /**
     * Starts the chains, and resolves to the world. Does nothing if it runs. As a hook: `before(world.start)`.
     *
     * @throws what `startDevnet` throws; nothing is left running then, and the world can be started again
     * @example
     * await using world = await createWorld(hre).start()
     */
    readonly start: () => Promise<World<Name, WithGateway, WithMarket>>
    /** Stops the chains, also while they start. Started again, the world is empty. As a hook: `after(world.stop)`. */
    readonly stop: () => Promise<void>
    /** The running devnet: chains with viem clients, contracts, APIs, relay. */
    readonly devnet: Devnet<Name, WithGateway, WithMarket>
    readonly chains: Devnet<Name, WithGateway, WithMarket>["chains"]
    /**
     * Runs the function once, and takes a snapshot of the world. Called again with the same function, it brings back what the function made:
     * every chain, message, payload and route, the time, and what tests hold. It gives the same result then.
     *
     * A function that has to run again, because its snapshot is gone, begins in the same state as the first time: the one from before the
     * first fixture. It can begin with loading another fixture.
     *
     * @throws {AnonymousFixtureError} the function has no name, so it is another one at each call
     * @throws {FixtureLoadedLateError} the function loads another fixture after it has changed the world
     * @throws what the function throws; it runs again the next time
     * @example
     * const greeters = () => world.deployConnected("Greeter", ({ socket, owner }) => [socket, owner])
     * it("greets", async () => {
     *   const { alpha, beta } = await world.loadFixture(greeters)
     * })
     */
    readonly loadFixture: <Result>(fixture: () => Promise<Result>) => Promise<Result>
    /**
     * Takes a snapshot of what `loadFixture` brings back.
     *
     * @returns a function that goes back to it, any number of times. It throws a {@link SnapshotGoneError} once the world has gone back to
     *   an earlier snapshot, or was stopped
     * @example
     * const restore = await world.snapshot()
     * await world.time.increase(3_600)
     * await restore()
     */
    readonly snapshot: () => Promise<() => Promise<void>>
    /** Assertions about what is sent in this world. As chai matchers: `hardhat-plugs/testing/chai`. */
    readonly assertions: Assertions
    readonly time: WorldTime
    /** What can be made to go wrong. */
    readonly faults: WorldFaults<Name>
    readonly explore: WorldExplore
    /**
     * Lets the actors work, and returns what the messages and requests have cost that are in the world now. What the world has gone back
     * from, as `loadFixture` does, is not in it: `hardhat test --plugs-report` counts that, too.
     *
     * @example
     * const { messages } = await world.costs()
     * expect(messages[0].inboundAtMost.share).to.be.below(0.8)
     */
    readonly costs: () => Promise<WorldCosts>
  }
