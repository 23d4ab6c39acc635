import type { Address, Client, Hex } from "viem"

import { simulateCalls } from "../../../onchain/simulation/simulateCalls.js"
import { nativeCost } from "../../../onchain/simulation/Simulation.js"
import { feesOf, type OutboundMessage, readOutboundMessages } from "../events.js"
import { readDefaultMaxFee } from "../readDefaultMaxFee.js"
import {
  FeeKeptError,
  FeeNotCheckedError,
  FeeTooHighError,
  MessageNotCheckedError,
  NoMessageError,
} from "./feeErrors.js"

/** A call whose fee the plug has named. Amounts are in wei. */
export type CheckFeeParameters = {
  readonly account: Address
  readonly plug: Address
  readonly socket: Address
  /** Whether the caller knows the socket. Otherwise only the plug vouches for it. */
  readonly isSocketKnown: boolean
  readonly functionName: string
  readonly data: Hex
  /** For the function's own use. */
  readonly ownValue: bigint
  /** The fee that the plug asks for. */
  readonly fee: bigint
  /** The fee and the margin. */
  readonly attached: bigint
  /** The most that may be attached in addition to `ownValue`. Default: that of `readDefaultMaxFee`, and `maxFeeOfUnknownSocket`. */
  readonly maxFee: bigint | undefined
  /** Whether a call that sends no message is fine. It must not cost more than `ownValue`. */
  readonly evenWithoutMessage: boolean
  /** Makes the error of a simulation that reverts. */
  readonly explainRevert: (data: Hex) => unknown
}

/** The most wei that are attached without `maxFee` for messages through a socket that only the plug vouches for: 0.01 of the currency. */
export const maxFeeOfUnknownSocket: bigint = 10n ** 16n

/**
 * Simulates a call with its fee attached, and checks that the fee is for messages: that the call sends at least one through the
 * socket, that the fee goes to the socket, and that it is not far above what the socket charges.
 *
 * @returns the messages that the call sends in the simulation; `undefined` if the node cannot show them
 * @throws {FeeTooHighError} {@link FeeNotCheckedError} {@link MessageNotCheckedError} {@link NoMessageError} {@link FeeKeptError}
 * @throws the error of `explainRevert`, of `getMinFees` and of `simulateCalls`
 */
export async function checkFee(
  client: Client,
  parameters: CheckFeeParameters,
): Promise<readonly OutboundMessage[] | undefined> {
  const { account, plug, socket, isSocketKnown, functionName, data, ownValue, fee, attached, maxFee } = parameters
  const { evenWithoutMessage, explainRevert } = parameters
  const simulation = await simulateCalls(client, { account, calls: [{ to: plug, data, value: ownValue + attached }] })
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
    const limit = isSocketKnown || most < maxFeeOfUnknownSocket ? most : maxFeeOfUnknownSocket
    if (attached > limit) throw new FeeTooHighError({ plug, fee, attached, maxFee: limit, minFees })
  }
  const cost = nativeCost(simulation, account)
  const fees = feesOf(messages)
  if (cost > ownValue + fees) throw new FeeKeptError({ plug, cost, fees })
  return messages
}
