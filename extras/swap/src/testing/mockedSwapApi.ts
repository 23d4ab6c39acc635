import type { Hex } from "viem"

import { routeStatusFromCode } from "#extras/swap/src/routeStatusFromCode.js"
import {
  amountOnTheWire,
  chainOnTheWire,
  type ChainToken,
  logo,
  tokenOnTheWire,
} from "#extras/swap/src/server/tokenOnTheWire.js"
import type { UserOps } from "#extras/swap/src/types.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import type { RouteState } from "#src/swap/states.js"
import { mockAddresses, mockChains, mockHash } from "#src/testing/mockApi/mockIds.js"
import type { MockedChain, Numbered, Step } from "#src/testing/mockApi/MockRoute.js"

/** The providers of an API, by their ids. */
export type MockProviders = { readonly bridges: readonly string[]; readonly dexes: readonly string[] }

/** What the swap API answers about one thing. Only `quotes` and `states` are needed by most tests. */
export type SwapEntry =
  /** The status of a route, asked for by quote or by transaction. A number is a state as version 2 of the API wrote it. */
  | ({
      readonly states: readonly Step<RouteState | number>[]
      /** Whether the response has no envelope. Default: false. */
      readonly isBare?: boolean | undefined
    } & ({ readonly quoteId: string } | { readonly srcTxHash: Hex }))
  /** Quotes: each answer is a list of routes, of which only the fields are given that matter. */
  | ({
      readonly quotes: readonly Step<readonly Fields[]>[]
      readonly isBare?: boolean | undefined
      /** Default: any. */
      readonly originChainId?: MockedChain | undefined
      /** Default: any. */
      readonly destinationChainId?: MockedChain | undefined
    } & Partial<Pick<GetQuoteParameters, "inputToken" | "outputToken"> & { readonly userOps: UserOps }>)
  /** Tokens by chain id: a list, or what a search for `q` finds. */
  | { readonly tokens: readonly Step<Readonly<Record<number, readonly Fields[]>>>[]; readonly q?: string | undefined }
  | { readonly chains: readonly Step<readonly Fields[]>[] }
  | { readonly providers: readonly Step<MockProviders>[] }

/** The body of a response about what an entry has, in a state of its answers. */
export function bodyOf(
  entry: Numbered<SwapEntry>,
  { answer, fields, asked }: { answer: unknown; fields: Fields; asked: Readonly<Record<string, string>> },
): unknown {
  if ("states" in entry) {
    const subject = "quoteId" in entry ? { quoteId: entry.quoteId } : { srcTxHash: entry.srcTxHash }
    const status = { ...routeStatusAt(answer as RouteState | number, subject), ...fields }
    return entry.isBare === true ? status : enveloped(status)
  }
  if ("quotes" in entry) {
    const originChainId = entry.originChainId ?? Number(asked["originChainId"] ?? mockChains.source)
    const destinationChainId = entry.destinationChainId ?? Number(asked["destinationChainId"] ?? mockChains.destination)
    const offers = (answer as readonly Fields[]).map((route) => offerAt(route, { originChainId, destinationChainId }))
    const quote = { originChainId, destinationChainId, routes: offers, ...fields }
    return entry.isBare === true ? quote : enveloped(quote)
  }
  if ("tokens" in entry) {
    const chains = Object.entries(answer as Readonly<Record<number, readonly Fields[]>>).map(([chainId, listed]) => [
      chainId,
      listed.map((token) => tokenAt(Number(chainId), token)),
    ])
    const map = Object.fromEntries(chains) as object
    return enveloped(entry.q === undefined ? map : { tokens: map })
  }
  if ("chains" in entry) return enveloped((answer as readonly Fields[]).map(chainAt))
  // The one response of this API that has no envelope.
  return providersAt(answer as MockProviders)
}

const enveloped = (result: unknown): object => ({ success: true, statusCode: 200, result, message: null })

/** Fields of a response that are to be other than the mock makes them. An amount can be a bigint. */
export type Fields = Readonly<Record<string, unknown>>

const amount = 10n ** 18n

const mockToken = { name: "Mocked Token", symbol: "MOCK", decimals: 18, price: amount }

function tokenAt(chainId: number, fields: Fields = {}): object {
  return { ...tokenOnTheWire(tokenOf(chainId)), ...fields }
}

function amountAt(chainId: number, more: Fields = {}): object {
  return { ...amountOnTheWire(tokenOf(chainId), amount), ...more }
}

function tokenOf(chainId: number): ChainToken {
  return { chainId, address: mockAddresses.token, info: mockToken }
}

type Chains = { readonly originChainId: number; readonly destinationChainId: number }

/** A route of a quote: one with a transaction, or with `userOp: "deposit"` one with a deposit address. */
function offerAt(fields: Fields, { originChainId, destinationChainId }: Chains): object {
  const isDeposit = fields["userOp"] === "deposit"
  const ownId = fields["quoteId"]
  const quoteId = typeof ownId === "string" ? ownId : mockHash("quote")
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

const routeDetails = { name: "Mocked Bridge", logoURI: logo("Mocked Bridge") } as const

function routeStatusAt(
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

function chainAt(fields: Fields): object {
  const chain = chainOnTheWire({ chainId: mockChains.source, name: "mocked" })
  return { ...chain, dexes: [], bridges: [], ...fields }
}

function providersAt({ bridges, dexes }: MockProviders): object {
  const listed = (ids: readonly string[]): object[] =>
    ids.map((id) => ({ providerId: id, displayName: id, logoURI: logo(id) }))
  return { bridges: listed(bridges), dexes: listed(dexes) }
}
