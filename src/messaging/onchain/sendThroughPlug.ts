import type { Account, Address, Client, Hex } from "viem"

import { decodeErrorResult, toFunctionSelector } from "viem/utils"

import { assertBalance } from "../../onchain/assertBalance.js"
import { accountOf, type ContractCall, simulate, transact, type TransactOptions } from "../../onchain/transact.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { checkAddress, checkUint256 } from "../../primitives/checks.js"
import { plugAbi } from "./abi.js"
import { explainProtocolError, protocolReverts } from "./callErrors.js"
import { decodeRevert } from "./decodeRevert.js"
import { type OutboundMessage, readOutboundMessages } from "./events.js"
import { checkFee } from "./fees/checkFee.js"
import { FeeNotCredibleError, FeeNotFoundError, FeeTooHighError } from "./fees/feeErrors.js"
import { findFee, type FoundFee } from "./fees/findFee.js"
import { encodeCall, payableFunction, type PlugFunction } from "./plugCall.js"
import { readSocketOf } from "./readSocketOf.js"

/** A call of a plug's function that sends messages. */
export type PlugCall = PlugFunction &
  TransactOptions & {
    /** A contract that sends through the socket, whether it inherits `Plug.sol` or not. */
    plug: Address
    args?: readonly unknown[] | undefined
    /** Wei for the function's own use. The fee is attached in addition. */
    value?: bigint | undefined
    /**
     * The most wei to attach in addition to `value`, margin included. Default: twice what the socket charges at least for the
     * messages that the call sends.
     */
    maxFee?: bigint | undefined
    /**
     * Percent to attach in addition to the fee, in case the fee rises before the transaction is mined. A plug that inherits `Plug.sol`
     * refunds the rest; one that hands on all that is attached pays it to the executor. More than 100 requires `maxFee`. Default: 10, or 0
     * for a plug that takes exactly its fee.
     */
    marginPercent?: number | undefined
    gas?: bigint | undefined
  }

/** A call of a plug's function, and the socket that its messages have to go through. */
export type SendThroughPlugParameters = PlugCall & {
  /**
   * The socket of the source chain. A plug that names another one is refused. Default: the one that the plug names by `socket()` or
   * `socket__()`. It could be anybody's and charge anything, so `maxFee` is then {@link maxFeeOfUnknownSocket} at most, unless it is set.
   */
  socket?: Address | undefined
}

/** The transaction and its messages. */
export type SendThroughPlugReturnType = {
  readonly hash: Hex
  /** The fee of the messages when the call was simulated, in wei. */
  readonly fee: bigint
  /** The wei that were attached: the function's own value, the fee and the margin. */
  readonly value: bigint
  /** The messages in the order in which they were sent. Empty if the transaction sent none although its simulation did. */
  readonly messages: readonly OutboundMessage[]
}

/** In hundredths of a percent. */
const defaultMargin = 1_000n

/** What a plug asks for is not checked yet when the balance turns out to be too low for it. */
const balanceAdvice =
  "Compare what the plug asks for with what the socket charges (getMinFees, messaging fees). If it is right, fund the account."

/**
 * Calls a function of a plug that sends messages, and attaches their fee.
 *
 * To find the fee, the call is simulated without it. A plug that inherits `Plug.sol` then reverts with
 * `InsufficientFees(required, provided)`. For any other plug, simulations show the messages that it would send, and `getMinFees` of the
 * socket what they cost. The call is then simulated with the fee, and sent only if it sends at least one message, if what it costs goes
 * to the socket, and if the fee is within `maxFee`. A plug can behave differently when the transaction is mined, but it never gets more
 * than `value` and `maxFee` together.
 *
 * Seeing what a call sends takes a node with `eth_simulateV1` or `debug_traceCall`. Without one, `maxFee` is required, and a plug that does
 * not report its fee has to get it as `value`.
 *
 * @throws {InvalidInputError} a parameter is invalid, or the wallet client has no account
 * @throws {WrongContractError} there is no plug at the address, or it does not name its socket and `socket` is not given
 * @throws {WrongSocketError} the plug uses another socket
 * @throws {FeeTooHighError} fee and margin are above `maxFee`; the error has both numbers
 * @throws {FeeKeptError} the plug would keep a part of the fee
 * @throws {FeeNotCredibleError} the plug asks for a fee for another value than was attached
 * @throws {FeeNotFoundError} the plug does not say what its messages cost, and no simulation shows it
 * @throws {FeeNotCheckedError} the node cannot show what the call sends, and there is no `maxFee`
 * @throws {NoMessageError} the call would send no message through the socket
 * @throws {CallRevertedError} the plug reverts for another reason than the fee, decoded with the call's ABI first
 * @throws {InsufficientBalanceError} the account owns less than value, fee and margin together
 * @throws {NotSubmittedError} {@link NotMinedError} {@link TransactionRevertedError} {@link NodeFailedError}
 * @throws {AbortedError} the signal was aborted; `onSubmitted` was called if the transaction had been submitted
 * @example
 * const { hash, fee, messages } = await sendThroughPlug(publicClient, walletClient, {
 *   socket,
 *   plug: counter.address,
 *   signature: "add(uint32,uint256)",
 *   args: [41002, 5n],
 * })
 */
export async function sendThroughPlug(
  publicClient: Client,
  walletClient: Client,
  parameters: SendThroughPlugParameters,
): Promise<SendThroughPlugReturnType> {
  const { gas, args = [] } = parameters
  const plug = checkAddress(parameters.plug, "plug")
  const knownSocket = parameters.socket === undefined ? undefined : checkAddress(parameters.socket, "socket")
  const ownValue = checkUint256(parameters.value ?? 0n, "value")
  const maxFee = parameters.maxFee === undefined ? undefined : checkUint256(parameters.maxFee, "maxFee")
  const ownMargin = parameters.marginPercent === undefined ? undefined : checkMargin(parameters.marginPercent)
  const account = accountOf(walletClient)
  const call = { ...payableFunction(parameters, args), address: plug, args, gas }
  const data = encodeCall(call)

  const socket = await readSocketOf(publicClient, plug, knownSocket)
  const explainRevert = (error: unknown): unknown =>
    explainProtocolError(error, call, [call.abi, ...(parameters.errorAbis ?? [])])
  const unpaid = { ...call, value: ownValue }
  const { fee, isExact } = await readFee(publicClient, { call: unpaid, account, socket, data, explainRevert })
  const margin = ownMargin ?? (isExact ? 0n : defaultMargin)
  const attached = fee + (fee * margin + 9_999n) / 10_000n
  const value = ownValue + attached
  // Before the balance is looked at: nobody should be told to fund an account for a fee that is refused anyway.
  if (maxFee !== undefined && attached > maxFee) throw new FeeTooHighError({ plug, fee, attached, maxFee })
  await assertBalance(publicClient, account, value, balanceAdvice)
  const { functionName } = call
  const subject = {
    account: account.address,
    plug,
    socket,
    isSocketKnown: knownSocket !== undefined,
    functionName,
    data,
  }
  await checkFee(publicClient, { ...subject, ownValue, fee, attached, maxFee, explainRevert })
  const options = { ...parameters, guide: protocolReverts }
  const receipt = await transact(publicClient, walletClient, { ...call, value }, options)
  return { hash: receipt.transactionHash, fee, value, messages: readOutboundMessages(receipt, { socket }) }
}

type UnpaidCall = {
  readonly call: ContractCall & { readonly value: bigint }
  readonly account: Account
  readonly socket: Address
  readonly data: Hex
  readonly explainRevert: (error: unknown) => unknown
}

/** Reads the fee from the plug if it reports it, and from simulations and the socket otherwise. */
async function readFee(client: Client, { call, account, socket, data, explainRevert }: UnpaidCall): Promise<FoundFee> {
  const { address: plug, value: ownValue } = call
  await assertBalance(client, account, ownValue)
  try {
    await simulate(client, call, account)
    return { fee: 0n, isExact: false }
  } catch (error) {
    const revert = decodeRevert(error)
    if (revert === undefined) throw explainRevert(error)
    const reported = feesIn(revert.data)
    if (reported === undefined) {
      const found = await findFee(client, { account: account.address, plug, socket, data, ownValue })
      if (found !== undefined) return found
      throw revert.data === insufficientFees ? new FeeNotFoundError({ plug, socket }) : explainRevert(error)
    }
    const [required, provided] = reported
    if (required <= ownValue) throw explainRevert(error)
    if (provided === ownValue) return { fee: required - ownValue, isExact: false }
    throw new FeeNotCredibleError({ plug, required, provided, attached: ownValue })
  }
}

/** The socket's own error, with which a plug reverts that hands on less than the fee. It has no arguments. */
const insufficientFees = toFunctionSelector("InsufficientFees()")

function feesIn(data: Hex): readonly [required: bigint, provided: bigint] | undefined {
  try {
    const decoded = decodeErrorResult({ abi: plugAbi, data })
    return decoded.errorName === "InsufficientFees" ? decoded.args : undefined
  } catch {
    // Another error of the plug or of the protocol.
    return undefined
  }
}

/** Returns the margin in hundredths of a percent. */
function checkMargin(percent: number): bigint {
  if (Number.isFinite(percent) && percent >= 0 && percent <= 1_000) return BigInt(Math.round(percent * 100))
  throw new InvalidInputError({
    argument: "marginPercent",
    problem: `${percent} is not a margin`,
    fix: "Use a percentage of the fee from 0 to 1000.",
  })
}
