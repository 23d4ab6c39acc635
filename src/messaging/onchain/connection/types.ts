import type { Address, Client } from "viem"

/** One end of a connection. */
export type ConnectionSide = {
  readonly client: Client
  readonly socket: Address
  readonly plug: Address
  readonly slug: number
  /**
   * The first block that can have logs of the socket, such as the one in which it was deployed. Fewer blocks are easier for a public
   * node, whose logs tell which switchboards fit. Default: 0.
   */
  readonly fromBlock?: bigint | undefined
}

/** A problem on one side that stops messages. */
export type ConnectionDifference = {
  readonly side: "a" | "b"
  /**
   * `slug`: the socket belongs to another chain. `sibling`: the plug is connected to another plug, or to none. `path`: a switchboard
   * of the plug has no path to the other chain. `switchboard`: a switchboard of the plug exchanges packets with another switchboard than
   * the one that the other plug uses, such as a fast one with an optimistic one; `actual` is the zero address if it knows none.
   */
  readonly about: "slug" | "sibling" | "path" | "switchboard"
  readonly expected: string
  readonly actual: string
  /** One sentence for people. */
  readonly says: string
}

/** Something that could not be checked, which is not a difference. */
export type NotChecked = {
  readonly side: "a" | "b"
  readonly about: "switchboard"
  readonly reason: string
  /** One sentence for people. */
  readonly says: string
}
