import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { slugOf as readSlug } from "../config/chainsOf.js"
import { readGasLimits } from "../config/gasLimits.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import { connectionChain } from "./chains/connectionChain.js"
import type { ChainReference, ConnectionMessaging } from "./ConnectionPlugs.js"
import { openMessaging, openOnce, pollingIntervals } from "./openClients.js"
import type { SendThroughPlugParameters } from "#src/messaging/index.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { lazily, subscribeLazily } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Binds messaging to a connection. Heavy modules are imported by the first call that needs them. */
export function createConnectionMessaging(
  connection: NetworkConnection<string>,
  project: HookContext,
): ConnectionMessaging {
  const config = project.config.plugs
  const actions = lazily(() => import("#src/messaging/index.js"))
  const api = openOnce(
    () => config.messaging,
    () => openMessaging(config),
  )
  const clients = lazily(() => import("./chains/clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const ownChain = lazily(() => chainOf(connection, config))
  const ownSocket = async (): Promise<Address> =>
    (await import("./chains/openSocket.js")).openSocket(connection, await ownChain())

  const slugOf = (reference: ChainReference, argument: string): number => readSlug(reference, argument, config)
  const fromHere = async <P extends { srcChainSlug?: ChainReference | undefined }>(
    parameters: P,
  ): Promise<Omit<P, "srcChainSlug"> & { srcChainSlug: number }> => ({
    ...parameters,
    srcChainSlug:
      parameters.srcChainSlug === undefined ? (await ownChain()).slug : slugOf(parameters.srcChainSlug, "srcChainSlug"),
  })

  /** Opens the chains that a watch reads where the API does not say enough. Those that it opened are closed with it. */
  const openWatch = async <P extends Parameters<typeof fromHere>[0]>(parameters: P) => {
    const [{ openChains }, asked] = await Promise.all([import("./chains/openChains.js"), fromHere(parameters)])
    const entry = await ownChain().catch(() => undefined)
    const opened = openChains(project, { own: { connection, entry } })
    return {
      parameters: {
        chains: { src: () => opened.require(asked.srcChainSlug), dstOf: (slug: number) => opened.find(slug) },
        ...pollingIntervals(config.messaging),
        // A message of a scenario is on no chain, also where one runs that could be asked.
        ...(config.messaging.mock === undefined ? {} : { source: "api" as const }),
        ...asked,
      },
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    }
  }
  const watchMessage: ConnectionMessaging["watchMessage"] = async function* (asked) {
    await using watch = await openWatch(asked)
    yield* (await actions()).watchMessage(await api(), watch.parameters)
  }

  const checkedCall = async ({
    preflight: isWanted,
    ...call
  }: Parameters<ConnectionMessaging["prepareSend"]>[0]): Promise<SendThroughPlugParameters> => {
    const [entry, socket, { isLocalNetwork }] = await Promise.all([
      ownChain(),
      ownSocket(),
      import("../records/identifyChain.js"),
    ])
    const parameters = { ...readGasLimits({}, entry), ...call, socket }
    if (!(isWanted ?? !(await isLocalNetwork(connection, project.config)))) return parameters
    const { preflightOnConnection } = await import("./explaining/explainOnChains.js")
    return { ...parameters, preflight: preflightOnConnection(project, { connection, entry }, call.signal) }
  }

  return {
    getMessages: async (parameters) => (await api()).getMessages(await fromHere(parameters)),
    estimateMinFees: async ({ dstChainSlug, ...parameters }) =>
      (await api()).estimateMinFees({
        ...(await fromHere(parameters)),
        dstChainSlug: slugOf(dstChainSlug, "dstChainSlug"),
      }),
    watchMessage,
    async *watchMessages(asked) {
      await using watch = await openWatch(asked)
      yield* (await actions()).watchMessages(await api(), watch.parameters)
    },
    async waitForMessages(asked) {
      await using watch = await openWatch(asked)
      return await (await actions()).waitForMessages(await api(), watch.parameters)
    },
    async waitForMessage(asked) {
      await using watch = await openWatch(asked)
      return await (await actions()).waitForMessage(await api(), watch.parameters)
    },
    onMessage(asked, onStep, onError) {
      return subscribeLazily(async () => {
        const { callBack } = await import("#src/tracking/follow.js")
        return () => callBack((signal) => watchMessage({ ...asked, signal }), asked.signal, onStep, onError)
      }, onError)
    },
    explainMessage: async (parameters) => {
      const { srcChainSlug, ...asked } = await fromHere(parameters)
      const { explainOnConnection } = await import("./explaining/explainOnChains.js")
      const own = { connection, entry: await ownChain() }
      return await explainOnConnection(project, own, { ...asked, srcChainSlug })
    },
    getMinFees: async ({ dstChainSlug, ...parameters }) => {
      const socket = await ownSocket()
      const dst = slugOf(dstChainSlug, "dstChainSlug")
      return (await actions()).getMinFees(await reader(), { ...parameters, socket, dstChainSlug: dst })
    },
    connectPlug: async ({ siblingChainSlug, switchboard, ...parameters }) => {
      const siblingSlug = slugOf(siblingChainSlug, "siblingChainSlug")
      const choice = { chain: await ownChain(), siblingSlug, switchboard, argument: "switchboard" }
      const { openSwitchboard } = await import("./chains/openSwitchboard.js")
      return await (
        await actions()
      ).connectPlug(await reader(), await wallet(), {
        ...readGasLimits({}, await ownChain()),
        ...parameters,
        socket: await ownSocket(),
        siblingChainSlug: siblingSlug,
        switchboard: await openSwitchboard(connection, config, choice),
      })
    },
    checkConnection: async ({ plug, sibling }) => {
      const [here, there] = await Promise.all([ownChain(), chainOf(sibling.connection, config)])
      const [{ publicClientOf }, { socketOf }] = await Promise.all([clients(), import("./configuredContracts.js")])
      return (await actions()).checkConnection({
        a: { client: await reader(), socket: socketOf(here), plug, slug: here.slug },
        b: {
          client: publicClientOf(sibling.connection),
          socket: socketOf(there),
          plug: sibling.plug,
          slug: there.slug,
        },
      })
    },
    sendThroughPlug: async (parameters) =>
      (await actions()).sendThroughPlug(await reader(), await wallet(), await checkedCall(parameters)),
    prepareSend: async (parameters) =>
      (await actions()).prepareSend(await reader(), (await wallet()).account, await checkedCall(parameters)),
  }
}

/** Finds the chain of a connection, and asks the connection for its chain id if nothing else says which chain it is. */
async function chainOf(connection: NetworkConnection<string>, config: PlugsConfig): Promise<ChainEntry> {
  const { networkName, networkConfig } = connection
  try {
    return connectionChain(connection, config)
  } catch (error) {
    const { findUnidentified, identifyConnection } = await import("./chains/askForChain.js")
    const own = findUnidentified(config, networkName)
    if (own === undefined && networkConfig.chainId !== undefined) throw error
    const asked = own ?? { name: networkName, network: networkName, socket: undefined }
    return await identifyConnection(connection, config, asked).catch((unread: unknown) => {
      // A node that does not answer says less than the configuration that is missing.
      throw own === undefined && !isPlugsError(unread) ? error : unread
    })
  }
}
