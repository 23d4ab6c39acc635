/** How often prices are read at most to find an input that is enough, and again to find a smaller one. */
const rounds = 12

/**
 * Finds about the least input for an output. The more goes in, the less each part of it brings, so an input that is more than enough can be
 * cut by as much as its output exceeds what is wanted, and is still enough.
 *
 * @param first an input to begin with
 * @param price `undefined` for an input with which it does not work
 * @returns what `price` found; `undefined` if no input is enough
 */
export async function solveInput<Priced extends { readonly inputAmount: bigint; readonly amountOut: bigint }>(
  wanted: bigint,
  { first, price }: { readonly first: bigint; readonly price: (inputAmount: bigint) => Promise<Priced | undefined> },
): Promise<Priced | undefined> {
  let enough: Priced | undefined
  let input = first + first / 50n + 1n
  for (let round = 0; round < rounds && enough === undefined; round += 1) {
    const found = await price(input)
    if (found === undefined) return undefined
    if (found.amountOut >= wanted) enough = found
    else input = (input * wanted * 101n) / (found.amountOut * 100n) + 1n
  }
  for (let round = 0; round < rounds && enough !== undefined; round += 1) {
    const less = (enough.inputAmount * wanted + enough.amountOut - 1n) / enough.amountOut
    const found = less < enough.inputAmount ? await price(less) : undefined
    if (found === undefined || found.amountOut < wanted) break
    enough = found
  }
  return enough
}
