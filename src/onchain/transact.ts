import type { Abi, Account, Address, Client, Hex, TransactionReceipt } from "viem"

import { simulateContract, writeContract } from "viem/actions"

import { AbortedError } from "../http/errors.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { explainCallError, noGuide, type RevertGuide } from "./callErrors.js"
import { decodeRevert } from "./readRevert.js"
import { NotSubmittedError, TransactionRevertedError } from "./transactionErrors.js"
import { waitForReceipt } from "./waitForReceipt.js"

/** A contract call that becomes a transaction. */
export type ContractCall = {
  readonly abi: Abi
  readonly address: Address
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly value?: bigint | undefined
  readonly gas?: bigint | undefined
}

/** What goes with a transaction. */
export type TransactOptions = {
  /** Told of the transaction as soon as it is submitted, before it is waited for. */
  readonly onSubmitted?: ((hash: Hex) => void) | undefined
  /** Milliseconds to wait for the receipt. Default: 3 minutes. */
  readonly receiptTimeout?: number | undefined
  /** Ends the wait for the receipt, and before the transaction is submitted, everything. */
  readonly signal?: AbortSignal | undefined
  /** ABIs to decode a revert with, beside the call's own. */
  readonly errorAbis?: readonly Abi[] | undefined
}

const defaultReceiptTimeout = 3 * 60_000

/** The account that signs. */
export function accountOf(walletClient: Client): Account {
  if (walletClient.account !== undefined) return walletClient.account
  throw new InvalidInputError({
    argument: "walletClient",
    problem: "it has no account",
    fix: "Create it with one: createWalletClient({ account, … }).",
  })
}

/** Runs a call as the account would, and sends nothing. Throws what viem throws. */
export async function simulate(client: Client, call: ContractCall, account: Account): Promise<void> {
  await simulateContract(client, { ...call, account })
}

/**
 * Simulates a call, submits it, and waits for its receipt. What reverts in the simulation is never submitted.
 *
 * @param options.guide to the errors of the contract's protocol
 */
export async function transact(
  publicClient: Client,
  walletClient: Client,
  call: ContractCall,
  options: TransactOptions & { readonly guide?: RevertGuide } = {},
): Promise<TransactionReceipt> {
  const { onSubmitted, receiptTimeout = defaultReceiptTimeout, signal, errorAbis = [], guide = noGuide } = options
  const account = accountOf(walletClient)
  const abis = [call.abi, ...errorAbis, ...guide.abis]
  checkReceiptTimeout(receiptTimeout)
  try {
    await simulate(publicClient, call, account)
  } catch (error) {
    throw explainCallError(error, call, { ...guide, abis })
  }
  if (signal?.aborted === true) throw new AbortedError()
  const hash = await submit(walletClient, call, account)
  onSubmitted?.(hash)
  const receipt = await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal })
  if (receipt.status === "success") return receipt
  const reason = await whyReverted(publicClient, { ...call, account, blockNumber: receipt.blockNumber }, abis)
  throw new TransactionRevertedError({ call, hash, reason })
}

/** A receipt has no revert data, but the same call on the block's state most likely reverts alike. */
async function whyReverted(
  client: Client,
  call: ContractCall & { account: Account; blockNumber: bigint },
  abis: readonly Abi[],
): Promise<string | undefined> {
  try {
    await simulateContract(client, call)
    return undefined
  } catch (error) {
    return decodeRevert(error, abis)?.reason
  }
}

/** Here and not in the wait itself: by then the transaction would be on its way. */
function checkReceiptTimeout(ms: number): void {
  if (Number.isFinite(ms) && ms >= 0) return
  throw new InvalidInputError({
    argument: "receiptTimeout",
    problem: `${ms} is no time to wait`,
    fix: "Give milliseconds, 0 or more.",
  })
}

async function submit(walletClient: Client, call: ContractCall, account: Account): Promise<Hex> {
  try {
    return await writeContract(walletClient, { ...call, account, chain: walletClient.chain ?? null })
  } catch (error) {
    throw new NotSubmittedError({ call, error })
  }
}
