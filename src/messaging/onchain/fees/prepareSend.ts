import type { Account, Address, Client } from "viem"
import { parseAccount } from "viem/utils"

import { explainProtocolError } from "../callErrors.js"
import { feesOf, type OutboundMessage, readOutboundMessages } from "../events.js"
import { callableFunction, encodeCall, type PlugFunction } from "../plugCall.js"
import { readDefaultMaxFee } from "../readDefaultMaxFee.js"
import { readSocketOf } from "../readSocketOf.js"
import { explainSilence } from "./explainSilence.js"
import {
  FeeKeptError,
  FeeNotCheckedError,
  FeeTooHighError,
  MessageNotCheckedError,
  NoMessageError,
  requireBudget,
} from "./feeErrors.js"
import { simulatePaid, type UnpaidCall } from "./findFee.js"
import { readFee } from "./readFee.js"
import { assertBalance } from "#src/onchain/assertFunds.js"
import { nativeCost } from "#src/onchain/simulation/Simulation.js"
import type { ContractCall, TransactOptions } from "#src/onchain/transact.js"
import { checkAddress, checkUint256 } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

export type PlugCall = PlugFunction &
  TransactOptions & {
    /** A contract that sends through the socket, whether it inherits `Plug.sol` or not. */
    plug: Address
    args?: readonly unknown[] | undefined
    /** Wei for the function's own use. The fee is attached in addition. */
    value?: bigint | undefined
    /** The most wei to attach besides `value`, margin included. Default: twice what the socket charges for the call's messages. */
    maxFee?: bigint | undefined
    /**
     * Percent to attach in addition to the fee, in case the fee rises before the transaction is mined. A plug that inherits `Plug.sol`
     * refunds the rest; one that hands on all that is attached pays it to the executor. More than 100 requires `maxFee`. Default: 10, or 0
     * for a plug that takes exactly its fee.
     */
    marginPercent?: number | undefined
    gas?: bigint | undefined
    /** The most wei that all of it may cost: fee, margin, `value`, and gas at the highest price. Default: no such limit. */
    budget?: bigint | undefined
    /** Sends the transaction although it would send no message. It then gets `value` and no fee. Default: false. */
    evenWithoutMessage?: boolean | undefined
  }

/** A call of a plug's function, and the socket that its messages have to go through. */
export type SendThroughPlugParameters = PlugCall & {
  /**
   * The socket of the source chain. A plug that names another one is refused. Default: the one that the plug names by `socket()` or
   * `socket__()`. It could be any contract and charge anything, so `maxFee` is then 0.01 ETH at most, unless it is set.
   */
  socket?: Address | undefined
  /**
   * Called with the messages that the call sends in a simulation, once their fee is checked; `undefined` if the node cannot show them. If it
   * throws, nothing is sent: `createPreflight` makes one that refuses messages that would not arrive. Default: that is not looked at.
   */
  preflight?: ((messages: readonly OutboundMessage[] | undefined) => Promise<unknown>) | undefined
}

/** In hundredths of a percent. */
const defaultMargin = 1_000n

/** What a plug asks for is not checked yet when the balance turns out to be too low for it. */
const balanceAdvice =
  "Compare what the plug asks for with what the socket charges (getMinFees, messaging fees). If it is right, fund the account."

/** A call with its fee attached, which is checked. */
export type PreparedCall = {
  readonly call: ContractCall & { readonly value: bigint }
  readonly socket: Address
  /** The part of the attached value that is for the function's own use. */
  readonly value: bigint
  /** The fee, in wei, without the margin. */
  readonly fee: bigint
  /** The messages that the call sends in a simulation; `undefined` if the node cannot show them. */
  readonly messages: readonly OutboundMessage[] | undefined
}

/**
 * Finds the fee of a call and checks it, as `sendThroughPlug` does before it sends. Sends nothing.
 *
 * @param sender the account that would send it. It need not be one that can sign here, such as a multisig
 * @throws what `sendThroughPlug` throws before it sends
 * @example
 * const { fee, messages } = await prepareSend(publicClient, walletClient.account, {
 *   socket,
 *   plug: counter.address,
 *   signature: "add(uint32,uint256)",
 *   args: [41002, 5n],
 *   preflight,
 * })
 */
export async function prepareSend(
  client: Client,
  sender: Account | Address,
  parameters: SendThroughPlugParameters,
): Promise<PreparedCall> {
  const account = parseAccount(sender)
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
  const unpaid = { call: { ...call, value: ownValue }, account, socket, data, explainRevert }
  const { fee, isExact } = await readFee(client, unpaid).catch(async (error: unknown) => {
    throw await explainSilence(client, unpaid, error)
  })
  const margin = ownMargin ?? (isExact ? 0n : defaultMargin)
  const attached = fee + (fee * margin + 9_999n) / 10_000n
  const value = ownValue + attached
  // Before the balance is read: an account need not be funded for a fee that is refused anyway.
  requireBudget({ attached: value, gas: 0n }, parameters.budget)
  if (maxFee !== undefined && attached > maxFee) throw new FeeTooHighError({ plug, fee, attached, maxFee })
  await assertBalance(client, account, value, balanceAdvice)
  const asked = { fee, attached, maxFee, isSocketKnown: knownSocket !== undefined, evenWithoutMessage }
  const messages = await checkFee(client, unpaid, asked)
  await parameters.preflight?.(messages)
  return { call: { ...call, value }, socket, value: ownValue, fee, messages }
}

/** Returns the margin in hundredths of a percent. */
function checkMargin(percent: number): bigint {
  if (percent >= 0 && percent <= 1_000) return BigInt(Math.round(percent * 100))
  throw new InvalidInputError({
    argument: "marginPercent",
    problem: `${percent} is not a margin`,
    fix: "Use a percentage of the fee from 0 to 1000.",
  })
}

/** What the plug asks for, and what it may have. Amounts are in wei. */
type AskedFee = {
  readonly fee: bigint
  /** The fee and the margin. */
  readonly attached: bigint
  /** The most that may be attached. Default: that of `readDefaultMaxFee`, and `maxFeeOfUnknownSocket`. */
  readonly maxFee: bigint | undefined
  /** Whether the caller knows the socket. Otherwise only the plug vouches for it. */
  readonly isSocketKnown: boolean
  /** Whether a call that sends no message is fine. It must not cost more than its own value. */
  readonly evenWithoutMessage: boolean
}

/** The most wei that are attached without `maxFee` for messages through a socket that only the plug vouches for: 0.01 of the currency. */
const maxFeeOfUnknownSocket = 10n ** 16n

/**
 * Simulates a call with its fee attached, and checks that the fee is for messages: that the call sends at least one through the
 * socket, that the fee goes to the socket, and that it is not far above what the socket charges.
 *
 * @returns the messages that the call sends in the simulation; `undefined` if the node cannot show them
 * @throws {FeeTooHighError} {@link FeeNotCheckedError} {@link MessageNotCheckedError} {@link NoMessageError} {@link FeeKeptError}
 */
export async function checkFee(
  client: Client,
  unpaid: UnpaidCall,
  { fee, attached, maxFee, isSocketKnown, evenWithoutMessage }: AskedFee,
): Promise<readonly OutboundMessage[] | undefined> {
  const { call, account, socket, explainRevert } = unpaid
  const { address: plug, functionName } = call
  const simulation = await simulatePaid(client, unpaid, attached)
  if (simulation === undefined) {
    // A plug that asks for a fee wants to send a message. Nothing else shows it here.
    if (attached === 0n && !evenWithoutMessage) throw new MessageNotCheckedError({ plug, functionName })
    if (attached === 0n || maxFee !== undefined) return undefined
    throw new FeeNotCheckedError({ plug, fee })
  }
  if (simulation.status === "reverted") throw explainRevert(simulation.data)

  const messages = readOutboundMessages(simulation.logs, { socket })
  if (messages.length === 0 && !evenWithoutMessage) throw new NoMessageError({ plug, functionName, socket })
  if (maxFee === undefined) {
    const { maxFee: most, minFees } = await readDefaultMaxFee(client, messages)
    const limit = isSocketKnown ? most : smallerOf(most, maxFeeOfUnknownSocket)
    if (attached > limit) throw new FeeTooHighError({ plug, fee, attached, maxFee: limit, minFees })
  }
  const cost = nativeCost(simulation, account.address)
  const fees = feesOf(messages)
  if (cost > call.value + fees) throw new FeeKeptError({ plug, cost, fees })
  return messages
}
