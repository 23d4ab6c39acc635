import { findOwnContract } from "./call/findOwnContract.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { findMessagesToPrice } from "./fees/findMessagesToPrice.js"
import { type FeesArguments, readFeesArguments } from "./fees/readFeesArguments.js"
import { showHistory } from "./fees/showHistory.js"
import { printFees } from "./output/feeTable.js"
import { compareFees, type FeeComparison } from "#src/messaging/compareFees.js"
import { getMinFees } from "#src/messaging/onchain/getMinFees.js"
import { readRequired, refuseUnused } from "#src/plugin/arguments/readArguments.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import { type BoundTask, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { PartlyReadError } from "#src/plugin/run/shownErrors.js"

const fees: BoundTask<FeesArguments> = runTask(async (args, hre, io) => {
  const { from, json, since, forecast, csv } = args
  if (args.history) return await showHistory(args, hre, io)
  refuseUnused({ "--since": since, "--forecast": forecast, "--csv": csv }, "--history")
  const { terminal, signal, clock } = io
  const text = readRequired(args.plug, { argument: "--plug", example: "--plug Greeter, or its address" })
  const own = await findOwnContract(hre, { text, argument: "--plug", from, others: [args.to, ...args.args] })
  const { source } = own
  const plug = own.contract.address
  const question = readFeesArguments(args, own)

  const api = await openMessaging(hre.config.plugs, { clock })
  await using chain = await openPlugChain(hre, source, signal)
  const { publicClient, socket } = chain
  const priced = await findMessagesToPrice(chain, question, own)
  const compared = await compareFees({
    ...{ messages: priced.messages, srcPlug: plug, srcChainSlug: source.slug, api, signal },
    read: ({ to, gasLimit: minMsgGasLimit, payloadLength: payloadSize }) =>
      getMinFees(publicClient, { socket, plug, dstChainSlug: to.slug, minMsgGasLimit, payloadSize }),
  })
  const describe = async (row: FeeComparison): Promise<FeeComparison> => {
    return { ...row, errors: await Promise.all(row.errors.map((error) => describeForTask(error, hre))) }
  }
  const rows = await Promise.all(compared.map(describe))
  const unread = rows.filter(({ errors }) => errors.length > 0).map(({ to }) => to)
  const error = unread.length === 0 ? undefined : new PartlyReadError(unread)
  printFees(rows, { plug, source, priced, json, error }, terminal)
  return exitCodeOf(error)
})

export default fees
