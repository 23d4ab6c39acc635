import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import type { OwnContract } from "../call/findOwnContract.js"
import type { PlugChain } from "../call/openPlugChain.js"
import { sendPlan } from "../output/sendPlan.js"
import { openPreflight } from "./openPreflight.js"
import type { CallToSend } from "./readSendArguments.js"
import { AbortedError } from "#src/http/errors.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { type PreparedCall, prepareSend } from "#src/messaging/onchain/fees/prepareSend.js"
import type { GasPlan } from "#src/onchain/gas/GasPlan.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { requireConfirmed } from "#src/plugin/run/requireConfirmed.js"
import { askYes } from "#src/terminal/askYes.js"
import { gasText } from "#src/terminal/gasText.js"

type PrepareCallParameters = {
  readonly own: OwnContract
  readonly chain: PlugChain
  readonly call: CallToSend
  /** Who sends it. */
  readonly account: Address
  readonly args: {
    readonly safe: string | undefined
    readonly preflight: boolean
    readonly yes: boolean
    readonly anyway: boolean
    readonly json: boolean
  }
}

/** A call that is checked and not sent. */
type CallToConfirm = {
  readonly prepared: PreparedCall
  /** Shows what it costs, and asks whether to send it where that has to be asked. Throws an `AbortedError` after a no. */
  readonly onGas: (gas: GasPlan) => Promise<void>
}

/**
 * Checks a call, its fee, and whether its messages would arrive. A person at a terminal is asked about what would not arrive, and where money
 * is real about every send.
 *
 * @throws {WillNotArriveError} a message would not arrive, and nobody is asked
 * @throws what `sendThroughPlug` throws before it sends
 */
export async function prepareCall(
  hre: HardhatRuntimeEnvironment,
  { own, chain, call, account, args }: PrepareCallParameters,
  io: Pick<TaskIo, "terminal" | "input" | "signal" | "clock">,
): Promise<CallToConfirm> {
  const { safe, yes, anyway, json } = args
  const { err } = io.terminal
  const { publicClient, socket, isLocal, native } = chain
  const isUnasked = yes || safe !== undefined
  if (isUnasked || !isLocal) {
    const target = { contract: own.contract, client: publicClient, argument: "plug", account, yes: isUnasked }
    await requireConfirmed(hre, target, io)
  }
  // Where money is real, a yes to its price is none to a message that would not arrive.
  const canAsk = io.input.isTTY === true && !json && safe === undefined && (isLocal || !yes)
  const preflight = openPreflight(hre, { own, chain, preflight: args.preflight, anyway, isAsked: canAsk }, io)
  const errorAbis = await chain.readErrorAbis()
  const preparing = prepareSend(publicClient, account, { ...call, socket, errorAbis, preflight: preflight.run })
  const prepared = await unlessAborted(preparing, [io.signal])
  const onGas = async (gas: GasPlan): Promise<void> => {
    const plan = { own, account, gas: gas.cost, native }
    if (isLocal) err.line(err.paint.dim(`gas: ${gasText({ ...gas, native })}`))
    else err.line(sendPlan(prepared, plan, err.paint))
    const isDoubtful = preflight.hasWarned() && !anyway
    if (yes || (isLocal && !isDoubtful)) return
    if (!(await askYes(isDoubtful ? "Send it all the same?" : "Send it?", io))) throw new AbortedError()
  }
  return { prepared, onGas }
}
