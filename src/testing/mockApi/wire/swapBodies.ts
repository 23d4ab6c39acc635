import { nativeToken } from "../../../swap/nativeToken.js"
import { type RouteState, routeStatusFromCode } from "../../../swap/states.js"
import { mockAddresses, mockChains, mockHash } from "../mockIds.js"

/** Fields of a response that are to be other than the mock makes them. An amount can be a bigint. */
export type Fields = Readonly<Record<string, unknown>>

const amount = 10n ** 18n

/** A token in a response. */
export function tokenAt(chainId: number, fields: Fields = {}): object {
  return {
    chainId,
    address: mockAddresses.token,
    name: "Mocked Token",
    symbol: "MOCK",
    decimals: 18,
    logoURI: "https://mocked.example/token.svg",
    icon: null,
    ...fields,
  }
}

function amountAt(chainId: number, more: Fields = {}): object {
  return { token: tokenAt(chainId), amount, priceInUsd: 1, valueInUsd: 1, ...more }
}

type Chains = { readonly originChainId: number; readonly destinationChainId: number }

/** A route of a quote: one with a transaction, or with `userOp: "deposit"` one with a deposit address. */
export function offerAt(fields: Fields, { originChainId, destinationChainId }: Chains): object {
  const isDeposit = fields["userOp"] === "deposit"
  const given = fields["quoteId"]
  const quoteId = typeof given === "string" ? given : mockHash("quote")
  const { user, target, token } = mockAddresses
  return {
    userOp: "tx",
    quoteId,
    // Later than the mock's clock starts, by an hour.
    expiresAt: Date.UTC(2026, 0, 1, 1) / 1_000,
    output: amountAt(destinationChainId, { minAmountOut: amount }),
    approval: isDeposit ? null : { spenderAddress: target, amount, tokenAddress: token, userAddress: user },
    txData: isDeposit
      ? null
      : { kind: "evm_tx", object: { chainId: originChainId, to: target, data: "0x", value: "0" } },
    ...(isDeposit
      ? {
          deposit: {
            chainId: originChainId,
            token: tokenAt(originChainId),
            amount,
            transferType: "erc20",
            depositAddress: target,
            memo: null,
          },
        }
      : {}),
    statusCheck: { endpoint: `https://mocked.example/v3/swap/status?quoteId=${quoteId}`, intervalSec: 1 },
    routeDetails,
    ...fields,
  }
}

const routeDetails = { name: "Mocked Bridge", logoURI: "https://mocked.example/bridge.svg" } as const

/** The status of a route. */
export function routeStatusAt(
  state: RouteState | number,
  subject: { readonly quoteId: string } | { readonly srcTxHash: string },
): object {
  const { user } = mockAddresses
  const status = typeof state === "number" ? routeStatusFromCode(state) : state
  const quoteId = "quoteId" in subject ? subject.quoteId : mockHash("quote")
  const srcTxHash = "srcTxHash" in subject ? subject.srcTxHash : mockHash(`origin ${quoteId}`)
  const isSent = status !== "PENDING" && status !== "EXPIRED"
  const isRefund = status === "REFUNDING" || status === "REFUNDED"
  const isDone = status === "COMPLETED"
  const at = (isMined: boolean, txHash: string): object => ({
    txHash: isMined ? txHash : null,
    timestamp: isMined ? Date.UTC(2026, 0, 1) / 1_000 : null,
  })
  return {
    quoteId,
    userOp: "tx",
    status: state,
    statusCode: state,
    isDestPayloadExecuted: isDone ? true : null,
    origin: {
      chainId: mockChains.source,
      status: isSent ? "COMPLETED" : status,
      ...at(isSent, srcTxHash),
      userAddress: user,
      input: [amountAt(mockChains.source)],
    },
    destination: {
      chainId: mockChains.destination,
      status: isDone ? "COMPLETED" : isRefund ? "FAILED" : isSent && status !== "FAILED" ? "PENDING" : status,
      ...at(isDone, mockHash(`destination ${quoteId}`)),
      receiverAddress: user,
      output: [amountAt(mockChains.destination, { minAmountOut: amount })],
    },
    routeDetails,
    refund: isRefund
      ? {
          chainId: mockChains.source,
          status: status === "REFUNDED" ? "COMPLETED" : "PENDING",
          ...at(status === "REFUNDED", mockHash(`refund ${quoteId}`)),
        }
      : null,
  }
}

/** A chain that the API supports. */
export function chainAt(fields: Fields): object {
  return {
    chainId: mockChains.source,
    name: "mocked",
    icon: "https://mocked.example/chain.svg",
    currency: {
      address: nativeToken.toLowerCase(),
      name: "Ether",
      symbol: "ETH",
      decimals: 18,
      icon: "https://mocked.example/eth.svg",
      minNativeCurrencyForGas: "1000000000000000",
    },
    explorers: ["https://mocked.example"],
    sendingEnabled: true,
    receivingEnabled: true,
    isAutoEnabled: true,
    isManualEnabled: true,
    isDepositEnabled: true,
    dexes: [],
    bridges: [],
    ...fields,
  }
}

/** The providers, by their ids. */
export function providersAt({ bridges, dexes }: { bridges: readonly string[]; dexes: readonly string[] }): object {
  const listed = (ids: readonly string[]): object[] =>
    ids.map((id) => ({ providerId: id, displayName: id, logoURI: `https://mocked.example/${id}.svg` }))
  return { bridges: listed(bridges), dexes: listed(dexes) }
}
