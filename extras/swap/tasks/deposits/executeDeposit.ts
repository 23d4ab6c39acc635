import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { SwapLimits } from "../arguments/readSwapLimits.js"
import { printDeposit, printPaid } from "../output/printDeposit.js"
import { beginDeposit } from "./beginDeposit.js"
import { describeAsOpened, findAnyPayment, findOpenedDeposit } from "./findOpenedDeposit.js"
import { followDeposit } from "./followDeposit.js"
import { type BeginCommand, openDepositRun } from "./openDepositRun.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"

/** What a deposit is opened with. */
type ExecuteDepositParameters = {
  readonly command: BeginCommand
  readonly limits: SwapLimits
  readonly json: boolean
}

/**
 * Opens a deposit: gets a route that is paid by a transfer, checks it, records it, shows what to pay, and follows the route until its
 * end. Signs and sends nothing. The same command shows the same deposit again until it has ended.
 *
 * @throws {SwapDeclinedError} the user does not accept its loss
 * @throws what `beginDeposit` and `watchRoute` throw
 */
export async function executeDeposit(
  hre: HardhatRuntimeEnvironment,
  { command, limits, json }: ExecuteDepositParameters,
  io: TaskIo,
): Promise<void> {
  const { terminal } = io
  await using run = await openDepositRun(hre, command, io)
  const earlier = await findOpenedDeposit(run)
  const payment = earlier && (await findAnyPayment(run, earlier))
  const record = earlier ?? (await beginDeposit(hre, run, { command, limits }, io))
  if (payment === undefined) {
    const described = await describeAsOpened(run, record)
    printDeposit({ ...described, isResumed: earlier !== undefined }, { terminal, json })
  } else printPaid({ quoteId: record.route.quoteId, says: payment }, { terminal, json })
  await followDeposit(hre, run, { record, waitOptions: limits.waitOptions, json }, io)
}
