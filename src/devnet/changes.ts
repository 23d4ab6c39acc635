// What moves on a devnet, as `npx hardhat devnet --json` prints it and its page shows it. Types only: the page's own code imports it too.

/** What every change says. */
export type Change = {
  readonly status: string
  /** When it changed, in milliseconds since 1970. */
  readonly at: number
  /** Set while a call that it needs reverts. */
  readonly revert?: { readonly attempts: number; readonly reason: string }
}

/** A change of one message. It carries a revert while `inbound` reverts. */
export type MessageChange = Change & {
  readonly messageId: string
  readonly srcChainSlug: number
  readonly srcPlug: string
  readonly dstChainSlug: number
  readonly dstPlug: string
  /** The transaction that sent it. */
  readonly outboundTx: string
  readonly executionTxHash: string | null
}

/** A change of one payload. It carries a revert while the payload or its callback reverts. */
export type PayloadChange = Change & {
  readonly payloadId: string
  readonly requestCount: number
  readonly callType: string
  readonly chainSlug: number
  readonly appGateway: string
  /** The contract that the chain's socket calls. */
  readonly target: string
  readonly executeTxHash: string | null
  readonly callbackTxHash: string | null
}

export type TimeoutChange = Change & {
  readonly timeoutId: string
  readonly target: string
  /** When it is due, in Unix seconds of the gateway chain. */
  readonly executeAt: number
  readonly resolveTxHash: string | null
}

/** A change of one trigger. It carries a revert while its app gateway refuses it. */
export type TriggerChange = Change & {
  readonly callId: string
  readonly chainSlug: number
  readonly plug: string
  readonly appGateway: string
  /** The transaction in which the plug called. */
  readonly onChainTxHash: string
  readonly appGatewayTxHash: string | null
}

/** A change of one request of an app gateway. Its payloads, and the trigger or timeout that made it, are its parts. */
export type RequestChange = Change & {
  readonly requestCount: number
  readonly appGateway: string
  /** The transaction of the gateway chain that made it. */
  readonly txHash: string
  readonly isCancelled: boolean
}

/** A change of one swap that has begun. The messages that carry its value, or bring it back, are its parts. Amounts are in smallest units. */
export type RouteChange = Change & {
  readonly quoteId: string
  readonly srcChainSlug: number
  readonly dstChainSlug: number
  readonly user: string
  readonly receiver: string
  readonly inputToken: string
  readonly inputAmount: string
  readonly outputToken: string
  readonly outputAmount: string | null
  /** The transaction that started it, or that was to start it and reverted. */
  readonly inputTxHash: string | null
  readonly outputTxHash: string | null
  /** The one on the destination that sent its value back. */
  readonly returnTxHash: string | null
  readonly refundTxHash: string | null
}

/** Something that went wrong in the background, where the devnet goes on by itself. */
export type DevnetProblem = {
  /** Set for an error of this package. */
  readonly code?: string
  /** With facts and advice, one a line, if the error has any. */
  readonly message: string
}

export type Changes = {
  readonly message: MessageChange
  readonly payload: PayloadChange
  readonly timeout: TimeoutChange
  readonly trigger: TriggerChange
  readonly request: RequestChange
  readonly route: RouteChange
}

export type Kind = keyof Changes

/** A state that was reached, and when, in milliseconds since 1970. */
export type Passed = { readonly status: string; readonly at: number }

/** The latest change of something, and the states that it went through. */
export type Item<K extends Kind = Kind> = {
  readonly [Each in K]: { readonly event: Each; readonly stages: readonly Passed[] } & Changes[Each]
}[K]
