import type { MessageRecord } from "../../../../devnet/messaging/MessageRecord.js"
import type { DevnetChain } from "../../../../devnet/Devnet.js"
import { createFindSource } from "../../../../explaining/source/createFindSource.js"
import type { FindSource } from "../../../../explaining/evidence.js"
import { explainMessage } from "../../../../messaging/explaining/explainMessage.js"
import type { StageTimes } from "../../../../messaging/explaining/stageTimes.js"
import type { ReadableChain } from "../../../../messaging/reading/Journey.js"
import type { OpenWorld } from "../../../OpenWorld.js"
import { withNames } from "./nameContracts.js"

/** The chains answer in this process, and a text must not depend on how busy the machine is. */
const trace = { timeout: 30_000, mostGas: 1_000_000n }

/** After the actors have done all that is due, whatever waits is stuck. */
const stuckAtOnce = { typical: 0, stuckAfter: -1 }
const stageTimes: StageTimes = {
  seal: stuckAtOnce,
  propose: stuckAtOnce,
  attest: stuckAtOnce,
  execute: stuckAtOnce,
}

/** Finds the first cause of why a message is not delivered, as one sentence; `undefined` if there is none. */
export async function explainInWorld(world: OpenWorld, { outbound }: MessageRecord): Promise<string | undefined> {
  const { devnet, registry, clock } = world
  const chains = new Map(Object.values(devnet.chains).map((chain) => [chain.slug, readable(chain)]))
  const src = chains.get(outbound.srcChainSlug)
  if (src === undefined) return undefined
  const { messageId, transactionHash: srcTxHash } = outbound
  const chainOf = (slug: number): Promise<ReadableChain | undefined> => Promise.resolve(chains.get(slug))
  const abis = registry.all().map(({ abi }) => abi)
  const parameters = {
    src,
    srcTxHash,
    messageId,
    chainOf,
    abis,
    findSource: findSourceIn(world),
    stageTimes,
    clock,
    timeout: Infinity,
  }
  // What the chains say cannot be explained any better.
  const explained = await explainMessage(parameters).catch(() => undefined)
  const [cause] = explained?.causes ?? []
  return cause === undefined ? undefined : withNames(world, cause.says)
}

/** Finds where in the user's source code a call reverts. */
function findSourceIn({ hre }: OpenWorld): FindSource {
  return createFindSource(hre.artifacts, trace)
}

function readable({ publicClient, contracts, slug, name }: DevnetChain<boolean>): ReadableChain {
  return { client: publicClient, socket: contracts.socket, slug, name }
}
