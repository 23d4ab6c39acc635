/** Names a block as the source of evidence, such as `alpha, block 12`. */
export function blockSource({ name }: { readonly name: string }, blockNumber: bigint): string {
  return `${name}, block ${blockNumber}`
}
