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
      let plugs: NetworkConnection["plugs"] | undefined
      return Object.defineProperty(connection, "plugs", {
        enumerable: true,
        get: () => (plugs ??= createConnectionPlugs(connection, context)),
      })
    },
  })

export default createHandlers

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
