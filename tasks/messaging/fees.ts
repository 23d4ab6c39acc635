import { getMinFees } from "../../src/messaging/onchain/getMinFees.js"
import { readList, readRequired, readWholeNumber } from "../../src/plugin/arguments/readArguments.js"
import { readOwnContract } from "../../src/plugin/arguments/readOwnContract.js"
import { chainsFor } from "../../src/plugin/connection/askForChain.js"
import { publicClientOf } from "../../src/plugin/connection/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/connectChain.js"
import { openMessaging } from "../../src/plugin/connection/openClients.js"
import { openSocket } from "../../src/plugin/connection/openSocket.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { compareFees } from "../../src/plugin/run/messaging/compareFees.js"
import { PartlyReadError } from "../../src/plugin/run/shownErrors.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { printDocument } from "../../src/terminal/core/json/printJson.js"
import { feeTable } from "../../src/terminal/messaging/feeTable.js"

type FeesArguments = {
  plug: string | undefined
  from: string | undefined
  to: string | undefined
  gasLimit: string
  payloadLength: string
  json: boolean
}

const fees: BoundTask<FeesArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [args.from ?? network, args.to])
  const text = readRequired(args.plug, { argument: "--plug", example: "--plug Greeter, or its address" })
  const where = { argument: "--plug", chains, from: args.from, network }
  const { contract, source } = await readOwnContract(await openContractBook(hre), { text, ...where })
  const plug = contract.address
  const names = readList(readRequired(args.to, { argument: "--to", example: "--to beta,gamma" }), "--to")
  const destinations = [...new Set(names.map((name) => findChain(chains, name, "--to")))]
  const gasLimit = readWholeNumber(args.gasLimit, { argument: "--gas-limit", from: 1n })
  const payloadLength = Number(
    readWholeNumber(args.payloadLength, { argument: "--payload-length", to: BigInt(Number.MAX_SAFE_INTEGER) }),
  )

  const api = await openMessaging(hre.config.plugs, { clock })
  const connection = await connectChain(hre, source)
  const socket = await openSocket(connection, source)
  const client = publicClientOf(connection)
  const rows = await compareFees({
    destinations,
    estimate: (dstChainSlug) =>
      api.estimateMinFees({
        srcPlug: plug,
        srcChainSlug: source.slug,
        dstChainSlug,
        msgGasLimit: gasLimit,
        payloadLength,
        signal,
      }),
    read: (dstChainSlug) =>
      getMinFees(client, { socket, plug, dstChainSlug, minMsgGasLimit: gasLimit, payloadSize: payloadLength }),
  })
  await connection.close()

  const subject = { srcPlug: plug, from: source, msgGasLimit: gasLimit, payloadLength }
  const unread = rows.filter(({ errors }) => errors.length > 0).map(({ to }) => to)
  const error = unread.length === 0 ? undefined : new PartlyReadError(unread)
  if (args.json) printDocument(out, { ...subject, destinations: rows }, error)
  else out.line(feeTable(rows, out))
  return exitCodeOf(error)
})

export default fees
