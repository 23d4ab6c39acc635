import type { Account, Address, Client, Hex } from "viem"

import { unlessAborted } from "../../http/polling/unlessAborted.js"
import { assertBalance } from "../../onchain/assertBalance.js"
import { accountOf, type ContractCall, transact, type TransactOptions } from "../../onchain/transact.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { checkAddress, checkUint256 } from "../../primitives/checks.js"
import { explainProtocolError, protocolReverts } from "./callErrors.js"
import { type OutboundMessage, readOutboundMessages } from "./events.js"
import { checkFee } from "./fees/checkFee.js"
import { FeeTooHighError } from "./fees/feeErrors.js"
import { feesOf } from "./fees/feesOf.js"
import { readFee } from "./fees/readFee.js"
import { callableFunction, encodeCall, type PlugFunction } from "./plugCall.js"
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
    /** Sends the transaction although it would send no message. It then gets `value` and no fee. Default: false. */
    evenWithoutMessage?: boolean | undefined
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
  /** The fee that was paid: what the socket got for the messages, in wei. */
  readonly fee: bigint
  /** The wei for the function's own use. */
  readonly value: bigint
  /** All that was attached, in wei: the value, the fee as it was when the call was simulated, and the margin. */
  readonly attached: bigint
  /** The messages in the order in which they were sent. Empty with `evenWithoutMessage`, or if only the simulation sent any. */
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
 * socket what they cost. The fee is attached in addition to `value`, also where the value alone would cover it. The call is then simulated with the fee, and sent only if it sends at least one message, if what it costs goes
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
 * @throws {NoMessageError} the call would send no message through the socket; `evenWithoutMessage` allows that
 * @throws {MessageNotCheckedError} the node cannot show whether the call sends a message, and it costs nothing
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
  const { signal } = parameters
  const prepared = prepare(publicClient, accountOf(walletClient), parameters)
  const { call, socket, value } = await unlessAborted(prepared, [signal])
  const options = { ...parameters, guide: protocolReverts }
  const receipt = await transact(publicClient, walletClient, call, options)
  const messages = readOutboundMessages(receipt, { socket })
  return { hash: receipt.transactionHash, fee: feesOf(messages), value, attached: call.value, messages }
}

/** A call with its fee attached, which is checked. */
type PreparedCall = {
  readonly call: ContractCall & { readonly value: bigint }
  readonly socket: Address
  /** The part of the attached value that is for the function's own use. */
  readonly value: bigint
}

/** Finds the fee of a call and checks it. Sends nothing. */
async function prepare(client: Client, account: Account, parameters: SendThroughPlugParameters): Promise<PreparedCall> {
  const { gas, args = [], evenWithoutMessage = false } = parameters
  const plug = checkAddress(parameters.plug, "plug")
  const knownSocket = parameters.socket === undefined ? undefined : checkAddress(parameters.socket, "socket")
  const ownValue = checkUint256(parameters.value ?? 0n, "value")
  const maxFee = parameters.maxFee === undefined ? undefined : checkUint256(parameters.maxFee, "maxFee")
  const ownMargin = parameters.marginPercent === undefined ? undefined : checkMargin(parameters.marginPercent)
  const call = { ...callableFunction(parameters, args, { evenWithoutMessage }), address: plug, args, gas }
  const data = encodeCall(call)

  const socket = await readSocketOf(client, plug, knownSocket)
  const explainRevert = (error: unknown): unknown =>
    explainProtocolError(error, call, [call.abi, ...(parameters.errorAbis ?? [])])
  const unpaid = { ...call, value: ownValue }
  const { fee, isExact } = await readFee(client, { call: unpaid, account, socket, data, explainRevert })
  const margin = ownMargin ?? (isExact ? 0n : defaultMargin)
  const attached = fee + (fee * margin + 9_999n) / 10_000n
  const value = ownValue + attached
  // Before the balance is looked at: nobody should be told to fund an account for a fee that is refused anyway.
  if (maxFee !== undefined && attached > maxFee) throw new FeeTooHighError({ plug, fee, attached, maxFee })
  await assertBalance(client, account, value, balanceAdvice)
  await checkFee(client, {
    account: account.address,
    plug,
    socket,
    isSocketKnown: knownSocket !== undefined,
    functionName: call.functionName,
    data,
    ownValue,
    fee,
    attached,
    maxFee,
    evenWithoutMessage,
    explainRevert,
  })
  return { call: { ...call, value }, socket, value: ownValue }
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
