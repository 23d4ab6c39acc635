import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Account, Address, Client, WalletClient } from "viem"
import { getChainId } from "viem/actions"

import type { Payment } from "../output/topUpReport.js"
import { devnetFeesPlug, devnetFeeToken, isDevnetSocket } from "#src/devnet/addresses.js"
import { type NativeCurrency, readNativeCurrency, readToken } from "#src/onchain/tokens.js"
import { refuseUnused } from "#src/plugin/arguments/readArguments.js"
import { gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { publicClientOf, walletClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { feesManagerOf, feesPlugOf } from "#src/plugin/connection/gatewayContracts.js"
import { type ContractBook, type FoundContract, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { parseAddress } from "#src/primitives/address.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { parseAmount, parseCurrency } from "#src/primitives/numbers/amount.js"
import { inQuotes } from "#src/primitives/text.js"
import { showGatewayContract } from "#src/terminal/contractNames.js"

/** What pays for credits, and the account that sends it. */
type OpenedPayment = Payment & {
  readonly connection: NetworkConnection
  readonly walletClient: () => Promise<WalletClient & { account: Account }>
}

/** The gateway chain and, where another one pays, that one. */
export type OpenedTopUp = AsyncDisposable & {
  readonly gatewayClient: Client
  readonly feesManager: Address
  readonly receiver: Address
  readonly contract: FoundContract
  /** The receiver by name and address. */
  readonly receiverShown: string
  readonly payment: OpenedPayment
}

type TopUpArguments = {
  readonly appGateway: string
  readonly from: string | undefined
  readonly token: string | undefined
}

/**
 * Finds the app gateway, and connects to its chain and to the one that pays for its credits.
 *
 * @throws {InvalidInputError} there is no such chain or token, or the chain has no fees plug that is known
 * @throws {NodeUnreachableError} `WrongContractError`
 */
export async function openTopUp(
  hre: HardhatRuntimeEnvironment,
  { appGateway, from, token }: TopUpArguments,
  signal: AbortSignal,
): Promise<OpenedTopUp> {
  const { plugs } = hre.config
  const book = await openContractBook(hre)
  const own = gatewayChainOf(hre.config)
  const contract = await book.find(appGateway, { chain: own, argument: "appGateway" })
  const { address: receiver } = contract
  if (from === undefined) refuseUnused({ "--token": token }, "--from")
  await using opening = new Disposables()
  const { network } = plugs.gateway
  const gatewayChain = { ...own, network }
  const home = opening.use(await connectChain(hre, gatewayChain, { signal }))
  const gatewayClient = publicClientOf(home)
  const feesManager = await feesManagerOf(plugs, gatewayClient)
  const receiverShown = showGatewayContract(receiver, book)
  const openedWith = (payment: OpenedPayment): OpenedTopUp => {
    const dispose = opening.move()[Symbol.asyncDispose]
    return { gatewayClient, feesManager, receiver, contract, receiverShown, payment, [Symbol.asyncDispose]: dispose }
  }
  if (from === undefined) {
    const native = await readNativeCurrency(undefined, await getChainId(gatewayClient))
    const walletClient: OpenedPayment["walletClient"] = () => walletClientOf(home)
    const sender = { connection: home, chain: gatewayChain, publicClient: gatewayClient, walletClient }
    return openedWith({ ...sender, deposit: undefined, unit: native, native })
  }
  const chain = findChain(await chainsFor(hre, [from]), from, "--from")
  const connection = opening.use(await connectChain(hre, chain, { signal }))
  const publicClient = publicClientOf(connection)
  const feesPlug = await requireFeesPlug(hre, publicClient, chain)
  const address = await findFeeToken(hre, { text: token, chain, client: publicClient, book })
  const { symbol = address, decimals } = await readToken(publicClient, address)
  const native = await readNativeCurrency(undefined, await getChainId(publicClient))
  const deposit = { publicClient, feesPlug, token: address }
  const walletClient: OpenedPayment["walletClient"] = () => walletClientOf(connection)
  return openedWith({ connection, chain, publicClient, deposit, unit: { symbol, decimals }, native, walletClient })
}

/**
 * Finds the fees plug of a chain. One that the configuration of the devnet does not have is a devnet's by its socket. No other one is: everybody
 * knows the key that deploys the devnet's contracts, so anybody can put other code at their addresses.
 *
 * @throws {InvalidInputError} none is known
 */
export async function requireFeesPlug(
  { config: { plugs } }: Pick<HardhatRuntimeEnvironment, "config">,
  client: Client,
  chain: ChainEntry,
): Promise<Address> {
  const known = await feesPlugOf(plugs, client, chain.slug)
  if (known !== undefined) return known
  if (plugs.gateway.deployment === "devnet" && isDevnetSocket(chain.socket)) return devnetFeesPlug
  throw new InvalidInputError({
    argument: "--from",
    problem: `no fees plug of ${chain.name} is known, which takes the tokens there`,
    fix: "Name the deployment in config.plugs.gateway.deployment, or another chain, or leave --from out to pay on the gateway chain.",
  })
}

/**
 * Reads what is to be paid, in the smallest unit.
 *
 * @throws {InvalidInputError} it is no amount, or nothing
 */
export function readTopUpAmount(text: string, { decimals }: NativeCurrency): bigint {
  const amount = decimals === 18 ? parseCurrency(text, "--amount") : parseAmount(text, decimals, "--amount")
  if (amount > 0n) return amount
  throw new InvalidInputError({
    argument: "--amount",
    problem: "there is nothing to pay",
    fix: "Give more than 0, or leave --amount out to see the credits.",
  })
}

/**
 * Finds the token that pays for credits. A symbol means what `plugs.swap.tokens` says. Nothing else is asked, because anybody can give a
 * token any symbol.
 *
 * @throws {InvalidInputError} nothing says which token is meant
 */
export async function findFeeToken(
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
