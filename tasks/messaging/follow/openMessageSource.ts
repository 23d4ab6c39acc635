import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { isTransient } from "#src/http/polling/poll.js"
import type { SourceChoice } from "#src/messaging/following/followMessages.js"
import type { MessageChain } from "#src/messaging/following/followSocket.js"
import { watchMessage } from "#src/messaging/following/watchMessages.js"
import type { FollowedChains } from "#src/messaging/following/withChains.js"
import type { Message, MessageSource, MessageStep, WatchMessageParameters } from "#src/messaging/index.js"
import type { CarriedMessage } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { explainUnknown, isUnknownToApi } from "#src/messaging/requestErrors.js"
import { hasArrived, unseenOnChains } from "#src/messaging/states.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { type Chains, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openMessaging, requireReachable } from "#src/plugin/connection/openClients.js"
import { describedSteps } from "#src/plugin/run/runTask.js"
import { zeroHash } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import type { Clock } from "#src/primitives/clock.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"
import type { Printer } from "#src/terminal/terminal.js"

/** Where a task follows messages. Dispose of it when the task has ended. */
export type OpenMessageSource = AsyncDisposable & {
  /** `api`, or `chains` if the API does not know the chain, or is not to be asked. */
  readonly followedOn: "api" | "chains"
  /** Its name in a sentence; `undefined` for the API. */
  readonly sourceName: string | undefined
  /**
   * Checks that messages of a transaction can be followed to their end.
   *
   * @throws {NotFollowedError} a destination chain cannot be read; the error has the states that the source chain shows
   */
  requireFollowable(message: { readonly srcChainSlug: number; readonly srcTxHash: `0x${string}` }): Promise<void>
  /**
   * Watches messages of a transaction. While the API does not know it, or does not answer, the chains are read. A step at which `inbound`
   * reverts says why.
   *
   * @throws {NothingToFollowError} the transaction is mined and sent nothing
   */
  watch(parameters: WatchMessageParameters & KnownInside): AsyncGenerator<ExplainedStep, void, undefined>
}

type KnownInside = {
  /** The messages of ERC-7786 that the followed ones carry, by the ids of those. Default: what the source chain says. */
  readonly carried?: ReadonlyMap<string, CarriedMessage>
}

export type OpenMessageSourceOptions = {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly err: Printer
  /** Default: both. */
  readonly choice?: SourceChoice | undefined
  readonly finality?: Finality | undefined
}

/**
 * Opens the messaging API, or the chains themselves if the API answers that it does not know the chain. The second is said on standard
 * error, and so is what was left out of the API's answers, when it is disposed of.
 *
 * @param chain the chain that the messages leave
 * @throws {ApiKeyRefusedError} and other errors of the API that are not about the chain; why it does not answer, if the chain does not either
 */
export async function openMessageSource(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  { clock, signal, err, choice = "both", finality }: OpenMessageSourceOptions,
): Promise<OpenMessageSource> {
  const notes = openMalformedNotes(err)
  const chains = openChains(hre)
  const close = async (): Promise<void> => {
    notes.print()
    await chains[Symbol.asyncDispose]()
  }
  const shared = { watch: createWatch(hre, chains, { chain, clock, choice }), close }
  const onChains = async (src: MessageChain, why: string): Promise<OpenMessageSource> => {
    // Only a person whose API does not know the chain, or is not to be asked, waits for this.
    const { createChainMessages } = await import("#src/messaging/following/createChainMessages.js")
    const source = createChainMessages({ src, dstOf: (slug) => chains.find(slug), finality, clock })
    err.line(err.paint.magenta(`${why} Its messages are followed on the chains themselves.`))
    const requireFollowable = (message: Parameters<OpenMessageSource["requireFollowable"]>[0]) =>
      requireDestinations(source, chains, message)
    return openedSource(source, { ...shared, followedOn: "chains", requireFollowable })
  }
  if (choice === "chain") {
    const unseen = `${unseenOnChains.slice(0, -1).join(", ")} and ${unseenOnChains.at(-1) ?? ""}`
    const counts = typeof finality === "number" ? `with ${finality} blocks above it` : (finality ?? "latest")
    return await onChains(await chains.require(chain), `What is ${counts} counts, and ${unseen} are not visible there.`)
  }
  const api = await openMessaging(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  try {
    await requireReachable(() => api.getMessages({ srcChainSlug: chain.slug, srcTxHash: zeroHash, signal }))
    return openedSource(api, { ...shared, followedOn: "api", requireFollowable: () => Promise.resolve() })
  } catch (error) {
    if (choice === "api" || (!isUnknownToApi(error) && !isTransient(error))) throw error
    const src = await chains.require(chain).catch((unread: unknown) => {
      throw isUnknownToApi(error) ? unread : error
    })
    if (isUnknownToApi(error)) return await onChains(src, explainUnknown(error, chain.name))
    // The watch asks a silent API again, and the chains meanwhile.
    return openedSource(api, { ...shared, followedOn: "api", requireFollowable: () => Promise.resolve() })
  }
}

type Watch = (source: MessageSource) => OpenMessageSource["watch"]

function openedSource(
  source: MessageSource,
  {
    watch,
    close,
    ...opened
  }: Pick<OpenMessageSource, "followedOn" | "requireFollowable"> & { watch: Watch; close: () => Promise<void> },
): OpenMessageSource {
  const { sourceName } = source
  return { ...opened, sourceName, watch: watch(source), [Symbol.asyncDispose]: close }
}

async function requireDestinations(
  source: MessageSource,
  chains: Chains,
  message: Parameters<OpenMessageSource["requireFollowable"]>[0],
): Promise<void> {
  const messages = await source.getMessages(message)
  const problems = new Map<number, string>()
  for (const { to } of messages) {
    const opened = await chains.open(to.dstChainSlug)
    if ("problem" in opened) problems.set(to.dstChainSlug, opened.problem)
  }
  if (problems.size > 0) throw new NotFollowedError({ messages, problems })
}

/** A step is not held back for longer than this by a chain that does not say what it is asked, in milliseconds. */
const reasonLimit = 3_000

function createWatch(
  hre: HardhatRuntimeEnvironment,
  chains: Chains,
  { chain, clock, choice }: { readonly chain: ChainEntry; readonly clock: Clock; readonly choice: SourceChoice },
): Watch {
  const followed: FollowedChains = { src: () => chains.require(chain), dstOf: (slug) => chains.find(slug) }
  return (source) => (parameters) => {
    const { carried: known, until } = parameters
    const inTime = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
      const answer = await withTimeLimit(reasonLimit, read, { clock, signal: parameters.signal })
      return answer.kind === "done" ? answer.value : undefined
    }
    const readReason = async (step: MessageStep): Promise<string | undefined> => {
      const { readRevertReason } = await import("./readRevertReason.js")
      return await inTime(() => readRevertReason(hre, chains, step))
    }
    const readInside = async (): Promise<KnownInside["carried"]> => {
      if (choice === "api") return undefined
      const { readCarried } = await import("./readCarried.js")
      return await inTime(() => readCarried(chains, parameters))
    }
    const isLast = ({ state }: MessageStep): boolean => hasArrived(state, until)
    const steps = watchMessage(source, { chains: followed, source: choice, ...parameters })
    return describedSteps(explainSteps(steps, { readReason, known, readInside, isLast }), hre)
  }
}

/** A step of a message, why `inbound` of its destination reverts, if it does, and the message of ERC-7786 that it carries, if it does. */
export type ExplainedStep = MessageStep & {
  readonly revert?: { readonly reason: string }
  readonly carried?: CarriedMessage
}

/**
 * Adds to each step what the chains say of it, as far as that can be read. What the messages carry is read once, from the first step on; only
 * the last step of a message waits for it.
 */
async function* explainSteps(
  steps: AsyncIterable<MessageStep>,
  {
    readReason,
    known,
    readInside,
    isLast,
  }: {
    readonly readReason: (step: MessageStep) => Promise<string | undefined>
    readonly known: KnownInside["carried"]
    readonly readInside: () => Promise<KnownInside["carried"]>
    readonly isLast: (step: MessageStep) => boolean
  },
): AsyncGenerator<ExplainedStep, void, undefined> {
  let inside = known
  let reading: Promise<unknown> | undefined
  for await (const step of steps) {
    if (known === undefined) reading ??= readInside().then((read) => (inside = read))
    if (isLast(step)) await reading
    const carried = inside?.get(step.messageId)
    const reason = isReverting(step) ? await readReason(step) : undefined
    yield {
      ...step,
      ...(reason === undefined ? {} : { revert: { reason } }),
      ...(carried === undefined ? {} : { carried }),
    }
  }
}

/** Whether `inbound` of a message's destination reverts, or has at last. */
export function isReverting({ state, inboundStatus }: Pick<MessageStep, "state" | "inboundStatus">): boolean {
  return inboundStatus === "REVERTING" || state === "INBOUND_REVERTING" || state === "EXECUTION_FAILURE"
}

/** Messages were to be tracked, but the messaging API does not know their chain or does not answer, and a destination cannot be read. They were sent. */
export class NotFollowedError extends PlugsError {
  readonly code = "NOT_FOLLOWED"
  /** The messages, with the states that the chains show which can be read. */
  readonly messages: readonly Message[]

  constructor({ messages, problems }: { messages: readonly Message[]; problems: ReadonlyMap<number, string> }) {
    super("The messages were sent, but cannot be followed to their end.", {
      facts: {
        ...Object.fromEntries(messages.map(({ messageId, status }) => [`state of ${messageId}`, status])),
        ...Object.fromEntries([...problems].map(([slug, problem]) => [`chain ${slug}`, problem])),
      },
      next: "Add the destination to plugs.chains, with its network and socket, and run messaging track with the transaction.",
    })
    this.messages = messages
  }
}
