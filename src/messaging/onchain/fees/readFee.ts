import type { Client, Hex } from "viem"
import { decodeErrorResult, toFunctionSelector } from "viem/utils"

import { plugAbi } from "../abi.js"
import { decodeRevert } from "../decodeRevert.js"
import { readOutboundMessages } from "../events.js"
import { FeeNotCredibleError, FeeNotFoundError } from "./feeErrors.js"
import { findFee, type FoundFee, priceSent, simulatePaid, type UnpaidCall } from "./findFee.js"
import { assertBalance } from "#src/onchain/assertFunds.js"
import { simulate } from "#src/onchain/transact.js"

/**
 * Reads the fee of a call from the plug if it reports it, and from simulations and the socket otherwise. A fee that the plug would take
 * out of the call's own value counts in full, because it is attached in addition.
 *
 * @throws {FeeNotCredibleError} {@link FeeNotFoundError}
 */
export async function readFee(client: Client, unpaid: UnpaidCall): Promise<FoundFee> {
  const { call, account, socket, explainRevert } = unpaid
  const { address: plug, value: ownValue } = call
  await assertBalance(client, account, ownValue)
  try {
    await simulate(client, call, account)
  } catch (error) {
    const revert = decodeRevert(error)
    if (revert === undefined) throw explainRevert(error)
    const reported = feesIn(revert.data)
    if (reported === undefined) {
      const found = await findFee(client, unpaid)
      if (found !== undefined) return found
      throw revert.data === insufficientFees ? new FeeNotFoundError({ plug, socket }) : explainRevert(error)
    }
    const [required, provided] = reported
    if (required <= ownValue) throw explainRevert(error)
    if (provided !== ownValue) throw new FeeNotCredibleError({ plug, required, provided, attached: ownValue })
    const taken = ownValue === 0n ? undefined : await feeTakenFrom(client, unpaid, required)
    return { fee: taken ?? required - ownValue, isExact: false }
  }
  if (ownValue === 0n || (await paysItself(client, unpaid))) return { fee: 0n, isExact: false }
  return { fee: (await feeTakenFrom(client, unpaid, ownValue)) ?? 0n, isExact: false }
}

/** Whether a plug needs nothing attached, because it pays from its own balance. */
async function paysItself(client: Client, { call, account }: UnpaidCall): Promise<boolean> {
  const failure: unknown = await simulate(client, { ...call, value: 0n }, account).catch((error: unknown) => error)
  return failure === undefined
}

/**
 * Finds what the messages cost that a call sends with a value which includes their fee.
 *
 * @returns `undefined` if the call does not accept the fee in addition to its own value, as of a plug that takes an exact amount, or if
 * the node cannot show what it sends
 */
async function feeTakenFrom(client: Client, unpaid: UnpaidCall, value: bigint): Promise<bigint | undefined> {
  const simulation = await simulatePaid(client, unpaid, value - unpaid.call.value)
  if (simulation?.status !== "success") return undefined
  const fee = await priceSent(client, readOutboundMessages(simulation.logs, unpaid))
  if (fee === undefined || fee === 0n) return undefined
  return (await simulatePaid(client, unpaid, fee))?.status === "success" ? fee : undefined
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
