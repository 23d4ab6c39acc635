import { type Address, type Client, concat, type Hex, isHex, keccak256, numberToHex, toBytes, zeroHash } from "viem"
import { readContract } from "viem/actions"
import { encodeFunctionData, recoverMessageAddress } from "viem/utils"

import { executionManagerAbi, socketAbi } from "../abi.js"
import type { OutboundMessage } from "../events.js"
import { openCopy } from "#src/onchain/openCopy.js"
import { askNode } from "#src/onchain/simulation/askNode.js"
import { TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { waitForReceipt } from "#src/onchain/waitForReceipt.js"

export const executorRole: Hex = keccak256(toBytes("EXECUTOR_ROLE"))

/** Who decides who may execute messages on a chain. */
export type ExecutionManager = {
  readonly address: Address
  /** Whether every account may execute. */
  readonly isOpen: boolean
}

export async function readExecutionManager(
  client: Client,
  { socket }: { readonly socket: Address },
): Promise<ExecutionManager> {
  const address = await readContract(client, { abi: socketAbi, address: socket, functionName: "executionManager__" })
  const manager = { abi: executionManagerAbi, address } as const
  const question = { ...manager, functionName: "isExecutor", args: [zeroHash, signatureOfNobody] } as const
  const [, isOpen] = await readContract(client, question).catch(() => [address, false] as const)
  return { address, isOpen }
}

/** Reads who grants the role to execute; `undefined` if the execution manager does not say. */
export async function readManagerOwner(client: Client, { address }: ExecutionManager): Promise<Address | undefined> {
  return await readContract(client, { abi: executionManagerAbi, address, functionName: "owner" }).catch(() => undefined)
}

/** A signature that is valid for every hash, of an account whose key is not known: r is the generator of the curve, s is 1. */
const signatureOfNobody: Hex = concat([
  "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  numberToHex(1, { size: 32 }),
  "0x1b",
])

export async function mayExecute(client: Client, manager: ExecutionManager, account: Address): Promise<boolean> {
  if (manager.isOpen) return true
  const question = { functionName: "hasRole", args: [executorRole, account] } as const
  const asked = readContract(client, { abi: executionManagerAbi, address: manager.address, ...question })
  return await asked.catch(() => false)
}

/** Has the executor of a devnet sign a message, which it does for each one; `undefined` if the node is no devnet's. */
export async function askDevnetToSign(
  client: Client,
  { socket, message }: { readonly socket: Address; readonly message: OutboundMessage },
): Promise<{ readonly signer: Address; readonly signature: Hex } | undefined> {
  const question = { method: "devnet_signExecution", params: [message.messageId], call: { to: socket } }
  const signature = await askNode(client, question)
  if (!isHex(signature)) return undefined
  return { signature, signer: await recoverMessageAddress({ message: { raw: message.packedMessage }, signature }) }
}

/** Enough for the gas of one transaction on any chain. */
const enough = 10n ** 18n

/** Lets an account execute messages on a development node, by impersonating the owner of the execution manager. */
export async function grantExecutorRole(
  client: Client,
  { manager, owner, account }: { readonly manager: Address; readonly owner: Address; readonly account: Address },
): Promise<void> {
  const copy = openCopy(client)
  // The owner of a contract can be a contract, which needs no native tokens of its own.
  await copy.fund(owner, enough)
  const granting = { functionName: "grantRole", args: [executorRole, account] } as const
  const call = { abi: executionManagerAbi, address: manager, ...granting }
  const hash = await copy.send(owner, { to: manager, data: encodeFunctionData(call) })
  const receipt = await waitForReceipt(client, { hash, timeout: 60_000 })
  if (receipt.status !== "success") throw new TransactionRevertedError({ call, hash, reason: undefined })
}
