import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"

import { connectedChain } from "./chains/connectionChain.js"
import type { ConnectionPlugs } from "./ConnectionPlugs.js"
import { createConnectionGateway } from "./createConnectionGateway.js"
import { createConnectionMessaging } from "./createConnectionMessaging.js"
import { createConnectionSwap } from "./createConnectionSwap.js"

/** Binds the APIs to a connection. Heavy modules are imported by the first call that needs them. */
export function createConnectionPlugs(connection: NetworkConnection<string>, project: HookContext): ConnectionPlugs {
  const { config } = project
  const { plugs } = config
  return {
    get chain() {
      return connectedChain(connection, plugs)
    },
    messaging: createConnectionMessaging(connection, project),
    gateway: createConnectionGateway(connection, config),
    swap: createConnectionSwap(connection, config),
  }
}
