import {
  type Abi,
  type Address,
  type Hex,
  numberToHex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from "viem"

import { framesOf, pointAt } from "../world/awaited.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { maxTransactionGas } from "#src/devnet/chain/hardfork.js"
import { protocolReverts } from "#src/messaging/onchain/callErrors.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { causesOf } from "#src/primitives/PlugsError.js"
import type { DecodedRevert } from "#src/primitives/reverts/decodeRevertData.js"

export type WorldTransaction = {
  readonly from: Address
  /** `undefined` deploys a contract. */
  readonly to: Address | undefined
  readonly data: Hex
  readonly value?: bigint | undefined
  /** Default: the most that a transaction may have, because what is estimated can be too little by the time that it is mined. */
  readonly gas?: bigint | undefined
  /** What is called, for the text of an error. */
  readonly functionName: string
  /** Default: the name under which a test has deployed it. */
  readonly contractName?: string | undefined
  readonly abi: Abi
  /** Holds the place in the test from which the call was made. */
  readonly calledAt?: Error | undefined
}

/** Sends a transaction on a chain of the world from any address, and waits until it is mined. */
export async function transact(
  world: OpenWorld,
  chain: LocalChain,
  transaction: WorldTransaction,
): Promise<TransactionReceipt> {
  const { from, to, data, value = 0n, gas = maxTransactionGas, functionName } = transaction
  await unlock(chain, from)
  const call = { from, ...(to === undefined ? {} : { to }), data, value: numberToHex(value), gas: numberToHex(gas) }
  let hash: Hex
  try {
    hash = (await chain.provider.request({ method: "eth_sendTransaction", params: [call] })) as Hex
    const receipt = await receiptOf(chain, hash)
    if (receipt.status === "success") return receipt
    // It was not mined at once, so the reason is unknown. On the state before its block, it most likely reverts in the same way.
    await chain.provider.request({ method: "eth_call", params: [call, numberToHex(receipt.blockNumber - 1n)] })
  } catch (error) {
    throw revertError(world, error, { ...transaction, chain: chain.name, address: to })
  }
  throw new TransactionRevertedError({ call: { address: to ?? from, functionName }, hash, reason: undefined })
}

/** Most chains mine at once, so the receipt is there. Otherwise it comes with a block, and nothing polls until then. */
async function receiptOf({ publicClient, onHead }: LocalChain, hash: Hex): Promise<TransactionReceipt> {
  for (;;) {
    const { promise: mined, resolve } = Promise.withResolvers<undefined>()
    const stopListening = onHead(() => {
      resolve(undefined)
    })
    try {
      return await publicClient.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      await mined
    } finally {
      stopListening()
    }
  }
}

/** Lets a chain sign for an address that it has no key of. */
export async function unlock(chain: LocalChain, address: Address): Promise<void> {
  if (!chain.accounts.includes(address)) await chain.testClient.impersonateAccount({ address })
}

type CallOnChain = Pick<WorldTransaction, "functionName" | "contractName" | "abi" | "calledAt"> & {
  readonly chain: string
  /** `undefined` for a contract that is being deployed. */
  readonly address: Address | undefined
  /** What it reverts with, where the error does not have it. */
  readonly revertData?: Hex | undefined
}

/** Names contract and chain of a revert, decodes it with all ABIs of the test, and begins its stack in the Solidity source. */
export function revertError({ registry, devnet }: OpenWorld, error: unknown, call: CallOnChain): unknown {
  const { chain, address, functionName, abi, revertData, calledAt } = call
  const revert = readRevert(revertData ?? error, [abi, ...registry.abis(), ...protocolReverts.abis])
  if (revert === undefined) return error
  const at = address ?? zeroAddress
  const { contractName = registry.find(chain, at)?.name } = call
  const reason = revert.data === "0x" ? (solidityMessage(error) ?? revert.reason) : revert.reason
  const subject = contractName === undefined ? functionName : `${contractName}.${functionName}`
  const summary = {
    message: `${subject} on ${chain} reverts: ${reason}${aboutSlug(revert, chain, devnet)}.`,
    facts: address === undefined ? {} : { contract: address },
    ...(revert.name === "NotConnected" && { next: connectInWorld }),
  }
  const reverted = new CallRevertedError({ address: at, functionName, chain }, revert, protocolReverts.advice, summary)
  const frames = solidityFrames(error)
  return calledAt === undefined && frames.length === 0 ? reverted : pointAt(reverted, calledAt, frames)
}

const connectInWorld =
  "Deploy the plugs with world.deployConnected, or connect them: await world.connect([one, other]). Each sends to the other's chain."

/** A sibling's chain that cannot have one is a mistake of the test. */
function aboutSlug({ name, args: [slug] }: DecodedRevert, own: string, devnet: OpenWorld["devnet"]): string {
  if (name !== "NotConnected") return ""
  const chains = Object.values(devnet.chains)
  const meant = chains.find((each) => each.slug === slug)
  if (meant === undefined) {
    const slugs = chains.map((each) => `${each.name} has ${each.slug}`)
    return `, which is the slug of no chain here: ${slugs.join(", ")}`
  }
  return meant.name === own ? `, which is the slug of ${own} itself` : ""
}

/** The lines of a stack that are in Solidity source, where the chain has thrown the error or one of its causes. */
function solidityFrames(error: unknown): readonly string[] {
  const frames = framesOf(solidityErrorIn(error))
  const end = frames.findIndex((frame) => inJavaScript.test(frame))
  return end === -1 ? frames : frames.slice(0, end)
}

/** Solidity source has relative paths. */
const inJavaScript = /^ +at async |[ (](?:file:|node:|\/|[A-Za-z]:\\)/

/** What the chain says about a revert without data, such as a check of the compiler. */
function solidityMessage(error: unknown): string | undefined {
  const prefix = "Transaction reverted: "
  const message = solidityErrorIn(error)?.message
  return message?.startsWith(prefix) ? message.slice(prefix.length) : undefined
}

function solidityErrorIn(error: unknown): Error | undefined {
  return causesOf(error).find(({ name }) => name === "SolidityError")
}
