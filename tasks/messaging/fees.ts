import { getMinFees } from "../../src/messaging/index.js"
import { readList, readRequired, readWholeNumber } from "../../src/plugin/arguments/readArguments.js"
import { readOwnContract } from "../../src/plugin/arguments/readOwnContract.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { publicClientOf } from "../../src/plugin/connection/clientsOf.js"
import { socketOf } from "../../src/plugin/connection/configuredContracts.js"
import { connectChain } from "../../src/plugin/connection/connectChain.js"
import { openMessaging } from "../../src/plugin/connection/openClients.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { compareFees } from "../../src/plugin/run/messaging/compareFees.js"
import { restateForTask } from "../../src/plugin/run/words/restateForTask.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { toJson } from "../../src/terminal/core/toJson.js"
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
  const chains = chainsOf(hre.config.plugs)
  const text = readRequired(args.plug, { argument: "--plug", example: "--plug Greeter, or its address" })
  const where = { chains, from: args.from, network: hre.globalOptions.network }
  const { contract, source } = await readOwnContract(await openContractBook(hre), {
    text,
    argument: "--plug",
    ...where,
  })
  const plug = contract.address
  const names = readList(readRequired(args.to, { argument: "--to", example: "--to beta,gamma" }), "--to")
  const destinations = [...new Set(names.map((name) => findChain(chains, name, "--to")))]
  const gasLimit = readWholeNumber(args.gasLimit, { argument: "--gas-limit", from: 1n })
  const payloadLength = Number(
    readWholeNumber(args.payloadLength, { argument: "--payload-length", to: BigInt(Number.MAX_SAFE_INTEGER) }),
  )

  const socket = socketOf(source)
  const api = await openMessaging(hre.config.plugs, { clock })
  const connection = await connectChain(hre, source)
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
  await Promise.all(rows.flatMap(({ errors }) => errors.map((error) => restateForTask(error, hre))))

  const subject = { plug, from: source, gasLimit, payloadLength }
  out.line(args.json ? toJson({ ...subject, destinations: rows }, { indent: 2 }) : feeTable(rows, out))
  return rows.some(({ errors }) => errors.length > 0) ? exitCodes.error : exitCodes.success
})

export default fees
