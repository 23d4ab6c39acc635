import type { CarriedAccount, CarriedMessage } from "../onchain/standard/gatewayMessage.js"

/** Describes a message of ERC-7786 as labels and what they say. Chains are called as `chains` has it. */
export function describeCarried(
  { sendId, receiveId, sender, recipient, gasLimit, value }: CarriedMessage,
  chains: { readonly src: string; readonly dst: string },
): readonly (readonly [label: string, says: string])[] {
  const account = ({ address, encoded }: CarriedAccount, chain: string): string => `${address} on ${chain} (${encoded})`
  const worth = value === 0n ? "no value" : `${value} wei`
  const number = BigInt(sendId).toLocaleString("en")
  return [
    ["ERC-7786", `message ${number} of the gateway, ${gasLimit.toLocaleString("en")} gas for the recipient, ${worth}`],
    ["sender", account(sender, chains.src)],
    ["recipient", account(recipient, chains.dst)],
    ["receive id", receiveId],
  ]
}
