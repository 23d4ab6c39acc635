import type { Account, Address, Client, Hex } from "viem"
import { decodeErrorResult, toFunctionSelector } from "viem/utils"

import { assertBalance } from "../../../onchain/assertFunds.js"
import { simulateCalls } from "../../../onchain/simulation/simulateCalls.js"
import { type ContractCall, simulate } from "../../../onchain/transact.js"
import { plugAbi } from "../abi.js"
import { decodeRevert } from "../decodeRevert.js"
import { readOutboundMessages } from "../events.js"
import { FeeNotCredibleError, FeeNotFoundError } from "./feeErrors.js"
import { findFee, type FoundFee, priceSent } from "./findFee.js"

export type UnpaidCall = {
  /** With the value for the function's own use. */
  readonly call: ContractCall & { readonly value: bigint }
  readonly account: Account
  readonly socket: Address
  readonly data: Hex
  readonly explainRevert: (error: unknown) => unknown
}

/**
 * Reads the fee of a call from the plug if it reports it, and from simulations and the socket otherwise. A fee that the plug would take
 * out of the call's own value counts in full, because it is attached in addition.
 *
 * @throws {FeeNotCredibleError} {@link FeeNotFoundError}
 * @throws the error of `explainRevert`
 */
export async function readFee(client: Client, unpaid: UnpaidCall): Promise<FoundFee> {
  const { call, account, socket, data, explainRevert } = unpaid
  const { address: plug, value: ownValue } = call
  await assertBalance(client, account, ownValue)
  try {
    await simulate(client, call, account)
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
    if (provided !== ownValue) throw new FeeNotCredibleError({ plug, required, provided, attached: ownValue })
    const missing = required - ownValue
    return {
      fee: ownValue === 0n ? missing : ((await feeTakenFrom(client, unpaid, required)) ?? missing),
      isExact: false,
    }
  }
  if (ownValue === 0n || (await paysItself(client, unpaid))) return { fee: 0n, isExact: false }
  return { fee: (await feeTakenFrom(client, unpaid, ownValue)) ?? 0n, isExact: false }
}

/** Whether a plug needs nothing attached, because it pays from its own balance. */
async function paysItself(client: Client, { call, account }: UnpaidCall): Promise<boolean> {
  return await simulate(client, { ...call, value: 0n }, account).then(
    () => true,
    () => false,
  )
}

/**
 * Finds what the messages cost that a call sends with a value which includes their fee.
 *
 * @returns `undefined` if the call does not accept the fee in addition to its own value, as of a plug that takes an exact amount, or if
 * the node cannot show what it sends
 */
async function feeTakenFrom(
  client: Client,
  { call, account, socket, data }: UnpaidCall,
  value: bigint,
): Promise<bigint | undefined> {
  const send = (attached: bigint) =>
    simulateCalls(client, { account: account.address, calls: [{ to: call.address, data, value: attached }] })
  const simulation = await send(value)
  if (simulation?.status !== "success") return undefined
  const messages = readOutboundMessages(simulation.logs, { socket })
  const fee = messages.length === 0 ? undefined : await priceSent(client, messages)
  if (fee === undefined || fee === 0n) return undefined
  return (await send(call.value + fee))?.status === "success" ? fee : undefined
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
