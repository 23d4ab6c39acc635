import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { TaskArguments } from "hardhat/types/tasks"
import { errorResult } from "hardhat/utils/result"

import { readReportOptions } from "#src/costs/reportOptions.js"

/** Runs the tests, and reports what they cost if that is asked for. */
export default async function test(
  args: TaskArguments,
  hre: HardhatRuntimeEnvironment,
  runSuper: (args: TaskArguments) => Promise<unknown>,
): Promise<unknown> {
  if (readReportOptions(hre.globalOptions) === undefined) return await runSuper(args)
  const { reportOnce } = await import("#src/costs/reportSession.js")
  const { result, hasRisen } = await reportOnce(() => runSuper(args))
  return hasRisen ? errorResult() : result
}
