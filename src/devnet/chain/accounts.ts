import { pointFromScalar, signRecoverable } from "tiny-secp256k1"
import type { Hex, LocalAccount, Signature } from "viem"
import {
  bytesToHex,
  concatHex,
  getAddress,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToHex,
  parseEther,
  serializeTransaction,
  toBytes,
} from "viem/utils"

import type { LocalChain } from "./chains.js"

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

/** viem's `privateKeyToAccount`, with the curve in WASM, which signs five times as fast. */
export function accountOfKey(privateKey: Hex): LocalAccount {
  const key = hexToBytes(privateKey)
  const publicKey = pointFromScalar(key, false)
  if (publicKey === null) throw new Error("a private key is a number from 1 to the order of secp256k1")

  function signHash(hash: Hex): Signature {
    const { signature, recoveryId } = signRecoverable(hexToBytes(hash), key)
    const [r, s] = [bytesToHex(signature.subarray(0, 32)), bytesToHex(signature.subarray(32))]
    return { r, s, yParity: recoveryId & 1 }
  }
  const signed = (hash: Hex): Promise<Hex> => {
    const { r, s, yParity } = signHash(hash)
    return Promise.resolve(concatHex([r, s, yParity === 0 ? "0x1b" : "0x1c"]))
  }

  return {
    type: "local",
    source: "key",
    // An address is the end of the hash of both coordinates, which follow a byte for the form.
    address: getAddress(`0x${keccak256(publicKey.subarray(1)).slice(-40)}`),
    publicKey: bytesToHex(publicKey),
    sign: ({ hash }) => signed(hash),
    signMessage: ({ message }) => signed(hashMessage(message)),
    signTypedData: (typedData) => signed(hashTypedData(typedData)),
    async signTransaction(transaction, { serializer = serializeTransaction } = {}) {
      const hash = keccak256(await serializer(transaction))
      return await serializer(transaction, signHash(hash))
    },
  }
}

/** More than gas can ever cost here. */
const balance = numberToHex(parseEther("1000000"))

export async function fund({ provider }: LocalChain, { watchers, ...others }: Accounts): Promise<void> {
  await Promise.all(
    [...Object.values(others), ...watchers].map(({ address }) =>
      provider.request({ method: "hardhat_setBalance", params: [address, balance] }),
    ),
  )
}
