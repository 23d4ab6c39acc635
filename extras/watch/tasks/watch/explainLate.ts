import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { ExplainedMessage } from "#extras/watch/src/alerts/findLateMessages.js"
import type { FollowedChain } from "#extras/watch/src/followChain.js"
import type { KnownMessage } from "#extras/watch/src/store/WatchStore.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Explains late messages as `messaging explain` does, with the chains that are watched. One that cannot be explained now is only late. */
export function createLateExplainer(
  hre: HardhatRuntimeEnvironment,
  opened: readonly FollowedChain[],
  { clock, signal }: Pick<TaskIo, "clock" | "signal">,
): (message: KnownMessage) => Promise<ExplainedMessage | undefined> {
  const chains = chainsOf(hre.config.plugs)
  const find = (slug: number) => Promise.resolve(opened.find((chain) => chain.slug === slug))
  return async ({ id: messageId, src, tx: srcTxHash }) => {
    const [source, chain] = [chains.find(({ slug }) => slug === src), await find(src)]
    if (source === undefined || chain === undefined) return undefined
    const { explainOnChains } = await import("#src/plugin/connection/explaining/explainOnChains.js")
    try {
      const subject = { source, srcTxHash, messageId, record: undefined }
      const reading = { chains, opened: { find, require: () => Promise.resolve(chain) }, clock, signal }
      const { verdict, causes } = await explainOnChains(hre, subject, reading)
      const [first] = causes
      const next = first?.mend?.command ?? first?.mend?.who
      return { verdict, cause: first && { name: first.name, says: first.says, next } }
    } catch (error) {
      if (isPlugsError(error) && error.code !== "ABORTED") return undefined
      throw error
    }
  }
}
