import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { type DevnetPage, openPage } from "../../src/page/openPage.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "../../src/plugin/run/openProcess.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"

/**
 * Opens the page of the devnet that this task starts, for this project.
 *
 * @param options.port the one of the command line, which the commands on the page name too
 */
export function openDevnetPage(
  { isReadOnly, port }: { readonly isReadOnly: boolean; readonly port: string | undefined },
  hre: HardhatRuntimeEnvironment,
  io: Pick<TaskIo, "clock" | "signal">,
): DevnetPage {
  const command = (verb: string): string => `npx hardhat ${commandLine(`devnet ${verb}`, { port }, { positional: [] })}`
  return openPage({
    isReadOnly,
    commands: { pause: command("pause"), resume: command("resume"), step: command("step") },
    explain: async (message) => {
      const { explainForPage } = await import("./explainForPage.js")
      return await explainForPage(message, hre, io)
    },
    sendFirst: async () => {
      const { hardhatIn, runFirstCommands } = await import("./runFirstCommands.js")
      await runFirstCommands(hardhatIn(hre.config.paths.root, io.signal))
    },
    readNames: async () => {
      const book = await openContractBook(hre)
      return (slug, address) => book.nameOf(slug, address)
    },
    now: () => io.clock.now(),
  })
}
