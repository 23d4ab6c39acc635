/** The smallest, the middle and the largest of some figures, and how many there are. Of an even number, the middle is rounded down. */
export type Spread = {
  readonly min: bigint
  readonly median: bigint
  readonly max: bigint
  readonly count: number
}

/** Gas that `inbound` used, beside the limit that the sender chose for it. */
export type InboundUse = {
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  /** How much of the limit was used: 0.24 for 24 %. */
  readonly share: number
}

/** What the messages cost that one function of one contract has sent. */
export type MessageCosts = {
  /** Name of the contract that was called, or its address if no test has deployed it. */
  readonly contract: string
  /** Name of the function; `inbound` if the contract has sent the message while it received one. */
  readonly functionName: string
  /** The fee of each message, in wei. */
  readonly fee: Spread
  /** Gas of each transaction that sent messages, as its receipt says; `undefined` if they were sent by `inbound`. */
  readonly outboundGas: Spread | undefined
  /** Gas that the call of `inbound` itself used, of each message that was delivered; `undefined` if none was. */
  readonly inboundGas: Spread | undefined
  /** The delivery that used the largest part of its gas limit. */
  readonly inboundAtMost: InboundUse | undefined
}

/** What the completed requests cost that one function of one app gateway has made. */
export type RequestCosts = {
  readonly contract: string
  readonly functionName: string
  /** Credits that each request was charged, in their smallest unit: 18 decimals. */
  readonly credits: Spread
}

/** What a world's messages and requests have cost, by contract and function in alphabetical order. */
export type WorldCosts = {
  readonly messages: readonly MessageCosts[]
  readonly requests: readonly RequestCosts[]
}
