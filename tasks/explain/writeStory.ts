import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { Explanation } from "../../src/explaining/Explanation.js"
import { createRedact } from "../../src/http/redact.js"
import { knownSecrets } from "../../src/plugin/config/knownSecrets.js"
import { ownPackage } from "../../src/plugin/packages.js"
import type { TaskIo } from "../../src/plugin/run/openProcess.js"
import { writeOwnFile } from "../../src/primitives/files/writeOwnFile.js"
import type { NextCommands } from "./output/adviseNext.js"
import type { ContractNamer } from "./output/createContractNamer.js"
import { createStory, type Story } from "./output/createStory.js"
import { pageStart, renderHtml } from "./output/renderHtml.js"
import { markdownStart, renderMarkdown } from "./output/renderMarkdown.js"
import type { StoryArguments } from "./StoryArguments.js"

export type WriteStoryOptions = {
  readonly args: StoryArguments
  readonly commands: NextCommands
  readonly nameContracts: ContractNamer
}

/** Writes the files of a story, and says where they are. Markdown for `-` goes to standard output. */
export async function writeStory(
  explanation: Explanation,
  { args, commands, nameContracts }: WriteStoryOptions,
  hre: Pick<HardhatRuntimeEnvironment, "config">,
  { terminal: { out, err }, clock }: Pick<TaskIo, "terminal" | "clock">,
): Promise<void> {
  const { html, markdown, saved } = args
  const story = await tellStory(explanation, { commands, nameContracts, isSaved: saved !== undefined }, hre, clock)
  const write = async (file: string, argument: string, text: string, start: string): Promise<void> => {
    await writeOwnFile(file, { argument, text, start })
    err.line(err.paint.dim(`The story is in ${file} (${Math.ceil(Buffer.byteLength(text) / 1000)} kB).`))
  }
  if (html !== undefined) await write(html, "--html", renderHtml(story), pageStart)
  if (markdown === "-") out.write(renderMarkdown(story))
  else if (markdown !== undefined) await write(markdown, "--markdown", renderMarkdown(story), markdownStart)
}

export type TellStoryOptions = Pick<WriteStoryOptions, "commands" | "nameContracts"> & {
  /** Whether the explanation is one that a task had printed. Default: it is new. */
  readonly isSaved?: boolean
}

/** Makes the story of an explanation, without the secrets of the project. */
export async function tellStory(
  explanation: Explanation,
  { commands, nameContracts, isSaved = false }: TellStoryOptions,
  hre: Pick<HardhatRuntimeEnvironment, "config">,
  clock: TaskIo["clock"],
): Promise<Story> {
  const secrets = createRedact(await knownSecrets(hre.config))
  return createStory(explanation, {
    commands,
    nameContracts,
    redact: (text) => secrets(text, text.length),
    madeAt: clock.now(),
    madeBy: `hardhat-plugs ${String((await ownPackage()).manifest["version"])}`,
    madeFrom: isSaved
      ? "It was made of what a task had printed with --json, and nothing was read anew."
      : "It was read from the chains and the APIs.",
  })
}
