import type { Account, Address, Client, Hex, TransactionReceipt } from "viem"
import { isAddressEqual, parseEventLogs } from "viem/utils"

import { feesPlugAbi } from "./abi.js"
import { approveExactly } from "#src/onchain/allowances.js"
import { explainCallError, type RevertGuide, WrongContractError } from "#src/onchain/callErrors.js"
import { withSharedTally } from "#src/onchain/gas/GasPlan.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { accountOf, type ContractCall, simulate, transact, type TransactOptions } from "#src/onchain/transact.js"
import { checkAddress, checkAll, checkName, checkUint256, optional } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** What to deposit, and for whom. */
export type DepositCreditsParameters = TransactOptions & {
  /** The fees plug of the clients' chain. */
  feesPlug: Address
  /** A token that the fees plug accepts. */
  token: Address
  /** Who gets the credits on the gateway chain: an app gateway or any account. */
  receiver: Address
  /** In the token's smallest unit. */
  amount: bigint
  /** How much to convert to native tokens of the gateway chain instead of credits: a `tenth` or `all`. Default: nothing. */
  toNative?: "tenth" | "all" | undefined
}

/** The deposit. The gateway counts it with a delay: see `waitForCredits`. */
export type DepositCreditsReturnType = {
  readonly hash: Hex
  /** The hashes of the approvals that were sent first. */
  readonly approvals: readonly Hex[]
  /** Credits, which have 18 decimals whatever the token's: 1000000 of a token of 6 decimals become 10^18. */
  readonly creditAmount: bigint
  /** Native tokens of the gateway chain, in their smallest unit. */
  readonly nativeAmount: bigint
}

const functions = { tenth: "depositCreditAndNative", all: "depositToNative" } as const

const guide: RevertGuide = {
  abis: [feesPlugAbi, tokenAbi],
  advice: new Map([["TokenNotWhitelisted", "Use a token that the chain's fees plug accepts."]]),
}

const checks = {
  feesPlug: checkAddress,
  token: checkAddress,
  receiver: checkAddress,
  amount: checkUint256,
  toNative: optional((value, argument) => checkName(value, argument, { table: functions, called: "tenth or all" })),
}

/**
 * Deposits a token at the fees plug of a chain, for credits on the gateway chain. Approves exactly the amount first, unless the
 * allowance is already large enough.
 *
 * @throws {InvalidInputError} a parameter is invalid, the amount is 0, or the wallet client has no account
 * @throws {InsufficientTokensError} the account owns less than the amount; nothing was sent
 * @throws {CallRevertedError} the fees plug or the token reverts; if the fees plug does not accept the token, nothing was sent
 * @throws {WrongContractError} there is no token or no fees plug at an address
 * @throws {NotSubmittedError} `NotMinedError` `TransactionRevertedError` `NodeFailedError`
 * @throws {AbortedError} the signal was aborted; `onSubmitted` was called for each transaction that had been submitted
 * @example
 * const { creditAmount } = await depositCredits(publicClient, walletClient, { feesPlug, token, receiver: appGateway, amount })
 */
export async function depositCredits(
  publicClient: Client,
  walletClient: Client,
  parameters: DepositCreditsParameters,
): Promise<DepositCreditsReturnType> {
  const { feesPlug, token, receiver, amount, toNative } = checkAll(checks, parameters)
  requireAmount(amount, "deposit")
  const account = accountOf(walletClient)
  const call: ContractCall = {
    abi: feesPlugAbi,
    address: feesPlug,
    functionName: toNative === undefined ? "depositCredit" : functions[toNative],
    args: [token, receiver, amount],
  }
  await rejectUnlistedToken(publicClient, call, account)
  const options = withSharedTally(parameters)
  const approval = { token, spender: feesPlug, amount }
  const { hashes: approvals, after } = await approveExactly(publicClient, walletClient, approval, options)
  const receipt = await transact(after, walletClient, call, { ...options, guide })
  return { hash: receipt.transactionHash, approvals, ...readDeposit(receipt, feesPlug) }
}

/** Rejects a token that the fees plug does not accept. Other reverts, such as a missing allowance, can be resolved before the deposit. */
async function rejectUnlistedToken(client: Client, call: ContractCall, account: Account): Promise<void> {
  try {
    await simulate(client, call, account)
  } catch (error) {
    if (readRevert(error, guide.abis)?.name === "TokenNotWhitelisted") throw explainCallError(error, call, guide)
  }
}

/** Reads what a deposit has given. */
export function readDeposit(
  { logs }: TransactionReceipt,
  feesPlug: Address,
): { creditAmount: bigint; nativeAmount: bigint } {
  const [deposit] = parseEventLogs({ abi: feesPlugAbi, eventName: "FeesDeposited", logs }).filter(({ address }) =>
    isAddressEqual(address, feesPlug),
  )
  if (deposit === undefined) {
    const next = "Check the fees plug's address and chain. The transaction was mined but logged no deposit."
    throw new WrongContractError({ address: feesPlug, expected: "fees plug", next })
  }
  const { creditAmount, nativeAmount } = deposit.args
  return { creditAmount, nativeAmount }
}

/** Rejects an amount of 0, of which there is nothing to deposit or wrap. */
export function requireAmount(amount: bigint, action: "deposit" | "wrap"): void {
  if (amount > 0n) return
  const problem = `there is nothing to ${action}`
  throw new InvalidInputError({ argument: "amount", problem, fix: "Use an amount above 0." })
}
