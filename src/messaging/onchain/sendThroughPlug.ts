import type { Abi, Account, Address, Client, Hex } from "viem"

import { decodeErrorResult, encodeFunctionData, getAbiItem, isAddressEqual } from "viem/utils"

import { assertBalance } from "../../onchain/assertBalance.js"
import { nodeReason } from "../../onchain/callErrors.js"
import { accountOf, type ContractCall, simulate, transact, type TransactOptions } from "../../onchain/transact.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { inQuotes } from "../../primitives/text.js"
import { checkAddress, checkUint256 } from "../../primitives/checks.js"
import { plugAbi } from "./abi.js"
import { explainProtocolError } from "./callErrors.js"
import { checkFee } from "./checkFee.js"
import { decodeRevert } from "./decodeRevert.js"
import { type OutboundMessage, readOutboundMessages } from "./events.js"
import { FeeNotCredibleError, FeeTooHighError, WrongSocketError } from "./feeErrors.js"
import { readSocketOf } from "./readSocketOf.js"
import { parseSignature } from "./parseSignature.js"
import { protocolReverts } from "./callErrors.js"

/** The function of the plug to call: by name in an ABI, or by a signature such as `add(uint32,uint256)`. */
export type PlugFunction =
  | { readonly abi: Abi; readonly functionName: string; readonly signature?: undefined }
  | { readonly signature: string; readonly abi?: undefined; readonly functionName?: undefined }

/** A call of a plug's function that sends messages. */
export type PlugCall = PlugFunction &
  TransactOptions & {
    /** A contract that inherits `Plug.sol`. */
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
     * Percent to attach in addition to the fee, in case the fee rises before the transaction is mined. The plug refunds the rest.
     * Default: 10. More than 100 requires `maxFee`.
     */
    marginPercent?: number | undefined
    gas?: bigint | undefined
  }

/** A call of a plug's function, and the socket that its messages have to go through. */
export type SendThroughPlugParameters = PlugCall & {
  /**
   * The socket of the source chain. A plug that names another one is refused. Default: the one that the plug names. It could be
   * anybody's and charge anything, so `maxFee` is then {@link maxFeeOfUnknownSocket} at most, unless it is set.
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

const defaultMarginPercent = 10

/** What a plug asks for is not checked yet when the balance turns out to be too low for it. */
const balanceAdvice =
  "Compare what the plug asks for with what the socket charges (getMinFees, messaging fees). If it is right, fund the account."

/**
 * Calls a function of a plug that sends messages, and attaches their fee.
 *
 * To find the fee, the call is simulated without it: the plug reads `getMinFees` for every message that it would send, and reverts
 * with `InsufficientFees(required, provided)`. The call is then simulated with the fee, and sent only if it sends at least one
 * message, if what it costs goes to the socket, and if the fee is within `maxFee`. A plug can behave differently when the
 * transaction is mined, but it never gets more than `value` and `maxFee` together.
 *
 * Checking what a call sends takes a node with `eth_simulateV1` or `debug_traceCall`. Without one, `maxFee` is required.
 *
 * @throws {InvalidInputError} a parameter is invalid, or the wallet client has no account
 * @throws {WrongContractError} there is no plug at the address
 * @throws {WrongSocketError} the plug uses another socket
 * @throws {FeeTooHighError} fee and margin are above `maxFee`; the error has both numbers
 * @throws {FeeKeptError} the plug would keep a part of the fee
 * @throws {FeeNotCredibleError} the plug asks for a fee for another value than was attached
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
  const { marginPercent = defaultMarginPercent, gas, args = [] } = parameters
  const plug = checkAddress(parameters.plug, "plug")
  const knownSocket = parameters.socket === undefined ? undefined : checkAddress(parameters.socket, "socket")
  const ownValue = checkUint256(parameters.value ?? 0n, "value")
  const maxFee = parameters.maxFee === undefined ? undefined : checkUint256(parameters.maxFee, "maxFee")
  const margin = checkMargin(marginPercent)
  const account = accountOf(walletClient)
  const call = { ...functionOf(parameters, args), address: plug, args, gas }
  const data = encodeCall(call)

  const itsSocket = await readSocketOf(publicClient, plug)
  const socket = knownSocket ?? itsSocket
  if (!isAddressEqual(itsSocket, socket)) throw new WrongSocketError({ plug, socket, itsSocket })
  const explainRevert = (error: unknown): unknown =>
    explainProtocolError(error, call, [call.abi, ...(parameters.errorAbis ?? [])])
  const required = await readRequiredValue(publicClient, { ...call, value: ownValue }, account, explainRevert)
  const fee = required - ownValue
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

async function readRequiredValue(
  client: Client,
  call: ContractCall & { value: bigint },
  account: Account,
  explainRevert: (error: unknown) => unknown,
): Promise<bigint> {
  await assertBalance(client, account, call.value)
  try {
    await simulate(client, call, account)
    return call.value
  } catch (error) {
    const [required, provided] = feesIn(error) ?? [0n, 0n]
    if (required <= call.value) throw explainRevert(error)
    if (provided === call.value) return required
    throw new FeeNotCredibleError({ plug: call.address, required, provided, attached: call.value })
  }
}

function feesIn(error: unknown): readonly [required: bigint, provided: bigint] | undefined {
  const data = decodeRevert(error)?.data ?? "0x"
  try {
    const decoded = decodeErrorResult({ abi: plugAbi, data })
    return decoded.errorName === "InsufficientFees" ? decoded.args : undefined
  } catch {
    // Another error of the plug or of the protocol.
    return undefined
  }
}

function functionOf(
  { abi, functionName, signature }: PlugFunction,
  args: readonly unknown[],
): Pick<ContractCall, "abi" | "functionName"> {
  if (signature !== undefined) {
    const item = parseSignature(signature)
    return { abi: [item], functionName: item.name }
  }
  const item = getAbiItem({ abi, name: functionName, args })
  if (item?.type === "function" && item.stateMutability === "payable") return { abi, functionName }
  throw new InvalidInputError({
    argument: "functionName",
    problem: `${inQuotes(functionName)} is not a payable function of the ABI`,
    fix: "Use a payable function that sends messages. The fee is attached to its call.",
  })
}

/** Encodes the call here, because viem would reject its arguments only in the middle of a call. */
function encodeCall({ abi, functionName, args }: ContractCall): Hex {
  try {
    return encodeFunctionData({ abi, functionName, args })
  } catch (error) {
    throw new InvalidInputError({
      argument: "args",
      problem: `they do not fit ${functionName}: ${nodeReason(error)}`,
      fix: "Pass one value of the right type for each parameter.",
    })
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
