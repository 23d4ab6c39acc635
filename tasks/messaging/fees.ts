import { compareFees, type FeeComparison } from "../../src/messaging/compareFees.js"
import { getMinFees } from "../../src/messaging/onchain/getMinFees.js"
import { readList, readRequired, readWholeNumber, refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { chainsFor } from "../../src/plugin/connection/chains/askForChain.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { openSocket } from "../../src/plugin/connection/chains/openSocket.js"
import { openMessaging } from "../../src/plugin/connection/openClients.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "../../src/plugin/contracts/readAbis.js"
import { describeForTask } from "../../src/plugin/run/describeForTask.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { PartlyReadError } from "../../src/plugin/run/shownErrors.js"
import { findChain } from "../../src/primitives/chains.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { parseAmount } from "../../src/primitives/numbers/amount.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { parseCall } from "./call/parseCall.js"
import { findGasLimit, priceCall } from "./call/priceCall.js"
import { readOwnContract } from "./call/readOwnContract.js"
import { callCost, feeFields, feeNote, feeTable } from "./output/feeTable.js"

type FeesArguments = {
  plug: string | undefined
  from: string | undefined
  to: string | undefined
  gasLimit: string | undefined
  payloadLength: string | undefined
  call: string | undefined
  args: string[]
  value: string | undefined
  json: boolean
}

const defaultPayloadLength = "96"

const fees: BoundTask<FeesArguments> = runTask(async (args, hre, { terminal: { out, err }, signal, clock }) => {
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [args.from ?? network, args.to, ...args.args])
  const text = readRequired(args.plug, { argument: "--plug", example: "--plug Greeter, or its address" })
  const where = { argument: "--plug", chains, from: args.from, network }
  const { contract, source } = await readOwnContract(await openContractBook(hre), { text, ...where })
  const plug = contract.address
  if (args.call === undefined) refuseUnused({ args: args.args[0], "--value": args.value }, "--call")
  else refuseWithCall({ "--to": args.to, "--gas-limit": args.gasLimit, "--payload-length": args.payloadLength })
  const call =
    args.call === undefined
      ? undefined
      : {
          ...parseCall({ signature: args.call, args: args.args, chains, contract }),
          value: parseAmount(args.value ?? "0", 18, "--value"),
        }
  const names =
    call === undefined ? readList(readRequired(args.to, { argument: "--to", example: "--to beta,gamma" }), "--to") : []
  const destinations = [...new Set(names.map((name) => findChain(chains, name, "--to")))]
  const gasLimit =
    args.gasLimit === undefined ? undefined : readWholeNumber(args.gasLimit, { argument: "--gas-limit", from: 1n })
  const lengthText = args.payloadLength ?? defaultPayloadLength
  const payloadLength = Number(
    readWholeNumber(lengthText, { argument: "--payload-length", to: BigInt(Number.MAX_SAFE_INTEGER) }),
  )

  const api = await openMessaging(hre.config.plugs, { clock })
  await using connection = await connectChain(hre, source, { signal })
  const socket = await openSocket(connection, source)
  const client = publicClientOf(connection)
  const compare = (messages: Parameters<typeof compareFees>[0]["messages"]) =>
    compareFees({
      messages,
      estimate: ({ to: { slug: dstChainSlug }, gasLimit: msgGasLimit, payloadLength: length }) =>
        api.estimateMinFees({
          srcPlug: plug,
          srcChainSlug: source.slug,
          dstChainSlug,
          msgGasLimit,
          payloadLength: length,
          signal,
        }),
      read: ({ to: { slug: dstChainSlug }, gasLimit: minMsgGasLimit, payloadLength: payloadSize }) =>
        getMinFees(client, { socket, plug, dstChainSlug, minMsgGasLimit, payloadSize }),
    })
  const describe = async (row: FeeComparison): Promise<FeeComparison> => {
    return { ...row, errors: await Promise.all(row.errors.map((error) => describeForTask(error, hre))) }
  }
  const partlyRead = (rows: readonly FeeComparison[]): PartlyReadError | undefined => {
    const unread = rows.filter(({ errors }) => errors.length > 0).map(({ to }) => to)
    return unread.length === 0 ? undefined : new PartlyReadError(unread)
  }
  if (call !== undefined) {
    const { account } = await walletClientOf(connection)
    const errorAbis = await readErrorAbis(hre.artifacts)
    const priced = await priceCall(client, account, { ...call, plug, socket, chains, errorAbis })
    const rows = await Promise.all((await compare(priced.messages)).map(describe))
    const error = partlyRead(rows)
    const { functionName, fee } = priced
    const subject = { srcPlug: plug, from: source, functionName, fee }
    if (args.json) printDocument(out, { ...subject, destinations: rows.map(feeFields) }, error)
    else out.line(`${feeTable(rows, out, { ofCall: true })}\n\n${callCost(priced, out.paint)}`)
    return exitCodeOf(error)
  }
  const found = await findGasLimit(client, plug, gasLimit)
  const compared = await compare(destinations.map((to) => ({ to, gasLimit: found.gasLimit, payloadLength })))
  const rows = await Promise.all(compared.map(describe))
  const error = partlyRead(rows)
  const note = feeNote({ ...found, payloadLength })
  const subject = { srcPlug: plug, from: source, msgGasLimit: found.gasLimit, payloadLength, note }
  if (args.json) printDocument(out, { ...subject, destinations: rows.map(feeFields) }, error)
  else {
    out.line(feeTable(rows, out))
    err.line(err.paint.dim(note))
  }
  return exitCodeOf(error)
})

/** A simulated call shows itself where its messages go, and what they ask for. */
function refuseWithCall(options: Readonly<Record<string, string | undefined>>): void {
  const given = Object.entries(options).find(([, value]) => value !== undefined)
  if (given === undefined) return
  const fix = "Leave it out, or leave out --call."
  throw new InvalidInputError({ argument: given[0], problem: "the call decides it", fix })
}

export default fees
