import type { Address, Client, Hex, TransactionReceipt } from "viem"

import { protocolReverts } from "./callErrors.js"
import { feesOf, type OutboundMessage, readOutboundMessages } from "./events.js"
import { GasTooLowForMessagesError, requireBudget } from "./fees/feeErrors.js"
import { type PreparedCall, prepareSend, type SendThroughPlugParameters } from "./fees/prepareSend.js"
import { encodeCall } from "./plugCall.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { simulateCalls } from "#src/onchain/simulation/simulateCalls.js"
import { accountOf, transact, type TransactOptions } from "#src/onchain/transact.js"

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
 * @throws {GasTooLowForMessagesError} with the gas that a node estimates, the call would send fewer messages than with more
 * @throws {MessageNotCheckedError} the node cannot show whether the call sends a message, and it costs nothing
 * @throws {CallRevertedError} the plug reverts for another reason than the fee, decoded with the call's ABI first
 * @throws {BudgetExceededError} all of it would cost more than `budget`; the error has both numbers
 * @throws {WillNotArriveError} of a `preflight` that `createPreflight` has made: a message would not arrive as things are
 * @throws {InsufficientBalanceError} the account owns less than value, fee and margin together
 * @throws {NotSubmittedError} `NotMinedError` `TransactionRevertedError` `NodeFailedError`
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
  const preparing = prepareSend(publicClient, accountOf(walletClient), parameters)
  return await performSend(publicClient, walletClient, await unlessAborted(preparing, [parameters.signal]), parameters)
}

/** Sends a call that {@link prepareSend} has checked, with the options that it had. */
export async function performSend(
  publicClient: Client,
  walletClient: Client,
  prepared: PreparedCall,
  { budget, ...options }: TransactOptions & Pick<SendThroughPlugParameters, "budget">,
): Promise<SendThroughPlugReturnType> {
  const { call, socket, value } = prepared
  const onGas: TransactOptions["onGas"] = async (gas) => {
    requireBudget({ attached: call.value, gas: gas.cost }, budget)
    await requireMessages(publicClient, prepared, { account: accountOf(walletClient).address, gas: gas.gas })
    await options.onGas?.(gas)
  }
  const receipt = await transact(publicClient, walletClient, call, { ...options, onGas, guide: protocolReverts })
  return readSent(receipt, { socket, value, attached: call.value })
}

/** Reads what a transaction has sent. */
export function readSent(
  receipt: TransactionReceipt,
  { socket, ...paid }: Pick<PreparedCall, "socket" | "value"> & { readonly attached: bigint },
): SendThroughPlugReturnType {
  const messages = readOutboundMessages(receipt, { socket })
  return { hash: receipt.transactionHash, fee: feesOf(messages), ...paid, messages }
}

/** Simulates a call with the gas that its transaction has: a node estimates how much it takes not to revert, and not how much it takes to send. */
async function requireMessages(
  client: Client,
  { call, socket, messages = [] }: PreparedCall,
  { account, gas }: { readonly account: Address; readonly gas: bigint },
): Promise<void> {
  if (messages.length === 0) return
  const { address: plug, functionName, value } = call
  const simulation = await simulateCalls(client, { account, calls: [{ to: plug, data: encodeCall(call), value, gas }] })
  // What reverts by now is refused, or reverts, without this.
  if (simulation?.status !== "success") return
  const sent = readOutboundMessages(simulation.logs, { socket }).length
  if (sent < messages.length) {
    throw new GasTooLowForMessagesError({ plug, functionName, gas, sent, expected: messages.length })
  }
}
