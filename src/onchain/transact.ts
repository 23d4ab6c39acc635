import type { Abi, Account, Address, Client, Hex, TransactionReceipt } from "viem"
import { getChainId, simulateContract } from "viem/actions"
import { encodeFunctionData, numberToHex } from "viem/utils"

import { explainCallError, noGuide, type RevertGuide } from "./callErrors.js"
import type { GasLimits, GasPlan } from "./gas/GasPlan.js"
import type { Outbox } from "./outbox.js"
import { requestNode } from "./readNode.js"
import { readRevert } from "./readRevert.js"
import { submit, type TransactionToSubmit } from "./submission/sendSubmission.js"
import { TransactionRevertedError } from "./transactionErrors.js"
import { defaultReceiptTimeout, waitForReceipt } from "./waitForReceipt.js"
import { AbortedError } from "#src/http/errors.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

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
  /**
   * Called with the hash as soon as the transaction is submitted, before its receipt is awaited; and again with that of another one that was
   * mined in its place and does the same, as wallets send to pay more. `replaced` is the hash of the first one then.
   */
  readonly onSubmitted?: ((hash: Hex, replaced?: Hex) => void) | undefined
  /** How many blocks there must be, from that of the transaction on, before it counts. Default: 1. */
  readonly confirmations?: number | undefined
  /** Milliseconds to wait for the receipt and its confirmations. Default: 3 minutes, and a minute more for each further confirmation. */
  readonly receiptTimeout?: number | undefined
  /** Aborts everything before the transaction is submitted; after that, only the wait for its receipt. */
  readonly signal?: AbortSignal | undefined
  /** ABIs to decode a revert with, besides the call's own. */
  readonly errorAbis?: readonly Abi[] | undefined
  /** Sends a transaction that was simulated, and returns its hash. Default: it is sent without a record. */
  readonly outbox?: Pick<Outbox, "send"> | undefined
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
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` the gas costs more than the limits; nothing was sent
 * @throws {NotSubmittedError} the wallet or the node did not accept the transaction
 * @throws {NotMinedError} the transaction was submitted, but its receipt was not seen in time
 * @throws {TooFewConfirmationsError} it was mined, and too few blocks came after its own in time
 * @throws {TransactionReplacedError} another transaction was mined in its place, and does something else
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
    confirmations = 1,
    receiptTimeout = receiptTimeoutFor(confirmations),
    signal,
    errorAbis = [],
    guide = noGuide,
    outbox = { send: submit },
  } = options
  const account = accountOf(walletClient)
  const abis = [call.abi, ...errorAbis, ...guide.abis]
  checkWait({ receiptTimeout, confirmations })
  try {
    await unlessAborted(simulate(publicClient, call, account), [signal])
  } catch (error) {
    throw explainCallError(error, call, { ...guide, abis })
  }
  if (signal?.aborted === true) throw new AbortedError()
  const sender = { account, publicClient, walletClient, call, errorAbis: abis, gasLimits: options, onGas }
  const transaction = await encode(publicClient, walletClient, call)
  const hash = await outbox.send(sender, transaction)
  onSubmitted?.(hash)
  const onReplaced = (other: Hex): void => onSubmitted?.(other, hash)
  const wait = { hash, timeout: receiptTimeout, confirmations, transaction, onReplaced, signal }
  const receipt = await waitForReceipt(publicClient, wait)
  if (receipt.status === "success") return receipt
  const sent = { ...transaction, account: account.address, blockNumber: receipt.blockNumber }
  const reason = await whyReverted(publicClient, sent, abis)
  throw new TransactionRevertedError({ call, hash: receipt.transactionHash, reason })
}

/**
 * A receipt has no revert data, but the same call on the state of its block most likely reverts for the same reason.
 *
 * @returns `undefined` if it does not, or the node does not say
 */
export async function whyReverted(
  client: Client,
  sent: { readonly account: Address; readonly to: Address; readonly data: Hex; readonly value?: bigint | undefined } & {
    readonly blockNumber: bigint
  },
  abis: readonly Abi[],
): Promise<string | undefined> {
  const { account: from, to, data, value = 0n, blockNumber } = sent
  try {
    // Not with `call` of viem, which asks servers that a contract names.
    await requestNode(client, "eth_call", { from, to, data, value: numberToHex(value) }, numberToHex(blockNumber))
    return undefined
  } catch (error) {
    return readRevert(error, abis)?.reason
  }
}

/** Milliseconds in which a block comes on every chain. */
const confirmationTime = 60_000

/** Milliseconds to wait for a receipt by default, and for the blocks after its own. */
export function receiptTimeoutFor(confirmations: number): number {
  return defaultReceiptTimeout + (confirmations - 1) * confirmationTime
}

/** Checked before the transaction is submitted, because an error in the wait would come too late. */
function checkWait({ receiptTimeout, confirmations }: { receiptTimeout: number; confirmations: number }): void {
  if (!Number.isInteger(confirmations) || confirmations < 1) {
    throw new InvalidInputError({
      argument: "confirmations",
      problem: `${confirmations} is not a number of confirmations`,
      fix: "Use a whole number from 1.",
    })
  }
  if (Number.isFinite(receiptTimeout) && receiptTimeout >= 0) return
  throw new InvalidInputError({
    argument: "receiptTimeout",
    problem: `${receiptTimeout} is not a valid number of milliseconds`,
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
