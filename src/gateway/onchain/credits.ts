import type { Address, Client, Hex } from "viem"
import { readContract } from "viem/actions"

import { feesManagerAbi } from "./abi.js"
import { depositCredits, requireAmount } from "./depositCredits.js"
import { poll, type PollOptions } from "#src/http/polling/poll.js"
import { type RevertGuide, throwUnless } from "#src/onchain/callErrors.js"
import { transact, type TransactOptions } from "#src/onchain/transact.js"
import { checkAddress, checkAll, checkUint256 } from "#src/primitives/checks.js"
import { either, text } from "#src/primitives/errorText.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"

export type GetAvailableCreditsParameters = {
  /** The fees manager of the gateway chain. */
  feesManager: Address
  /** An app gateway or any account. */
  account: Address
}

/**
 * Reads how many credits an account can spend now. Credits that are held for its requests are not included.
 *
 * @param client a viem client of the gateway chain
 * @returns credits in the smallest unit
 * @throws {InvalidInputError} an address is invalid
 * @throws {WrongContractError} there is no fees manager at the address
 * @throws {NodeFailedError} the node did not answer
 * @example
 * const credits = await getAvailableCredits(client, { feesManager, account: appGateway })
 */
export async function getAvailableCredits(client: Client, parameters: GetAvailableCreditsParameters): Promise<bigint> {
  const feesManager = checkAddress(parameters.feesManager, "feesManager")
  const account = checkAddress(parameters.account, "account")
  const call = { abi: feesManagerAbi, address: feesManager, functionName: "getAvailableCredits" } as const
  const next = "Check the fees manager's address, and that the client is connected to the gateway chain."
  return await readContract(client, { ...call, args: [account] }).catch(throwUnless("fees manager", call, next))
}

export type WaitForCreditsParameters = GetAvailableCreditsParameters &
  Pick<PollOptions, "minInterval" | "maxInterval" | "signal" | "clock" | "onTrouble"> & {
    /** In the smallest unit. After a deposit: the credits that were available before it plus its `creditAmount`. */
    atLeast: bigint
    /** Milliseconds. Default: 600 000, because the deposit must become final on its chain first. */
    timeout?: number | undefined
  }

const defaultTimeoutMs = 10 * 60_000

/**
 * Waits until an account can spend at least a number of credits. The gateway counts a deposit on another chain with a delay.
 *
 * @param client a viem client of the gateway chain
 * @returns the credits that are available then, in the smallest unit
 * @throws {DeadlinePassedError} fewer credits at the deadline, or the node was not answering at the end
 * @throws {AbortedError} the signal was aborted
 * @throws {WrongContractError} there is no fees manager at the address
 * @example
 * const before = await getAvailableCredits(gateway, { feesManager, account })
 * const { creditAmount } = await depositCredits(publicClient, walletClient, { feesPlug, token, receiver: account, amount })
 * await waitForCredits(gateway, { feesManager, account, atLeast: before + creditAmount })
 */
export async function waitForCredits(client: Client, parameters: WaitForCreditsParameters): Promise<bigint> {
  const { feesManager, account, timeout = defaultTimeoutMs } = parameters
  const atLeast = checkUint256(parameters.atLeast, "atLeast")
  let available: bigint | undefined
  let lastError: unknown
  const read = async (): Promise<{ value: bigint; changed: boolean }> => {
    const value = await getAvailableCredits(client, { feesManager, account })
    const changed = value !== available
    available = value
    return { value, changed }
  }
  const onTrouble = (error: unknown): void => {
    lastError = error
    parameters.onTrouble?.(error)
  }
  const isRetryable = (error: unknown): boolean => isPlugsError(error) && error.code === "NODE_FAILED"
  for await (const value of poll(read, { ...parameters, timeout, onTrouble, isRetryable })) {
    if (value >= atLeast) return value
  }
  throw new DeadlinePassedError({
    source: "The node of the gateway chain",
    missing: "The credits have not arrived",
    waited: timeout,
    lastState: available === undefined ? undefined : `${available} available`,
    history: [],
    subject: { account, "fees manager": feesManager },
    facts: { "waited for": `${atLeast} available` },
    next: text`Check that the deposit was mined and that nothing spends the credits in the meantime. Do not deposit again: ${either("wait again with waitForCredits", `npx hardhat gateway topup ${account} shows what has arrived`)}.`,
    lastError,
  })
}

export type WrapCreditsParameters = TransactOptions & {
  /** The fees manager of the gateway chain. */
  feesManager: Address
  /** Who gets the credits: an app gateway or any account. */
  receiver: Address
  /** In wei of the gateway chain's native currency, which are as many credits. */
  amount: bigint
}

/** The transaction. The credits can be spent as soon as it is mined. */
export type WrapCreditsReturnType = { readonly hash: Hex }

const guide: RevertGuide = { abis: [feesManagerAbi], advice: new Map() }

const checks = { feesManager: checkAddress, receiver: checkAddress, amount: checkUint256 }

/**
 * Turns native currency of the gateway chain into credits, one for one. It needs no other chain and no token.
 *
 * @param publicClient a viem client of the gateway chain
 * @param walletClient a viem client of the gateway chain with the account that pays
 * @throws {InvalidInputError} a parameter is invalid, the amount is 0, or the wallet client has no account
 * @throws {CallRevertedError} the account owns less than the amount, or there is no fees manager that wraps; nothing was sent
 * @throws {NotSubmittedError} `NotMinedError` `TransactionRevertedError` `NodeFailedError`
 * @throws {AbortedError} the signal was aborted
 * @example
 * await wrapCredits(publicClient, walletClient, { feesManager, receiver: appGateway, amount: parseEther("1") })
 */
export async function wrapCredits(
  publicClient: Client,
  walletClient: Client,
  parameters: WrapCreditsParameters,
): Promise<WrapCreditsReturnType> {
  const { feesManager, receiver, amount } = checkAll(checks, parameters)
  requireAmount(amount, "wrap")
  const call = { abi: feesManagerAbi, address: feesManager, functionName: "wrap", args: [receiver], value: amount }
  const { transactionHash } = await transact(publicClient, walletClient, call, { ...parameters, guide })
  return { hash: transactionHash }
}

export type TopUpCreditsParameters = TransactOptions &
  Pick<WaitForCreditsParameters, "timeout" | "minInterval" | "maxInterval" | "clock" | "onTrouble"> & {
    /** The fees manager of the gateway chain. */
    feesManager: Address
    /** Who gets the credits: an app gateway or any account. */
    receiver: Address
    /** In wei of the gateway chain's native currency or, with `deposit`, in the token's smallest unit. */
    amount: bigint
    /** The other chain that pays, through its fees plug. Default: native currency of the gateway chain pays. */
    deposit?: { readonly publicClient: Client; readonly feesPlug: Address; readonly token: Address } | undefined
  }

/** The transactions, and the credits that could be spent before and after them. */
export type TopUpCreditsReturnType = {
  readonly hash: Hex
  /** The hashes of the approvals that were sent first. */
  readonly approvals: readonly Hex[]
  /** Credits that were added, in the smallest unit. They have 18 decimals whatever the token's. */
  readonly creditAmount: bigint
  readonly before: bigint
  readonly after: bigint
}

/**
 * Gives an app gateway or an account credits, and waits until they can be spent: by wrapping native currency of the gateway chain, or by
 * depositing a token on another chain.
 *
 * @param gatewayClient a viem client of the gateway chain
 * @param walletClient a viem client with the account that pays, of the gateway chain or, with `deposit`, of the chain of the deposit
 * @throws {InvalidInputError} a parameter is invalid, the amount is 0, or the wallet client has no account
 * @throws {CallRevertedError} `InsufficientTokensError` `WrongContractError` nothing was sent
 * @throws {NotSubmittedError} `NotMinedError` `TransactionRevertedError` `NodeFailedError`
 * @throws {DeadlinePassedError} the deposit was mined, and its credits did not arrive in time
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { after } = await topUpCredits(gatewayClient, walletClient, { feesManager, receiver: appGateway, amount: parseEther("5") })
 */
export async function topUpCredits(
  gatewayClient: Client,
  walletClient: Client,
  { deposit, ...parameters }: TopUpCreditsParameters,
): Promise<TopUpCreditsReturnType> {
  const { feesManager, receiver: account, amount } = parameters
  const before = await getAvailableCredits(gatewayClient, { feesManager, account })
  if (deposit === undefined) {
    const { hash } = await wrapCredits(gatewayClient, walletClient, parameters)
    const after = await getAvailableCredits(gatewayClient, { feesManager, account })
    return { hash, approvals: [], creditAmount: amount, before, after }
  }
  const { publicClient, feesPlug, token } = deposit
  const sent = await depositCredits(publicClient, walletClient, { ...parameters, feesPlug, token })
  const { hash, approvals, creditAmount } = sent
  const after = await waitForCredits(gatewayClient, { ...parameters, account, atLeast: before + creditAmount })
  return { hash, approvals, creditAmount, before, after }
}
