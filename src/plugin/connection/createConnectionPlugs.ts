import type { NetworkConnection } from "hardhat/types/network"

import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { ConnectionPlugs } from "./ConnectionPlugs.js"
import { createConnectionGateway } from "./createConnectionGateway.js"
import { createConnectionMessaging } from "./createConnectionMessaging.js"
import { ownChain } from "./ownChain.js"

/** Binds the APIs to a connection. What is heavy is imported by the first call that needs it. */
export function createConnectionPlugs(connection: NetworkConnection<string>, config: PlugsConfig): ConnectionPlugs {
  return {
    get chain() {
      return ownChain(connection, config)
    },
    messaging: createConnectionMessaging(connection, config),
    gateway: createConnectionGateway(connection, config),
  }
}
