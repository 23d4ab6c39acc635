import { encodeAbiParameters, type Hex, keccak256, parseAbiParameters, type PrivateKeyAccount, toBytes } from "viem"
import { privateKeyToAccount } from "viem/accounts"

/** The protocol names its roles and actions by the hash of a word. */
export function idOf(word: string): Hex {
  return keccak256(toBytes(word))
}

/** The role of a chain, which is another role than that of the whole contract. */
export function roleOf(word: string, slug: number): Hex {
  return digestOf("bytes32, uint32", [idOf(word), slug])
}

/** Hashes values as the protocol encodes what is signed. */
export function digestOf(types: string, values: readonly unknown[]): Hex {
  return keccak256(encodeAbiParameters(parseAbiParameters(types), values))
}

/** Signs a digest with the prefix of eth_sign. */
export async function sign(account: PrivateKeyAccount, digest: Hex): Promise<Hex> {
  return await account.signMessage({ message: { raw: digest } })
}

/** Signatures from which nobody can be recovered. */
export const malformedSignatures: Readonly<Record<string, Hex>> = {
  "no signature": "0x",
  "64 bytes": `0x${"11".repeat(64)}`,
  "an s in the upper half of the curve": `0x${"11".repeat(32)}${"ff".repeat(32)}1b`,
  "a v that is neither 27 nor 28": `0x${"11".repeat(64)}1d`,
}

type AccountName =
  | "owner"
  | "governor"
  | "executor"
  | "transmitter"
  | "watcher"
  | "secondWatcher"
  | "guard"
  | "feesUpdater"
  | "treasurer"
  | "plug"
  | "stranger"

/** An account of the suite's own for each role. */
export const accounts: Readonly<Record<AccountName, PrivateKeyAccount>> = {
  owner: accountOf("owner"),
  governor: accountOf("governor"),
  executor: accountOf("executor"),
  transmitter: accountOf("transmitter"),
  watcher: accountOf("watcher"),
  secondWatcher: accountOf("second watcher"),
  guard: accountOf("guard"),
  feesUpdater: accountOf("fees updater"),
  treasurer: accountOf("treasurer"),
  plug: accountOf("plug"),
  stranger: accountOf("stranger"),
}

function accountOf(name: string): PrivateKeyAccount {
  return privateKeyToAccount(idOf(`conformance ${name}`))
}
