import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import type { OwnContract } from "../call/findOwnContract.js"
import { sendPlan } from "../output/sendPlan.js"
import type { CallToSend } from "./callToSend.js"
import type { Knows, Place } from "#src/explaining/remedy.js"
import { AbortedError } from "#src/http/errors.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { sayMend, WillNotArriveError } from "#src/messaging/explaining/createPreflight.js"
import { findObstacles } from "#src/messaging/explaining/findObstacles.js"
import {
  type PreparedCall,
  prepareSend,
  type SendThroughPlugParameters,
} from "#src/messaging/onchain/fees/prepareSend.js"
import type { GasPlan } from "#src/onchain/gas/GasPlan.js"
import { nameChains } from "#src/plugin/config/chainsOf.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { readProject } from "#src/plugin/connection/explaining/readProject.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { requireConfirmed } from "#src/plugin/run/requireConfirmed.js"
import { askYes } from "#src/terminal/askYes.js"
import { gasText } from "#src/terminal/gasText.js"
import { paint } from "#src/terminal/paint.js"

type PrepareCallParameters = {
  readonly own: OwnContract
  readonly chain: Chain
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
  const { client, isLocal } = chain
  const socket = await chain.socket()
  const isUnasked = yes || safe !== undefined
  if (isUnasked || !isLocal) {
    const target = { contract: own.contract, client, argument: "plug", account, yes: isUnasked }
    await requireConfirmed(hre, target, io)
  }
  // Where money is real, a yes to its price is none to a message that would not arrive.
  const canAsk = io.input.isTTY === true && !json && safe === undefined && (isLocal || !yes)
  const preflight = openPreflight(hre, { own, chain, preflight: args.preflight, anyway, isAsked: canAsk }, io)
  const errorAbis = await chain.errorAbis()
  const preparing = prepareSend(client, account, { ...call, socket, errorAbis, preflight: preflight.run })
  const prepared = await unlessAborted(preparing, [io.signal])
  const onGas = async (gas: GasPlan): Promise<void> => {
    const native = await chain.native()
    const plan = { own, account, gas: gas.cost, native }
    if (isLocal) err.line(paint.dim(`gas: ${gasText({ ...gas, native })}`))
    else err.show(sendPlan(prepared, plan))
    const isDoubtful = preflight.hasWarned() && !anyway
    if (yes || (isLocal && !isDoubtful)) return
    if (!(await askYes(isDoubtful ? "Send it all the same?" : "Send it?", io))) throw new AbortedError()
  }
  return { prepared, onGas }
}

type PreflightOptions = {
  readonly own: Pick<OwnContract, "source" | "chains" | "contract">
  readonly chain: Pick<Chain, "readable" | "isLocal">
  /** Whether `--preflight` was given: on a local network only the connection is looked at without it. */
  readonly preflight: boolean
  /** Whether `--anyway` was given. */
  readonly anyway: boolean
  /** Whether a person will be asked whether to send. */
  readonly isAsked: boolean
}

type Preflight = {
  readonly run: NonNullable<SendThroughPlugParameters["preflight"]>
  /** Whether it has warned of what stops a message. */
  readonly hasWarned: () => boolean
}

/** Milliseconds for a local network, where a person waits. What is found later is not shown. */
const localTimeout = 5_000

/**
 * Looks for what would keep the messages from arriving, once it is known what they are and before they are paid for, and warns of it on
 * standard error. Where nobody is asked, nothing is sent without `--anyway`: a message that is sent is paid for, and waits until the other
 * side is mended. What could not be found out is a warning, and on a local network nothing at all.
 */
export function openPreflight(
  hre: HardhatRuntimeEnvironment,
  { own: { source, chains, contract }, chain, preflight, anyway, isAsked }: PreflightOptions,
  { terminal: { err }, signal, clock }: Pick<TaskIo, "terminal" | "signal" | "clock">,
): Preflight {
  const connectionOnly = chain.isLocal && !preflight
  const timeout = connectionOnly ? localTimeout : undefined
  const nameOf = nameChains(chains)
  let hasWarned = false
  return {
    hasWarned: () => hasWarned,
    async run(messages) {
      await using opened = openChains(hre, { timeout: timeout ?? explainTimeout })
      const src = await chain.readable()
      const project = await readProject(hre, opened)
      const knows = async (place: Place, beside?: readonly Place[]) => (await project.isKnown?.(place, beside)) === true
      // Who names a plug by its address knows it. A project that knows the other one names its own plugs.
      const isKnown: Knows = async (place, beside = []) => {
        if (await knows(place, beside)) return true
        const isNamed = place.slug === source.slug && place.address === contract.address
        const others = beside.filter((other) => other !== place && other.otherSlug === undefined)
        return (
          isNamed &&
          contract.claim === undefined &&
          !(await Promise.all(others.map((one) => knows(one)))).includes(true)
        )
      }
      const looking = { connectionOnly, timeout, clock, signal, isKnown }
      const obstacles = await findObstacles(messages, { src, ...project, ...looking })
      hasWarned = obstacles.some(({ isCertain }) => isCertain)
      if (hasWarned && !anyway && !isAsked) throw new WillNotArriveError(obstacles, nameOf)
      for (const { isCertain, dstChainSlug, says, mend } of obstacles) {
        if (!isCertain && connectionOnly) continue
        const to = dstChainSlug === null ? "" : ` to ${nameOf(dstChainSlug)}`
        const what = isCertain ? "will not arrive as things are" : "may not arrive"
        err.line(paint.magenta(`warning: the message${to} ${what}. ${says}`))
        if (mend !== null) err.line(sayMend(mend))
      }
    },
  }
}
