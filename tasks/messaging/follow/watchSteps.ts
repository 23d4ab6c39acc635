import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, Hex } from "viem"

import type { ExplainedStep } from "../output/messages.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { defaultWatchTimeout, type SourceChoice } from "#src/messaging/following/followMessages.js"
import { watchMessage } from "#src/messaging/following/watchMessages.js"
import type { FollowedChains } from "#src/messaging/following/withChainFallback.js"
import type { MessageSource, MessageStep, WatchMessageParameters } from "#src/messaging/index.js"
import type { CarriedMessage } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { mostLegs } from "#src/messaging/reading/Journey.js"
import { hasArrived } from "#src/messaging/states.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { describedSteps } from "#src/plugin/run/runTask.js"
import type { Clock } from "#src/primitives/clock.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

/** The messages of a transaction to watch, and what is known of them. */
export type WatchedMessages = WatchMessageParameters & {
  /** The messages of ERC-7786 that the followed ones carry, by the ids of those. Default: what the source chain says. */
  readonly carried?: ReadonlyMap<string, CarriedMessage>
}

export type WatchStepsOptions = {
  readonly clock: Clock
  readonly choice: SourceChoice
  /** The source of the messages that leave a chain. */
  readonly sourceOf: (slug: number) => Promise<MessageSource>
}

/** A step is not held back for longer than this by a chain that does not say what it is asked, in milliseconds. */
const reasonLimit = 3_000

/**
 * Watches messages, and then those that their deliveries sent on, within one time limit. Each step says what the chains tell of it.
 *
 * @throws errors of `watchMessage`, also for a message that was sent on
 */
export async function* watchSteps(
  hre: HardhatRuntimeEnvironment,
  chains: Chains,
  parameters: WatchedMessages,
  options: WatchStepsOptions,
): AsyncGenerator<ExplainedStep, void, undefined> {
  const { clock } = options
  const deadline = clock.now() + (parameters.timeout ?? defaultWatchTimeout)
  const abis = lazily(() => readProjectAbis(hre.artifacts))
  let legs: readonly Leg[] = [parameters]
  for (let index = 0; index <= mostLegs && legs.length > 0; index++) {
    const next: Leg[] = []
    for (const leg of legs) {
      const timeout = index === 0 ? parameters.timeout : Math.max(1, deadline - clock.now())
      for await (const step of watchLeg(hre, chains, { ...parameters, ...leg, timeout }, { ...options, abis })) {
        yield step
        next.push(...legsAfter(step))
      }
    }
    legs = next
  }
}

/** Messages of one transaction. */
type Leg = { readonly srcChainSlug: number; readonly srcTxHash: Hex; readonly messageId?: Hex | undefined }

function legsAfter({ outcome, message }: ExplainedStep): readonly Leg[] {
  const { executionTxHash } = message.executionDetails
  const srcTxHash = (executionTxHash ?? message.inboundTx) as Hex | null
  if (outcome === undefined || srcTxHash === null) return []
  const srcChainSlug = message.to.dstChainSlug
  return outcome.sent.map(({ messageId }) => ({ srcChainSlug, srcTxHash, messageId }))
}

async function* watchLeg(
  hre: HardhatRuntimeEnvironment,
  chains: Chains,
  parameters: WatchedMessages,
  { clock, choice, sourceOf, abis }: WatchStepsOptions & { readonly abis: () => Promise<readonly Abi[]> },
): AsyncGenerator<ExplainedStep, void, undefined> {
  const { srcChainSlug, carried: known, until } = parameters
  const followed: FollowedChains = { src: () => chains.require(srcChainSlug), dstOf: (slug) => chains.find(slug) }
  const inTime = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    const answer = await withTimeLimit(reasonLimit, read, { clock, signal: parameters.signal })
    return answer.kind === "done" ? answer.value : undefined
  }
  // What it reads with is not loaded before a step needs it.
  const reader = () => import("./readStep.js")
  const readInside = async (): Promise<WatchedMessages["carried"]> => {
    return choice === "api" ? undefined : await inTime(async () => (await reader()).readCarried(chains, parameters))
  }
  const source = await sourceOf(srcChainSlug)
  const steps = watchMessage(source, { chains: followed, source: choice, ...parameters })
  let inside = known
  let reading: Promise<unknown> | undefined
  for await (const step of describedSteps(steps, hre)) {
    if (known === undefined) reading ??= readInside().then((read) => (inside = read))
    // Only the last step of a message waits for it.
    if (hasArrived(step.state, until)) await reading
    const carried = inside?.get(step.messageId)
    const reason = isReverting(step)
      ? await inTime(async () => (await reader()).readRevertReason(hre, chains, step))
      : undefined
    const isRead = step.state === "EXECUTION_SUCCESS" && choice !== "api"
    const outcome = isRead ? await inTime(async () => (await reader()).readStepOutcome(chains, step, abis)) : undefined
    yield {
      ...step,
      ...(reason === undefined ? {} : { revert: { reason } }),
      ...(carried === undefined ? {} : { carried }),
      ...(outcome === undefined ? {} : { outcome }),
    }
  }
}

/** Whether `inbound` of a message's destination reverts, or has at last. */
export function isReverting({ state, inboundStatus }: Pick<MessageStep, "state" | "inboundStatus">): boolean {
  return inboundStatus === "REVERTING" || state === "INBOUND_REVERTING" || state === "EXECUTION_FAILURE"
}
