import { createWalletClient, custom, isAddress } from "viem"

import { noMarket, type SwapOffer, type SwapRequest, type SwapToken, type WorldMarket } from "./WorldSwap.js"
import { swapRouterArtifact } from "#extras/swap/src/artifacts/market.js"
import { createSwapClient, type SwapClient } from "#extras/swap/src/createSwapClient.js"
import { submitRoute } from "#extras/swap/src/execution/submitRoute.js"
import type { RouteJournal } from "#extras/swap/src/execution/types.js"
import type { DevnetMarket, DevnetToken } from "#extras/swap/src/market/describeMarket.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { DevnetChain, DevnetSwap } from "#src/devnet/Devnet.js"
import { feesOf, readOutboundMessages } from "#src/messaging/onchain/events.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { parseAmount } from "#src/primitives/numbers/amount.js"
import { inQuotes } from "#src/primitives/text.js"
import { checkOptions, describeArgument, everyOption, invalid } from "#src/testing/arguments.js"
import { addressOf, chainNamed } from "#src/testing/world/findInWorld.js"
import { NothingOfferedError } from "#src/testing/world/NothingOfferedError.js"
import type { OpenWorld, Sent } from "#src/testing/world/OpenWorld.js"
import { announceSent } from "#src/testing/world/runningWorlds.js"

export function createSwap(opened: () => OpenWorld): WorldMarket {
  async function quote(swap: SwapRequest): Promise<SwapOffer> {
    const world = opened()
    checkSwap(swap)
    const client = clientOf(world)
    const origin = chainNamed(world, swap.from)
    const destination = chainNamed(world, swap.to)
    const input = tokenOf(world, origin, swap.input, "input")
    const userAddress = addressOf(swap.account ?? origin.walletClient.account)
    const request = {
      userOps: "tx",
      originChainId: origin.chainId,
      destinationChainId: destination.chainId,
      inputToken: input.address,
      outputToken: tokenOf(world, destination, swap.output, "output").address,
      inputAmount:
        typeof swap.amount === "bigint" ? swap.amount : parseAmount(swap.amount, input.decimals, "swap.amount"),
      userAddress,
      receiverAddress: addressOf(swap.receiver ?? userAddress),
      slippage: swap.slippage ?? "0.5",
      includeProvider: swap.includeProvider,
      excludeProvider: swap.excludeProvider ?? (swap.includeProvider === undefined ? ["press"] : undefined),
    } as const
    // What is under way changes prices.
    if (world.relay.running) await world.relay.idle()
    const offered = await client.getQuote(request)
    const [route] = offered.routes
    if (route === undefined) throw new NothingOfferedError(swap)
    return { swap, request, quote: offered, route }
  }

  async function execute({ swap, request, quote: offered, route }: SwapOffer): Promise<Sent> {
    const world = opened()
    const client = clientOf(world)
    const market = marketOf(world, swap.from)
    const { allowedTargets = [market.router], allowedSpenders, routers = market.routers } = swap
    const { maxNativeFee, maxFee, maxCalldata, acceptLoss, minOut, acceptUndecoded } = swap
    const chain = chainNamed(world, swap.from)
    const account = { type: "json-rpc", address: addressOf(swap.account ?? chain.walletClient.account) } as const
    const { publicClient } = chain
    if (world.relay.running) await world.relay.idle()
    const { entry } = await submitRoute({
      ...{ client, route, request, quote: offered, publicClient, journal: noJournal },
      ...{ allowedTargets, allowedSpenders, routers, errorAbis: [swapRouterArtifact.abi] },
      ...{ maxNativeFee, maxFee, maxCalldata, acceptLoss, minOut, acceptUndecoded },
      walletClient: createWalletClient({ account, chain: publicClient.chain, transport: custom(chain.provider) }),
    })
    const { hash, transaction } = entry.submission
    const receipt = await publicClient.waitForTransactionReceipt({ hash })
    const messages = readOutboundMessages(receipt, { socket: chain.contracts.socket })
    const sent: Sent = {
      hash,
      receipt,
      chain: swap.from,
      contract: transaction.to,
      functionName: "swap",
      fee: feesOf(messages),
      value: transaction.value - feesOf(messages),
      attached: transaction.value,
      messageIds: messages.map(({ messageId }) => messageId),
      requestCounts: [],
      route: { quoteId: entry.route.quoteId, from: swap.from, to: swap.to },
    }
    announceSent(world, sent)
    return sent
  }

  return {
    quote,
    // In a project without types it can be anything, which `quote` refuses.
    swap: async (swap) => await execute(isRecord(swap) && "route" in swap ? swap : await quote(swap)),
  }
}

const swapOptions = everyOption<SwapRequest>()(
  ...(["from", "to", "input", "output", "amount", "slippage", "account", "receiver"] as const),
  ...(["includeProvider", "excludeProvider", "allowedTargets", "allowedSpenders"] as const),
  ...(["maxNativeFee", "maxFee", "maxCalldata", "acceptLoss", "minOut"] as const),
  ...(["allowedDeposits", "routers", "acceptUndecoded"] as const),
)

/** For users without TypeScript. */
function checkSwap(request: SwapRequest | undefined): void {
  checkOptions("swap", request ?? null, swapOptions)
  const swap = request as Partial<SwapRequest>
  if (swap.amount !== undefined && !["string", "bigint"].includes(typeof swap.amount)) {
    throw invalid(
      "swap.amount",
      `${describeArgument(swap.amount)} is neither text nor a bigint`,
      'Give whole tokens as text, such as "12.5", or the smallest unit as a bigint.',
    )
  }
  const missing = (["from", "to", "input", "output", "amount"] as const).find((name) => swap[name] === undefined)
  if (missing === undefined) return
  throw invalid(
    `swap.${missing}`,
    "it is missing",
    'Write world.swap({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" }).',
  )
}

function clientOf({ devnet, clock }: OpenWorld): SwapClient {
  const swap: DevnetSwap | undefined = devnet.swap
  if (swap === undefined) throw noMarket()
  // Quotes expire by the world's time, and requests are limited by the machine's, since the world's can stand still.
  const timing: Clock = { now: () => clock.now(), sleep: (ms, signal) => systemClock.sleep(ms, signal) }
  return createSwapClient({ ...swap, clock: timing })
}

function marketOf({ devnet: { market } }: OpenWorld, chain: string): DevnetMarket {
  const found = market?.[chain]
  if (found === undefined) throw noMarket()
  return found
}

function tokenOf(
  world: OpenWorld,
  { name }: DevnetChain<boolean>,
  token: SwapToken,
  argument: string,
): Pick<DevnetToken, "address" | "decimals"> {
  const tokens = Object.values(marketOf(world, name).tokens)
  if (token === "ETH") return { address: nativeToken, decimals: 18 }
  const found = tokens.find(({ symbol, address }) => symbol === token || address.toLowerCase() === token.toLowerCase())
  if (found !== undefined) return found
  if (!isAddress(token)) {
    const known = ["ETH", ...tokens.map(({ symbol }) => symbol)]
    const problem = `${inQuotes(token)} is none of ${known.join(", ")}`
    throw invalid(`swap.${argument}`, problem, `Give one of these.${didYouMean(token, known)}`)
  }
  throw invalid(
    `swap.${argument}`,
    `the market of ${name} has no token ${token}`,
    `It has ${tokens.map(({ symbol, address }) => `${symbol} at ${address}`).join(", ")}.`,
  )
}

/** Records nothing: a test has no crash to resume after. */
const noJournal: RouteJournal = {
  lock: () => Promise.resolve({ [Symbol.asyncDispose]: () => Promise.resolve() }),
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  list: () => Promise.resolve([]),
}
