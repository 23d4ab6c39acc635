import type { HookContext } from "hardhat/types/hooks"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { chainsOf } from "../../config/chainsOf.js"
import type { PlugsConfig } from "../../config/PlugsConfig.js"
import type { TrustUserConfig } from "../../config/PlugsUserConfig.js"
import { extras } from "../../extras.js"
import type { SentRecord } from "../../records/SentRecord.js"
import { type Chains, explainTimeout, openChains, type OwnChain } from "../chains/openChains.js"
import { openMessaging } from "../openClients.js"
import { projectTrust } from "../projectSwitchboards.js"
import { readProject } from "./readProject.js"
import { devnetSocket } from "#src/devnet/addresses.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import type { MessagingClient } from "#src/messaging/createMessagingClient.js"
import { createPreflight } from "#src/messaging/explaining/createPreflight.js"
import { explainMessage } from "#src/messaging/explaining/explainMessage.js"
import type { Obstacle } from "#src/messaging/explaining/findObstacles.js"
import type { MessageCauseName } from "#src/messaging/explaining/messageCauses.js"
import { devnetStageTimes } from "#src/messaging/explaining/stageTimes.js"
import type { RememberedTransaction } from "#src/messaging/reading/readTransaction.js"
import type { CheckPaths } from "#src/messaging/TrustPolicy.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export type ExplainedSubject = {
  readonly source: ChainEntry
  /** `undefined` if no transaction was found that sent the message. */
  readonly srcTxHash: Hex | undefined
  readonly messageId: Hex | undefined
  /** What the task has written down that sent it, if a task did. */
  readonly record: SentRecord | undefined
}

export type ExplainOnChainsOptions = {
  readonly chains: readonly ChainEntry[]
  readonly opened: Pick<Chains, "require" | "find">
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Whether the messaging API is asked. Default: it is. */
  readonly isApiAsked?: boolean
  /** Whether the paths are held to `plugs.trust`, if there is one. Default: they are not, because it stops no message. */
  readonly isTrustChecked?: boolean
}

/** Explains the messages of a transaction with the chains, the API and the artifacts of a project. */
export async function explainOnChains(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  { source, srcTxHash, messageId, record }: ExplainedSubject,
  { chains, opened, clock, signal, isApiAsked = true, isTrustChecked = false }: ExplainOnChainsOptions,
): Promise<Explanation<MessageCauseName>> {
  const [src, project] = await Promise.all([
    opened.require(source).catch((error: unknown) => {
      if (isPlugsError(error)) return error
      throw error
    }),
    readProject(hre, opened),
  ])
  if (src instanceof Error) return unreadSource(source, src, { srcTxHash, messageId })
  const demands = isTrustChecked ? hre.config.plugs.trust : undefined
  // A key that is missing is an answer of the API, too.
  const api: Pick<MessagingClient, "getMessages"> = {
    getMessages: async (parameters) => (await openMessaging(hre.config.plugs, { clock })).getMessages(parameters),
  }
  return await explainMessage({
    src,
    srcTxHash,
    messageId,
    ...project,
    otherSlugs: chains.map(({ slug }) => slug),
    remembered: record && rememberedIn(record),
    stageTimes: src.socket === devnetSocket ? devnetStageTimes : undefined,
    api: isApiAsked ? api : undefined,
    checkPaths: demands && (await openPolicy(hre.config.plugs, demands)),
    clock,
    signal,
  })
}

async function openPolicy(plugs: PlugsConfig, demands: TrustUserConfig): Promise<CheckPaths> {
  const [{ checkPaths }, known] = await Promise.all([extras.auditor(), projectTrust(plugs)])
  return async (asked) => await checkPaths({ ...known, demands, ...asked })
}

/** Nothing is known of what leaves a chain whose node cannot be used. */
function unreadSource(
  { slug, name }: ChainEntry,
  { shortMessage, clause, next }: PlugsError,
  { srcTxHash, messageId }: Pick<ExplainedSubject, "srcTxHash" | "messageId">,
): Explanation<MessageCauseName> {
  const says = `${name}, which the message leaves, could not be read: ${clause}.`
  const who = `check the URL of ${name} and its node${next === undefined ? "" : `: ${next}`}`
  return {
    verdict: "unknown",
    subject: { kind: "message", srcChainSlug: slug, ...(srcTxHash && { srcTxHash }), ...(messageId && { messageId }) },
    says,
    causes: [
      {
        name: "chain-not-read",
        certainty: "certain",
        says,
        evidence: [{ source: name, says: shortMessage }],
        mend: { who, command: "npx hardhat plugs doctor" },
        about: null,
      },
    ],
    items: [],
    events: [],
  }
}

function rememberedIn({ account, nonce, fromBlock, block, messages }: SentRecord): RememberedTransaction {
  return {
    account,
    nonce,
    fromBlock: fromBlock === undefined ? undefined : BigInt(fromBlock),
    block: block && { number: BigInt(block.number), hash: block.hash },
    messageIds: messages.map(({ messageId }) => messageId),
  }
}

/** Creates a preflight for a script. What could not be found out is a warning of the process. */
export function preflightOnConnection(
  project: HookContext,
  own: OwnChain & { readonly entry: ChainEntry },
  signal: AbortSignal | undefined,
): ReturnType<typeof createPreflight> {
  return async (messages) => {
    await using opened = openChains(project, { own, timeout: explainTimeout })
    const read = await readProject(project, opened)
    const onDoubt = ({ says }: Obstacle): void => {
      process.emitWarning(`A message may not arrive. ${says}`, { code: "MAY_NOT_ARRIVE" })
    }
    await createPreflight({ src: await opened.require(own.entry), ...read, onDoubt, signal })(messages)
  }
}

export async function explainOnConnection(
  project: HookContext,
  own: OwnChain & { readonly entry: ChainEntry },
  asked: {
    readonly srcChainSlug: number
    readonly srcTxHash?: Hex | undefined
    readonly messageId?: Hex | undefined
    readonly source?: "chain" | "both" | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<Explanation<MessageCauseName>> {
  const { srcChainSlug, srcTxHash, messageId, source: choice, signal = new AbortController().signal } = asked
  const chains = [own.entry, ...chainsOf(project.config.plugs).filter(({ slug }) => slug !== own.entry.slug)]
  await using opened = openChains(project, { own, timeout: explainTimeout })
  const source = findChain(chains, srcChainSlug, "srcChainSlug")
  const subject = { source, srcTxHash, messageId, record: undefined }
  const isApiAsked = choice !== "chain"
  return await explainOnChains(project, subject, {
    ...{ chains, opened, clock: systemClock, signal, isApiAsked, isTrustChecked: true },
  })
}
