import type { HookContext, NetworkHooks } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"

import { createConnectionPlugs } from "../connection/createConnectionPlugs.js"

const createHandlers = (): Promise<Partial<NetworkHooks>> =>
  Promise.resolve({
    async newConnection<ChainTypeT extends string>(
      context: HookContext,
      next: (nextContext: HookContext) => Promise<NetworkConnection<ChainTypeT>>,
    ): Promise<NetworkConnection<ChainTypeT>> {
      const connection = await next(context)
      let plugs: NetworkConnection["plugs"] | undefined
      return Object.defineProperty(connection, "plugs", {
        enumerable: true,
        get: () => (plugs ??= createConnectionPlugs(connection, context)),
      })
    },
  })

export default createHandlers
