/**
 * Shortens a hash or id to its two ends, which are enough to distinguish a few of them. The counter of an id is at its end.
 *
 * @example
 * shortenHex("0x0000a02a5fbdb2315678afecb367f032d93f642f64180aa30000000000000007") // "0x0000a02a…000007"
 */
export function shortenHex(hex: string): string {
  return hex.length <= 18 ? hex : `${hex.slice(0, 10)}…${hex.slice(-6)}`
}

/** Shortens a hash or id to its end, which is enough to distinguish the messages of one transaction. */
export function endOfHex(hex: string): string {
  return `…${hex.slice(-6)}`
}
