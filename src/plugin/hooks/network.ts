import { HardhatPluginError } from "hardhat/plugins"
import type { HookContext, NetworkHooks } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"

import { connectedChain } from "../connection/chains/connectionChain.js"
import type { ConnectionPlugs } from "../connection/ConnectionPlugs.js"
import { createConnectionGateway } from "../connection/createConnectionGateway.js"
import { createConnectionMessaging } from "../connection/createConnectionMessaging.js"
import { createConnectionSwap } from "../connection/createConnectionSwap.js"

const createHandlers = (): Promise<Partial<NetworkHooks>> =>
  Promise.resolve({
    async newConnection<ChainTypeT extends string>(
      context: HookContext,
      next: (nextContext: HookContext) => Promise<NetworkConnection<ChainTypeT>>,
    ): Promise<NetworkConnection<ChainTypeT>> {
      const connection = await next(context)
      if (connection.networkConfig.type === "http") nameDevnet(context, connection)
      if (context.config.plugins.some(({ id }) => id === "hardhat-viem")) nameChain(context, connection)
      else nameViem(connection)
      let plugs: NetworkConnection["plugs"] | undefined
      return Object.defineProperty(connection, "plugs", {
        enumerable: true,
        get: () => (plugs ??= createConnectionPlugs(connection, context)),
      })
    },
  })

export default createHandlers

/** Without the plugin a script would fail with a property of undefined. */
function nameViem(connection: NetworkConnection<string>): void {
  if ("viem" in connection) return
  Object.defineProperty(connection, "viem", {
    ...{ configurable: true, enumerable: false },
    set: (value: unknown) => Object.defineProperty(connection, "viem", { value, writable: true, enumerable: true }),
    get: () => {
      const message =
        "connection.viem comes with @nomicfoundation/hardhat-viem: add hardhatViem to plugins in the Hardhat configuration."
      throw new HardhatPluginError("hardhat-plugs", message)
    },
  })
}

/** Where the first requests are refused, Hardhat's own error names the network alone, and a script shows it as it is. */
function nameDevnet(context: HookContext, { provider, networkName }: NetworkConnection<string>): void {
  const request = provider.request.bind(provider)
  provider.request = async (call) => {
    try {
      return (await request(call)) as unknown
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "HardhatError") throw error
      const { sayDevnetIsAway } = await import("../connection/chains/connectChain.js")
      throw await sayDevnetIsAway(context, networkName, error)
    }
  }
}

type Viem = Readonly<Record<string, unknown>>

/** What hardhat-viem gives clients of, each with the place of its options among the arguments. */
const viemClients = { getPublicClient: 0, getWalletClients: 0, getWalletClient: 1, getTestClient: 0 } as const

/** For viem every chain of a devnet is called Hardhat and has no contract that public chains have. */
function nameChain({ config }: HookContext, connection: NetworkConnection<string>): void {
  const { networkName: name, networkConfig } = connection
  const own = config.plugs.devnet.chains.find((chain) => chain.name === name && chain.chainId === networkConfig.chainId)
  if (own === undefined) return
  const withChain = (viem: Viem): Viem => {
    const clients = Object.entries(viemClients).map(([method, place]) => [
      method,
      async (...args: readonly unknown[]) => {
        const { devnetChain } = await import("#src/devnet/chain/chains.js")
        const options = { chain: devnetChain(own), ...(args[place] as object | undefined) }
        return await (viem[method] as (...args: readonly unknown[]) => Promise<unknown>)(
          ...args.slice(0, place),
          options,
        )
      },
    ])
    return { ...viem, ...(Object.fromEntries(clients) as Viem) }
  }
  // Another plugin gives the connection its viem, before or after this one.
  const { viem } = connection as unknown as { viem?: Viem }
  let named = viem && withChain(viem)
  Object.defineProperty(connection, "viem", {
    ...{ enumerable: true, configurable: true },
    get: () => named,
    set(given: Viem) {
      named = withChain(given)
    },
  })
}

/** Binds the APIs to a connection. Heavy modules are imported by the first call that needs them. */
function createConnectionPlugs(connection: NetworkConnection<string>, project: HookContext): ConnectionPlugs {
  return {
    get chain() {
      return connectedChain(connection, project.config.plugs)
    },
    messaging: createConnectionMessaging(connection, project),
    gateway: createConnectionGateway(connection, project),
    swap: createConnectionSwap(connection, project),
  }
}
