import { HardhatPluginError } from "hardhat/plugins"
import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"

import { deploymentsOf } from "../../config/deployments.js"
import { devnetRpcUrl } from "../../config/resolvePlugs.js"
import { namedChains, requestOnChain } from "./requestOnChain.js"
import { closeConnection, limitAnswers, noAnswer, type WaitForNode, waitForNode } from "./waitForNode.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError, plugsErrorIn } from "#src/primitives/PlugsError.js"
import { oneLine, shorten } from "#src/primitives/text.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

type UnreachableNode = {
  readonly network: string
  /** Undefined for a network in this process. */
  readonly url: string | undefined
  readonly isDevnet: boolean
  readonly reason: string
}

/** The node of a network does not answer, or what answers is not a node of that chain. */
export class NodeUnreachableError extends PlugsError {
  readonly code = "NODE_UNREACHABLE"
  readonly isDevnet: boolean

  constructor({ network, url, isDevnet, reason }: UnreachableNode) {
    super(`No node answers for the network ${network}.`, {
      // The path of a node's URL often contains a key, even on this machine behind a proxy.
      facts: { url: isDevnet || url === undefined ? url : new URL(url).origin, reason },
      next: isDevnet
        ? "Start a devnet with npx hardhat devnet, or one that has this chain."
        : `Check config.networks.${network}.url, and that the node is running.`,
    })
    this.isDevnet = isDevnet
  }
}

export type ConnectOptions = {
  /** Milliseconds for each request to a node that is reached by http. Default: that of the network. */
  readonly timeout?: number | undefined
  /** Leaves signing to the node, also where the network has keys of its own. Default: as the network is configured. */
  readonly signsOnNode?: boolean | undefined
  /** Milliseconds for the first request to such a node. Default: 10,000. By itself Hardhat waits for five minutes. */
  readonly patience?: number | undefined
  /** Called once with the name of a chain whose node takes long. Then each answer has as much time as the first. */
  readonly onWait?: ((chain: string) => void) | undefined
  /** Ends the wait for a node that does not answer. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

const defaultPatience = 10_000

/**
 * Connects to a chain and makes one request to its node, so that an unreachable node is noticed before anything else happens.
 *
 * @throws {InvalidInputError} the configuration has no network for the chain
 * @throws {NodeUnreachableError} the node does not answer in time
 * @throws {AbortedError} the signal was aborted
 */
export async function connectChain(
  hre: HookContext,
  chain: Pick<ChainEntry, "name" | "network">,
  {
    timeout,
    signsOnNode = false,
    patience = defaultPatience,
    onWait,
    signal,
    clock = systemClock,
  }: ConnectOptions = {},
): Promise<NetworkConnection & AsyncDisposable> {
  const network = hre.config.networks[chain.network]
  if (network === undefined) {
    throw new InvalidInputError({
      argument: `config.plugs.chains.${chain.name}.network`,
      problem: `there is no network ${chain.network} to reach the chain with`,
      fix: `Add config.networks.${chain.network}, or name another network in config.plugs.chains.${chain.name}.network.`,
    })
  }
  const own = { ...(timeout === undefined ? {} : { timeout }), ...(signsOnNode ? { accounts: "remote" as const } : {}) }
  const override = network.type === "http" && Object.keys(own).length > 0 ? { override: own } : {}
  const connection = await hre.network.create({ network: chain.network, ...override })
  const closing = { provider: connection.provider, close: () => connection.close() }
  let isTold = false
  const tell = (): void => {
    if (!isTold) onWait?.(chain.name)
    isTold = true
  }
  const waiting = { patience, signal, clock, onWait: onWait && tell }
  try {
    await requireNode(hre, connection, waiting)
  } catch (error) {
    await closeConnection(closing, clock)
    throw error
  }
  if (onWait !== undefined && network.type === "http") limitAnswers(connection, waiting)
  await holdToName(hre, chain, connection)
  return Object.assign(connection, { [Symbol.asyncDispose]: () => closeConnection(closing, clock) })
}

/** Makes one request to the node of a connection. Throws as {@link connectChain}. */
export async function requireNode(
  hre: HookContext,
  connection: NetworkConnection<string>,
  {
    patience = defaultPatience,
    clock = systemClock,
    signal,
    onWait,
  }: Pick<ConnectOptions, "patience" | "clock" | "signal"> & Pick<WaitForNode, "onWait">,
): Promise<void> {
  const { networkName } = connection
  const isRemote = connection.networkConfig.type === "http"
  // A chain in this process may first have to copy another one.
  const waiting = { patience: isRemote ? patience : Number.POSITIVE_INFINITY, clock, signal, onWait }
  const asked = (): Promise<{ readonly error: unknown } | undefined> =>
    requestOnChain(connection, { method: "eth_chainId" }).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  const found = await waitForNode(connection, asked, waiting)
  if (found === undefined) {
    throw await nodeUnreachable(hre, networkName, onWait === undefined ? tookTooLong : noAnswer(waiting))
  }
  if (found.answer === undefined) return
  const { error } = found.answer
  const said = plugsErrorIn(error)
  if (said !== undefined) throw said
  const reason = failureOfNode(error)
  if (!isRemote || reason === undefined) throw error
  throw await nodeUnreachable(hre, networkName, reason)
}

/** The networks of which a command knows by their nodes alone which chain they are. */
export const askedNetworks: WeakSet<object> = new WeakSet()

/** What a node on another machine gets signed is for the chain that the configuration names, by the chain id or by the slug. */
async function holdToName(
  { config: { networks, plugs } }: HookContext,
  { name, network }: Pick<ChainEntry, "name" | "network">,
  connection: NetworkConnection,
): Promise<void> {
  const { networkConfig: own } = connection
  if (own.type !== "http" || own.chainId !== undefined || isLoopback(await own.url.get())) return
  const isAsked = askedNetworks.has(networks[network] ?? {})
  const slug = isAsked ? undefined : plugs.chains[name]?.slug
  const deployed = slug === undefined ? [] : await deploymentsOf(plugs)
  namedChains.set(connection.provider, deployed.find((one) => one.slug === slug)?.chainId ?? slug ?? null)
}

/** Returns what to throw where a network's request failed: of a devnet that is away, the error that the tasks have. */
export async function sayDevnetIsAway(hre: HookContext, network: string, error: unknown): Promise<unknown> {
  if (failureOfNode(error) !== refused) return error
  const away = await nodeUnreachable(hre, network, refused)
  return away.isDevnet ? new HardhatPluginError("hardhat-plugs", away.message, away) : error
}

/** Returns the error for a network that is reached by http, with its URL as far as it may be shown. */
export async function nodeUnreachable(
  hre: HookContext,
  network: string,
  reason: string,
): Promise<NodeUnreachableError> {
  const { networks, plugs } = hre.config
  const config = networks[network]
  const url = config?.type === "http" ? await config.url.get() : undefined
  const isDevnet = url === devnetRpcUrl(plugs.devnet.port, network)
  return new NodeUnreachableError({ network, url, isDevnet, reason })
}

/** Returns the reason if an error is the node's fault. Most errors of Hardhat itself are about the configuration instead. */
function failureOfNode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name !== "HardhatError") {
    return shorten(oneLine(error.message).replace(/\b(?:https?|wss?):\/\/\S+/gi, "it"), 200)
  }
  if (/cannot connect/i.test(error.message)) return refused
  // What it answered instead can be anything, and is not repeated.
  if (/invalid json-?rpc/i.test(error.message)) return "what answers is not a node"
  return /timed? ?out/i.test(error.message) ? tookTooLong : undefined
}

const refused = "the connection was refused"
const tookTooLong = "it took too long"
