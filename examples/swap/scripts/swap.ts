import { network } from "hardhat"
import { formatUnits, parseUnits } from "viem"

// Swaps begin on alpha, and are sent as its first account.
const alpha = await network.create("alpha")
const beta = await network.create("beta")
const { swap } = alpha.plugs
const [wallet] = await alpha.viem.getWalletClients()
const userAddress = wallet.account.address

// The configuration says which addresses these symbols mean, and the chains say how many decimals they have.
const usdc = await swap.findToken({ token: "USDC" })
const weth = await beta.plugs.swap.findToken({ token: "WETH" })

const request = {
  userOps: "tx",
  originChainId: usdc.chainId,
  destinationChainId: weth.chainId,
  inputToken: usdc.address,
  outputToken: weth.address,
  inputAmount: parseUnits("1000", usdc.decimals),
  userAddress,
  receiverAddress: userAddress,
  slippage: "0.5",
} as const
const quote = await swap.getQuote(request)
const route = quote.routes.find(({ routeTags }) => routeTags?.includes("FASTEST")) ?? quote.routes[0]
if (route === undefined) throw new Error("nothing is offered for this swap")

// Checked against the request, the allowed contracts and a simulation, approved exactly, sent once, and followed to its end.
const done = await swap.executeRoute({ request, quote, route })

const shown = (amount: bigint) => `${formatUnits(amount, weth.decimals)} ${weth.symbol}`
console.log(`route     ${route.routeDetails?.name}, of ${quote.routes.length}`)
console.log(`promised  ${shown(route.output.amount)}, at least ${shown(route.output.minAmountOut ?? 0n)}`)
console.log(`sent      ${done.hash}`)
console.log(`status    ${done.route.status}`)
console.log(`got       ${shown(done.route.destination.output[0]?.amount ?? 0n)}`)
