import type { Abi, Account, Address, Client, Hex } from "viem"

import type { Call } from "../callErrors.js"
import type { GasLimits, GasPlan } from "../gas/GasPlan.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

export type ChainTransaction = {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
  /** Wei of the chain's native currency. */
  readonly value: bigint
}

/** A transaction that was about to be sent, and may have been sent. */
export type Submission = {
  readonly transaction: ChainTransaction
  readonly nonce: number
  /** The newest block when this was recorded. The transaction is in a later block, if in any. */
  readonly fromBlock: bigint
  /** Known before sending if the account signs locally, and only afterwards if the node signs. */
  readonly hash?: Hex | undefined
  /** The signed bytes, if the account signs locally. They can be mined once only, however often they are sent. */
  readonly raw?: Hex | undefined
}

export type Sender = {
  readonly account: Account
  readonly publicClient: Client
  readonly walletClient: Client
  /** The call that the transaction makes, for errors. */
  readonly call: Call
  /** ABIs to decode a revert with. */
  readonly errorAbis?: readonly Abi[] | undefined
  /** Default: those of {@link GasLimits}. */
  readonly gasLimits?: GasLimits | undefined
  /** Called with the gas before the transaction is signed, and awaited. */
  readonly onGas?: ((gas: GasPlan) => unknown) | undefined
}

/** An earlier run was about to send a transaction, and it cannot be found out whether it did. Nothing was sent now. */
export class SubmissionUnclearError extends PlugsError {
  readonly code = "SUBMISSION_UNCLEAR"

  constructor({ account, nonce, reason }: { account: Address; nonce: number; reason: string }) {
    super("An earlier run may have sent the transaction, and the node cannot tell whether it did.", {
      facts: { account, nonce: String(nonce), reason: excerpt(reason, 200) },
      next: "Run this again when the node answers and the account's pending transactions are mined. Nothing is sent until then.",
    })
  }
}

/** Another process on this machine kept sending from the same account. Nothing was sent. */
export class AccountBusyError extends PlugsError {
  readonly code = "ACCOUNT_BUSY"

  constructor(facts: { account: string; chain: string; "held by": string; file: string; waited: string }) {
    super("Another process is sending from the same account.", {
      facts,
      next: "Wait until it has sent, then run this again. Delete the file only if you are sure that no process uses it.",
    })
  }
}
