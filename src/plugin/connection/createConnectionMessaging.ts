import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { devnetSwitchboard } from "../../devnet/addresses.js"
import type { ChainEntry } from "../../primitives/chains.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { ChainReference, ConnectionMessaging } from "./ConnectionPlugs.js"
import { lazily } from "./lazily.js"
import { onlyOnDevnet } from "./onlyOnDevnet.js"
import { ownChain } from "./ownChain.js"
import { pollingOf } from "./pollingOf.js"
import { readReference } from "./readReference.js"
import { startLater } from "./startLater.js"

/** Binds messaging to a connection. What is heavy is imported by the first call that needs it. */
export function createConnectionMessaging(
  connection: NetworkConnection<string>,
  config: PlugsConfig,
): ConnectionMessaging {
  const actions = lazily(() => import("../../messaging/index.js"))
  const api = lazily(async () => (await import("./openMessaging.js")).openMessaging(config))
  const clients = lazily(() => import("./clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const socketOf = async (chain: ChainEntry): Promise<Address> => (await import("./socketOf.js")).socketOf(chain)

  const slugOf = (reference: ChainReference, argument: string): number => readReference(reference, argument, config)
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
    ...pollingOf(config.messaging),
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
        switchboard:
          switchboard ?? onlyOnDevnet(connection, config, { address: devnetSwitchboard, argument: "switchboard" }),
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
