import type { GasCall, GasFrame, GasItem } from "./readGasTree.js"
import { type CallShape, gasBefore, type GasRules, unchangedGas } from "#src/primitives/numbers/gasRules.js"

/** What a call takes by some rules, and what it brings about. */
export type GasNeed = {
  /** The least gas with which it goes the same way; `null` if no amount suffices, as where a call inside it has a fixed amount. */
  readonly needed: number | null
  /** Of that, what is used and not given back. */
  readonly used: number
  readonly newSlots: number
  readonly changedSlots: number
  readonly newAccounts: number
  readonly codeBytes: number
}

/** No chain lets a transaction have so much. */
const most = 2 ** 27

/** Prices a call within a transaction: what it has to be given, beside what comes with value, where all of the gas is below the cap. */
export function priceCall({ frame, hasValue }: CalledFrame, rules: GasRules): GasNeed {
  const brought = hasValue ? unchangedGas.stipend : 0
  return price(0, (gas) => {
    const total = nothing()
    const ended = runFrame(frame, gas + brought, rules, total)
    return ended && { used: gas + brought - ended.left, total }
  })
}

export type CalledFrame = Pick<GasCall, "hasValue"> & { readonly frame: GasFrame }

/** Prices a call as a transaction of its own. `asks` has calls of these frames ask for more gas than in the trace. */
export function priceTransaction(
  frame: GasFrame,
  rules: GasRules,
  shape: CallShape,
  asks: ReadonlyMap<GasFrame, number> = new Map(),
): GasNeed {
  const { intrinsic, floor } = gasBefore(rules, shape)
  const { cap, isStateBeyondCap } = rules.transaction
  return price(Math.max(intrinsic, floor), (limit) => {
    const within = isStateBeyondCap ? Math.min(limit, Number(cap)) : limit
    const total = { ...nothing(), reservoir: limit - within }
    const ended = runFrame(frame, within - intrinsic, rules, total, asks)
    if (ended === undefined) return undefined
    const spent = limit - ended.left - total.reservoir
    const refunded = Math.min(total.refund, Math.floor(spent / unchangedGas.refundedPart))
    return { used: Math.max(spent - refunded, floor), total }
  })
}

type Priced = { readonly used: number; readonly total: Total }

function price(least: number, run: (gas: number) => Priced | undefined): GasNeed {
  const needed = findLeast(least, (gas) => run(gas) !== undefined)
  const { used, total } = run(needed ?? most) ?? { used: most, total: nothing() }
  const { newSlots, changedSlots, newAccounts, codeBytes } = total
  return { needed, used, newSlots, changedSlots, newAccounts, codeBytes }
}

/** @returns the least amount that succeeds, where more always does; `null` if the most does not */
function findLeast(from: number, succeeds: (gas: number) => boolean): number | null {
  if (!succeeds(most)) return null
  let [low, high] = [from - 1, most]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (succeeds(middle)) high = middle
    else low = middle
  }
  return high
}

/** Of the transaction so far. `reservoir`: gas beyond the cap, which pays for state. `refund`: given back at the end. */
type Total = ReturnType<typeof nothing>
const nothing = () => ({ reservoir: 0, refund: 0, newSlots: 0, changedSlots: 0, newAccounts: 0, codeBytes: 0 })
/** `spilled`: of what was paid for state, what came from the gas of the call. */
type Run = { readonly left: number; readonly spilled: number }

/** Runs a call with some gas; `undefined` if it does not go the way that it went. */
function runFrame(
  frame: GasFrame,
  given: number,
  rules: GasRules,
  total: Total,
  asks: ReadonlyMap<GasFrame, number> = new Map(),
): Run | undefined {
  const { account, slot, state, refund } = rules
  const before = { ...total }
  const readings: number[] = []
  let left = given
  let spilled = 0

  function pay(gas: number): boolean {
    left -= gas
    return left >= 0
  }
  function payState(bytes: number): boolean {
    const gas = bytes * state.byte
    const beyond = Math.min(gas, total.reservoir)
    total.reservoir -= beyond
    spilled += gas - beyond
    return pay(gas - beyond)
  }
  function giveBack(bytes: number): void {
    const gas = bytes * state.byte
    const own = Math.min(gas, spilled)
    left += own
    spilled -= own
    total.reservoir += gas - own
  }

  function runItem(item: GasItem): boolean {
    switch (item.kind) {
      case "spend":
        return pay(item.gas)
      case "read":
        return pay((item.isCold ? account.cold : account.warm) + (item.isCode ? account.code : 0))
      case "write": {
        if (left <= unchangedGas.leastForWrite) return false
        const { undone } = item
        total.newSlots += Number(item.change === "fresh")
        total.changedSlots += Number(item.change === "changed")
        if (undone !== undefined) total.refund += undone === "filled" ? -refund.cleared : refund[undone]
        if (!pay((item.isCold ? slot.cold : slot.warm) + slot[item.change])) return false
        if (undone === "freshUndone") giveBack(state.slot)
        return item.change !== "fresh" || payState(state.slot)
      }
      case "destroy":
        return !item.isNewAccount || (pay(rules.newHeir) && payState(state.account))
      case "reading":
        readings.push(left)
        return true
      case "compared":
        return (readings[item.left.reading] ?? 0) + item.left.more < item.to === item.isBelow
      case "call":
        return runCall(item)
    }
  }

  function runCall({ creates, isCold, hasValue, isNewAccount, asked, frame: called }: GasCall): boolean {
    const stipend = hasValue ? unchangedGas.stipend : 0
    if (creates) {
      if (!pay(rules.create) || !payState(state.account)) return false
    } else {
      const look = isCold ? account.cold : account.warm
      if (!pay(look + (hasValue ? rules.valueCall : 0) + (isNewAccount ? rules.newAccount : 0))) return false
    }
    const allowed = left - Math.floor(left / unchangedGas.keptPart)
    if (!creates && isNewAccount && !payState(state.account)) return false
    if (called === undefined) {
      total.newAccounts += Number(isNewAccount)
      left += stipend
      return true
    }
    const wanted = "amount" in asked ? asked.amount : (readings[asked.reading] ?? 0) + asked.more
    const given = Math.min(Math.max(wanted, asks.get(called) ?? 0), allowed)
    const ended = runFrame(called, given + stipend, rules, total, asks)
    if (ended === undefined) return false
    left += ended.left - given
    spilled += ended.spilled
    if (called.end !== "returned" && isNewAccount) giveBack(state.account)
    else if (isNewAccount) total.newAccounts += 1
    return left >= 0
  }

  function leaveCode(): boolean {
    total.codeBytes += frame.codeSize
    const words = Math.ceil(frame.codeSize / 32)
    return pay(words * rules.codeWord + frame.codeSize * rules.codeByte) && payState(frame.codeSize)
  }

  const isSame = frame.items.every(runItem)
  if (frame.end === "halted") left = 0
  else if (!isSame) return undefined
  if (frame.end === "returned") return leaveCode() ? { left, spilled } : undefined
  if (frame.end === "reverted") left += spilled
  Object.assign(total, before)
  return { left, spilled: 0 }
}
