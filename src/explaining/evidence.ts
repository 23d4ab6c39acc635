import type { Client, Hex } from "viem"

import type { Evidence } from "./Explanation.js"

/** Names a block as the source of evidence, such as `alpha, block 12`. */
export function blockSource({ name }: { readonly name: string }, blockNumber: bigint): string {
  return `${name}, block ${blockNumber}`
}

export function readIn(chain: { readonly name: string }, blockNumber: bigint, says: string): Evidence {
  return { source: blockSource(chain, blockNumber), says }
}

/** What a call did that was simulated on the state of a block. */
export function simulatedIn(chain: { readonly name: string }, blockNumber: bigint, says: string): Evidence {
  return { source: `simulation on ${blockSource(chain, blockNumber)}`, says }
}

/** Why the search for a line stopped early, as the second half of a sentence: `because …`. */
export type SourceLeftOut = { readonly leftOut: string }

/** Returns the line of source code where a call reverts, such as `contracts/Greeter.sol:42`. */
export type FindSource = (call: {
  readonly chain: { readonly client: Client; readonly slug: number; readonly name: string }
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
}) => Promise<string | SourceLeftOut | undefined>

/** The line where a call reverts, or why the search for it stopped early. */
export type ReadSource = { readonly line: string | undefined; readonly evidence: readonly Evidence[] }

/** Looks for the line of source code where a simulated call reverts. It never throws. */
export async function readSource(
  find: FindSource | undefined,
  call: Parameters<FindSource>[0],
  source: string,
): Promise<ReadSource> {
  const found = await find?.(call).catch(() => undefined)
  if (found === undefined || typeof found === "string") return { line: found, evidence: [] }
  const says = `The search for the line of source code stopped early, because ${found.leftOut}.`
  return { line: undefined, evidence: [{ source, says }] }
}
