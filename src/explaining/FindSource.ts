import type { Client, Hex } from "viem"

/** Why a line was not looked for to the end, as the second half of a sentence: `because …`. */
export type SourceLeftOut = { readonly leftOut: string }

/** Returns the line of source code where a call reverts, such as `contracts/Greeter.sol:42`. */
export type FindSource = (call: {
  readonly chain: { readonly client: Client; readonly slug: number; readonly name: string }
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
}) => Promise<string | SourceLeftOut | undefined>
