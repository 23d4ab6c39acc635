import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { EdrNetworkConfig, EdrNetworkUserConfig, NetworkConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import type * as Viem from "viem"
import type { Address, Chain, CustomTransport, JsonRpcAccount, PublicClient, TestClient, WalletClient } from "viem"
import { getAddress } from "viem/utils"

import { publicContracts } from "../artifacts/publicContracts.js"
import { type FollowedHead, followHead } from "./followHead.js"
import { beginFork, createForkFolder, type ForkPoint } from "./fork.js"
import { devnetHardfork } from "./hardfork.js"
import { limitMemory } from "./limitMemory.js"
import { createLogReader, type ReadLogs } from "./logs.js"
import { askOnce, holdStill, queueChanges, type RequestsFirst, type Stillness } from "./requests.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

/** A local chain's name and numbers. Slug and chain id are two fields, because they differ on a few real chains. */
export type ChainIdentity = {
  readonly name: string
  readonly chainId: number
  readonly slug: number
}

export type ChainToOpen = ChainIdentity & {
  /** Whether a gas price of 0 is enough, as on the deployed gateway chain. Default: false. */
  readonly hasFreeGas?: boolean
  /** Default: the chain begins with a block of its own. */
  readonly fork?: ForkPoint | undefined
}

/** A chain simulated by EDR in this process, with clients that reach it without a socket. */
export type LocalChain = ChainIdentity &
  FollowedHead &
  Stillness &
  RequestsFirst &
  ChainClients & {
    readonly provider: NetworkConnection["provider"]
    readonly readLogs: ReadLogs
    /** The first block that is the chain's own, and no other chain's that it is a fork of. */
    readonly firstBlock: bigint
    /** The funded accounts. They are unlocked, which means that the chain signs for them. */
    readonly accounts: readonly Address[]
  }

export type OpenChains = { readonly chains: readonly LocalChain[]; close(): Promise<void> }

export type OpenChainsOptions = {
  /** The time of the first block, in unix seconds. Default: now. */
  readonly bornAt?: number | undefined
  /** Called with the provider of each chain before anything else uses it. */
  readonly attach?: ((name: string, provider: NetworkConnection["provider"]) => void) | undefined
}

export type OpenChainsFunction = (
  chainsToOpen: readonly ChainToOpen[],
  options?: OpenChainsOptions,
) => Promise<OpenChains>

/** Opens a simulated chain for each identity, in this process and independent of the user's Hardhat configuration. */
export async function openChains(
  chainsToOpen: readonly ChainToOpen[],
  { bornAt, attach }: OpenChainsOptions = {},
): Promise<OpenChains> {
  const hre = await createHardhatRuntimeEnvironment(
    {
      networks: Object.fromEntries(chainsToOpen.map((chain) => [chain.name, networkConfig(chain, bornAt)])),
      // A folder without build info: each network would read it, for stack traces that are never shown.
      paths: { artifacts: "no-artifacts" },
    },
    {},
    import.meta.dirname,
  )
  shareAccounts(hre.config.networks)
  const folder = chainsToOpen.some(({ fork }) => fork !== undefined) ? await createForkFolder() : undefined
  for (const network of Object.values(hre.config.networks)) {
    if (folder === undefined || network.type !== "edr-simulated" || network.forking === undefined) continue
    network.forking.cacheDir = folder.path
  }
  const connections = await limitMemory(() => Promise.all(chainsToOpen.map(({ name }) => hre.network.create(name))))
  for (const [index, { name }] of chainsToOpen.entries()) {
    const { provider } = connections[index] as NetworkConnection
    keepTime(provider)
    askOnce(provider)
    attach?.(name, provider)
  }
  const chains = await Promise.all(
    connections.map((connection, index) => openChain(chainsToOpen[index] as ChainToOpen, connection)),
  )
  return {
    chains,
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()))
      await folder?.forget()
    },
  }
}

/** Hardhat's default accounts, which it works out for each network anew, unless they have this object in common. */
let defaultAccounts: EdrNetworkConfig["accounts"] | undefined

function shareAccounts(networks: Record<string, NetworkConfig>): void {
  for (const network of Object.values(networks)) {
    if (network.type === "edr-simulated") network.accounts = defaultAccounts ??= network.accounts
  }
}

/** Above what any block uses: a block more than half full would raise a base fee of 0, which never sinks to 0 again. */
const boundlessGasLimit = 2n ** 40n

/** Blocks of one second share a timestamp, so that a busy chain's time does not run ahead of the clock. */
export function networkConfig(
  { chainId, hasFreeGas = false, fork }: ChainToOpen,
  bornAt?: number,
): EdrNetworkUserConfig {
  return {
    ...(fork === undefined ? {} : { forking: { url: fork.url, blockNumber: fork.block } }),
    ...(hasFreeGas ? { initialBaseFeePerGas: 0n, blockGasLimit: boundlessGasLimit } : {}),
    ...(bornAt === undefined ? {} : { initialDate: new Date(bornAt * 1000) }),
    type: "edr-simulated",
    chainId,
    hardfork: devnetHardfork,
    allowBlocksWithSameTimestamp: true,
    loggingEnabled: false,
  }
}

/** Makes a local chain of a connection that nothing has used yet. */
export async function openChain(
  { name, chainId, slug, fork }: ChainToOpen,
  { provider }: NetworkConnection,
): Promise<LocalChain> {
  await (fork === undefined ? addPublicContracts(provider) : beginFork(provider))
  const followed = await followHead(provider)
  // Before clients are made of the provider, because they keep the function that they find.
  const stillness = holdStill(provider)
  const requestsFirst = queueChanges(provider)
  const accounts = ((await provider.request({ method: "eth_accounts" })) as Address[]).map((address) =>
    getAddress(address),
  )
  const identity = { name, chainId, slug }
  const clients = createClients(identity, provider, accounts[0] as Address)
  const readLogs = createLogReader({ provider, ...followed })
  const firstBlock = fork === undefined ? 0n : BigInt(fork.block) + 1n
  // Not a spread, which would create the clients.
  return Object.assign(clients, identity, {
    ...{ ...followed, ...stillness, ...requestsFirst },
    ...{ provider, readLogs, firstBlock, accounts },
  })
}

const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11" satisfies keyof typeof publicContracts

/** Puts the contracts that every public chain has where scripts expect them. */
async function addPublicContracts(provider: Provider): Promise<void> {
  const adding = Object.entries(publicContracts).map(async (contract) => {
    if ((await provider.request({ method: "eth_getCode", params: [contract[0], "latest"] })) === "0x")
      await provider.request({ method: "hardhat_setCode", params: contract })
  })
  await Promise.all(adding)
}

/** Returns a chain with more properties, or other ones. Unlike a spread, it does not create the chain's clients. */
export function addToChain<More extends object>(chain: LocalChain, more: More): LocalChain & More {
  const properties = { ...Object.getOwnPropertyDescriptors(chain), ...Object.getOwnPropertyDescriptors(more) }
  return Object.defineProperties({}, properties) as LocalChain & More
}

/** A chain as viem describes it. */
export function devnetChain({ chainId: id, name }: Pick<ChainIdentity, "chainId" | "name">): Chain {
  const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 }
  return {
    id,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: multicall3 } },
  }
}

/** viem's clients of a local chain, which reach it without a socket. */
type ChainClients = {
  readonly publicClient: PublicClient<CustomTransport, Chain>
  /** Signs as the first funded account. */
  readonly walletClient: WalletClient<CustomTransport, Chain, JsonRpcAccount>
  readonly testClient: TestClient<"hardhat", CustomTransport, Chain>
}

/** Creates each client when it is first used: loading viem's takes as long as opening the chains, and `hardhat devnet` needs none. */
function createClients(
  { chainId, name }: { readonly chainId: number; readonly name: string },
  provider: NetworkConnection["provider"],
  account: Address,
): ChainClients {
  const request = provider.request.bind(provider)
  const shared = once(() => {
    const chain = devnetChain({ chainId, name })
    // The chain answers in this process, so polling is cheap and no failure is worth a retry.
    return { chain, transport: loadViem().custom({ request }, { retryCount: 0 }), pollingInterval: 10, cacheTime: 0 }
  })
  const publicClient = once(() => loadViem().createPublicClient(shared()))
  const walletClient = once(() =>
    loadViem().createWalletClient({ ...shared(), account: { type: "json-rpc", address: account } }),
  )
  const testClient = once(() => loadViem().createTestClient({ ...shared(), mode: "hardhat" }))
  return {
    get publicClient() {
      return publicClient()
    },
    get walletClient() {
      return walletClient()
    },
    get testClient() {
      return testClient()
    },
  }
}

/** The module that `import "viem"` gives. `require("viem")` would give another, whose errors are of other classes. */
const loadViem = once(() => createRequire(import.meta.url)(fileURLToPath(import.meta.resolve("viem"))) as typeof Viem)

function once<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | undefined
  return () => (created ??= { value: create() }).value
}

type Provider = NetworkConnection["provider"]

/**
 * Continues the time of a chain from a snapshot. EDR adds the time since the snapshot each time that it goes back to it, so
 * that a chain which tests set back often runs minutes ahead of the clock.
 *
 * It corrects the time of the next block unless that is set. It has to stand between the chain and everything else that uses it.
 */
export function keepTime(provider: Provider, clock: Pick<Clock, "now"> = systemClock): void {
  const request = provider.request.bind(provider)
  /** Seconds that the chain was ahead of the clock, by the snapshot that was taken then. */
  const snapshots = new Map<string, number>()
  /** Seconds that it has to be ahead; `undefined` while it keeps its own time. */
  let ahead: number | undefined
  /** What was set last. */
  let set = 0

  const seconds = (): number => Math.floor(clock.now() / 1_000)
  const readAhead = async (): Promise<number> => {
    const pending: unknown = await request({ method: "eth_getBlockByNumber", params: ["pending", false] })
    return Number((pending as { readonly timestamp: string }).timestamp) - seconds()
  }
  const correct = async (by: number): Promise<void> => {
    const time = seconds() + by
    if (time === set) return
    set = time
    // A chain whose newest block is later takes its time from that.
    await request({ method: "evm_setNextBlockTimestamp", params: [time] }).catch(() => undefined)
  }

  provider.request = async (call) => {
    const [first] = (call.params ?? []) as readonly unknown[]
    if (call.method === "evm_setNextBlockTimestamp") ahead = undefined
    if (ahead !== undefined) await correct(ahead)
    const answer: unknown = await request(call)
    if (call.method === "evm_snapshot") snapshots.set(String(answer), ahead ?? (await readAhead()))
    if (call.method === "evm_increaseTime" && ahead !== undefined) ahead += Number(first)
    if (call.method === "evm_revert" && answer === true) {
      ahead = snapshots.get(String(first))
      set = 0
      if (ahead !== undefined) await correct(ahead)
    }
    return answer
  }
}
