import type { Address, Client } from "viem"
import { readContract } from "viem/actions"
import { parseAbi, size } from "viem/utils"

import { findOwnContract, type OwnContract } from "./call/findOwnContract.js"
import { openPlugChain, type PlugChain } from "./call/openPlugChain.js"
import { type FeesArguments, type FeesQuestion, readFeesArguments } from "./fees/readFeesArguments.js"
import { showHistory } from "./fees/showHistory.js"
import { type MessageGas, type MessagesToPrice, printFees } from "./output/feeTable.js"
import { compareFees, type FeeComparison } from "#src/messaging/compareFees.js"
import { prepareSend } from "#src/messaging/onchain/fees/prepareSend.js"
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

/**
 * Finds the messages that are to be priced: those that the simulated call sends, or one to each destination. Sends nothing.
 *
 * @throws what `sendThroughPlug` throws before it sends
 */
export async function findMessagesToPrice(
  chain: PlugChain,
  question: FeesQuestion,
  own: OwnContract,
): Promise<MessagesToPrice> {
  if (question.kind === "call") return await simulateCall(chain, question, own)
  const { destinations, payloadLength } = question
  const gas = await findGasLimit(chain.publicClient, own.contract.address, question.gasLimit)
  const messages = destinations.map((to) => ({ to, gasLimit: gas.gasLimit, payloadLength }))
  return { kind: "message", messages, gas, payloadLength }
}

async function simulateCall(
  chain: PlugChain,
  { kind, ...call }: Extract<FeesQuestion, { kind: "call" }>,
  { contract: { address: plug }, chains }: OwnContract,
): Promise<MessagesToPrice> {
  const { publicClient, socket } = chain
  const { account } = await chain.openWallet()
  const errorAbis = await chain.readErrorAbis()
  const prepared = await prepareSend(publicClient, account, { ...call, plug, socket, errorAbis, marginPercent: 0 })
  const messages = (prepared.messages ?? []).map(({ dstChainSlug: slug, minMsgGasLimit: gasLimit, payload }) => {
    const name = String(slug)
    const to = chains.find((entry) => entry.slug === slug) ?? { name, slug, network: name, socket: undefined }
    return { to, gasLimit, payloadLength: size(payload) }
  })
  return { kind, messages, functionName: prepared.call.functionName, fee: prepared.fee }
}

/** What a message is assumed to ask for if nobody says. */
const assumedGas = 100_000n

/** Finds the gas limit of a message: the one that is given, else the plug's own, else an assumed one. */
async function findGasLimit(client: Client, plug: Address, given: bigint | undefined): Promise<MessageGas> {
  if (given !== undefined) return { gasLimit: given, from: "option" }
  const own = await readInboundGas(client, plug)
  return own === undefined ? { gasLimit: assumedGas, from: "assumed" } : { gasLimit: own, from: "plug" }
}

const inboundGasAbi = parseAbi(["function INBOUND_GAS() view returns (uint256)"])

/** More than a block of any chain has. */
const maxGas = 10n ** 12n

/** Reads the gas that a plug asks for its messages, if it names that by `INBOUND_GAS()`, as the plugs of this package do. */
async function readInboundGas(client: Client, plug: Address): Promise<bigint | undefined> {
  const call = { abi: inboundGasAbi, address: plug, functionName: "INBOUND_GAS" } as const
  const gas = await readContract(client, call).catch(() => undefined)
  return gas === undefined || gas === 0n || gas > maxGas ? undefined : gas
}
