import type { Explanation } from "../../src/explaining/Explanation.js"
import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { checkBytes32 } from "../../src/primitives/checks.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import type { NextCommands } from "../explain/output/adviseNext.js"
import { showExplanation } from "../explain/showExplanation.js"
import type { StoryArguments } from "../explain/StoryArguments.js"
import { explainOnGateway } from "./explain/explainOnGateway.js"
import { openGatewayChains } from "./explain/openGatewayChains.js"

type ExplainArguments = StoryArguments & { id: string | undefined }

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, io) => {
  const { signal, clock } = io
  return await showExplanation({
    args,
    hre,
    io,
    explain: async () => {
      const given = readRequired(args.id, { argument: "id", example: "the hash of a transaction" })
      const id = checkBytes32(given, "id", "a transaction hash, a payload id or a timeout id")
      await using chains = await openGatewayChains(hre, signal)
      return await explainOnGateway(hre, id, { chains, clock, signal })
    },
    commandsFor: (subject) => nextGatewayCommands(subject, args),
  })
})

export default explain

/** Writes the commands that explain and follow something of the gateway: by its id, or as the task was called if that is not known. */
function nextGatewayCommands({ kind, id }: Explanation["subject"], args: ExplainArguments): NextCommands {
  const line = (task: string, given: Partial<ExplainArguments> & { readonly wait?: boolean }): string =>
    `npx hardhat ${commandLine(task, given, { positional: ["id"], without: ["json", "html", "markdown"] })}`
  if (typeof id !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(id)) return { again: line("gateway explain", args) }
  const again = line("gateway explain", { id })
  if (kind === "timeout") return { again, follow: `npx hardhat gateway timeouts --id ${id} --wait` }
  return kind === "transaction" ? { again, follow: line("gateway tx", { id, wait: true }) } : { again }
}
