import { keccak256, type PrivateKeyAccount, toBytes } from "viem"
import { privateKeyToAccount } from "viem/accounts"

/** The devnet's own accounts. Their keys are derived from their roles: never send anything of value to them. */
export type Accounts = {
  /** Deploys the contracts, and holds every role that an operator would. */
  readonly deployer: PrivateKeyAccount
  readonly transmitter: PrivateKeyAccount
  readonly executor: PrivateKeyAccount
  readonly watchers: readonly PrivateKeyAccount[]
  /** Signs the gateway's payloads, and acts on the gateway chain. */
  readonly gatewayWatcher: PrivateKeyAccount
  /** Executes the gateway's payloads on their chains, and is paid for it. */
  readonly gatewayTransmitter: PrivateKeyAccount
  /** Owns the market, and moves its routes on. */
  readonly keeper: PrivateKeyAccount
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

function accountOf(role: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toBytes(`hardhat-plugs devnet ${role}`)))
}
