import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Account, Address, Client, WalletClient } from "viem"
import { getChainId } from "viem/actions"

import { devnetFeesPlug, devnetFeeToken } from "../../../src/devnet/addresses.js"
import type { TopUpCreditsParameters } from "../../../src/gateway/onchain/credits.js"
import { type NativeCurrency, readNativeCurrency, readToken } from "../../../src/onchain/tokens.js"
import { refuseUnused } from "../../../src/plugin/arguments/readArguments.js"
import { chainsFor } from "../../../src/plugin/connection/chains/askForChain.js"
import { publicClientOf, walletClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../../src/plugin/connection/chains/connectChain.js"
import { feesManagerOf, feesPlugOf } from "../../../src/plugin/connection/gatewayContracts.js"
import type { ContractBook } from "../../../src/plugin/contracts/ContractBook.js"
import { gatewayChainOf } from "../../../src/plugin/contracts/bookChains.js"
import { pinnedTokens } from "../../../src/plugin/tokens/pinnedTokens.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { parseAddress } from "../../../src/primitives/address.js"
import { type ChainEntry, findChain } from "../../../src/primitives/chains.js"
import { inQuotes } from "../../../src/primitives/text.js"

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
  const connections = new AsyncDisposableStack()
  const connect = async (chain: ChainEntry): Promise<NetworkConnection> =>
    connections.adopt(await connectChain(hre, chain, { signal }), (connection) => connection.close())
  try {
    const { network } = plugs.gateway
    const gatewayChain = { ...gatewayChainOf(hre.config), network }
    const home = await connect(gatewayChain)
    const gatewayClient = publicClientOf(home)
    const feesManager = await feesManagerOf(plugs, gatewayClient)
    const shared = { gatewayClient, feesManager, [Symbol.asyncDispose]: () => connections.disposeAsync() }
    if (from === undefined) {
      const native = await readNativeCurrency(undefined, await getChainId(gatewayClient))
      const walletClient: Payment["walletClient"] = () => walletClientOf(home)
      const own = { chain: gatewayChain, publicClient: gatewayClient, deposit: undefined, walletClient }
      return { ...shared, payment: { ...own, unit: native, native } }
    }
    const chain = findChain(await chainsFor(hre, [from]), from, "--from")
    const connection = await connect(chain)
    const publicClient = publicClientOf(connection)
    const feesPlug = await requireFeesPlug(hre, publicClient, chain)
    const address = await findFeeToken(hre, { text: token, chain, client: publicClient, book })
    const { symbol = address, decimals } = await readToken(publicClient, address)
    const native = await readNativeCurrency(undefined, await getChainId(publicClient))
    const deposit = { publicClient, feesPlug, token: address }
    const walletClient: Payment["walletClient"] = () => walletClientOf(connection)
    return { ...shared, payment: { chain, publicClient, deposit, unit: { symbol, decimals }, native, walletClient } }
  } catch (error) {
    await connections.disposeAsync()
    throw error
  }
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
