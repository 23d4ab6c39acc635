import {
  type DevnetSwitchboardContract,
  devnetSwitchboardKinds,
  switchboardTable,
} from "#src/messaging/switchboardKinds.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { paint } from "#src/terminal/paint.js"
import { apart, type Fact, facts, type Report, right, table } from "#src/terminal/report.js"

type ChainFacts = {
  readonly name: string
  readonly chainId: number
  readonly slug: number
  readonly rpcUrl: string
  /** Of a fork, or of a node that runs already. */
  readonly socket?: string
}

/** What a devnet has on chains of its own, and not on forks or on nodes that run already. */
export type OwnFacts = Readonly<Record<DevnetSwitchboardContract, string>> & {
  /** The same on every chain. */
  readonly socket: string
  readonly gateway: {
    readonly baseUrl: string
    readonly chain: ChainFacts
    /** The contract that app gateways are deployed with. */
    readonly addressResolver: string
    /** Takes deposits of fees, on every other chain. */
    readonly feesPlug: string
    /** What the fees plug takes, of 18 decimals and of 6. */
    readonly feeToken: string
    readonly sixDecimalFeeToken: string
  }
  /** Where the swap API answers, and the headers that it requires. */
  readonly swap: { readonly baseUrl: string; readonly apiKey: string; readonly affiliate: string }
}

export type DevnetFacts = Partial<OwnFacts> & {
  readonly url: string
  readonly chains: readonly ChainFacts[]
  /** The path between every two chains, with the kinds of switchboards on it. */
  readonly paths: readonly { readonly between: readonly string[]; readonly kinds: readonly string[] }[]
  readonly messaging: { readonly baseUrl: string; readonly apiKey: string }
  /** An unlocked account with funds on every chain. */
  readonly account: string
  /** The least that it owns on a chain, in wei. */
  readonly balance: bigint
  /** What to add to the project's configuration for its tasks and scripts to find this devnet; absent if they already do. */
  readonly advice?: string | undefined
  /** The link to the page of the devnet, with the token that its controls need; absent if there is no page. */
  readonly page?: string | undefined
  /** The folder that the devnet is kept in; absent if it is gone when it stops. */
  readonly state?: string | undefined
}

/** What a person needs to use a devnet, on one screen. */
export function devnetBanner({ url, chains, ...known }: DevnetFacts): Report {
  const own = isOwn(known) ? known : undefined
  const isPartial = ({ kinds }: DevnetFacts["paths"][number]): boolean => own === undefined || kinds.length === 1
  return apart(
    `${paint.bold("Cross-chain devnet")} on ${paint.cyan(url)}`,
    table(own ? [...chains, own.gateway.chain] : chains, {
      chain: ({ name }) => name,
      "chain id": right(({ chainId }) => chainId),
      slug: right(({ slug }) => slug),
      "JSON-RPC": ({ rpcUrl }) => rpcUrl,
      ...(own ? {} : { socket: ({ socket }: ChainFacts) => socket ?? "" }),
    }),
    facts([
      ...(own ? contractFacts(own) : []),
      ...known.paths
        .filter(isPartial)
        .map(({ between, kinds }): Fact => [between.join(" ↔ "), `${kinds.join(", ") || "nothing"} only`]),
      ["account", `${known.account}, unlocked, with ${formatAmount(known.balance, 18, "ETH")} or more on every chain`],
      ["messaging API", `${known.messaging.baseUrl} with x-api-key: ${known.messaging.apiKey}`],
      ...(own ? gatewayFacts(own) : []),
    ]),
    known.page !== undefined && `${paint.bold("Watch it move")} at ${paint.cyan(known.page)}`,
    known.advice !== undefined &&
      `${paint.magenta("To use it from this project")}, add ${known.advice} to the Hardhat configuration.`,
    `Messages and payloads appear below as they move. ${stopping(known)}`,
  )
}

function isOwn(facts: Partial<OwnFacts>): facts is OwnFacts {
  return facts.gateway !== undefined
}

function contractFacts(own: OwnFacts): Fact[] {
  const kinds = devnetSwitchboardKinds.map((kind): Fact => {
    const { contract, title, meaning } = switchboardTable[kind].devnet
    return [title, `${own[contract]}, likewise; ${meaning}`]
  })
  return [["socket", `${own.socket}, on every chain but ${own.gateway.chain.name}`], ...kinds]
}

function gatewayFacts({ gateway, swap }: OwnFacts): Fact[] {
  return [
    ["gateway API", gateway.baseUrl],
    ["swap API", `${swap.baseUrl} with x-api-key: ${swap.apiKey} and affiliate: ${swap.affiliate}`],
    ["address resolver", `${gateway.addressResolver}, on ${gateway.chain.name}, for app gateways`],
    ["fees plug", `${gateway.feesPlug}, on every chain but ${gateway.chain.name}`],
    ["fee token", `${gateway.feeToken}, likewise; anyone can mint it`],
    ["fee token of 6 decimals", `${gateway.sixDecimalFeeToken}, likewise`],
  ]
}

function stopping({ state }: Pick<DevnetFacts, "state">): string {
  return state === undefined
    ? "Ctrl-C stops the devnet and discards its chains."
    : `Ctrl-C stops the devnet, and --state ${state} goes on from here.`
}
