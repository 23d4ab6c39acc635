import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { devnetSwitchboard } from "../../devnet/addresses.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { slugOf as readSlug } from "../config/chainsOf.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { ChainReference, ConnectionMessaging } from "./ConnectionPlugs.js"
import { connectionChain, devnetContract } from "./connectionChain.js"
import { lazily, subscribeLazily } from "./lazily.js"
import { openMessaging, pollingIntervals } from "./openClients.js"

/** Binds messaging to a connection. Heavy modules are imported by the first call that needs them. */
export function createConnectionMessaging(
  connection: NetworkConnection<string>,
  config: PlugsConfig,
): ConnectionMessaging {
  const actions = lazily(() => import("../../messaging/index.js"))
  const api = lazily(() => openMessaging(config))
  const clients = lazily(() => import("./clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const socketOf = async (chain: ChainEntry): Promise<Address> =>
    (await import("./configuredContracts.js")).socketOf(chain)

  const slugOf = (reference: ChainReference, argument: string): number => readSlug(reference, argument, config)
  const fromHere = <P extends { srcChainSlug?: ChainReference | undefined }>(
    parameters: P,
  ): Omit<P, "srcChainSlug"> & { srcChainSlug: number } => ({
    ...parameters,
    srcChainSlug:
      parameters.srcChainSlug === undefined
        ? connectionChain(connection, config).slug
        : slugOf(parameters.srcChainSlug, "srcChainSlug"),
  })

  const polled = <P extends Parameters<typeof fromHere>[0]>(parameters: P) => ({
    ...pollingIntervals(config.messaging),
    ...fromHere(parameters),
  })

  return {
    getMessages: async (parameters) => (await api()).getMessages(fromHere(parameters)),
    estimateMinFees: async ({ dstChainSlug, ...parameters }) =>
      (await api()).estimateMinFees({ ...fromHere(parameters), dstChainSlug: slugOf(dstChainSlug, "dstChainSlug") }),
    async *watchMessages(parameters) {
      yield* (await actions()).watchMessages(await api(), polled(parameters))
    },
    async *watchMessage(parameters) {
      yield* (await actions()).watchMessage(await api(), polled(parameters))
    },
    waitForMessages: async (parameters) => (await actions()).waitForMessages(await api(), polled(parameters)),
    waitForMessage: async (parameters) => (await actions()).waitForMessage(await api(), polled(parameters)),
    onMessage(parameters, onStep, onError) {
      const polling = polled(parameters)
      return subscribeLazily(async () => {
        const [{ onMessage }, client] = await Promise.all([actions(), api()])
        return () => onMessage(client, polling, onStep, onError)
      }, onError)
    },
    getMinFees: async ({ dstChainSlug, ...parameters }) => {
      const socket = await socketOf(connectionChain(connection, config))
      const dst = slugOf(dstChainSlug, "dstChainSlug")
      return (await actions()).getMinFees(await reader(), { ...parameters, socket, dstChainSlug: dst })
    },
    connectPlug: async ({ siblingChainSlug, switchboard, ...parameters }) =>
      (await actions()).connectPlug(await reader(), await wallet(), {
        ...parameters,
        socket: await socketOf(connectionChain(connection, config)),
        siblingChainSlug: slugOf(siblingChainSlug, "siblingChainSlug"),
        switchboard:
          switchboard ?? devnetContract(connection, config, { address: devnetSwitchboard, argument: "switchboard" }),
      }),
    checkConnection: async ({ plug, sibling }) => {
      const here = connectionChain(connection, config)
      const there = connectionChain(sibling.connection, config)
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
    sendThroughPlug: async (parameters) => {
      const socket = await socketOf(connectionChain(connection, config))
      return (await actions()).sendThroughPlug(await reader(), await wallet(), { ...parameters, socket })
    },
  }
}
