import type { PreparedCall } from "#src/messaging/onchain/fees/prepareSend.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import { nameChains } from "#src/plugin/config/chainsOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { type ContractNames, showContract } from "#src/terminal/contractNames.js"
import { gasText } from "#src/terminal/gasText.js"
import { type Fact, facts, type Report } from "#src/terminal/report.js"

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

/** A call before it is sent: what it sends and where to, from which account, and what it costs at most. */
export function sendPlan(
  { call, fee, value, messages = [] }: PreparedCall,
  { own: { source, chains, book }, account, gas, native }: SendPlanOptions,
): Report {
  const chainName = nameChains(chains)
  const amount = (wei: bigint): string => formatAmount(wei, native.decimals, native.symbol)
  const byPlug = [...Map.groupBy(messages, ({ dstChainSlug, dstPlug }) => `${dstChainSlug} ${dstPlug}`).values()]
  const destinations = byPlug.slice(0, maxShown).flatMap(([first, ...others]): Fact[] => {
    if (first === undefined) return []
    const count = others.length === 0 ? "" : `${others.length + 1} `
    return [[`${count}to ${chainName(first.dstChainSlug)}`, showContract(first.dstPlug, first.dstChainSlug, book)]]
  })
  const left = byPlug.length - destinations.length
  return [
    `To be sent on ${source.name}: a call of ${call.functionName}.`,
    facts([
      ["plug", showContract(call.address, source.slug, book)],
      ...destinations,
      ["and to", left > 0 ? `${left} more ${left === 1 ? "plug" : "plugs"}` : null],
      ["account", account],
      ["fee", amount(fee)],
      ["value", value === 0n ? null : amount(value)],
      ["attached", `${amount(call.value)}, with the margin`],
      ["gas", gasText({ cost: gas, native })],
      ["in all", gasText({ cost: call.value + gas, native })],
    ]),
  ]
}
