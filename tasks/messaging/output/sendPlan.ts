import type { PreparedCall } from "#src/messaging/onchain/fees/prepareSend.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import { nameChains } from "#src/plugin/config/chainsOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { type ContractNames, showContract } from "#src/terminal/contractNames.js"
import { gasText } from "#src/terminal/gasText.js"
import { formatFacts } from "#src/terminal/table.js"
import type { Paint } from "#src/terminal/terminal.js"

/** The chain that a call is sent on, and what names there are. */
export type CallNames = {
  readonly source: ChainEntry
  readonly chains: readonly ChainEntry[]
  readonly book: ContractNames
}

type SendPlanOptions = {
  readonly own: CallNames
  readonly account: string
  /** Wei that the gas costs at most. */
  readonly gas: bigint
  readonly native: NativeCurrency
}

/** Destinations that are listed: the question stays on one screen. */
const maxShown = 8

/** Describes a call before it is sent: what it sends and where to, from which account, and what it costs at most. */
export function sendPlan(
  { call, fee, value, messages = [] }: PreparedCall,
  { own: { source, chains, book }, account, gas, native }: SendPlanOptions,
  paint: Paint,
): string {
  const chainName = nameChains(chains)
  const amount = (wei: bigint): string => formatAmount(wei, native.decimals, native.symbol)
  const byPlug = [...Map.groupBy(messages, ({ dstChainSlug, dstPlug }) => `${dstChainSlug} ${dstPlug}`).values()]
  const destinations = byPlug.slice(0, maxShown).flatMap(([first, ...others]): (readonly [string, string])[] => {
    if (first === undefined) return []
    const count = others.length === 0 ? "" : `${others.length + 1} `
    return [[`${count}to ${chainName(first.dstChainSlug)}`, showContract(first.dstPlug, first.dstChainSlug, book)]]
  })
  const left = byPlug.length - destinations.length
  return [
    `To be sent on ${source.name}: a call of ${call.functionName}.`,
    formatFacts(
      [
        ["plug", showContract(call.address, source.slug, book)],
        ...destinations,
        ...(left > 0 ? [["and to", left === 1 ? "1 more plug" : `${left} more plugs`] as const] : []),
        ["account", account],
        ["fee", amount(fee)],
        ...(value === 0n ? [] : [["value", amount(value)] as const]),
        ["attached", `${amount(call.value)}, with the margin`],
        ["gas", gasText({ cost: gas, native })],
        ["in all", gasText({ cost: call.value + gas, native })],
      ],
      paint,
    ),
  ].join("\n")
}
