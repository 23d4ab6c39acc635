import { network } from "hardhat"
import { formatUnits, parseUnits } from "viem"

// Swaps begin on alpha, and are sent as its first account.
const { plugs, viem } = await network.create("alpha")
const [wallet] = await viem.getWalletClients()
const userAddress = wallet.account.address

// Tokens by their symbols. An API may know several of one symbol: then give the address.
async function find(symbol: string, chainId: number) {
  const { tokens } = await plugs.swap.searchTokens({ q: symbol })
  const found = tokens[chainId]?.find((token) => token.symbol === symbol)
  if (found === undefined) throw new Error(`no ${symbol} on chain ${chainId}`)
  return found
}
const usdc = await find("USDC", 41001)
const weth = await find("WETH", 41002)

const request = {
  userOps: "tx",
  originChainId: 41001,
  destinationChainId: 41002,
  inputToken: usdc.address,
  outputToken: weth.address,
  inputAmount: parseUnits("1000", usdc.decimals),
  userAddress,
  receiverAddress: userAddress,
  slippage: "0.5",
} as const
const quote = await plugs.swap.getQuote(request)
const route = quote.routes.find(({ routeTags }) => routeTags?.includes("FASTEST")) ?? quote.routes[0]
if (route === undefined) throw new Error("nothing is offered for this swap")

// Checked against the request, approved exactly, sent once, and followed to its end.
const done = await plugs.swap.executeRoute({ request, quote, route })

const shown = (amount: bigint) => `${formatUnits(amount, weth.decimals)} ${weth.symbol}`
console.log(`route     ${route.routeDetails?.name}, of ${quote.routes.length}`)
console.log(`promised  ${shown(route.output.amount)}, at least ${shown(route.output.minAmountOut ?? 0n)}`)
console.log(`sent      ${done.hash}`)
console.log(`status    ${done.route.status}`)
console.log(`got       ${shown(done.route.destination.output[0]?.amount ?? 0n)}`)
