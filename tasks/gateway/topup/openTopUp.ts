import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Client } from "viem"

import type { Payment } from "../output/topUpReport.js"
import { devnetFeesPlug, devnetFeeToken, isDevnetSocket } from "#src/devnet/addresses.js"
import { type NativeCurrency, readToken } from "#src/onchain/tokens.js"
import { gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { feesManagerOf, feesPlugOf } from "#src/plugin/connection/gatewayContracts.js"
import { type ContractBook, type FoundContract, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { parseAddress } from "#src/primitives/address.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { parseAmount, parseCurrency } from "#src/primitives/numbers/amount.js"
import { inQuotes } from "#src/primitives/text.js"
import { showGatewayContract } from "#src/terminal/contractNames.js"

/** The gateway chain and, where another one pays, that one. */
export type OpenedTopUp = {
  readonly gatewayClient: Client
  readonly feesManager: Address
  readonly receiver: Address
  readonly contract: FoundContract
  /** The receiver by name and address. */
  readonly receiverShown: string
  readonly payment: Payment & { readonly chain: Chain }
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
  chains: Chains,
  { appGateway, from, token }: TopUpArguments,
): Promise<OpenedTopUp> {
  const { plugs } = hre.config
  const book = await openContractBook(hre)
  const contract = await book.find(appGateway, { chain: gatewayChainOf(hre.config), argument: "appGateway" })
  const { address: receiver } = contract
  const gateway = await chains.gateway()
  const feesManager = await feesManagerOf(plugs, gateway.client)
  const receiverShown = showGatewayContract(receiver, book)
  const opened = { gatewayClient: gateway.client, feesManager, receiver, contract, receiverShown }
  if (from === undefined) {
    return { ...opened, payment: { chain: gateway, deposit: undefined, unit: await gateway.native() } }
  }
  const entry = findChain(await chainsFor(hre, [from]), from, "--from")
  const chain = await chains.connect(entry)
  const { client } = chain
  const feesPlug = await requireFeesPlug(hre, client, entry)
  const address = await findFeeToken(hre, { text: token, chain: entry, client, book })
  const { symbol = address, decimals } = await readToken(client, address)
  const deposit = { publicClient: client, feesPlug, token: address }
  return { ...opened, payment: { chain, deposit, unit: { symbol, decimals } } }
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
