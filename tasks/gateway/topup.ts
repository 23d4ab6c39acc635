import { type Address, zeroAddress } from "viem"
import { encodeFunctionData, isAddressEqual } from "viem/utils"

import { topupRows } from "./index.js"
import { printCredits, printTopUp, topUpPlan } from "./output/topUpReport.js"
import { type OpenedTopUp, openTopUp, readTopUpAmount } from "./topup/openTopUp.js"
import { feesManagerAbi, feesPlugAbi } from "#src/gateway/onchain/abi.js"
import { getAvailableCredits, topUpCredits } from "#src/gateway/onchain/credits.js"
import { readDeposit } from "#src/gateway/onchain/depositCredits.js"
import { AbortedError } from "#src/http/errors.js"
import { forecastGas, type GasForecast } from "#src/onchain/gas/forecastGas.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import { readGasLimits } from "#src/plugin/config/gasLimits.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import { openCommandOutbox } from "#src/plugin/records/openCommandOutbox.js"
import { sayWhenSubmitted } from "#src/plugin/run/InterruptedError.js"
import { requireConfirmed } from "#src/plugin/run/requireConfirmed.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { askYes, requireConsent } from "#src/terminal/askYes.js"

export default actionOf(topupRows, async (args, hre, io) => {
  const { terminal, input, signal, clock } = io
  const { err } = terminal
  const { amount: text, json, yes } = args
  if (text !== undefined) requireConsent(yes, input)
  await using chains = openChains(hre, { signal })
  const opened = await openTopUp(hre, chains, args)
  const { gatewayClient, feesManager, receiver, payment } = opened
  const before = await getAvailableCredits(gatewayClient, { feesManager, account: receiver })
  if (text === undefined) {
    printCredits(opened, before, { json }, terminal)
    return exitCodes.success
  }

  const { chain, unit, deposit } = payment
  const amount = readTopUpAmount(text, unit)
  const walletClient = await chain.wallet()
  const account = walletClient.account.address
  const command = ["topup", account, receiver, amount, deposit?.token]
  const sender = { ...chain, account: walletClient.account, command }
  await using outbox = await openCommandOutbox(sender, hre.config, io)
  const earlier = await outbox.settle()
  if (earlier !== undefined && !isAddressEqual(earlier.transaction.to, deposit?.token ?? zeroAddress)) {
    const { hash, receipt } = earlier
    const creditAmount = deposit === undefined ? amount : readDeposit(receipt, deposit.feesPlug).creditAmount
    err.line("It was mined, and its credits are here now or soon. Nothing was sent again.")
    const after = await getAvailableCredits(gatewayClient, { feesManager, account: receiver })
    await printTopUp(
      opened,
      { ...{ hash, creditAmount, before, after, amount, account, json }, approvals: [] },
      terminal,
    )
    await outbox.forget()
    return exitCodes.success
  }
  const gas = await forecastTopUp(opened, { amount, account, limits: readGasLimits(args, chain.entry) })
  const target = { contract: opened.contract, client: gatewayClient, argument: "appGateway", account, yes }
  await requireConfirmed(hre, target, { terminal, input, signal })
  if (!json || !yes) err.show(topUpPlan(opened, { before, amount, account, gas }))
  if (!yes && !(await askYes("Send it?", { terminal, input, signal }))) {
    if (json) printCredits(opened, before, { json, error: new AbortedError() }, terminal)
    return exitCodes.interrupted
  }

  const errorAbis = await chain.errorAbis()
  const goOn = commandLine("gateway topup", { appGateway: args.appGateway }, { positional: ["appGateway"] })
  const sent = await sayWhenSubmitted(err, { facts: { chain: chain.entry.name }, goOn }, (onSubmitted) =>
    topUpCredits(gatewayClient, walletClient, {
      ...{ feesManager, receiver, amount, deposit, errorAbis, signal, clock, onSubmitted, outbox, ...gas.limits },
      ...{ ...pollingIntervals(hre.config.plugs.gateway), ...waitOptionsOf(args) },
    }),
  )
  await printTopUp(opened, { ...sent, amount, account, json }, terminal)
  await outbox.forget()
  return exitCodes.success
})

/**
 * Finds out what the gas of a top-up costs at most, with its approval.
 *
 * @throws what `forecastGas` throws
 */
export async function forecastTopUp(
  { feesManager, receiver, payment: { chain, deposit } }: OpenedTopUp,
  { amount, account, limits }: { readonly amount: bigint; readonly account: Address; readonly limits: GasLimits },
): Promise<GasForecast> {
  if (deposit === undefined) {
    const data = encodeFunctionData({ abi: feesManagerAbi, functionName: "wrap", args: [receiver] })
    return await forecastGas(chain.client, [{ to: feesManager, data, value: amount }], { account, limits })
  }
  const { feesPlug, token } = deposit
  const approve = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [feesPlug, amount] })
  const data = encodeFunctionData({
    abi: feesPlugAbi,
    functionName: "depositCredit",
    args: [token, receiver, amount],
  })
  const transactions = [
    { to: token, data: approve },
    { to: feesPlug, data },
  ]
  return await forecastGas(chain.client, transactions, { account, limits })
}
