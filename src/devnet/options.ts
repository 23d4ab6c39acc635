import type { Address } from "viem"

import type { ChainIdentity } from "./chain/chains.js"
import type { DevnetPath } from "./messaging/paths.js"
import type { RetryPolicy } from "./relay/Protocol.js"
import type { SwitchboardKind } from "#src/messaging/switchboardKinds.js"
import type { Clock } from "#src/primitives/clock.js"

// Every command loads this file with the plugin's configuration, so it imports types only. To add an option: its field and its row here,
// and `openDevnet.ts` or `chain/chains.ts`, which use it. A flag that is no number also: `readDevnetArguments.ts`; a duration with a
// maximum: `taskNames.ts`. For `plugs.devnet` also: `isConfigured` here or `validatePlugs.ts`; for `createWorld`: `World.ts` and `openWorld.ts`.

/** What `startDevnet` starts. Every option has a default. */
export type StartDevnetOptions<
  Name extends string = string,
  WithGateway extends boolean = true,
  WithMarket extends boolean = true,
> = {
  /** Names of chains, or names with a chain id and a slug. Default: `["alpha", "beta"]`, numbered from 41001. */
  readonly chains?: readonly ChainRequest<Name>[]
  /**
   * The kinds of switchboards that plugs can choose between two chains, such as `FAST`. Default: every kind on every path. The devnet's
   * market uses the first kind that a path has.
   *
   * @example
   * startDevnet({ paths: [{ between: ["alpha", "beta"], kinds: ["OPTIMISTIC"] }] })
   */
  readonly paths?: readonly DevnetPath[]
  /**
   * Seconds that an optimistic switchboard lets a packet wait, on the clock of the destination chain: `evm_increaseTime` makes it pass.
   * Default: 5.
   */
  readonly optimisticTimeout?: number
  /** Port on 127.0.0.1 that serves the chains and the APIs. Default: 0, which takes a free one. */
  readonly port?: number
  /** The key that the messaging and swap APIs require of whoever sends one in the header `x-api-key`. Default: `"devnet"`. */
  readonly apiKey?: string
  /** The value that the swap API requires in the header `affiliate`, if there is one. Default: `"devnet"`. */
  readonly affiliate?: string
  /**
   * Origins of web pages and browser extensions that may use the devnet, such as `"http://localhost:5173"`. Pages of any other are
   * refused, because the devnet signs for every caller. Default: none but the devnet's own.
   */
  readonly allowedOrigins?: readonly string[]
  /** Number of watchers that must attest each packet. Default: 1. */
  readonly watchers?: number
  /** Milliseconds between blocks. Default: each transaction is mined at once, in a block of its own. */
  readonly blockTime?: number
  /** Milliseconds that a message or payload stays in each state at least, so that a person can watch. Default: 0. */
  readonly pace?: number
  /** How often a reverting `inbound`, payload or callback is tried, and the wait between two tries. Default: 30 attempts, a second apart. */
  readonly executionRetries?: RetryPolicy
  /** Whether to start a gateway, with a chain of its own. Default: true. */
  readonly gateway?: WithGateway
  /**
   * Chain id of the gateway chain, and its slug: the ids of payloads and timeouts and the approvals by signature contain it, addresses
   * don't depend on it. Scripts that were written for the deployed system may expect 43. Default: 41000.
   */
  readonly gatewayChainId?: number
  /** Whether to start a market on every chain, and a swap API. Default: true. */
  readonly market?: WithMarket
  /**
   * MiB of memory of this process from which the devnet warns through `onError`, once and again after each further quarter. Default: 3072,
   * or half of the machine's memory if that is less.
   */
  readonly memoryWarning?: number
  /**
   * Folder to keep the devnet in: when it starts again, it continues with the same chains, contracts and messages. Everything that changes
   * a chain is written to a log there, and repeated at the next start. Default: the chains are gone when it stops.
   */
  readonly state?: string | undefined
  /** Whether to delete what `state` has kept and start afresh. Default: false. */
  readonly reset?: boolean | undefined
  /** The clock that the devnet reads the time from and waits with. Default: the machine's. */
  readonly clock?: Clock
}

/** A chain's name, or its name with a chain id and a slug, and what it is a fork of. The slug defaults to the chain id. */
export type ChainRequest<Name extends string = string> =
  Name | { readonly name: Name; readonly chainId: number; readonly slug?: number; readonly fork?: ForkRequest }

/** What a chain of a devnet is a fork of. */
export type ForkRequest = {
  /** The URL of a node of the chain. Only a recording needs none. */
  readonly url?: string | undefined
  /** The last block that the fork has in common with the chain. Default: the newest one when the devnet starts. */
  readonly block?: number | undefined
  /**
   * File to record in what the node answers. Where it is there already, it answers, and no node is asked: delete it to record again. Default:
   * nothing is recorded.
   */
  readonly recording?: string | undefined
  /** Whether the node is asked for what the recording lacks, which is then added to it. Default: false. */
  readonly grows?: boolean | undefined
  /** The messaging contracts of the chain. Default: those that the package knows by the chain id. */
  readonly deployment?: ForkedDeployment | undefined
}

/** Messaging contracts that are used as they were deployed. */
export type ForkedDeployment = {
  readonly socket: Address
  readonly switchboards: readonly {
    readonly kind: SwitchboardKind
    readonly address: Address
    /** Slugs of the chains to which it leads. */
    readonly siblings: readonly number[]
  }[]
  /** The first block that can have logs of these contracts. Default: 0. */
  readonly startBlock?: number | undefined
}

/** The numbers of a chain, and what it is a fork of. */
export type NumberedChain = ChainIdentity & { readonly fork?: ForkRequest }

/**
 * The options of a devnet. Checks, defaults, the keys of `plugs.devnet` and the options of `npx hardhat devnet` follow from it.
 *
 * - `from`, `to`: the range of a whole number
 * - `unit`: of a number that the task reads as a duration
 * - `isList`: whether the task's option takes several, with commas
 * - `isConfigured`: whether `plugs.devnet` has it as well
 * - `task`: what the task's option does, and its name where that is another
 */
export const devnetOptions = {
  port: {
    from: 0,
    to: 65_535,
    default: 0,
    task: "Port on 127.0.0.1 (default: plugs.devnet.port in the configuration, 8645)",
  },
  chains: {
    default: ["alpha", "beta"],
    isList: true,
    task: "Names of the chains, such as alpha,beta,gamma (default: plugs.devnet.chains, alpha,beta)",
  },
  gatewayChainId: {
    from: 1,
    to: 4_294_967_295,
    task: "Chain id and slug of the gateway chain (default: plugs.devnet.gateway.chainId, 41000)",
  },
  paths: {
    taskName: "path",
    isList: true,
    task: "Switchboards between two chains, such as alpha:beta=optimistic,alpha:gamma=fast (default: plugs.devnet.paths, every kind)",
  },
  // Deployed switchboards take hours: too long for development.
  optimisticTimeout: {
    from: 1,
    to: 31_536_000,
    default: 5,
    unit: "s",
    isConfigured: true,
    task: "Time on the chain's clock until an optimistic switchboard allows a packet (default: plugs.devnet.optimisticTimeout, 5s)",
  },
  blockTime: {
    from: 1,
    unit: "ms",
    task: "Mine a block at this interval, such as 2s (default: a block for each transaction)",
  },
  pace: {
    from: 0,
    default: 0,
    unit: "ms",
    task: "Keep each message in each state for at least this long, such as 500ms, to watch it move",
  },
  apiKey: {
    default: "devnet",
    task: "The x-api-key that the messaging and swap APIs take; requests without one pass too (default: devnet)",
  },
  affiliate: { default: "devnet" },
  allowedOrigins: {
    taskName: "allowOrigin",
    isList: true,
    task: "Origins of web pages that may use it, such as http://localhost:5173, beside those configured",
  },
  state: { task: "Folder to keep the chains in; the next start goes on from there (default: nothing is kept)" },
  watchers: { from: 1, to: 16, default: 1 },
  memoryWarning: { from: 1, isConfigured: true },
} as const

type Rows = typeof devnetOptions

/** The options that `npx hardhat devnet` has, by their names there. */
export type DevnetTaskOptions = {
  [
    Name in keyof Rows as Rows[Name] extends { readonly taskName: infer Own extends string }
      ? Own
      : Rows[Name] extends { readonly task: string }
        ? Name
        : never
  ]: Rows[Name]
}

export type DevnetOption = {
  readonly name: string
  readonly from?: number
  readonly to?: number
  readonly unit?: "ms" | "s"
  readonly isList?: true
  readonly isConfigured?: true
  readonly taskName?: string
  readonly task?: string
}

/** {@link devnetOptions} as a list. */
export const optionList: readonly DevnetOption[] = Object.entries(devnetOptions).map(([name, row]) => ({
  name,
  ...row,
}))

/** The chain of app gateways, which a devnet has beside the chains that are named. */
export const gatewayChain = { name: "gateway", chainId: 41000, slug: 41000 } as const

/** Clear of the ids of public chains and of other local ones. */
const firstChainId = 41001

/** Gives every chain the numbers that it has in a devnet, unchecked: see `assignChainNumbers`. */
export function numberChains(requests: readonly ChainRequest[]): NumberedChain[] {
  return requests.map((request, index) => {
    if (typeof request === "string") return { name: request, chainId: firstChainId + index, slug: firstChainId + index }
    return { slug: request.chainId, ...request }
  })
}

/** Gives the gateway chain its numbers, unchecked: see `assignGatewayNumbers`. Its slug is its chain id. */
export function numberGateway(chainId?: number): ChainIdentity {
  return chainId === undefined ? gatewayChain : { ...gatewayChain, chainId, slug: chainId }
}
