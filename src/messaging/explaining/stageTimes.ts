import { isAddressEqual } from "viem/utils"

import { loadDeployments } from "../deployments/findDeployment.js"
import type { ReadableChain } from "../reading/Journey.js"
import { isDevelopmentNode } from "#src/onchain/readNode.js"

/** What a message waits for, in order. */
export type Stage = "seal" | "propose" | "attest" | "execute"

/** How long a stage takes, in seconds. */
export type StageTime = {
  /** Nearly every message has passed the stage after this time. */
  readonly typical: number
  /** A message that waits for longer than this is stuck. */
  readonly stuckAfter: number
}

export type StageTimes = Readonly<Record<Stage, StageTime>>

/**
 * Of the deployed system, where a fast path takes 3 to 10 minutes from end to end. A message is called stuck late rather than early: after
 * three times what all stages take together at most.
 */
export const deployedStageTimes: StageTimes = {
  seal: { typical: 2 * 60, stuckAfter: 30 * 60 },
  propose: { typical: 3 * 60, stuckAfter: 30 * 60 },
  attest: { typical: 3 * 60, stuckAfter: 30 * 60 },
  execute: { typical: 2 * 60, stuckAfter: 30 * 60 },
}

const atOnce: StageTime = { typical: 1, stuckAfter: 60 }

/**
 * Of a devnet, whose actors work on a message at once. A minute is also enough for one with blocks every 12 seconds or with a `pace` of
 * some seconds; pass times of your own for a slower one.
 */
export const devnetStageTimes: StageTimes = { seal: atOnce, propose: atOnce, attest: atOnce, execute: atOnce }

/**
 * Finds out how long stages take on a chain: its node says whether it is one for development. A local node of a public chain has no relay of
 * its own, so nothing is faster there.
 *
 * @returns those of the deployed system if the node does not name itself
 */
export async function readStageTimes(src: Pick<ReadableChain, "client" | "slug" | "socket">): Promise<StageTimes> {
  const { client, slug, socket } = src
  if (!(await isDevelopmentNode(client))) return deployedStageTimes
  const isPublic = (await loadDeployments()).some(
    (chain) => chain.slug === slug && isAddressEqual(chain.socket, socket),
  )
  return isPublic ? deployedStageTimes : devnetStageTimes
}
