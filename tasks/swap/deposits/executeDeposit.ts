import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { nameSwapChains } from "../../../src/plugin/config/swapChains.js"
import { publicClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../../src/plugin/connection/chains/connectChain.js"
import { pinnedTokens } from "../../../src/plugin/connection/findToken.js"
import { openSwap, pollingIntervals } from "../../../src/plugin/connection/openClients.js"
import { trustedContracts } from "../../../src/plugin/connection/trustedContracts.js"
import { openJournal } from "../../../src/plugin/records/openJournal.js"
import type { TaskIo } from "../../../src/plugin/run/openProcess.js"
import { latestTime } from "../../../src/primitives/clock.js"
import { Disposables } from "../../../src/primitives/lifetime/Disposables.js"
import { lockCommand } from "../../../src/swap/execution/journal/commandRecords.js"
import type { DepositRecord } from "../../../src/swap/execution/journal/depositRecords.js"
import type { RouteStep } from "../../../src/swap/following/routeTracker.js"
import { RouteEndedError } from "../../../src/swap/following/trackingErrors.js"
import { watchRoute } from "../../../src/swap/following/watchRoute.js"
import { showSteps } from "../../../src/terminal/live/showSteps.js"
import { openMalformedNotes } from "../../../src/terminal/malformedNotes.js"
import type { SwapCommand } from "../arguments/readExecuteArguments.js"
import type { SwapLimits } from "../arguments/readSwapLimits.js"
import { swapCommandKey } from "../execute/swapCommandKey.js"
import { assertConfirmed } from "../execute/SwapStep.js"
import { withPayout } from "../explain/confirmProjectPayout.js"
import { accountOn } from "../offer/accountOn.js"
import { openReader } from "../offer/openReader.js"
import { type LeastSubject, ownLeast } from "../offer/ownLeast.js"
import { confirmLoss } from "../output/confirm.js"
import { printDeposit, printForeign, printPaid } from "../output/printDeposit.js"
import { routeView } from "../output/routeReport.js"
import { type DescribedDeposit, describeDeposit } from "./describeDeposit.js"
import { isUnpaid } from "./findPayment.js"
import { findAnyPayment, findOpenedDeposit, quoteDeposit } from "./openDeposit.js"

/** What a deposit is opened with. */
type ExecuteDepositParameters = {
  readonly command: Extract<SwapCommand, { kind: "begin" }>
  readonly limits: SwapLimits
  readonly json: boolean
}

/**
 * Opens a deposit: gets a route that is paid by a transfer, checks it, records it, shows what to pay, and follows the route until its
 * end. Signs and sends nothing. The same command shows the same deposit again until it has ended, if this user recorded it.
 *
 * @throws {SwapDeclinedError} the user does not accept its loss
 * @throws what `quoteDeposit` and `watchRoute` throw
 */
export async function executeDeposit(
  hre: HardhatRuntimeEnvironment,
  { command, limits: { waitOptions, acceptLoss, minOut, yes }, json }: ExecuteDepositParameters,
  { terminal, input, signal, clock }: TaskIo,
): Promise<void> {
  const { plugs } = hre.config
  const { source, swapRequest } = command
  using notes = openMalformedNotes(terminal.err)
  const client = await openSwap(plugs, { clock, onMalformed: notes.onMalformed })
  const userAddress = swapRequest.receiver === undefined ? await accountOn(hre, source) : undefined
  await using connections = new Disposables()
  const connection = connections.use(await connectChain(hre, source))
  const origin = publicClientOf(connection)
  const destination = connections.use(await openReader(hre, swapRequest.destination.chainId)).client
  const readers = { origin, destination }
  const records = await openJournal(connection, hre.config, origin)

  const key = swapCommandKey(command)
  connections.use(await lockCommand(records.journal, key))
  const pins = (name: string) => pinnedTokens(plugs, name)
  const terms = { swapRequest, userAddress, readers, pins, signal }
  const earlier = await findOpenedDeposit(records, key, { client, terms })
  // The loss was accepted when the deposit was opened. A payer has to see the deposit whatever it is.
  const describe = (record: DepositRecord) =>
    describeDeposit({ record, readers, limits: { acceptLoss: 100 }, ...swapRequest })
  const paymentOf = async (record: DescribedDeposit): Promise<string | undefined> =>
    await findAnyPayment(records, { record, deposit: record.deposit, client, origin, signal })
  const seen = earlier && (await paymentOf(await describe(earlier)))
  let record: DepositRecord | undefined = earlier
  if (earlier?.isOwn === false && seen === undefined) {
    printForeign(earlier.route, terminal)
    record = undefined
  }
  const isResumed = record !== undefined
  if (record === undefined) {
    const { allowedDeposits } = await trustedContracts(source, hre.config)
    // Nothing is signed here: who pays is asked for it, or has to say it.
    const leastOf = (subject: LeastSubject) => ownLeast(subject, { minOut, acceptLoss, isRequired: false }, plugs)
    const quoted = await quoteDeposit(client, command, { ...terms, leastOf, limits: { acceptLoss, allowedDeposits } })
    const asking = { terminal, input, signal, acceptLoss, yes: yes || input.isTTY !== true }
    assertConfirmed(await confirmLoss(quoted.valueLoss, asking), signal)
    record = quoted.record
    await records.deposits.write(record)
    await records.commands.write(key, record.route.quoteId)
  }

  const { quoteId, statusCheck } = record.route
  if (seen === undefined) printDeposit({ ...(await describe(record)), isResumed }, { terminal, json })
  else printPaid({ quoteId, says: seen }, { terminal, json })

  /** Passes steps on, and notes first that the API has seen the payment: it may not say so again. */
  async function* notingPayment(steps: AsyncIterable<RouteStep>): AsyncGenerator<RouteStep> {
    let isPaid = record?.paid !== undefined
    for await (const step of steps) {
      const { status } = step.route
      if (record !== undefined && !isPaid && !isUnpaid(step.route)) {
        await records.deposits.write({ ...record, paid: `the API said ${status}` })
        isPaid = true
      }
      yield step
    }
  }
  const timing = { ...pollingIntervals(plugs.swap), ...waitOptions, signal }
  try {
    await showSteps(
      (onTrouble) => {
        const steps = notingPayment(watchRoute(client, { quoteId, statusCheck, ...timing, onTrouble }))
        return withPayout(hre, steps, { clock, signal })
      },
      routeView(nameSwapChains(hre.config)),
      { terminal, json, clock },
    )
  } catch (error) {
    if (error instanceof RouteEndedError) await records.commands.end(quoteId, latestTime(clock))
    throw error
  }
  await records.commands.end(quoteId, latestTime(clock))
}
