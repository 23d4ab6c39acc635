import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { devnetOptions } from "../../../src/devnet/options.js"
import { type DevnetPage, openPage } from "../../../src/page/openPage.js"
import { openContractBook } from "../../../src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "../../../src/plugin/run/openProcess.js"
import { commandLine } from "../../../src/primitives/commands/commandLine.js"
import type { Printed } from "./runPrinted.js"

/**
 * Opens the page of the devnet that this task starts, for this project.
 *
 * @param options.port the one of the command line, which the commands on the page name too
 */
export function openDevnetPage(
  {
    isReadOnly,
    port,
    optimisticTimeout = devnetOptions.optimisticTimeout.default,
  }: {
    readonly isReadOnly: boolean
    readonly port: string | undefined
    readonly optimisticTimeout?: number | undefined
  },
  hre: HardhatRuntimeEnvironment,
  io: Pick<TaskIo, "clock" | "signal">,
): DevnetPage {
  const command = (verb: string): string => `npx hardhat ${commandLine(`devnet ${verb}`, { port }, { positional: [] })}`
  const run = async (line: string): Promise<Printed> => {
    const { runPrinted } = await import("./runPrinted.js")
    return await runPrinted(line, hre, io.signal)
  }
  return openPage({
    isReadOnly,
    commands: { pause: command("pause"), resume: command("resume"), step: command("step") },
    explain: async (message) => {
      const { explainForPage } = await import("./explainForPage.js")
      return await explainForPage(message, hre, io)
    },
    sendFirst: async () => {
      const { runFirstCommands } = await import("./runFirstCommands.js")
      await runFirstCommands(run)
    },
    readNames: async () => {
      const book = await openContractBook(hre)
      return (slug, address) => book.nameOf(slug, address)
    },
    runFix: run,
    copyAsTest: async (id, entries, opened) => {
      const { copyForPage } = await import("./copyForPage.js")
      const isDefault = optimisticTimeout === devnetOptions.optimisticTimeout.default
      const options = isDefault ? {} : { optimisticTimeout }
      return await copyForPage({ id: id as Hex, entries, opened, artifacts: hre.artifacts, options })
    },
    now: () => io.clock.now(),
  })
}
