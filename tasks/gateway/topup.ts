import { AbortedError } from "../../src/http/errors.js"
import { getAvailableCredits, topUpCredits } from "../../src/gateway/onchain/credits.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { gatewayChainOf } from "../../src/plugin/contracts/bookChains.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { openTopUp } from "./topup/openTopUp.js"
import { readGasFee } from "./topup/readGasFee.js"
import { sayWhenInterrupted } from "../../src/plugin/run/InterruptedError.js"
import { readErrorAbis } from "../../src/plugin/contracts/readErrorAbis.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { parseAmount } from "../../src/primitives/numbers/amount.js"
import { askYes, requireConsent } from "../../src/terminal/askYes.js"
import { showGatewayContract } from "../../src/terminal/contractNames.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { creditsText, topUpPlan, topUpResult } from "./output/topUpReport.js"

type TopupArguments = {
  appGateway: string
  amount: string | undefined
  from: string | undefined
  token: string | undefined
  yes: boolean
  timeout: string | undefined
  json: boolean
}

const topup: BoundTask<TopupArguments> = runTask(async (args, hre, { terminal, input, signal, clock }) => {
  const { out, err } = terminal
  const { amount: text, json, yes } = args
  if (text === undefined) refuseUnused({ "--from": args.from, "--yes": yes, "--timeout": args.timeout }, "--amount")
  else requireConsent(yes, input)
  const waitOptions = readWaitOptions({ timeout: args.timeout })
  const book = await openContractBook(hre)
  const { address: receiver } = await book.find(args.appGateway, {
    chain: gatewayChainOf(hre.config),
    argument: "appGateway",
  })
  const shown = showGatewayContract(receiver, book)
  await using opened = await openTopUp(hre, args, { book, signal })
  const { gatewayClient, feesManager, payment } = opened
  const before = await getAvailableCredits(gatewayClient, { feesManager, account: receiver })
  if (text === undefined) {
    if (json) printDocument(out, { receiver, creditsBefore: before, creditsAfter: before, payment: null })
    else out.line(`${shown} can spend ${creditsText(before)}.`)
    return exitCodes.success
  }

  const { chain, unit, native, deposit } = payment
  const amount = checkAmount(parseAmount(text, unit.decimals, "--amount"))
  const walletClient = await payment.walletClient()
  const account = walletClient.account.address
  const facts = { receiver: shown, before, amount, unit, chain: chain.name, account, isDeposit: deposit !== undefined }
  if (!json || !yes) err.line(topUpPlan(facts))
  if (!yes && !(await askYes("Send it?", { terminal, input, signal }))) {
    const unchanged = { receiver, creditsBefore: before, creditsAfter: before, payment: null }
    if (json) printDocument(out, unchanged, new AbortedError())
    return exitCodes.interrupted
  }

  const errorAbis = await readErrorAbis(hre.artifacts)
  const goOn = commandLine("gateway topup", { appGateway: args.appGateway }, { positional: ["appGateway"] })
  const sent = await sayWhenInterrupted((onSent) =>
    topUpCredits(gatewayClient, walletClient, {
      ...{ feesManager, receiver, amount, deposit, errorAbis, signal, clock },
      ...{ ...pollingIntervals(hre.config.plugs.gateway), ...waitOptions },
      onSubmitted: (hash) => {
        err.line(err.paint.dim(`submitted ${hash}`))
        onSent({ facts: { transaction: hash, chain: chain.name }, goOn })
      },
    }),
  )
  const { hash, approvals, creditAmount, after } = sent
  const gasFee = await readGasFee(payment.publicClient, [...approvals, hash])
  if (json) {
    const { deposit: { token } = { token: null } } = payment
    const paid = { txHash: hash, approvals, chain, account, token, amount, creditAmount, gasFee: gasFee ?? null }
    printDocument(out, { receiver, creditsBefore: sent.before, creditsAfter: after, payment: paid })
  } else out.line(topUpResult(facts, { before: sent.before, after, gasFee, native }, out.paint))
  return exitCodes.success
})

function checkAmount(amount: bigint): bigint {
  if (amount > 0n) return amount
  throw new InvalidInputError({
    argument: "--amount",
    problem: "there is nothing to pay",
    fix: "Give more than 0, or leave --amount out to see the credits.",
  })
}

export default topup
