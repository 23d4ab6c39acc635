import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks"

import { importFile } from "../importFile.js"

/** The tasks of this plugin. Mistakes in those of others are not its business. */
const families: ReadonlySet<string> = new Set(["devnet", "messaging", "gateway", "swap", "plugs"])

const createHandlers = (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> =>
  Promise.resolve({
    created: async (_context, hre) => {
      const { plugsReport, plugsReportJson, plugsReportCompare } = hre.globalOptions
      if (plugsReport || plugsReportJson !== undefined || plugsReportCompare !== undefined) {
        const { openReport } =
          await importFile<typeof import("#src/costs/reportSession.js")>("src/costs/reportSession.js")
        await openReport(hre.globalOptions)
      }
      const [, program = "", ...commandLine] = process.argv
      // Scripts and tests create environments too, and their arguments are their own.
      if (!/[\\/](hardhat|cli\.js)$/.test(program) || !commandLine.some((word) => families.has(word))) return
      const { hintAtCommandLine } = await importFile<typeof import("./hintAtCommandLine.js")>(
        "src/plugin/hooks/hintAtCommandLine.js",
      )
      const hint = hintAtCommandLine(commandLine, hre.tasks.rootTasks, {
        families,
        globalOptions: Object.keys(hre.globalOptions),
      })
      if (hint !== undefined) process.stderr.write(`${hint}\n`)
    },
  })

export default createHandlers
