import type { TestHooks } from "hardhat/types/hooks"

import { readReportOptions } from "#src/costs/reportOptions.js"

const createHandlers = (): Promise<Partial<TestHooks>> =>
  Promise.resolve({
    async onTestRunDone(context, id, next) {
      await next(context, id)
      if (readReportOptions(context.globalOptions) === undefined) return
      const { reportRunner } = await import("#src/costs/reportSession.js")
      // Hardhat makes the exit code of the tests' own failures alone.
      if (await reportRunner()) process.exitCode = 1
    },
  })

export default createHandlers
