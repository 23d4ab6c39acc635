import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { OwnContract } from "../call/findOwnContract.js"
import type { PlugChain } from "../call/openPlugChain.js"
import type { Knows, Place } from "#src/explaining/remedy.js"
import { findObstacles } from "#src/messaging/explaining/findObstacles.js"
import { sayMend, WillNotArriveError } from "#src/messaging/explaining/WillNotArriveError.js"
import type { SendThroughPlugParameters } from "#src/messaging/onchain/fees/prepareSend.js"
import { nameChains } from "#src/plugin/config/chainsOf.js"
import { explainTimeout, openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { readable, readProject } from "#src/plugin/connection/explaining/readProject.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"

type PreflightOptions = {
  readonly own: Pick<OwnContract, "source" | "chains" | "contract">
  readonly chain: Pick<PlugChain, "publicClient" | "socket" | "isLocal">
  /** Whether `--preflight` was given: on a local network only the connection is looked at without it. */
  readonly preflight: boolean
  /** Whether `--anyway` was given. */
  readonly anyway: boolean
  /** Whether a person will be asked whether to send. */
  readonly isAsked: boolean
}

export type Preflight = {
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
      await using opened = openMessageChains(hre, { timeout: timeout ?? explainTimeout })
      const src = readable(source, { client: chain.publicClient, socket: chain.socket })
      const project = await readProject(hre, { chains, opened })
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
        err.line(err.paint.magenta(`warning: the message${to} ${what}. ${says}`))
        if (mend !== null) err.line(sayMend(mend))
      }
    },
  }
}
