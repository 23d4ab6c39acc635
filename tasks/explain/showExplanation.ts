import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { NextCommands } from "./output/adviseNext.js"
import { createContractNamer } from "./output/createContractNamer.js"
import { explanationReport } from "./output/explanationReport.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ExitCode, exitCodeOf } from "#src/plugin/run/runTask.js"
import { explainedError } from "#src/plugin/run/shownErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { printDocument } from "#src/terminal/printJson.js"

export type ShowExplanationOptions = {
  /** `markdown` is the file to write the story to; `-` for standard output. */
  readonly args: { readonly json: boolean; readonly markdown: string | undefined }
  readonly hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">
  readonly io: Pick<TaskIo, "terminal" | "clock" | "signal">
  /** Finds out, from the network. */
  readonly explain: () => Promise<Explanation>
  /** The commands that explain and follow the same subject. */
  readonly commandsFor: (subject: Explanation["subject"]) => NextCommands
}

/**
 * Explains something, writes the file of its story, and prints it.
 *
 * @returns the exit code of the task
 * @throws {InvalidInputError} the options contradict each other, or a file cannot be written
 * @throws {AbortedError} the signal was aborted: what could not be read because of that is no finding
 * @example
 * return await showExplanation({ args, hre, io, explain: () => explainOnChains(…), commandsFor: () => ({ again: "npx hardhat …" }) })
 */
export async function showExplanation({
  args,
  hre,
  io,
  explain,
  commandsFor,
}: ShowExplanationOptions): Promise<ExitCode> {
  const { json, markdown } = args
  if (json && markdown === "-") {
    throw new InvalidInputError({
      argument: "--markdown",
      problem: "- is standard output, which has the JSON",
      fix: "Name a file, or leave out --json.",
    })
  }
  const chains = chainsOf(hre.config.plugs)
  const explanation = await unlessAborted(explain(), [io.signal])
  const commands = commandsFor(explanation.subject)
  const nameContracts = createContractNamer({ names: await openContractBook(hre), chains })
  if (markdown !== undefined) {
    const { writeStory } = await import("./writeStory.js")
    await writeStory(explanation, markdown, { commands, nameContracts }, hre, io)
  }
  const { out } = io.terminal
  const error = explainedError(explanation)
  if (json) printDocument(out, explanation, error)
  else if (markdown !== "-") {
    out.show(explanationReport(explanation, { nameContracts, now: io.clock.now(), commands }))
  }
  return exitCodeOf(error)
}
