import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import pLimit from "p-limit"

import { listMessages } from "../follow/listMessages.js"
import { readRemembered } from "../follow/readRemembered.js"
import type { MessageRow } from "../output/messageTable.js"
import type { FailedMessage } from "../output/retriesSummary.js"
import { pickMessage } from "./pickMessage.js"
import type { MessageCauseName } from "#src/messaging/explaining/messageCauses.js"
import { chainOfSlug, nameChains, sourceChainIfGiven } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import { openKnownContracts } from "#src/plugin/connection/openKnownContracts.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { paint } from "#src/terminal/paint.js"

/** Messages that are looked at at most, and in how many of the newest blocks of each chain. */
const limit = 500
const blocks = 10_000n

/** Explanations at the same time: each makes dozens of requests. */
const atOnce = 4

/**
 * Finds the messages of the project's plugs that have not arrived for a cause, the oldest first: those that `explain` names it for first. A plug
 * of the project has a name in it, or a task of it has sent through the plug.
 *
 * @param from what `--from` says
 */
export async function findByCause(
  hre: HardhatRuntimeEnvironment,
  { cause, from }: { readonly cause: MessageCauseName; readonly from: string | undefined },
  { terminal: { err }, clock, signal }: Pick<TaskIo, "terminal" | "clock" | "signal">,
): Promise<readonly FailedMessage[]> {
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [from ?? network])
  const source = sourceChainIfGiven(chains, { from, network })
  await using opened = openChains(hre, { named: [source], timeout: explainTimeout })
  const remembered = await readRemembered(hre, opened, err)
  const { messages, problems } = await listMessages({
    sources: source === undefined ? chains : [source],
    chains: opened,
    source: "both",
    api: await openMessaging(hre.config.plugs, { clock }),
    remembered,
    ...{ plug: undefined, account: undefined, state: undefined, limit, blocks, signal },
  })
  for (const { srcChainSlug, says } of problems) {
    err.line(paint.magenta(`${nameChains(chains)(srcChainSlug)} is left out: ${says}.`))
  }
  const sent = new Set(remembered.map(({ hash }) => hash))
  const isKnown = await openKnownContracts(hre, async (slug) => (await opened.find(slug))?.client)
  const open = undelivered(messages)
  // Of a stranger's message the gas and the value are the stranger's to pay.
  const areOwn = await pLimit(atOnce).map(
    open,
    async ({ srcChainSlug, srcPlug, dstChainSlug, dstPlug, outboundTx }) => {
      if (sent.has(outboundTx)) return true
      const [from, to] = [
        { slug: srcChainSlug, address: srcPlug },
        { slug: dstChainSlug, address: dstPlug },
      ] as const
      return (await isKnown(from)) || (await isKnown(to))
    },
  )
  const own = open.filter((_, index) => areOwn[index])
  const found = await pLimit(atOnce).map(own, async ({ messageId, outboundTx: srcTxHash, ...row }) => {
    const from = chainOfSlug(row.srcChainSlug, { chains, source })
    const to = chains.find(({ slug }) => slug === row.dstChainSlug)
    if (from === undefined) return []
    const subject = { source: from, srcTxHash, messageId, record: undefined }
    const explanation = await explainOnChains(hre, subject, { chains, opened, clock, signal })
    if (to === undefined || explanation.causes[0]?.name !== cause) return []
    const message = await pickMessage(await opened.require(from), { srcTxHash, messageId })
    return [{ message, from, to, explanation }]
  })
  return found.flat()
}

/** The messages that have not arrived, of a list with the newest first: the oldest first, in which order they are executed again. */
export function undelivered<Row extends Pick<MessageRow, "status">>(messages: readonly Row[]): readonly Row[] {
  return messages.filter(({ status }) => status !== "EXECUTION_SUCCESS").toReversed()
}
