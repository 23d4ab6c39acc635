import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { NextCommands } from "./output/adviseNext.js"
import type { ContractNamer } from "./output/createContractNamer.js"
import { createStory, type Story } from "./output/createStory.js"
import { markdownStart, renderMarkdown } from "./output/renderMarkdown.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { knownSecrets } from "#src/plugin/config/knownSecrets.js"
import { ownPackage } from "#src/plugin/packages.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { createRedact } from "#src/primitives/printing/hideSecrets.js"
import { paint } from "#src/terminal/paint.js"

export type TellStoryOptions = { readonly commands: NextCommands; readonly nameContracts: ContractNamer }

/**
 * Writes a story as Markdown to a file, and says where it is.
 *
 * @param file `-` for standard output
 */
export async function writeStory(
  explanation: Explanation,
  file: string,
  options: TellStoryOptions,
  hre: Pick<HardhatRuntimeEnvironment, "config">,
  { terminal: { out, err }, clock }: Pick<TaskIo, "terminal" | "clock">,
): Promise<void> {
  const text = renderMarkdown(await tellStory(explanation, options, hre, clock))
  if (file === "-") {
    out.write(text)
    return
  }
  await writeOwnFile(file, { argument: "--markdown", text, start: markdownStart })
  err.line(paint.dim(`The story is in ${file} (${Math.ceil(Buffer.byteLength(text) / 1000)} kB).`))
}

/** Makes the story of an explanation, without the secrets of the project. */
export async function tellStory(
  explanation: Explanation,
  { commands, nameContracts }: TellStoryOptions,
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
  })
}
