import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { devnetSocket, devnetSwitchboard } from "../../devnet/addresses.js"
import { type ChainEntry, findChain } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { chainsOf } from "../config/chainsOf.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { ChainReference, ConnectionMessaging, ConnectionPlugs } from "./ConnectionPlugs.js"
import { pollingOf } from "./pollingOf.js"
import { lazily } from "./lazily.js"

/** Binds messaging to a connection. What is heavy is imported by the first call that needs it. */
export function createConnectionPlugs(connection: NetworkConnection<string>, config: PlugsConfig): ConnectionPlugs {
  return {
    get chain() {
      return ownChain(connection, config)
    },
    messaging: createConnectionMessaging(connection, config),
  }
}

function createConnectionMessaging(connection: NetworkConnection<string>, config: PlugsConfig): ConnectionMessaging {
  const actions = lazily(() => import("../../messaging/index.js"))
  const api = lazily(async () => (await import("./openMessaging.js")).openMessaging(config))
  const clients = lazily(() => import("./clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const socketOf = async (chain: ChainEntry): Promise<Address> => (await import("./socketOf.js")).socketOf(chain)

  const slugOf = (reference: ChainReference, argument: string): number =>
    typeof reference === "number" ? reference : findChain(chainsOf(config), reference, argument).slug
  const fromHere = <P extends { srcChainSlug?: ChainReference | undefined }>(
    parameters: P,
  ): Omit<P, "srcChainSlug"> & { srcChainSlug: number } => ({
    ...parameters,
    srcChainSlug:
      parameters.srcChainSlug === undefined
        ? ownChain(connection, config).slug
        : slugOf(parameters.srcChainSlug, "srcChainSlug"),
  })

  const watched = <P extends Parameters<typeof fromHere>[0]>(parameters: P) => ({
    ...pollingOf(config),
    ...fromHere(parameters),
  })

  return {
    getMessages: async (parameters) => (await api()).getMessages(fromHere(parameters)),
    estimateMinFees: async ({ dstChainSlug, ...parameters }) =>
      (await api()).estimateMinFees({ ...fromHere(parameters), dstChainSlug: slugOf(dstChainSlug, "dstChainSlug") }),
    async *watchMessages(parameters) {
      yield* (await actions()).watchMessages(await api(), watched(parameters))
    },
    async *watchMessage(parameters) {
      yield* (await actions()).watchMessage(await api(), watched(parameters))
    },
    waitForMessages: async (parameters) => (await actions()).waitForMessages(await api(), watched(parameters)),
    waitForMessage: async (parameters) => (await actions()).waitForMessage(await api(), watched(parameters)),
    onMessage(parameters, onStep, onError) {
      const source = watched(parameters)
      return startLater(async () => {
        const [{ onMessage }, client] = await Promise.all([actions(), api()])
        return () => onMessage(client, source, onStep, onError)
      }, onError)
    },
    getMinFees: async ({ dstChainSlug, ...parameters }) => {
      const socket = await socketOf(ownChain(connection, config))
      const dst = slugOf(dstChainSlug, "dstChainSlug")
      return (await actions()).getMinFees(await reader(), { ...parameters, socket, dstChainSlug: dst })
    },
    connectPlug: async ({ siblingChainSlug, switchboard, ...parameters }) =>
      (await actions()).connectPlug(await reader(), await wallet(), {
        ...parameters,
        siblingChainSlug: slugOf(siblingChainSlug, "siblingChainSlug"),
        switchboard: switchboard ?? onlySwitchboardOf(ownChain(connection, config)),
      }),
    checkConnection: async ({ plug, sibling }) => {
      const here = ownChain(connection, config)
      const there = ownChain(sibling.connection, config)
      const { publicClientOf } = await clients()
      return (await actions()).checkConnection({
        a: { client: await reader(), socket: await socketOf(here), plug, slug: here.slug },
        b: {
          client: publicClientOf(sibling.connection),
          socket: await socketOf(there),
          plug: sibling.plug,
          slug: there.slug,
        },
      })
    },
    sendThroughPlug: async (parameters) =>
      (await actions()).sendThroughPlug(await reader(), await wallet(), parameters),
  }
}

function ownChain({ networkName }: NetworkConnection<string>, config: PlugsConfig): ChainEntry {
  const chains = chainsOf(config)
  if (chains.some(({ name, network }) => name === networkName || network === networkName)) {
    return findChain(chains, networkName, "connection")
  }
  throw new InvalidInputError({
    argument: "config.plugs.chains",
    problem: `no chain has the network ${networkName}`,
    fix: `Add one, such as chains: { ${networkName}: { slug: 42161, network: "${networkName}", socket: "0x…" } }.`,
  })
}

/** Elsewhere there are several, and which one to trust is the plug author's decision. */
function onlySwitchboardOf({ name, socket }: ChainEntry): Address {
  if (socket?.toLowerCase() === devnetSocket.toLowerCase()) return devnetSwitchboard
  throw new InvalidInputError({
    argument: "switchboard",
    problem: `${name} is no chain of a devnet, so it isn't known which one guards the plug`,
    fix: "Give its address.",
  })
}

/** Runs what is ready later, unless it was stopped before. */
function startLater(prepare: () => Promise<() => () => void>, onError?: (error: unknown) => void): () => void {
  let isStopped = false
  let stop: (() => void) | undefined
  const start = async (): Promise<void> => {
    const run = await prepare()
    if (!isStopped) stop = run()
  }
  void start().catch((error: unknown) => {
    if (isStopped) return
    if (onError === undefined) throw error
    onError(error)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
