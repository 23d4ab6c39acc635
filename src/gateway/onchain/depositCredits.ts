import type { Account, Address, Client, Hex, TransactionReceipt } from "viem"

import { isAddressEqual, parseEventLogs } from "viem/utils"

import { approveExactly } from "../../onchain/approveExactly.js"
import { explainCallError, type RevertGuide, WrongContractError } from "../../onchain/callErrors.js"
import { decodeRevert } from "../../onchain/readRevert.js"
import { tokenAbi } from "../../onchain/tokenAbi.js"
import { accountOf, type ContractCall, simulate, transact, type TransactOptions } from "../../onchain/transact.js"
import { type Check, checkAddress, checkAll, checkName, checkUint256, optional } from "../../primitives/checks.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { feesPlugAbi } from "./abi.js"

/** What pays for app gateways, and for whom. */
export type DepositCreditsParameters = TransactOptions & {
  /** Of the clients' chain. */
  feesPlug: Address
  /** One that the fees plug takes. */
  token: Address
  /** Whose credits on the gateway chain they become: an app gateway, or any account. */
  receiver: Address
  /** In the token's smallest unit. */
  amount: bigint
  /** What of it becomes native tokens of the gateway chain instead of credits: a `tenth`, or `all`. Default: nothing. */
  toNative?: "tenth" | "all" | undefined
}

/** What came in. The gateway counts it a little later: `waitForCredits`. */
export type DepositCreditsReturnType = {
  readonly hash: Hex
  /** The approvals that were needed before. */
  readonly approvals: readonly Hex[]
  readonly creditAmount: bigint
  /** Of the gateway chain. */
  readonly nativeAmount: bigint
}

const functions = { tenth: "depositCreditAndNative", all: "depositToNative" } as const

const guide: RevertGuide = {
  abis: [feesPlugAbi, tokenAbi],
  advice: new Map([["TokenNotWhitelisted", "Use a token that the chain's fees plug takes."]]),
}

const checks: {
  readonly feesPlug: Check<Address>
  readonly token: Check<Address>
  readonly receiver: Check<Address>
  readonly amount: Check<bigint>
  readonly toNative: Check<keyof typeof functions | undefined>
} = {
  feesPlug: checkAddress,
  token: checkAddress,
  receiver: checkAddress,
  amount: checkUint256,
  toNative: optional((value, argument) => checkName(value, argument, { table: functions, called: "tenth or all" })),
}

/**
 * Pays a token into the fees plug of a chain, for credits on the gateway chain. The fees plug is allowed to take exactly the amount,
 * if it is not allowed to already.
 *
 * @throws {InvalidInputError} a parameter that can't be right, no amount at all, or a wallet without an account
 * @throws {InsufficientTokensError} the account owns less than the amount; nothing was sent
 * @throws {CallRevertedError} the fees plug or the token refuses; for a token that the fees plug doesn't take, before anything is sent
 * @throws {WrongContractError} there is no token or no fees plug at an address
 * @throws {NotSubmittedError} {@link NotMinedError} {@link TransactionRevertedError} of the transactions themselves
 * @throws {AbortedError} the signal was aborted; `onSubmitted` was called for what is on its way
 * @example
 * const { creditAmount } = await depositCredits(publicClient, walletClient, { feesPlug, token, receiver: appGateway, amount })
 */
export async function depositCredits(
  publicClient: Client,
  walletClient: Client,
  parameters: DepositCreditsParameters,
): Promise<DepositCreditsReturnType> {
  const { feesPlug, token, receiver, amount, toNative } = checkAll(checks, parameters)
  if (amount === 0n) {
    throw new InvalidInputError({
      argument: "amount",
      problem: "there is nothing to deposit",
      fix: "Give more than 0.",
    })
  }
  const account = accountOf(walletClient)
  const call: ContractCall = {
    abi: feesPlugAbi,
    address: feesPlug,
    functionName: toNative === undefined ? "depositCredit" : functions[toNative],
    args: [token, receiver, amount],
  }
  await refuseUnlisted(publicClient, call, account)
  const approvals = await approveExactly(publicClient, walletClient, { token, spender: feesPlug, amount }, parameters)
  const receipt = await transact(publicClient, walletClient, call, { ...parameters, guide })
  return { hash: receipt.transactionHash, approvals, ...readDeposit(receipt, feesPlug) }
}

/** Whatever else stands in the way now, such as the allowance, may be gone by the time of the deposit. */
async function refuseUnlisted(client: Client, call: ContractCall, account: Account): Promise<void> {
  try {
    await simulate(client, call, account)
  } catch (error) {
    if (decodeRevert(error, guide.abis)?.name === "TokenNotWhitelisted") throw explainCallError(error, call, guide)
  }
}

function readDeposit({ logs }: TransactionReceipt, feesPlug: Address): { creditAmount: bigint; nativeAmount: bigint } {
  const [deposit] = parseEventLogs({ abi: feesPlugAbi, eventName: "FeesDeposited", logs }).filter(({ address }) =>
    isAddressEqual(address, feesPlug),
  )
  if (deposit === undefined) {
    const next = "Check the fees plug's address and chain: the transaction was mined, and logged no deposit."
    throw new WrongContractError({ address: feesPlug, expected: "fees plug", next })
  }
  const { creditAmount, nativeAmount } = deposit.args
  return { creditAmount, nativeAmount }
}
