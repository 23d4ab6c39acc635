import type { Head, ReadableChain } from "../reading/types.js"

/** Names a block as the source of evidence, such as `alpha, block 12`. */
export function blockSource({ name }: Pick<ReadableChain, "name">, { number }: Pick<Head, "number">): string {
  return `${name}, block ${number}`
}
