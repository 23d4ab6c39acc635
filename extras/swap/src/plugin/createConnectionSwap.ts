import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"

import type { ConnectionSwap, SwapChainReference } from "./ConnectionSwap.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { readSwapChain } from "#extras/swap/src/plugin/swapChains.js"
import { chainIdOf } from "#src/plugin/config/chainsOf.js"
import { readGasLimits } from "#src/plugin/config/gasLimits.js"
import { connectionChain } from "#src/plugin/connection/chains/connectionChain.js"
import { openOnce, pollingIntervals } from "#src/plugin/connection/openClients.js"
import { lazily, subscribeLazily } from "#src/primitives/lifetime/lazily.js"
import type { MalformedParts } from "#src/primitives/malformed.js"

/** Binds swaps to a connection. Heavy modules are imported by the first call that needs them. */
export function createConnectionSwap(connection: NetworkConnection<string>, project: HookContext): ConnectionSwap {
  const { config } = project
  const { plugs } = config
  const actions = lazily(() => import("#src/swap/index.js"))
  const openApi = async () => {
    const { openMalformedNotes } = await import("#src/terminal/malformedNotes.js")
    const { openTerminal } = await import("#src/terminal/terminal.js")
    const notes = openMalformedNotes(openTerminal(process).err)
    const onMalformed = (malformed: MalformedParts): void => {
      notes.onMalformed(malformed)
      notes.print()
    }
    return await openSwap(plugs, { onMalformed })
  }
  const api = openOnce(() => plugs.swap, openApi)

  const clients = lazily(() => import("#src/plugin/connection/chains/clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const openOwn = async () =>
    (await import("#src/plugin/connection/chains/openChains.js")).openChains(project, { own: { connection } })
  const ownJournal = lazily(async () => {
    const { openJournal } = await import("./openJournal.js")
    await using chains = await openOwn()
    return (await openJournal(await chains.connect(connectionChain(connection, plugs)), config)).journal
  })

  const idOf = (reference: SwapChainReference, argument: string): number =>
    readSwapChain(reference, argument, config).chainId
  const ownId = (): number => chainIdOf(connectionChain(connection, plugs), config)
  const trusted = lazily(async () => {
    const { trustedContracts } = await import("./trustedContracts.js")
    return await trustedContracts(connectionChain(connection, plugs), config)
  })
  const minForGas = async (chainId: unknown, signal: AbortSignal | undefined): Promise<bigint | null | undefined> => {
    const chains = await (await api()).getSupportedChains({ signal })
    return chains.find((chain) => chain.chainId === Number(chainId))?.currency.minNativeCurrencyForGas
  }
  const polled = <P extends object>(parameters: P) => ({ ...pollingIntervals(plugs.swap), ...parameters })

  return {
    getQuote: async ({ userOps = "tx", originChainId, destinationChainId, ...parameters }) => {
      // A withdrawal from an exchange begins on no chain.
      const ownOrigin = userOps === "cex-withdraw" ? undefined : ownId
      return (await api()).getQuote({
        ...parameters,
        userOps,
        originChainId: originChainId === undefined ? ownOrigin?.() : idOf(originChainId, "originChainId"),
        destinationChainId: idOf(destinationChainId, "destinationChainId"),
      })
    },
    getStatus: async (parameters) => (await api()).getStatus(parameters),
    findToken: async ({ token, signal }) => {
      const { findOwnToken } = await import("./findToken.js")
      const { name } = connectionChain(connection, plugs)
      const clients = { client: await api(), reader: await reader() }
      return await findOwnToken({ ...clients, plugs, text: token, chain: { name, chainId: ownId() }, signal })
    },
    searchTokens: async (parameters) => (await api()).searchTokens(parameters),
    listTokens: async ({ chainIds, ...parameters } = {}) => {
      const references = typeof chainIds === "string" ? chainIds.split(",") : chainIds
      const ids = references?.map((reference) => idOf(reference, "chainIds"))
      return (await api()).listTokens({ ...parameters, chainIds: ids })
    },
    getSupportedChains: async (parameters) => (await api()).getSupportedChains(parameters),
    getProviders: async (parameters) => (await api()).getProviders(parameters),
    executeRoute: async (parameters) => {
      const { routers, allowedDeposits, ...contracts } = await trusted()
      const limits = { routers, allowedDeposits, ...(parameters.allowedTargets === undefined ? contracts : {}) }
      const { readerOf } = await import("./readerOf.js")
      await using chains = await openOwn()
      return await (
        await actions()
      ).executeRoute({
        ...readGasLimits({}, connectionChain(connection, plugs)),
        ...polled({ ...limits, ...parameters }),
        minNativeCurrencyForGas:
          parameters.minNativeCurrencyForGas ?? (await minForGas(parameters.request.originChainId, parameters.signal)),
        client: await api(),
        publicClient: await reader(),
        walletClient: await wallet(),
        destinationClient:
          parameters.destinationClient ?? (() => readerOf(chains, parameters.request.destinationChainId)),
        journal: parameters.journal ?? (await ownJournal()),
      })
    },
    explainSwap: async (parameters) => {
      const { explainProjectSwap } = await import("./explainProjectSwap.js")
      return await explainProjectSwap(project, { ...parameters, own: { connection } })
    },
    revokeAllowance: async ({ token, spender, ...options }) =>
      (await actions()).revokeAllowance(
        await reader(),
        await wallet(),
        { token, spender },
        {
          ...readGasLimits({}, connectionChain(connection, plugs)),
          ...options,
        },
      ),
    async *watchRoute(parameters) {
      yield* (await actions()).watchRoute(await api(), polled(parameters))
    },
    waitForRoute: async (parameters) => (await actions()).waitForRoute(await api(), polled(parameters)),
    onRoute(parameters, onStep, onError) {
      return subscribeLazily(async () => {
        const [{ onRoute }, client] = await Promise.all([actions(), api()])
        return () => onRoute(client, polled(parameters), onStep, onError)
      }, onError)
    },
  }
}
