import { type Address, type Hex, zeroAddress } from "viem"
import { getChainId } from "viem/actions"
import { concat, hashStruct, keccak256 } from "viem/utils"

import type { Batch, BatchCall, SafeTx } from "./Batch.js"
import { findMultiSend, packMultiSend } from "./carriers.js"
import { askContract } from "#src/messaging/reading/ChainView.js"
import { findSingleton, safeAbi as abi } from "#src/messaging/reading/safe/readSafe.js"
import type { Copy } from "#src/messaging/wiring/Copy.js"
import { throwExplained } from "#src/onchain/callErrors.js"

/** What the owners of a Safe sign for a batch, as their devices show it. */
export type SafeHashes = {
  readonly version: string
  readonly nonce: bigint
  /** The only target of the batch, or else the contract that makes several calls one. */
  readonly to: Address
  readonly operation: 0 | 1
  readonly domainHash: Hex
  readonly messageHash: Hex
  readonly safeTxHash: Hex
}

const safeTx = {
  ...{ to: "address", value: "uint256", data: "bytes", operation: "uint8" },
  ...{ safeTxGas: "uint256", baseGas: "uint256", gasPrice: "uint256" },
  ...{ gasToken: "address", refundReceiver: "address", nonce: "uint256" },
}

/** The wallet of Safe asks for no refund. */
const noRefund = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress }

/**
 * Computes what the owners of a Safe sign for a batch, as its wallet proposes it.
 *
 * @param nonce Default: that of the file, or the next one of the Safe
 * @returns why there are none, as the end of a sentence, if the account is not known as a Safe or its transaction is not known
 */
export async function readSafeHashes(
  { client, socket, name }: Copy,
  { from: address, calls, chain, safeTx: given }: Pick<Batch, "from" | "calls" | "chain" | "safeTx">,
  { nonce, safeCode }: { readonly nonce?: bigint | undefined; readonly safeCode?: readonly Hex[] | undefined } = {},
): Promise<SafeHashes | { readonly why: string }> {
  const view = { client, socket, answers: new Map<string, Promise<unknown>>() }
  const failed = throwExplained({ address, functionName: "VERSION", chain: name })
  const singleton = await findSingleton(view, address, safeCode).catch(failed)
  if (typeof singleton !== "string") return singleton
  const text = await askContract(view, { abi, address, functionName: "VERSION", args: [] })
  const next = nonce ?? given?.nonce ?? (await askContract(view, { abi, address, functionName: "nonce", args: [] }))
  const [version, short] = /^(\d{1,3}\.\d)\.\d{1,3}/.exec(text ?? "") ?? []
  if (version === undefined || next === null) return { why: "it does not answer as a Safe" }
  if (Number(short) < 1) return { why: `a Safe of version ${version} has other hashes` }
  const chainId = await getChainId(client)
  if (chainId !== chain.chainId) return { why: `its node is of chain ${chainId}, and the batch of ${chain.chainId}` }
  const [only, another] = calls
  const multiSend = another && (await findMultiSend(client, { version: Number(short), calls }))
  const packed = multiSend && ({ to: multiSend, value: 0n, data: packMultiSend(calls), operation: 1 } as const)
  const call = another === undefined ? only : packed
  if (call === undefined) return { why: "no contract is known there that makes several calls one" }
  const fields = { ...noRefund, ...given, nonce: next }
  const hashes = hashSafeTx({ chainId: Number(short) >= 1.3 ? chainId : undefined, safe: address, call, fields })
  return { version, nonce: next, to: call.to, operation: call.operation, ...hashes }
}

/** @param chainId `undefined` for a Safe before version 1.3, which signs for every chain */
export function hashSafeTx({
  chainId,
  safe,
  call: { to, value, data, operation },
  fields,
}: {
  readonly chainId: number | undefined
  readonly safe: Address
  readonly call: BatchCall
  readonly fields: SafeTx
}): Pick<SafeHashes, "domainHash" | "messageHash" | "safeTxHash"> {
  const isOfChain = chainId !== undefined
  const domainHash = hashFields("EIP712Domain", {
    types: { ...(isOfChain ? { chainId: "uint256" } : {}), verifyingContract: "address" },
    data: { ...(isOfChain ? { chainId: BigInt(chainId) } : {}), verifyingContract: safe },
  })
  const messageHash = hashFields("SafeTx", { types: safeTx, data: { to, value, data, operation, ...fields } })
  return { domainHash, messageHash, safeTxHash: keccak256(concat(["0x1901", domainHash, messageHash])) }
}

/** Hashes a struct of EIP-712 whose fields are of these types, in their order. */
function hashFields(
  primaryType: string,
  { types, data }: { readonly types: Readonly<Record<string, string>>; readonly data: Record<string, unknown> },
): Hex {
  const fields = Object.entries(types).map(([name, type]) => ({ name, type }))
  return hashStruct({ data, primaryType, types: { [primaryType]: fields } })
}
