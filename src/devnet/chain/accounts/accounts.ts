import type { LocalAccount } from "viem"
import { keccak256, toBytes } from "viem/utils"

import { accountOfKey } from "./accountOfKey.js"

/** The devnet's own accounts. Their keys are derived from their roles: never send anything of value to them. */
export type Accounts = {
  /** Deploys the contracts, and holds every role that an operator would. */
  readonly deployer: LocalAccount
  readonly transmitter: LocalAccount
  readonly executor: LocalAccount
  readonly watchers: readonly LocalAccount[]
  /** Signs the gateway's payloads, and acts on the gateway chain. */
  readonly gatewayWatcher: LocalAccount
  /** Executes the gateway's payloads on their chains, and is paid for it. */
  readonly gatewayTransmitter: LocalAccount
  /** Owns the market, and moves its routes on. */
  readonly keeper: LocalAccount
}

/** @param watchers how many watchers attest each packet */
export function createAccounts(watchers = 1): Accounts {
  return {
    deployer: accountOf("deployer"),
    transmitter: accountOf("transmitter"),
    executor: accountOf("executor"),
    watchers: Array.from({ length: watchers }, (_, index) => accountOf(`watcher ${index + 1}`)),
    gatewayWatcher: accountOf("gateway watcher"),
    gatewayTransmitter: accountOf("gateway transmitter"),
    keeper: accountOf("keeper"),
  }
}

function accountOf(role: string): LocalAccount {
  return accountOfKey(keccak256(toBytes(`hardhat-plugs devnet ${role}`)))
}
