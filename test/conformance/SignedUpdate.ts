import type { Abi, Address, Hex, PrivateKeyAccount, TransactionReceipt } from "viem"

import type { TestedChain } from "./openTestedChain.js"
import { siblingSlug } from "./prepareRoles.js"
import { accounts, sign } from "./signatures.js"

/** What a digest says of where and when it counts. */
export type Scope = {
  readonly contract: Address
  readonly local: number
  readonly sibling: number
  readonly nonce: bigint
}

/** A change that the holder of a role signs and anybody submits. */
export type SignedUpdate = {
  readonly name: string
  readonly contract: "executionManager" | "transmitManager" | "fastSwitchboard" | "optimisticSwitchboard"
  readonly signer: PrivateKeyAccount
  /** The role that a refusal names. */
  readonly role: Hex
  /** Whether the digest says which other chain is meant. */
  readonly namesSibling: boolean
  digest(scope: Scope): Hex
  data(nonce: bigint, signature: Hex): Hex
  readonly abi: Abi
  readonly event: string
  readonly args: Readonly<Record<string, unknown>>
  /** What the contract answers afterwards. */
  readonly effect: (chain: TestedChain) => Promise<unknown>
  readonly expected: unknown
  /** An update without which this one changes nothing. */
  readonly undoes?: SignedUpdate
}

/** Signs an update as its signer would and submits it from an account without any role. */
export async function apply(chain: TestedChain, update: SignedUpdate): Promise<TransactionReceipt> {
  const scope = await scopeOf(chain, update)
  const signature = await sign(update.signer, update.digest(scope))
  return await chain.mined(chain.walletClient.sendTransaction(transactionOf(chain, update, scope.nonce, signature)))
}

/** The scope that an update must be signed for now. */
export async function scopeOf(chain: TestedChain, { contract, signer }: SignedUpdate): Promise<Scope> {
  const nonce = await chain[contract].read.nextNonce([signer.address])
  return { contract: chain[contract].address, local: chain.slug, sibling: siblingSlug, nonce }
}

export function transactionOf(
  chain: TestedChain,
  update: SignedUpdate,
  nonce: bigint,
  signature: Hex,
): { account: Address; to: Address; data: Hex } {
  const to = chain[update.contract].address
  return { account: accounts.stranger.address, to, data: update.data(nonce, signature) }
}
