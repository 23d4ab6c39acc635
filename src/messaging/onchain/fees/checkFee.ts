import type { Client } from "viem"

import { feesOf, type OutboundMessage, readOutboundMessages } from "../events.js"
import { readDefaultMaxFee } from "../readDefaultMaxFee.js"
import {
  FeeKeptError,
  FeeNotCheckedError,
  FeeTooHighError,
  MessageNotCheckedError,
  NoMessageError,
} from "./feeErrors.js"
import { simulatePaid, type UnpaidCall } from "./findFee.js"
import { nativeCost } from "#src/onchain/simulation/Simulation.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

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
