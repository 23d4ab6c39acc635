import type { ReadableChain } from "../reading/types.js"

/** Names a block as the source of evidence, such as `alpha, block 12`. */
export function blockSource({ name }: Pick<ReadableChain, "name">, blockNumber: bigint): string {
  return `${name}, block ${blockNumber}`
}
