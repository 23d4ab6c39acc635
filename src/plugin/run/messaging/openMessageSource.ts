import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import type { MessageChain, MessageSource } from "../../../messaging/index.js"
import { isUnknownToApi } from "../../../messaging/requestErrors.js"
import type { ChainEntry } from "../../../primitives/chains.js"
import type { Clock } from "../../../primitives/clock.js"
import { isPlugsError } from "../../../primitives/PlugsError.js"
import { openLeftOutNotes } from "../../../terminal/core/leftOutNotes.js"
import type { Printer } from "../../../terminal/core/terminal.js"
import { chainsOf } from "../../config/chainsOf.js"
import { connectChain } from "../../connection/connectChain.js"
import { openMessaging } from "../../connection/openClients.js"
import { openSocket } from "../../connection/openSocket.js"
import { noTransaction, requireReachable } from "../../connection/requireReachable.js"
import { explainUnknown } from "./explainUnknown.js"
import { NotFollowedError } from "./NotFollowedError.js"

/** Where a task follows messages. Dispose of it when the task has ended. */
export type OpenMessageSource = AsyncDisposable & {
  readonly source: MessageSource
  /** `api`, or `chains` if the API does not know the chain. */
  readonly followedOn: "api" | "chains"
  /**
   * Checks that messages of a transaction can be followed to their end.
   *
   * @throws {NotFollowedError} a destination chain cannot be read; the error has the states that the source chain shows
   */
  requireFollowable(message: { readonly srcChainSlug: number; readonly srcTxHash: `0x${string}` }): Promise<void>
}

/**
 * Opens the messaging API, or the chains themselves if the API answers that it does not know the chain. The second is said on standard
 * error, and so is what was left out of the API's answers, when it is disposed of.
 *
 * @param chain the chain that the messages leave
 * @throws {ApiKeyRefusedError} and other errors of the API that are not about the chain
 */
export async function openMessageSource(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  { clock, signal, err }: { readonly clock: Clock; readonly signal: AbortSignal; readonly err: Printer },
): Promise<OpenMessageSource> {
  const notes = openLeftOutNotes(err)
  const api = await openMessaging(hre.config.plugs, { clock, onLeftOut: notes.onLeftOut })
  try {
    await requireReachable(() => api.getMessages({ srcChainSlug: chain.slug, srcTxHash: noTransaction, signal }))
    return {
      source: api,
      followedOn: "api",
      requireFollowable: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => {
        notes.print()
        return Promise.resolve()
      },
    }
  } catch (error) {
    if (!isUnknownToApi(error)) throw error
    err.line(
      err.paint.yellow(`${explainUnknown(error, chain.name)} Its messages are followed on the chains themselves.`),
    )
    return await openChains(hre, chain, clock)
  }
}

async function openChains(hre: HardhatRuntimeEnvironment, chain: ChainEntry, clock: Clock): Promise<OpenMessageSource> {
  // Only a person whose API does not know the chain waits for these.
  const [{ createChainMessages }, { publicClientOf }] = await Promise.all([
    import("../../../messaging/onchain/delivery/createChainMessages.js"),
    import("../../connection/clientsOf.js"),
  ])
  const connections: NetworkConnection[] = []
  const open = async (entry: ChainEntry): Promise<MessageChain> => {
    const connection = await connectChain(hre, entry)
    connections.push(connection)
    return { client: publicClientOf(connection), socket: await openSocket(connection, entry) }
  }
  const destinations = new Map<number, Promise<MessageChain | { readonly problem: string }>>()
  const destination = (slug: number): Promise<MessageChain | { readonly problem: string }> => {
    const entry = chainsOf(hre.config.plugs).find((other) => other.slug === slug)
    const opening =
      destinations.get(slug) ??
      (entry === undefined ? Promise.resolve({ problem: "it is not in plugs.chains" }) : open(entry).catch(problemOf))
    destinations.set(slug, opening)
    return opening
  }
  const source = createChainMessages({
    src: await open(chain),
    async dstOf(slug) {
      const opened = await destination(slug)
      return "problem" in opened ? undefined : opened
    },
    clock,
  })
  return {
    source,
    followedOn: "chains",
    async requireFollowable(message) {
      const messages = await source.getMessages(message)
      const problems = new Map<number, string>()
      for (const { to } of messages) {
        const opened = await destination(to.dstChainSlug)
        if ("problem" in opened) problems.set(to.dstChainSlug, opened.problem)
      }
      if (problems.size > 0) throw new NotFollowedError({ messages, problems })
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

function problemOf(error: unknown): { problem: string } {
  if (!isPlugsError(error)) throw error
  return { problem: error.shortMessage.replace(/\.$/, "") }
}
