import { type Address, type Client, concat, type Hex, keccak256, numberToHex, toBytes, zeroHash } from "viem"

import { readContract } from "viem/actions"

import { executionManagerAbi, socketAbi } from "../onchain/abi.js"

/** The role of those who may execute messages. */
export const executorRole: Hex = keccak256(toBytes("EXECUTOR_ROLE"))

/** Who decides who may execute messages on a chain. */
export type ExecutionManager = {
  readonly address: Address
  /** `undefined` if it does not say. */
  readonly owner: Address | undefined
  /** Whether anybody may execute. */
  readonly isOpen: boolean
}

/** Reads a chain's execution manager. */
export async function readExecutionManager(
  client: Client,
  { socket }: { readonly socket: Address },
): Promise<ExecutionManager> {
  const address = await readContract(client, { abi: socketAbi, address: socket, functionName: "executionManager__" })
  const manager = { abi: executionManagerAbi, address } as const
  const [owner, isOpen] = await Promise.all([
    readContract(client, { ...manager, functionName: "owner" }).catch(() => undefined),
    readContract(client, { ...manager, functionName: "isExecutor", args: [zeroHash, signatureOfNobody] }).then(
      ([, isExecutor]) => isExecutor,
      () => false,
    ),
  ])
  return { address, owner, isOpen }
}

/** A signature that is valid for every hash, of an account that nobody has the key of: r is the generator of the curve, s is 1. */
const signatureOfNobody: Hex = concat([
  "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  numberToHex(1, { size: 32 }),
  "0x1b",
])

/** Whether an account may execute messages. */
export async function mayExecute(client: Client, manager: ExecutionManager, account: Address): Promise<boolean> {
  if (manager.isOpen) return true
  return await readContract(client, {
    abi: executionManagerAbi,
    address: manager.address,
    functionName: "hasRole",
    args: [executorRole, account],
  }).catch(() => false)
}
