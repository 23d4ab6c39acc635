import type { SensitiveString } from "hardhat/types/config"
import type { Address, Hex } from "viem"

import type { KnownRouter } from "#extras/swap/src/checks/KnownRouter.js"
import type { SwapClientOptions } from "#extras/swap/src/createSwapClient.js"
import type { WatchInvariant } from "#extras/watch/src/reconciling/invariants.js"
import type { GatewayClientOptions } from "#src/gateway/createGatewayClient.js"
import type { MessagingClientOptions } from "#src/messaging/createMessagingClient.js"
import type { DevnetSwitchboardKind } from "#src/messaging/switchboardKinds.js"
import type { TrustException } from "#src/messaging/TrustPolicy.js"
import type { WiringApplication } from "#src/messaging/wiring/Wiring.js"
import type { Hardfork } from "#src/primitives/numbers/gasRules.js"

// To add a key: its type here, its check in `validatePlugs.ts`, its default in `resolvePlugs.ts`; one of an API takes effect in
// `openClients.ts`. A key of a chain also: `identifiedBy` in `config/deployments.ts`, and `ChainEntry` in `primitives/chains.ts`.

/**
 * The `plugs` block of a Hardhat configuration. Every default points at the devnet.
 *
 * @example
 * export default defineConfig({
 *   plugins: [hardhatPlugs],
 *   plugs: {
 *     messaging: { baseUrl: "https://messaging.example", apiKey: configVariable("MESSAGING_API_KEY") },
 *     gateway: { baseUrl: "https://gateway.example" },
 *     swap: {
 *       baseUrl: "https://swap.example",
 *       apiKey: configVariable("SWAP_API_KEY"),
 *       affiliate: "our-app",
 *       tokens: { arbitrum: { USDC: "0x…" } },
 *       chains: { arbitrum: { allowedTargets: ["0x…"] } },
 *     },
 *     chains: { arbitrum: { network: "arbitrum" } },
 *   },
 * })
 */
export type PlugsUserConfig = {
  /** The messaging API. Default: the devnet's. */
  messaging?: MessagingUserConfig
  /** The gateway API, and the contracts of its chain. Default: the devnet's. */
  gateway?: GatewayUserConfig
  /** The swap API. Default: the devnet's. */
  swap?: SwapUserConfig
  /** Chains, by the names that tasks and scripts use. The devnet's are added, and the networks whose chain id has a known deployment, unless their name or slug is taken: of several networks of one chain, the first one that is not simulated. Default: only those. */
  chains?: Record<string, ChainUserConfig>
  /** The project's own contracts, by name and by chain or network name, so that tasks take their names. Default: only those that Ignition has deployed. */
  contracts?: Record<string, Record<string, Address>>
  /** The contracts of an application on each chain, and which of them are connected, for `messaging wire`. See [Wiring](../../../docs/wiring.md). Default: none. */
  wiring?: Record<string, WiringApplication>
  /** Where `messaging watch` reports what it finds. See [Watching](../../../extras/watch/docs/watching.md). Default: it only prints. */
  watch?: WatchUserConfig
  /** Rules that every path must satisfy, checked by `plugs trust --check`, `messaging wire`, `plugs doctor` and `messaging explain`. See [A policy](../../../extras/audit/docs/trust.md). Default: none. */
  trust?: TrustUserConfig
  /** What `createWorld({ forks })`, `npx hardhat devnet --fork` and `plugs record` fork, by the names of chains. See [Forks](../../../extras/forks/docs/forks.md). Default: the newest block of the chain's network, without a recording. */
  forks?: Record<string, ForkUserConfig>
  /** The devnet that `npx hardhat devnet` starts and that the defaults point to. Default: port 8645, chains alpha and beta. */
  devnet?: DevnetUserConfig
  /** Networks of `config.networks` whose nodes run on this machine and begin with a new chain each time, such as anvil. What is sent there is recorded for each of their chains. Default: none, beside the devnet's. */
  localNetworks?: readonly string[]
  /** The key under which what is recorded in `.plugs` is written and believed: `configVariable("PLUGS_RECORDS_KEY")`, 32 bytes in hexadecimal. Needed where machines or containers share the folder. Default: a key of this user on this machine. */
  recordsKey?: SensitiveString
  /** Returns how many dollars one coin of a chain is worth, by the chain's name and the symbol of its currency, for `messaging fees --history`. It can be asynchronous. Default: what `swap.prices` says of the symbol. */
  prices?: NativePrices
}

/** Returns the dollars that one coin of a chain is worth, by the chain's name and the symbol of its currency, or `undefined`. */
export type NativePrices = (chain: string, symbol: string) => number | undefined | Promise<number | undefined>

/** The messaging API that tasks and `connection.plugs.messaging` use. */
export type MessagingUserConfig = {
  /** Where the API answers: an https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Required unless `baseUrl` is on this machine. Read only when a client is created. */
  apiKey?: SensitiveString
  /** What answers in place of the API, in this process: `mockApi(…).messaging`. See [Mocked APIs](../../../docs/testing-mocks.md). Default: nothing. */
  mock?: MessagingClientOptions
  /** A JSON file of deployments, relative to the project, such as `./deployments.json`. It replaces those that the package knows. Default: the public ones. */
  deployment?: string
}

/** The gateway API that tasks and `connection.plugs.gateway` use, and the contracts that predict its forwarders. */
export type GatewayUserConfig = {
  /** Where the API answers: an https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** What answers in place of the API, in this process: `mockApi(…).gateway`. Default: nothing. */
  mock?: GatewayClientOptions
  /** The deployment whose contracts are used: `stage`, `dev`, or a JSON file, with the deployment's name after # if the file has several. Default: the devnet's, if `baseUrl` is. */
  deployment?: string
  /** The Hardhat network that reaches the gateway chain. Whatever reads that chain or pays there connects by it, such as `gateway list` and `gateway topup`. Default: `gateway`. */
  network?: string
  /** The contracts that determine the addresses of forwarders. They go before those of the deployment. Default: the deployment's. */
  contracts?: GatewayContractsUserConfig
}

/** Contracts of the gateway chain that determine the addresses of forwarders. */
export type GatewayContractsUserConfig = {
  /** The contract that knows the forwarder of each contract, and deploys it through the async deployer. Default: the deployment's. */
  addressResolver?: Address
  /** The contract that creates each forwarder. Default: the deployment's. */
  asyncDeployer?: Address
  /** The beacon that every forwarder takes its code from. Default: what the async deployer of the deployment names. */
  forwarderBeacon?: Address
}

/** The swap API that tasks and `connection.plugs.swap` use. */
export type SwapUserConfig = {
  /** Where the API answers: an https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Required unless `baseUrl` is on this machine or a public host without keys; null for another host that takes none. Read only when a client is created. */
  apiKey?: SensitiveString | null
  /** Sent as `affiliate`: the project's id at the API. Required unless `baseUrl` is on this machine. Default: the devnet's, and none for any other API. */
  affiliate?: string
  /** What answers in place of the API, in this process: `mockApi(…).swap`. Default: nothing. */
  mock?: SwapClientOptions
  /** Addresses of tokens, by chain name and symbol. A symbol that is written here means this token, whatever the API says. Default: none; symbols are looked up in the API. */
  tokens?: Record<string, Record<string, Address>>
  /** Contracts that swaps may use, by chain name. Default: on the devnet's chains its router; none anywhere else. */
  chains?: Record<string, SwapChainUserConfig>
  /** Routers whose calldata is decoded before it is signed, by chain name and address: the ABI, and what its arguments mean. Default: the devnet's router on its own chains; none anywhere else. */
  routers?: Record<string, Record<Address, KnownRouter>>
  /** Dollars that a token is worth, by chain name and by address or symbol. A symbol is the native currency's, or one of `tokens`. With the prices of both tokens a swap must give at least their worth less the loss that is accepted, and `--yes` needs no `--min-out`. Default: none. */
  prices?: Record<string, Record<string, number>>
}

/** Contracts of one chain that swaps may use. They are trusted with every token and every right of the account. */
export type SwapChainUserConfig = {
  /** Contracts that a swap's transaction may call. Default: the devnet's router on its own chains; none anywhere else. */
  allowedTargets?: readonly Address[]
  /** Contracts that may be approved even though the transaction calls another one. Default: those of `allowedTargets`. */
  allowedSpenders?: readonly Address[]
  /** Deposit addresses that may be paid although they have code, and without being named. `allowedTargets` are none. Default: none. */
  allowedDeposits?: readonly Address[]
}

/** Where the fork of a chain begins, and what it reads the chain from. */
export type ForkUserConfig = {
  /** The URL of a node of the chain. Default: that of the chain's network. */
  url?: SensitiveString
  /** The last block that the fork has in common with the chain. Default: the newest one, or that of the recording. */
  block?: number
  /** A file with what a node has answered, relative to the project, such as `./test/recorded/arbitrum.ndjson`. Where it is there, it answers, and no node is asked. Default: nothing is recorded. */
  recording?: string
  /** Whether a node is asked for what the recording lacks, which is then added to it. `plugs record` does it for one run. Default: false. */
  grows?: boolean
}

/** Where `messaging watch` begins, what it checks, and whom it tells. */
export type WatchUserConfig = {
  /** The first block to read, by chain name, such as that in which the plug was deployed. Default: as `--blocks` says. */
  fromBlocks?: Record<string, number>
  /** The URL of a Postgres database that several watchers share, such as `configVariable("WATCH_STORE")`. Default: a file of the project. */
  store?: SensitiveString
  /** Seconds after which a message is late. Default: 600, and 4 on a devnet, which nearly every message stays below. */
  lateAfter?: number
  /** Where alerts and their ends are posted. Default: nowhere. */
  webhook?: WatchWebhookUserConfig
  /** A program and its arguments, run for each alert and each end, with the event as JSON on its standard input and in `PLUGS_EVENT`. No shell reads them. Default: none. */
  command?: readonly string[]
  /** The same, for alerts that the messages or sums are wrong, such as one that trips a path or pauses a plug. It is not run at their ends. Default: none. */
  alarmCommand?: readonly string[]
  /** What `--publish` calls chains, by chain name, such as `{ arbitrum: "Arbitrum" }`. Default: by their slugs, such as `chain 42161`. */
  published?: Record<string, string>
  /** Sums over chains that have to hold, by names of your own, checked with `--reconcile`. Default: none. */
  invariants?: Record<string, WatchInvariant>
}

/** Where `messaging watch` posts alerts. */
export type WatchWebhookUserConfig = {
  /** An https URL, or http on a loopback address, without a query. It can be a configuration variable, because the path of many is a secret. */
  url: SensitiveString
  /** Signs each post: `x-plugs-signature` is `sha256=` and the HMAC of `x-plugs-timestamp`, a full stop and the body. Default: no signature. */
  secret?: SensitiveString
  /** What is posted: `event` is the event as `--json` prints it, `slack` a text for Slack. Default: `event`. */
  shape?: "event" | "slack"
}

/** What is demanded of who can forge messages to plugs, and of who owns them. */
export type TrustUserConfig = {
  /** The fewest keys that may suffice to forge a message, in any way. Default: any number. */
  leastKeysToForge?: number
  /** Seconds that must pass before packets are allowed without their watchers. Default: any time. */
  leastSecondsUnwatched?: number
  /** Every plug must be owned by a Safe that takes at least so many signers. Default: any owner. */
  leastSafeSigners?: number
  /** Switchboards that plugs may take packets from. Default: any. */
  switchboards?: readonly Address[]
  /** Hashes of the code of Safes' proxies and singletons to know besides those of versions 1.0.0 to 1.5.0. Default: none. */
  safeCode?: readonly Hex[]
  /** Breaches that are accepted for a time. Default: none. */
  exceptions?: readonly TrustExceptionUserConfig[]
}

/** A breach that is accepted. */
export type TrustExceptionUserConfig = {
  /** The rule that is broken, as `plugs trust --check` names it. */
  rule: TrustException["rule"]
  /** The way in which messages can be forged, such as `FORGE_BY_GOVERNANCE`. Default: any. */
  way?: TrustException["way"]
  /** The chain that the messages go to. Default: any. */
  to?: string
  /** Why it is accepted. */
  reason: string
  /** The last day on which it is, in UTC, such as `2027-01-31`. */
  until: string
}

/** A chain, as tasks and scripts know it. */
export type ChainUserConfig = {
  /** The protocol's number for the chain, almost always its chain id. Default: the slug that is known for the network's chain id. */
  slug?: number
  /** The Hardhat network that reaches it. Default: the chain's name. */
  network?: string
  /** The address of the messaging contract. Default: the known deployment's. Required on other chains to read fees or send messages. */
  socket?: Address
  /** What the gas of one command or call may cost there, in the chain's currency, such as `"0.1"`. Default: 0.05, and more where the currency is worth far less than ether. */
  maxGasCost?: string
  /** URLs of other nodes of the chain, https or on this machine, such as `[configVariable("ARBITRUM_RPC_2")]`. One of them must agree before a message counts as delivered. Default: none. */
  nodes?: readonly SensitiveString[]
  /** The hardfork by whose rules the chain asks for gas now: `prague`, `osaka` or `amsterdam`. `plugs upgrade-check` compares it with the next one. Default: `osaka`. */
  hardfork?: Hardfork
}

/** What `npx hardhat devnet` starts. */
export type DevnetUserConfig = {
  /** The port on 127.0.0.1 that serves the chains and the APIs. Default: 8645. */
  port?: number
  /** Chains to start, at least two: names, or names with chain ids. Default: alpha and beta. */
  chains?: readonly (string | DevnetChainUserConfig)[]
  /** The gateway chain, which the devnet has beside them. Default: chain id 41000. */
  gateway?: DevnetGatewayUserConfig
  /** Origins of web pages and browser extensions that may use the devnet, such as `http://localhost:5173`. Default: none but its own. */
  allowedOrigins?: readonly string[]
  /** Paths between two chains and the kinds of switchboards on each. A path that is not listed has every kind. `--path` replaces them all. Default: none listed. */
  paths?: readonly DevnetPathUserConfig[]
  /** Seconds of the destination chain's clock until an optimistic switchboard allows a packet. Default: 5. */
  optimisticTimeout?: number
  /** MiB of memory from which the devnet warns. Default: 3072, or half of the machine's memory if that is less. */
  memoryWarning?: number
}

/** A chain of the devnet whose chain id you choose. */
export type DevnetChainUserConfig = {
  /** The name of the chain in tasks, scripts and URLs: letters, digits, - and _, with a letter first. */
  name: string
  /** The chain id, which no other chain of the devnet has. 41000 is the gateway's, unless it has another. */
  chainId: number
  /** The protocol's number for the chain. Default: the chain id. */
  slug?: number
}

/** A path between two chains of the devnet, in both directions. */
export type DevnetPathUserConfig = {
  /** The names of the two chains. */
  between: readonly [string, string]
  /** The kinds of switchboards that plugs can choose on it, at least one, such as `FAST`. */
  kinds: readonly DevnetSwitchboardKind[]
}

/** The chain of the devnet on which app gateways live. */
export type DevnetGatewayUserConfig = {
  /** The chain id, which is also the slug. Scripts that were written for the deployed system may expect 43. Default: 41000. */
  chainId?: number
}
