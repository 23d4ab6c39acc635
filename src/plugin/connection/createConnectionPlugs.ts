import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"

import type { ConnectionPlugs } from "./ConnectionPlugs.js"
import { createConnectionGateway } from "./createConnectionGateway.js"
import { createConnectionMessaging } from "./createConnectionMessaging.js"
import { createConnectionSwap } from "./createConnectionSwap.js"
import { ownChain } from "./ownChain.js"

/** Binds the APIs to a connection. What is heavy is imported by the first call that needs it. */
export function createConnectionPlugs(connection: NetworkConnection<string>, config: HardhatConfig): ConnectionPlugs {
  const { plugs } = config
  return {
    get chain() {
      return ownChain(connection, plugs)
    },
    messaging: createConnectionMessaging(connection, plugs),
    gateway: createConnectionGateway(connection, plugs),
    swap: createConnectionSwap(connection, config),
  }
}
