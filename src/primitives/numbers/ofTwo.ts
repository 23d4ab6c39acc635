/** Returns the smaller of two amounts: `Math.min` knows no bigint. */
export function smallerOf(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Returns the larger of two amounts: `Math.max` knows no bigint. */
export function largerOf(one: bigint, other: bigint): bigint {
  return one < other ? other : one
}
