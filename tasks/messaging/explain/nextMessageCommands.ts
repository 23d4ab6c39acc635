import type { HardhatConfig } from "hardhat/types/config"

import type { Explanation } from "../../../src/explaining/Explanation.js"
import { commandLine } from "../../../src/primitives/commands/commandLine.js"
import { explainMessageCommand } from "../../../src/primitives/commands/explainCommands.js"
import type { NextCommands } from "../../explain/output/adviseNext.js"
import { chainsOf } from "../../../src/plugin/config/chainsOf.js"

/** Writes the commands that explain and follow a message: by its transaction and chain, or as the task was called if they are not known. */
export function nextMessageCommands(
  { srcChainSlug, srcTxHash, messageId }: Explanation["subject"],
  { args, config }: { args: Readonly<Record<string, unknown>>; config: Pick<HardhatConfig, "plugs"> },
): NextCommands {
  const chain = chainsOf(config.plugs).find(({ slug }) => slug === srcChainSlug)
  if (chain === undefined || typeof srcTxHash !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(srcTxHash)) {
    const without = ["json", "html", "markdown"]
    return { again: `npx hardhat ${commandLine("messaging explain", args, { positional: ["id"], without })}` }
  }
  const from = chain.name
  const track = commandLine("messaging track", { txHash: srcTxHash, from, messageId }, { positional: ["txHash"] })
  return {
    again: explainMessageCommand(srcTxHash, { from, messageId: typeof messageId === "string" ? messageId : undefined }),
    follow: `npx hardhat ${track}`,
  }
}
