import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks"

import { hintAtCommandLine } from "./hintAtCommandLine.js"

const createHandlers = (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> =>
  Promise.resolve({
    created: (_context, hre) => {
      const [, program = "", ...commandLine] = process.argv
      // Scripts and tests create environments too, and their arguments are their own.
      if (!/[\\/](hardhat|cli\.js)$/.test(program)) return Promise.resolve()
      const hint = hintAtCommandLine(commandLine, hre.tasks.rootTasks, Object.keys(hre.globalOptions))
      if (hint !== undefined) process.stderr.write(`${hint}\n`)
      return Promise.resolve()
    },
  })

export default createHandlers
