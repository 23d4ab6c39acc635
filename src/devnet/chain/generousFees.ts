/** Wei, far above what a local chain requires, so that no transaction waits because of its price. */
export const generousFees: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint } = {
  maxFeePerGas: 10n ** 12n,
  maxPriorityFeePerGas: 1n,
}
