import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Client } from "viem"
import { getChainId, readContract } from "viem/actions"
import { parseAbi, size } from "viem/utils"

import { findOwnContract, type OwnContract } from "./call/findOwnContract.js"
import { type FeesArguments, type FeesQuestion, readFeesQuestion } from "./fees/readFeesQuestion.js"
import { feesRows } from "./index.js"
import { type CoinPrice, feeHistoryFound } from "./output/feeHistory.js"
import { feesFound, type MessageGas, type MessagesToPrice } from "./output/feeTable.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { compareFees, type FeeComparison } from "#src/messaging/compareFees.js"
import { readFeeHistory } from "#src/messaging/history/readFeeHistory.js"
import { prepareSend } from "#src/messaging/onchain/fees/prepareSend.js"
import { getMinFees } from "#src/messaging/onchain/getMinFees.js"
import type { Patience } from "#src/onchain/scanning/requestWithRetries.js"
import { readNativeCurrency } from "#src/onchain/tokens.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { readList, readRequired } from "#src/plugin/arguments/readArguments.js"
import { chainsOf, nameChains, sourceChainIfGiven } from "#src/plugin/config/chainsOf.js"
import { isDollars } from "#src/plugin/config/configChecks.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { openChains, requireOne } from "#src/plugin/connection/chains/openChains.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { Found } from "#src/plugin/run/runTask.js"
import { PartlyReadError } from "#src/plugin/run/shownErrors.js"
import { findChain } from "#src/primitives/chains.js"
import { parseMoment } from "#src/primitives/duration.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

export default actionOf(feesRows, async (args, hre, io) => {
  const { from } = args
  if (args.history) return await findHistory(args, hre, io)
  const { signal, clock } = io
  const text = readRequired(args.plug, { argument: "--plug", example: "--plug Greeter, or its address" })
  const own = await findOwnContract(hre, { text, argument: "--plug", from, others: [args.to, ...args.args] })
  const { source } = own
  const plug = own.contract.address
  const question = readFeesQuestion(args, own)

  const api = await openMessaging(hre.config.plugs, { clock })
  await using opened = openChains(hre, { signal })
  const chain = await opened.connect(source)
  const socket = await chain.socket()
  const priced = await findMessagesToPrice(chain, question, own)
  const compared = await compareFees({
    ...{ messages: priced.messages, srcPlug: plug, srcChainSlug: source.slug, api, signal },
    read: ({ to, gasLimit: minMsgGasLimit, payloadLength: payloadSize }) =>
      getMinFees(chain.client, { socket, plug, dstChainSlug: to.slug, minMsgGasLimit, payloadSize }),
  })
  const describe = async (row: FeeComparison): Promise<FeeComparison> => {
    return { ...row, errors: await Promise.all(row.errors.map((error) => describeForTask(error, hre))) }
  }
  const rows = await Promise.all(compared.map(describe))
  const unread = rows.filter(({ errors }) => errors.length > 0).map(({ to }) => to)
  return {
    ...feesFound(rows, { plug, source, priced }),
    error: unread.length === 0 ? undefined : new PartlyReadError(unread),
  }
})

/**
 * Finds the messages that are to be priced: those that the simulated call sends, or one to each destination. Sends nothing.
 *
 * @throws what `sendThroughPlug` throws before it sends
 */
export async function findMessagesToPrice(
  chain: Chain,
  question: FeesQuestion,
  own: OwnContract,
): Promise<MessagesToPrice> {
  if (question.kind === "call") return await simulateCall(chain, question, own)
  const { destinations, payloadLength } = question
  const gas = await findGasLimit(chain.client, own.contract.address, question.gasLimit)
  const messages = destinations.map((to) => ({ to, gasLimit: gas.gasLimit, payloadLength }))
  return { kind: "message", messages, gas, payloadLength }
}

async function simulateCall(
  chain: Chain,
  { kind, ...call }: Extract<FeesQuestion, { kind: "call" }>,
  { contract: { address: plug }, chains }: OwnContract,
): Promise<MessagesToPrice> {
  const { account } = await chain.wallet()
  const errorAbis = await chain.errorAbis()
  const simulated = { ...call, plug, socket: await chain.socket(), errorAbis, marginPercent: 0 }
  const prepared = await prepareSend(chain.client, account, simulated)
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

/** Finds what delivered messages have cost, and what further ones will cost. */
export async function findHistory(
  args: FeesArguments,
  hre: HardhatRuntimeEnvironment,
  { signal, clock }: Pick<TaskIo, "signal" | "clock">,
): Promise<Found> {
  const { plug, from, forecast, csv } = args
  const since = readSince(args.since ?? "7d", clock.now())
  const all = chainsOf(hre.config.plugs)
  const given = sourceChainIfGiven(all, { from, network: hre.globalOptions.network })
  const book = await openContractBook(hre)
  const contract = plug === undefined ? undefined : await book.find(plug, { chain: given, argument: "--plug" })
  const source = given ?? contract?.chain
  const destinations =
    args.to === undefined ? undefined : readList(args.to, "--to").map((name) => findChain(all, name, "--to"))
  const isWanted = (src: number, dst: number): boolean =>
    (source === undefined || source.slug === src) && destinations?.some(({ slug }) => slug === dst) !== false

  await using chains = openChains(hre, { named: [source, ...(destinations ?? [])] })
  const wanted = source === undefined || destinations === undefined ? all : [...new Set([source, ...destinations])]
  const opened = await Promise.all(
    wanted.map(async (entry) => ({ ...(await chains.open(entry)), slug: entry.slug, name: entry.name })),
  )
  const readable = opened.flatMap((chain) => ("problem" in chain ? [] : [chain]))
  if (readable.length === 0) await requireOne(chains, wanted)
  const history = await readFeeHistory({
    ...{ chains: readable, since, isWanted, srcPlug: contract?.address, forecast, signal, clock },
    api: await openMessaging(hre.config.plugs, { clock }),
  })
  const unopened = opened.flatMap((one) => ("problem" in one ? [{ chainSlug: one.slug, says: one.problem }] : []))
  const problems = [...unopened, ...history.problems]
  const ends = new Set(history.paths.flatMap(({ srcChainSlug, dstChainSlug }) => [srcChainSlug, dstChainSlug]))
  const priced = readable.filter(({ slug }) => ends.has(slug))
  const prices = await Promise.all(priced.map((chain) => readPrice(hre.config.plugs, chain, { clock, signal })))
  const options = { since, prices, chainName: nameChains(all), forecast, csv }
  return {
    ...feeHistoryFound({ ...history, problems }, options),
    error: history.searched.length === 0 ? new PartlyReadError(wanted) : undefined,
  }
}

function readSince(text: string, now: number): Date {
  const moment = parseMoment(text, now, "--since")
  if (moment !== undefined) return moment
  const fix = "Write 2026-11-19, 2026-11-19T12:00Z, or a time ago such as 12h or 7d."
  throw new InvalidInputError({ argument: "--since", problem: `${inQuotes(text)} is not a moment`, fix })
}

/** Reads what the currency of a chain is worth: by the function of `plugs.prices`, or else by `plugs.swap.prices`. */
export async function readPrice(
  { prices, swap }: Pick<PlugsConfig, "prices" | "swap">,
  { client, name: chain, slug: chainSlug }: { readonly client: Client; readonly name: string; readonly slug: number },
  patience: Patience,
): Promise<CoinPrice> {
  const chainId = await getChainId(client).catch(() => chainSlug)
  const { symbol } = await readNativeCurrency(client, chainId)
  const coin = { chain, chainSlug, symbol, usd: null }
  const listed = Object.entries(swap.prices[chain] ?? {}).find(([key]) => key.toUpperCase() === symbol.toUpperCase())
  const ask = async (): Promise<unknown> => await (prices === undefined ? listed?.[1] : prices(chain, symbol))
  // The text of an error may have the URL of what the function asked, and with it a key.
  const asked = await withTimeLimit(10_000, ask, patience).catch(() => ({ kind: "failed" as const }))
  if (asked.kind !== "done") return { ...coin, problem: asked.kind }
  if (asked.value === undefined) return { ...coin, problem: null }
  if (isDollars(asked.value)) return { ...coin, usd: asked.value, problem: null }
  return { ...coin, problem: "what it returns is no number above 0 and at most 1e12" }
}
