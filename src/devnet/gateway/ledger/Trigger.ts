import type { Address, Hex } from "viem"

/** A call by a plug of its app gateway. */
export type Trigger = {
  readonly triggerId: Hex
  readonly appGateway: Address
  readonly chainSlug: number
  readonly plug: Address
  readonly payload: Hex
}

/** A trigger, and the transaction in which it was made or handled. */
export type TriggerIn = { readonly trigger: Trigger; readonly txHash: Hex }

/** Compares all that a trigger is. Its id can come again on a chain that was set back. */
export function isSameTrigger(one: Trigger | undefined, other: Trigger): boolean {
  return (
    one?.appGateway === other.appGateway &&
    one.chainSlug === other.chainSlug &&
    one.plug === other.plug &&
    one.payload === other.payload
  )
}
