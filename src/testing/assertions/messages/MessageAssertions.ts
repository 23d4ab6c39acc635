import type { Abi, AbiParameter, AbiParameterToPrimitiveType, Address } from "viem"

import type { MessageStatus } from "../../../messaging/states.js"
import type { Sent } from "../../world/OpenWorld.js"

/** What `send` returns, or its promise. */
export type SentSubject = Sent | PromiseLike<Sent>

/** Wei, or a bound of them. */
export type AmountBound = bigint | { readonly atLeast?: bigint | undefined; readonly atMost?: bigint | undefined }

/** A contract that `deploy` or `deployConnected` has returned. */
export type AssertedContract = {
  readonly contractName: string
  readonly chainName: string
  readonly address: Address
  readonly abi: Abi
}

type ItemOf<Contract extends AssertedContract, Type extends "event" | "error"> = Extract<
  Contract["abi"][number],
  { readonly type: Type }
>

/** The names of a contract's events. */
export type EventNameOf<Contract extends AssertedContract> = ItemOf<Contract, "event">["name"]

/** The names of a contract's errors, and of those that every contract has: `Error` with a text, and `Panic` with a number. */
export type ErrorNameOf<Contract extends AssertedContract> = ItemOf<Contract, "error">["name"] | "Error" | "Panic"

/** The arguments of an event or error, in order. A function in the place of one decides by itself. */
export type ArgsToMatch<
  Contract extends AssertedContract,
  Type extends "event" | "error",
  Name extends string,
> = Name extends "Error"
  ? readonly [text: Matching<string>]
  : Name extends "Panic"
    ? readonly [code: Matching<bigint>]
    : MatchingAll<Extract<ItemOf<Contract, Type>, { readonly name: Name }>["inputs"]>

type MatchingAll<Inputs> = Inputs extends readonly AbiParameter[] ? MatchingEach<Inputs> : never

type MatchingEach<Inputs extends readonly AbiParameter[]> = {
  readonly [Index in keyof Inputs]: Matching<AbiParameterToPrimitiveType<Inputs[Index]>>
}

type Matching<Value> = Value | ((value: Value) => boolean)

/**
 * The assertions about messages. Each waits for the transaction, lets the actors do all that is due, and fails if the transaction reverted or
 * sent nothing, negated or not.
 */
export type MessageAssertions = {
  /** Every message of the transaction is delivered. Negated: none is. */
  readonly delivered: (subject: SentSubject) => Promise<void>
  /** Every message is delivered, and by the logs of its chain exactly once. */
  readonly deliveredOnce: (subject: SentSubject) => Promise<void>
  /**
   * Every message comes to a state, and no further. Negated: none is in it.
   *
   * @example
   * world.hold("verify")
   * await world.assertions.reach(alpha.send.add([beta.slug, 5n]), "ATTESTED")
   */
  readonly reach: (subject: SentSubject, state: MessageStatus) => Promise<void>
  /** The inbound of one of the messages reverts. */
  readonly revertInbound: (subject: SentSubject) => Promise<void>
  /**
   * The inbound of one of the messages reverts with an error that is in the contract's ABI, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.revertInboundWith(alpha.send.send([beta.slug, "0x12"]), beta, "InABadMood", ["0x12"])
   */
  readonly revertInboundWith: <const Contract extends AssertedContract, const Name extends ErrorNameOf<Contract>>(
    subject: SentSubject,
    contract: Contract,
    errorName: Name,
    args?: ArgsToMatch<Contract, "error", Name>,
  ) => Promise<void>
  /**
   * A contract on another chain emits an event inside the inbound of one of the messages, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.causeEvent(alpha.send.add([beta.slug, 5n]), beta, "Added", [alpha.slug, 5n, (counter) => counter >= 5n])
   */
  readonly causeEvent: <const Contract extends AssertedContract, const Name extends EventNameOf<Contract>>(
    subject: SentSubject,
    contract: Contract,
    eventName: Name,
    args?: ArgsToMatch<Contract, "event", Name>,
  ) => Promise<void>
  /** The call requires its fee: it reverts without it and with one wei less, and passes with it. */
  readonly refusedBelowFee: (subject: SentSubject) => Promise<void>
  /** The messages cost this much in all, or an amount within the bound. */
  readonly payFee: (subject: SentSubject, amount: AmountBound) => Promise<void>
  /**
   * This much of what was attached came back to the sender. Default: all that is above the fee and the function's own value.
   *
   * @example
   * await world.assertions.refund(alpha.send.add([beta.slug, 5n], { attached: 10n ** 18n }))
   */
  readonly refund: (subject: SentSubject, amount?: AmountBound) => Promise<void>
}
