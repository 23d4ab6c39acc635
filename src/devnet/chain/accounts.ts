import { keccak256, type PrivateKeyAccount, toBytes } from "viem"
import { privateKeyToAccount } from "viem/accounts"

/** The devnet's own staff. Their keys follow from their names: they are worth nothing anywhere else. */
export type Accounts = {
  /** Deploys the contracts, and holds every role that an operator would. */
  readonly deployer: PrivateKeyAccount
  readonly transmitter: PrivateKeyAccount
  readonly executor: PrivateKeyAccount
  readonly watchers: readonly PrivateKeyAccount[]
  /** Signs the gateway's payloads off, and acts on its chain. */
  readonly gatewayWatcher: PrivateKeyAccount
  /** Executes the gateway's payloads on their chains, and is paid for it. */
  readonly gatewayTransmitter: PrivateKeyAccount
  /** Owns the market, and brings its routes on. */
  readonly keeper: PrivateKeyAccount
}

/** @param watchers how many vouch for each packet */
export function createAccounts(watchers = 1): Accounts {
  return {
    deployer: staffMember("deployer"),
    transmitter: staffMember("transmitter"),
    executor: staffMember("executor"),
    watchers: Array.from({ length: watchers }, (_, index) => staffMember(`watcher ${index + 1}`)),
    gatewayWatcher: staffMember("gateway watcher"),
    gatewayTransmitter: staffMember("gateway transmitter"),
    keeper: staffMember("keeper"),
  }
}

function staffMember(role: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toBytes(`hardhat-plugs devnet ${role}`)))
}
