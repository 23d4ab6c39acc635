import { type Address, encodeFunctionData, isAddress, parseAbi, parseEther } from "viem"

import { checkAmount, checkList, checkOptions, invalid } from "../arguments.js"
import { type Addressed, addressOf, chainNamed, gatewayOf, tokensNamed } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { transact } from "./transact.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { DevnetChain } from "#src/devnet/Devnet.js"
import { getAvailableCredits } from "#src/gateway/onchain/credits.js"
import { depositCredits } from "#src/gateway/onchain/depositCredits.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { inQuotes } from "#src/primitives/text.js"

/** A token that worlds bring: those of the market, and those that pay for credits of the gateway. */
export type TokenSymbol = "USDC" | "USDT" | "WETH" | "SPARK" | "USDX" | "USD6"

/** Gives accounts and contracts of a world what they need. Amounts are in the smallest unit. */
export type WorldFunds<Chain extends string = string> = {
  /**
   * Gives native tokens to an account or a contract, in addition to what it owns.
   *
   * @param wei how much, on each chain
   * @param options.chains where. Default: on every chain, that of the gateway included
   * @example
   * await world.fund(stranger, parseEther("1"))
   */
  readonly fund: (
    account: Addressed,
    wei: bigint,
    options?: { readonly chains?: readonly (Chain | "gateway")[] | undefined },
  ) => Promise<void>
  /**
   * Mints a token to an account or a contract: a token of the test's own that has `mint(address,uint256)`, called by the first account or,
   * where that may not, by the owner of the token; or one of the world, by its symbol. With a market these are USDC, USDT, WETH and
   * SPARK, and with a gateway USDX and USD6.
   *
   * @throws {InvalidInputError} the chain has no such token, or no known account may mint it
   * @example
   * await world.mintTokens("alpha", "USDC", buyer, 5_000_000n)
   * await world.mintTokens("beta", token, vault, parseEther("3"))
   */
  readonly mintTokens: (chain: Chain, token: Addressed | TokenSymbol, to: Addressed, amount: bigint) => Promise<void>
}

/** What a world with a gateway has besides. */
export type WorldCredits<Chain extends string = string> = {
  /**
   * Deposits the devnet's fee token for credits of an app gateway or an account, and waits until the gateway chain has them. The token
   * is minted for it.
   *
   * @param credits with 18 decimals
   * @param options.chain where to deposit. Default: the first chain
   * @throws {InvalidInputError} the actors are kept from bringing it to the gateway chain
   * @example
   * await world.depositCredits(app, parseEther("1"))
   */
  readonly depositCredits: (
    receiver: Addressed,
    credits: bigint,
    options?: { readonly chain?: Chain | undefined },
  ) => Promise<void>
}

const abi = parseAbi([
  "function mint(address to, uint256 amount)",
  "function deposit() payable",
  "function transfer(address to, uint256 amount)",
  "function owner() view returns (address)",
])

export function createFunds(opened: () => OpenWorld): WorldFunds & WorldCredits {
  return {
    async fund(account, wei, options = {}) {
      const world = opened()
      checkOptions("fund", options, ["chains"])
      if (options.chains !== undefined) checkList("chains", options.chains, '{ chains: ["alpha"] }')
      checkAmount("wei", wei)
      const { chains: names = [...Object.keys(world.devnet.chains), ...(world.gateway ? ["gateway"] : [])] } = options
      const address = addressOf(account)
      const give = async (name: string): Promise<void> => {
        const chain = name === "gateway" ? gatewayOf(world).chain : chainNamed(world, name)
        const value = wei + (await chain.publicClient.getBalance({ address }))
        await chain.testClient.setBalance({ address, value })
      }
      await Promise.all(names.map(give))
    },
    async mintTokens(chainName, token, to, amount) {
      const chain = chainNamed(opened(), chainName)
      checkAmount("amount", amount)
      await mint(opened(), chain, { token: tokenOn(opened(), chain, token), to: addressOf(to), amount })
    },
    async depositCredits(receiver, credits, options = {}) {
      const world = opened()
      const gateway = gatewayOf(world)
      checkOptions("depositCredits", options, ["chain"])
      checkAmount("credits", credits)
      const chain = chainNamed(world, options.chain ?? (Object.keys(world.devnet.chains)[0] as string))
      const { feesPlug, feeToken: token } = gateway.servedContracts
      const account = addressOf(receiver)
      const creditsNow = () =>
        getAvailableCredits(gateway.chain.publicClient, { feesManager: gateway.contracts.feesManager, account })
      const before = await creditsNow()
      await mint(world, chain, { token, to: chain.walletClient.account.address, amount: credits })
      const deposit = { feesPlug, token, receiver: account, amount: credits }
      await depositCredits(chain.publicClient, chain.walletClient, deposit)
      await world.delivery.permit(
        (stage) => stage === "deposit",
        () => world.relay.idle(),
      )
      if ((await creditsNow()) > before) return
      throw invalid(
        "depositCredits",
        "the deposit is on its way, but the actors are kept from bringing it to the gateway chain",
        'Deposit before you hold them, or release the stage: world.release("deposit").',
      )
    },
  }
}

function tokenOn(world: OpenWorld, chain: DevnetChain<boolean>, token: Addressed | TokenSymbol): Address {
  if (typeof token !== "string" || isAddress(token)) return addressOf(token)
  const tokens = tokensNamed(world, chain)
  const address = tokens.get(token)
  if (address !== undefined) return address
  throw invalid(
    "token",
    `${chain.name} has no token ${inQuotes(token)}`,
    `Give an address${tokens.size === 0 ? "" : ` or one of ${[...tokens.keys()].join(", ")}`}. Markets bring USDC, USDT, WETH and SPARK, gateways USDX and USD6.${didYouMean(token, tokens.keys())}`,
  )
}

async function mint(
  world: OpenWorld,
  chain: LocalChain,
  { token, to, amount }: { token: Address; to: Address; amount: bigint },
): Promise<void> {
  const { publicClient, accounts } = chain
  const first = accounts[0] as Address
  if (token === world.market?.contracts.weth) {
    const call = (functionName: "deposit" | "transfer", value: bigint) => ({
      from: first,
      to: token,
      data: encodeFunctionData(
        functionName === "deposit" ? { abi, functionName } : { abi, functionName, args: [to, amount] },
      ),
      value,
      functionName,
      abi,
    })
    await transact(world, chain, call("deposit", amount))
    await transact(world, chain, call("transfer", 0n))
    return
  }
  const owner = await publicClient.readContract({ abi, address: token, functionName: "owner" }).catch(() => undefined)
  const call = { abi, address: token, functionName: "mint", args: [to, amount] } as const
  for (const from of [first, owner, world.accounts.keeper.address]) {
    const may = await publicClient.simulateContract({ ...call, account: from }).then(
      () => true,
      () => false,
    )
    if (from === undefined || !may) continue
    const transaction = { from, to: token, data: encodeFunctionData(call), functionName: "mint", abi }
    await withGasMoney(chain, from, () => transact(world, chain, transaction))
    return
  }
  throw invalid(
    "token",
    `neither the first account nor an owner can mint ${token} on ${chain.name} with mint(address,uint256)`,
    "Mint it with a function of its own: token.as(minter).send.issue([to, amount]).",
  )
}

/** Owners that are contracts own nothing to pay for gas with. */
async function withGasMoney(chain: LocalChain, address: Address, work: () => Promise<unknown>): Promise<void> {
  if (chain.accounts.includes(address)) {
    await work()
    return
  }
  const balance = await chain.publicClient.getBalance({ address })
  await chain.testClient.setBalance({ address, value: balance + parseEther("1") })
  await work()
  await chain.testClient.setBalance({ address, value: balance })
}
