import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { followRoute } from "../status/followRoute.js"
import { isUnpaid } from "./findPayment.js"
import type { DepositRun } from "./openDepositRun.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
import { RouteEndedError } from "#extras/swap/src/following/trackingErrors.js"
import type { WaitOptions } from "#src/plugin/arguments/readArguments.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { latestTime } from "#src/primitives/clock.js"

/** Follows the route of a deposit until its end, and records that it was paid, and that its command has ended. */
export async function followDeposit(
  hre: HardhatRuntimeEnvironment,
  { client, records: { deposits, commands } }: DepositRun,
  { record, waitOptions, json }: { record: DepositRecord; waitOptions: WaitOptions<never>; json: boolean },
  io: TaskIo,
): Promise<void> {
  const { quoteId, statusCheck } = record.route
  /** Passes steps on, and notes first that the API has seen the payment: it may not say so again. */
  async function* along(steps: AsyncIterable<RouteStep>): AsyncGenerator<RouteStep> {
    let isPaid = record.paid !== undefined
    for await (const step of steps) {
      if (!isPaid && !isUnpaid(step.route)) {
        await deposits.write({ ...record, paid: `the API said ${step.route.status}` })
        isPaid = true
      }
      yield step
    }
  }
  try {
    await followRoute(hre, { client, route: { quoteId, statusCheck, ...waitOptions }, json, along }, io)
  } catch (error) {
    if (error instanceof RouteEndedError) await commands.end(quoteId, latestTime(io.clock))
    throw error
  }
  await commands.end(quoteId, latestTime(io.clock))
}
