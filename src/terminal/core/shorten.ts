/**
 * The two ends of a hash or id, enough to tell a few of them apart. Counters are at an id's end.
 *
 * @example
 * shortenHex("0x0000a02a5fbdb2315678afecb367f032d93f642f64180aa30000000000000007") // "0x0000a02a…000007"
 */
export function shortenHex(hex: string): string {
  return hex.length <= 18 ? hex : `${hex.slice(0, 10)}…${hex.slice(-6)}`
}

/** The end alone, where room is short: it tells the messages of one transaction apart. */
export function endOfHex(hex: string): string {
  return `…${hex.slice(-6)}`
}
