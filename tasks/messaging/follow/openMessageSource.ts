import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { ExplainedStep } from "../output/messages.js"
import { type WatchedMessages, watchSteps } from "./watchSteps.js"
import { isTransient } from "#src/http/polling/poll.js"
import type { SourceChoice } from "#src/messaging/following/followMessages.js"
import type { Message, MessageSource } from "#src/messaging/index.js"
import type { MessageChain } from "#src/messaging/reading/confirmDelivery.js"
import { explainUnknown, isUnknownToApi } from "#src/messaging/requestErrors.js"
import { unseenOnChains } from "#src/messaging/states.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { type Chains, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openMessaging, requireReachable } from "#src/plugin/connection/openClients.js"
import { zeroHash } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import type { Clock } from "#src/primitives/clock.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"
import { paint } from "#src/terminal/paint.js"
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
   * Watches messages of a transaction, and those that their deliveries sent on. While the API does not know it, or does not answer, the
   * chains are read. A step at which `inbound` reverts says why.
   *
   * @throws {NothingToFollowError} the transaction is mined and sent nothing
   */
  watch(parameters: WatchedMessages): AsyncGenerator<ExplainedStep, void, undefined>
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
  { clock, signal, err, choice: wanted = "both", finality }: OpenMessageSourceOptions,
): Promise<OpenMessageSource> {
  // A message of a mocked scenario is on no chain.
  const choice = wanted === "both" && hre.config.plugs.messaging.mock !== undefined ? "api" : wanted
  const notes = openMalformedNotes(err)
  const chains = openChains(hre, { named: [chain] })
  const close = async (): Promise<void> => {
    notes.print()
    await chains[Symbol.asyncDispose]()
  }
  const watchFrom =
    (sourceOf: (slug: number) => Promise<MessageSource>): OpenMessageSource["watch"] =>
    (parameters) =>
      watchSteps(hre, chains, parameters, { clock, choice, sourceOf })
  const onApi = (api: MessageSource): OpenMessageSource => ({
    followedOn: "api",
    sourceName: api.sourceName,
    requireFollowable: () => Promise.resolve(),
    watch: watchFrom(() => Promise.resolve(api)),
    [Symbol.asyncDispose]: close,
  })
  const onChains = async (src: MessageChain, why: string): Promise<OpenMessageSource> => {
    // Only a person whose API does not know the chain, or is not to be asked, waits for this.
    const { createChainMessages } = await import("#src/messaging/following/createChainMessages.js")
    const sourceFrom = (from: MessageChain) =>
      createChainMessages({ src: from, dstOf: (slug) => chains.find(slug), finality, clock })
    const source = sourceFrom(src)
    err.line(paint.magenta(`${why} Its messages are followed on the chains themselves.`))
    return {
      followedOn: "chains",
      sourceName: source.sourceName,
      requireFollowable: (message) => requireDestinations(source, chains, message),
      watch: watchFrom(async (slug) => (slug === chain.slug ? source : sourceFrom(await chains.require(slug)))),
      [Symbol.asyncDispose]: close,
    }
  }
  if (choice === "chain") {
    const unseen = `${unseenOnChains.slice(0, -1).join(", ")} and ${unseenOnChains.at(-1) ?? ""}`
    const counts = typeof finality === "number" ? `with ${finality} blocks above it` : (finality ?? "latest")
    return await onChains(await chains.require(chain), `What is ${counts} counts, and ${unseen} are not visible there.`)
  }
  const api = await openMessaging(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  try {
    await requireReachable(hre.config.plugs.messaging, () =>
      api.getMessages({ srcChainSlug: chain.slug, srcTxHash: zeroHash, signal }),
    )
    return onApi(api)
  } catch (error) {
    if (choice === "api" || (!isUnknownToApi(error) && !isTransient(error))) throw error
    const src = await chains.require(chain).catch((unread: unknown) => {
      throw isUnknownToApi(error) ? unread : error
    })
    if (isUnknownToApi(error)) return await onChains(src, explainUnknown(error, chain.name))
    // The watch asks a silent API again, and the chains meanwhile.
    return onApi(api)
  }
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
