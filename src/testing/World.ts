import type { ChainRequest } from "../devnet/identifyChains.js"
import type { Devnet, StartDevnetOptions } from "../devnet/Devnet.js"
import type { ArgsFor, ContractName, WorldContract } from "./contracts/WorldContract.js"
import type { WorldCosts } from "./costs/WorldCosts.js"
import type { DeliverOptions, Delivery } from "./delivery/Delivery.js"
import type { WorldExplore } from "./exploring/WorldExplore.js"
import type { WorldFaults } from "./faults/WorldFaults.js"
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
}

/** Local chains of the user's own Hardhat project with the protocol on them, under the control of a test. */
export type World<
  Name extends string = string,
  WithGateway extends boolean = boolean,
  WithMarket extends boolean = boolean,
> = AsyncDisposable &
  Delivery & {
    /**
     * Starts the chains. Meant for a hook: `before(world.start)`.
     */
    readonly start: () => Promise<void>
    /** Stops them. Meant for a hook: `after(world.stop)`. */
    readonly stop: () => Promise<void>
    /** The running devnet: chains with viem clients, contracts, APIs, relay. */
    readonly devnet: Devnet<Name, WithGateway, WithMarket>
    readonly chains: Devnet<Name, WithGateway, WithMarket>["chains"]
    /** Deploys a contract of the project on a chain. */
    readonly deploy: <Contract extends ContractName>(
      chain: Name,
      contractName: Contract,
      args: ArgsFor<Contract>,
    ) => Promise<WorldContract<Contract>>
    /** Deploys a contract of the project on each chain, and connects each with all others. */
    readonly deployConnected: <Contract extends ContractName>(
      contractName: Contract,
      args: ArgsFor<Contract>,
    ) => Promise<{ readonly [Chain in Name]: WorldContract<Contract> }>
    /**
     * Runs the function once, and takes a snapshot of the world. Called again with the same function, it goes back to the snapshot, and
     * gives the same result.
     */
    readonly loadFixture: <Result>(fixture: () => Promise<Result>) => Promise<Result>
    /** Takes a snapshot of every chain, every ledger and the clock. Returns a function that goes back to it. */
    readonly snapshot: () => Promise<() => Promise<void>>
    readonly time: WorldTime
    readonly faults: WorldFaults
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

export type { DeliverOptions }
