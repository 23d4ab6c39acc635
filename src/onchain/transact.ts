import type { Abi, Account, Address, Client, Hex, TransactionReceipt } from "viem"
import { getChainId, simulateContract } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import { AbortedError } from "../http/errors.js"
import { unlessAborted } from "../http/polling/unlessAborted.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { explainCallError, noGuide, type RevertGuide } from "./callErrors.js"
import type { GasLimits, GasPlan } from "./gas/GasPlan.js"
import { readRevert } from "./readRevert.js"
import { submit, type TransactionToSubmit } from "./submission/sendSubmission.js"
import { TransactionRevertedError } from "./transactionErrors.js"
import { defaultReceiptTimeout, waitForReceipt } from "./waitForReceipt.js"

export type ContractCall = {
  readonly abi: Abi
  readonly address: Address
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly value?: bigint | undefined
  readonly gas?: bigint | undefined
  /** Default: the wallet or the node chooses it. */
  readonly nonce?: number | undefined
}

/** Options of everything that sends a transaction. */
export type TransactOptions = GasLimits & {
  /** Called with the gas before the transaction is signed; a promise that it returns is awaited. If it throws, nothing is sent. */
  readonly onGas?: ((gas: GasPlan) => unknown) | undefined
  /** Called with the hash as soon as the transaction is submitted, before its receipt is awaited. */
  readonly onSubmitted?: ((hash: Hex) => void) | undefined
  /** Milliseconds to wait for the receipt. Default: 3 minutes. */
  readonly receiptTimeout?: number | undefined
  /** Aborts everything before the transaction is submitted; after that, only the wait for its receipt. */
  readonly signal?: AbortSignal | undefined
  /** ABIs to decode a revert with, besides the call's own. */
  readonly errorAbis?: readonly Abi[] | undefined
}

/** The account that signs. Throws an InvalidInputError if the client has none. */
export function accountOf(walletClient: Client): Account {
  if (walletClient.account !== undefined) return walletClient.account
  throw new InvalidInputError({
    argument: "walletClient",
    problem: "it has no account",
    fix: "Create it with an account: createWalletClient({ account, … }).",
  })
}

/** Simulates a call from the account. Throws the errors of viem. */
export async function simulate(client: Client, call: ContractCall, account: Account): Promise<void> {
  // On the state of a block, the transactions before it may not be mined yet.
  await simulateContract(client, { ...call, nonce: undefined, account })
}

/**
 * Simulates a call, submits it, and waits for its receipt. A call that reverts in the simulation is not submitted.
 *
 * @param options.guide the errors of the contract's protocol, and advice for them
 * @throws {CallRevertedError} the simulation reverts; nothing was sent
 * @throws {NodeFailedError} the node did not answer; nothing was sent
 * @throws {GasPriceTooHighError} {@link GasTooExpensiveError} the gas costs more than the limits; nothing was sent
 * @throws {NotSubmittedError} the wallet or the node did not accept the transaction
 * @throws {NotMinedError} the transaction was submitted, but its receipt was not seen in time
 * @throws {TransactionRevertedError} the transaction was mined and reverted
 * @throws {AbortedError} the signal was aborted
 */
export async function transact(
  publicClient: Client,
  walletClient: Client,
  call: ContractCall,
  options: TransactOptions & { readonly guide?: RevertGuide } = {},
): Promise<TransactionReceipt> {
  const {
    onGas,
    onSubmitted,
    receiptTimeout = defaultReceiptTimeout,
    signal,
    errorAbis = [],
    guide = noGuide,
  } = options
  const account = accountOf(walletClient)
  const abis = [call.abi, ...errorAbis, ...guide.abis]
  checkReceiptTimeout(receiptTimeout)
  try {
    await unlessAborted(simulate(publicClient, call, account), [signal])
  } catch (error) {
    throw explainCallError(error, call, { ...guide, abis })
  }
  if (signal?.aborted === true) throw new AbortedError()
  const sender = { account, publicClient, walletClient, call, errorAbis: abis, gasLimits: options, onGas }
  const hash = await submit(sender, await encode(publicClient, walletClient, call))
  onSubmitted?.(hash)
  const receipt = await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal })
  if (receipt.status === "success") return receipt
  const reason = await whyReverted(publicClient, { ...call, account, blockNumber: receipt.blockNumber }, abis)
  throw new TransactionRevertedError({ call, hash, reason })
}

/** A receipt has no revert data, but the same call on the state of its block most likely reverts in the same way. */
async function whyReverted(
  client: Client,
  call: ContractCall & { account: Account; blockNumber: bigint },
  abis: readonly Abi[],
): Promise<string | undefined> {
  try {
    await simulateContract(client, { ...call, nonce: undefined })
    return undefined
  } catch (error) {
    return readRevert(error, abis)?.reason
  }
}

/** Checked before the transaction is submitted, because an error in the wait would come too late. */
function checkReceiptTimeout(ms: number): void {
  if (Number.isFinite(ms) && ms >= 0) return
  throw new InvalidInputError({
    argument: "receiptTimeout",
    problem: `${ms} is not a valid number of milliseconds`,
    fix: "Use 0 or more.",
  })
}

async function encode(publicClient: Client, { chain }: Client, call: ContractCall): Promise<TransactionToSubmit> {
  const { address: to, value = 0n, nonce, gas } = call
  try {
    const chainId = chain?.id ?? (await getChainId(publicClient))
    return { chainId, to, data: encodeFunctionData(call), value, nonce, gas }
  } catch (error) {
    throw explainCallError(error, call)
  }
}
