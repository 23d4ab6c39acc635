import type { Abi } from "viem"

import type { OpenWorld } from "../world/OpenWorld.js"
import { forwarderArtifact, gatewaySocketArtifact, watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import type { Stage } from "#src/devnet/stages.js"
import type { FindSource } from "#src/explaining/evidence.js"
import { createFindSource, type FindSourceOptions } from "#src/explaining/source/createFindSource.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { extras } from "#src/plugin/extras.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** What the test does to keep the actors from a stage, as lines of a failure text. */
export function findHold({ relay }: OpenWorld, stage: Stage | undefined): readonly string[] {
  if (!relay.running) return ["The relay is stopped, so no actor works: world.devnet.relay.start() starts it."]
  if (stage === undefined || !relay.isPaused(stage)) return []
  return [`The test holds the stage ${stage}: world.release("${stage}") lets it go on.`]
}

/** Says how often something that reverts was tried, and how to try it again. Without `retryAt` it was given up. */
export function describeTries(
  { clock }: OpenWorld,
  { attempts, retryAt }: { readonly attempts: number; readonly retryAt: number | undefined },
): string {
  const times = attempts === 1 ? "once" : attempts === 2 ? "twice" : `${attempts} times`
  if (retryAt === undefined) return `It was tried ${times}, and is not tried again.`
  const wait = Math.max(1, Math.ceil((retryAt - clock.now()) / 1_000))
  return `It was tried ${times}. world.time.increase(${wait}) lets it be tried again.`
}

/** The chains answer in this process, and a text must not depend on how busy the machine is. A gas loop takes a second for each million. */
const trace: FindSourceOptions = { timeout: 30_000, maxGas: 1_000_000n }

export function findSourceIn({ hre }: OpenWorld): FindSource {
  return createFindSource(hre.artifacts, trace)
}

const allAbis = memoize(readProjectAbis, new WeakMap())

/** To decode a revert with: the tests' deployed contracts first, then the whole project, because app gateways deploy, too. */
export async function projectAbis({ registry, market, hre: { artifacts } }: OpenWorld): Promise<readonly Abi[]> {
  const ofMarket = market === undefined ? [] : (await extras.marketContracts()).marketAbis
  return [...registry.abis(), ...(await allAbis(artifacts)), ...devnetAbis, ...ofMarket]
}

/** The contracts of the devnet whose errors a call of a user's contract can end with. */
const devnetAbis: readonly Abi[] = [watcherArtifact.abi, gatewaySocketArtifact.abi, forwarderArtifact.abi]
