import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Account, Address, Client, Hex, WalletClient } from "viem"
import { getChainId, getTransactionReceipt } from "viem/actions"

import { devnetFeesPlug, devnetFeeToken } from "../../src/devnet/addresses.js"
import { getAvailableCredits, topUpCredits, type TopUpCreditsParameters } from "../../src/gateway/onchain/credits.js"
import { AbortedError } from "../../src/http/errors.js"
import { type NativeCurrency, readNativeCurrency, readToken } from "../../src/onchain/tokens.js"
import { readWaitOptions, refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { gatewayChainOf } from "../../src/plugin/config/chainsOf.js"
import { chainsFor } from "../../src/plugin/connection/chains/askForChain.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { pinnedTokens } from "../../src/plugin/connection/findToken.js"
import { feesManagerOf, feesPlugOf } from "../../src/plugin/connection/gatewayContracts.js"
import { pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { type ContractBook, openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "../../src/plugin/contracts/readAbis.js"
import { sayWhenInterrupted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { parseAddress } from "../../src/primitives/address.js"
import { type ChainEntry, findChain } from "../../src/primitives/chains.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { parseAmount } from "../../src/primitives/numbers/amount.js"
import { inQuotes } from "../../src/primitives/text.js"
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

/** What pays for credits. */
export type Payment = {
  /** The chain that the transaction is sent on. */
  readonly chain: ChainEntry
  readonly publicClient: Client
  readonly deposit: TopUpCreditsParameters["deposit"]
  /** What is paid with. */
  readonly unit: NativeCurrency
  /** What the gas is paid with. */
  readonly native: NativeCurrency
  readonly walletClient: () => Promise<WalletClient & { account: Account }>
}

/** The gateway chain and, where another one pays, that one. */
export type OpenedTopUp = AsyncDisposable & {
  readonly gatewayClient: Client
  readonly feesManager: Address
  readonly payment: Payment
}

export type TopUpSource = { readonly from: string | undefined; readonly token: string | undefined }

/**
 * Connects to the gateway chain, and to the chain that pays for the credits.
 *
 * @throws {InvalidInputError} there is no such chain or token, or the chain has no fees plug that is known
 * @throws {NodeUnreachableError} {@link WrongContractError}
 */
export async function openTopUp(
  hre: HardhatRuntimeEnvironment,
  { from, token }: TopUpSource,
  { book, signal }: { readonly book: ContractBook; readonly signal: AbortSignal },
): Promise<OpenedTopUp> {
  if (from === undefined) refuseUnused({ "--token": token }, "--from")
  const { plugs } = hre.config
  await using opening = new AsyncDisposableStack()
  const { network } = plugs.gateway
  const gatewayChain = { ...gatewayChainOf(hre.config), network }
  const home = opening.use(await connectChain(hre, gatewayChain, { signal }))
  const gatewayClient = publicClientOf(home)
  const feesManager = await feesManagerOf(plugs, gatewayClient)
  const openedWith = (payment: Payment): OpenedTopUp => {
    const opened = opening.move()
    return { gatewayClient, feesManager, payment, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  }
  if (from === undefined) {
    const native = await readNativeCurrency(undefined, await getChainId(gatewayClient))
    const walletClient: Payment["walletClient"] = () => walletClientOf(home)
    const own = { chain: gatewayChain, publicClient: gatewayClient, deposit: undefined, walletClient }
    return openedWith({ ...own, unit: native, native })
  }
  const chain = findChain(await chainsFor(hre, [from]), from, "--from")
  const connection = opening.use(await connectChain(hre, chain, { signal }))
  const publicClient = publicClientOf(connection)
  const feesPlug = await requireFeesPlug(hre, publicClient, chain)
  const address = await findFeeToken(hre, { text: token, chain, client: publicClient, book })
  const { symbol = address, decimals } = await readToken(publicClient, address)
  const native = await readNativeCurrency(undefined, await getChainId(publicClient))
  const deposit = { publicClient, feesPlug, token: address }
  const walletClient: Payment["walletClient"] = () => walletClientOf(connection)
  return openedWith({ chain, publicClient, deposit, unit: { symbol, decimals }, native, walletClient })
}

async function requireFeesPlug(
  { config: { plugs } }: HardhatRuntimeEnvironment,
  client: Client,
  chain: ChainEntry,
): Promise<Address> {
  const known = await feesPlugOf(plugs, client, chain.slug)
  if (known !== undefined) return known
  if (plugs.gateway.deployment === "devnet") return devnetFeesPlug
  throw new InvalidInputError({
    argument: "--from",
    problem: `no fees plug of ${chain.name} is known, which takes the tokens there`,
    fix: "Name the deployment in config.plugs.gateway.deployment, or another chain, or leave --from out to pay on the gateway chain.",
  })
}

/** A symbol means what `plugs.swap.tokens` says. Nothing else is asked, because anybody can give a token any symbol. */
async function findFeeToken(
  { config: { plugs } }: HardhatRuntimeEnvironment,
  { text, chain, client, book }: { text: string | undefined; chain: ChainEntry; client: Client; book: ContractBook },
): Promise<Address> {
  const ofDevnet = plugs.gateway.deployment === "devnet" ? devnetFeeToken : undefined
  const wanted = text?.trim().toLowerCase()
  if (text === undefined || wanted === undefined || wanted === "") {
    if (ofDevnet !== undefined) return ofDevnet
    throw new InvalidInputError({
      argument: "--token",
      problem: "it is missing",
      fix: "Add a token that the chain's fees plug accepts, such as --token USDC.",
    })
  }
  if (wanted.startsWith("0x")) return parseAddress(text.trim(), "--token")
  const pins = pinnedTokens(plugs, chain.name)
  const pin = Object.entries(pins).find(([symbol]) => symbol.toLowerCase() === wanted)?.[1]
  if (pin !== undefined) return pin
  if (book.names(chain.slug).some((name) => name.toLowerCase() === wanted)) {
    return (await book.find(text, { chain, argument: "--token" })).address
  }
  if (ofDevnet !== undefined && (await readToken(client, ofDevnet)).symbol?.toLowerCase() === wanted) return ofDevnet
  throw new InvalidInputError({
    argument: "--token",
    problem: `${inQuotes(text)} is not the symbol of a token that this project knows on ${chain.name}`,
    fix: `Give its address, or add it to config.plugs.swap.tokens.${chain.name}.`,
  })
}

/** Returns what the gas of mined transactions has cost in wei; `undefined` if the node does not say. */
export async function readGasFee(client: Client, hashes: readonly Hex[]): Promise<bigint | undefined> {
  try {
    const receipts = await Promise.all(hashes.map((hash) => getTransactionReceipt(client, { hash })))
    return receipts.reduce((fee, { gasUsed, effectiveGasPrice }) => fee + gasUsed * effectiveGasPrice, 0n)
  } catch {
    return undefined
  }
}
