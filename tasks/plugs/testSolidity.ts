import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { TaskArguments } from "hardhat/types/tasks"
import type { Result } from "hardhat/types/utils"
import { errorResult } from "hardhat/utils/result"

import { readReportOptions } from "#src/costs/reportOptions.js"

/** Runs the Solidity tests, and reports what their messages cost if that is asked for. */
export default async function testSolidity(
  args: TaskArguments,
  hre: HardhatRuntimeEnvironment,
  runSuper: (args: TaskArguments) => Promise<Result<unknown, unknown>>,
): Promise<unknown> {
  if (readReportOptions(hre.globalOptions) === undefined) return await runSuper(args)
  const { reportOnce } = await import("#src/costs/reportSession.js")
  const { recordSolidityCosts } = await import("./recordSolidityCosts.js")
  const { result, hasRisen } = await reportOnce(() => recordSolidityCosts(hre, () => runSuper(args)))
  return hasRisen ? errorResult() : result
}
