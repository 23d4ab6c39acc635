import type { Address } from "viem"

import { gasRules, isPrecompile, presentHardfork, unchangedGas } from "#src/primitives/numbers/gasRules.js"

/** One step of `debug_traceCall` without a tracer. */
export type GasStep = {
  readonly op: string
  readonly depth: number
  readonly gas: number
  readonly gasCost: number
  /** Words as hex, the top of the stack last. */
  readonly stack: readonly string[]
}

/** `fresh`: from zero. `changed`: for the first time in the transaction. `again`: after that, or to what it is. */
export type SlotChange = "fresh" | "changed" | "again"

/** What a write takes back: the slot is empty again, as it was, emptied, or that no more. */
export type Undone = "freshUndone" | "changedUndone" | "cleared" | "filled"

/** What was left at a `GAS`, by its number, and some more. */
export type FromGas = { readonly reading: number; readonly more: number }

/** A call of another contract's code, or the creation of a contract. */
export type GasCall = {
  readonly kind: "call"
  readonly creates: boolean
  readonly isCold: boolean
  readonly hasValue: boolean
  /** Whether it brings about an account. */
  readonly isNewAccount: boolean
  /** The gas that it asks for. */
  readonly asked: FromGas | { readonly amount: number }
  /** `undefined` where no code ran, as of a precompile or an account without code. */
  readonly frame: GasFrame | undefined
}

/** What happens in a call and rules price, in its order. `spend` is what none of them changes. */
export type GasItem =
  | GasCall
  | { readonly kind: "spend"; readonly gas: number }
  | { readonly kind: "read"; readonly isCold: boolean; readonly isCode: boolean }
  | {
      readonly kind: "write"
      readonly isCold: boolean
      readonly change: SlotChange
      readonly undone: Undone | undefined
    }
  | { readonly kind: "destroy"; readonly isNewAccount: boolean }
  | { readonly kind: "reading" }
  /** What was left at a `GAS` was compared, and was below the amount, or was not. */
  | { readonly kind: "compared"; readonly left: FromGas; readonly to: number; readonly isBelow: boolean }

/** A call, as it went. `halted`: it lost all of its gas. */
export type GasFrame = {
  /** Whose code ran; 0 for a contract that was not created after all. */
  readonly to: bigint
  readonly items: readonly GasItem[]
  readonly end: "returned" | "reverted" | "halted"
  /** Bytes of code that it leaves, if it creates a contract. */
  readonly codeSize: number
}

const { account, slot, valueCall, newAccount, newHeir, create, codeByte } = gasRules[presentHardfork]
const changes = ["fresh", "changed", "again"] as const
const calls: ReadonlySet<string> = new Set(["CALL", "CALLCODE", "DELEGATECALL", "STATICCALL"])
const reads: ReadonlySet<string> = new Set(["BALANCE", "EXTCODEHASH", "EXTCODESIZE", "EXTCODECOPY"])
const ends: Readonly<Record<string, GasFrame["end"]>> = {
  ...{ STOP: "returned", RETURN: "returned", SELFDESTRUCT: "returned", REVERT: "reverted" },
}
/** Instructions that leave nothing on the stack. */
const silent = /^(?:POP|[MT]?STORE8?|SSTORE|JUMP|JUMPI|JUMPDEST|LOG\d|\w*COPY)$/

type Slot = { readonly original: bigint | undefined; readonly current: bigint | undefined }
type Seen = { readonly warm: Set<bigint>; readonly slots: Map<string, Slot> }
type Frame = GasFrame & { readonly first: number; readonly left: number }
type Called = { readonly frame: Frame | undefined; readonly asked: FromGas | undefined; readonly isCold: boolean }

/**
 * Reads what a call has done from its trace by today's rules: the gas of its steps says what was new, and what was looked at first.
 *
 * @returns `undefined` if no code ran
 */
export function readGasTree(
  steps: readonly GasStep[],
  { from, to }: { readonly from: Address; readonly to: Address },
): GasFrame | undefined {
  let at = 0
  let seen: Seen = { warm: new Set([BigInt(from), BigInt(to)]), slots: new Map() }

  function readFrame(address: bigint, storage: bigint, creates = false): Frame {
    const before: Seen = { warm: new Set(seen.warm), slots: new Map(seen.slots) }
    const items: GasItem[] = []
    const follow = followGas(items)
    const begin = steps[at] as GasStep
    let last = begin
    while (steps[at]?.depth === begin.depth) {
      last = steps[at] as GasStep
      at += 1
      const isCold = calls.has(last.op) && look(addressIn(last, 1))
      const asked = follow.top(last)
      const frame = steps[at]?.depth === begin.depth + 1 ? readCalled(last, storage) : undefined
      const next = steps[at]?.depth === begin.depth ? steps[at] : undefined
      if (next !== undefined)
        for (const item of readStep(last, next, { storage, frame, asked, isCold })) add(items, item)
      follow.step(last, next)
    }
    const end = ends[last.op] ?? "halted"
    const isNewAccount = last.op === "SELFDESTRUCT" && last.gasCost >= newHeir
    if (last.op === "SELFDESTRUCT") items.push({ kind: "destroy", isNewAccount })
    if (end !== "halted") items.push({ kind: "spend", gas: last.gasCost - (isNewAccount ? newHeir : 0) })
    if (end !== "returned") seen = before
    const codeSize = creates && last.op === "RETURN" ? Number(wordOf(last, 1)) : 0
    return { to: address, items, end, codeSize, first: begin.gas, left: end === "halted" ? 0 : last.gas - last.gasCost }
  }

  function readCalled(step: GasStep, storage: bigint): Frame {
    if (!calls.has(step.op)) {
      const created = wordOf(steps.find((one, index) => index > at && one.depth === step.depth) ?? step, 0)
      seen.warm.add(created)
      const frame = readFrame(created, created, true)
      // Its code was too long, or cost too much.
      return created === 0n && frame.end === "returned" ? { ...frame, end: "halted", left: 0 } : frame
    }
    const address = addressIn(step, 1)
    const isOwn = step.op === "DELEGATECALL" || step.op === "CALLCODE"
    return readFrame(address, isOwn ? storage : address)
  }

  function* readStep(
    step: GasStep,
    next: GasStep,
    { storage, ...call }: Called & { readonly storage: bigint },
  ): Generator<GasItem> {
    const { op } = step
    const { frame } = call
    const cost = step.gas - next.gas
    if (calls.has(op)) yield* readCall(step, next, call)
    else if (op === "CREATE" || op === "CREATE2") {
      const deposit = frame?.end === "returned" ? codeByte * frame.codeSize : 0
      const fixed = frame === undefined ? cost : cost - frame.first + frame.left - deposit
      yield { kind: "spend", gas: fixed - create }
      const how = { creates: true, isCold: false, hasValue: false, isNewAccount: true } as const
      yield { kind: "call", ...how, asked: { amount: Infinity }, frame }
    } else if (op === "SSTORE") yield readWrite(step, cost, storage)
    else if (op === "SLOAD") {
      const [key, value] = [keyOf(storage, step), wordOf(next, 0)]
      if (!seen.slots.has(key)) seen.slots.set(key, { original: value, current: value })
      yield { kind: "spend", gas: cost }
    } else if (reads.has(op)) {
      const isCode = op === "EXTCODESIZE" || op === "EXTCODECOPY"
      const isCold = look(addressIn(step, 0))
      yield { kind: "read", isCold, isCode }
      yield { kind: "spend", gas: cost - (isCold ? account.cold : account.warm) }
    } else yield { kind: "spend", gas: cost }
  }

  function* readCall(step: GasStep, next: GasStep, { frame, asked, isCold }: Called): Generator<GasItem> {
    const hasValue = (step.op === "CALL" || step.op === "CALLCODE") && wordOf(step, 2) !== 0n
    const cost = step.gas - next.gas + (hasValue ? unchangedGas.stipend : 0)
    const before = frame === undefined ? cost : cost - frame.first + frame.left
    const rest = before - (isCold ? account.cold : account.warm) - (hasValue ? valueCall : 0)
    const isNewAccount = hasValue && frame === undefined && rest >= newAccount
    yield { kind: "spend", gas: rest - (isNewAccount ? newAccount : 0) }
    const wanted = Number(wordOf(step, 0))
    const most = Math.floor(((step.gas - before) * (unchangedGas.keptPart - 1)) / unchangedGas.keptPart)
    const amount = wanted >= most ? Infinity : wanted
    yield { kind: "call", creates: false, isCold, hasValue, isNewAccount, asked: asked ?? { amount }, frame }
  }

  function readWrite(step: GasStep, cost: number, storage: bigint): GasItem {
    const key = keyOf(storage, step)
    const value = wordOf(step, 1)
    const change = changes.find((each) => cost >= slot[each]) ?? "again"
    const known = seen.slots.get(key)
    const { original, current } = change === "fresh" ? { original: 0n, current: 0n } : (known ?? noSlot)
    seen.slots.set(key, { original, current: value })
    return { kind: "write", isCold: cost >= slot[change] + slot.cold, change, undone: undoneBy() }

    function undoneBy(): Undone | undefined {
      if (change === "fresh" || (change === "again" && (known === undefined || current === value))) return undefined
      if (value === 0n) return original === 0n ? "freshUndone" : "cleared"
      if (value === original) return "changedUndone"
      return change === "again" && current === 0n ? "filled" : undefined
    }
  }

  /** Whether it is the first look at an account. */
  function look(address: bigint): boolean {
    const isCold = !isPrecompile(address) && !seen.warm.has(address)
    seen.warm.add(address)
    return isCold
  }

  return steps.length === 0 ? undefined : readFrame(BigInt(to), BigInt(to))
}

/** Joins what is spent in a row, of which a trace has thousands. */
function add(items: GasItem[], item: GasItem): void {
  const last = items.at(-1)
  if (item.kind === "spend" && last?.kind === "spend" && item.gas >= 0 && last.gas >= 0) {
    items[items.length - 1] = { kind: "spend", gas: last.gas + item.gas }
  } else items.push(item)
}

const noSlot: Slot = { original: undefined, current: undefined }

/** A word of the stack, counted from its top. */
function wordOf({ stack }: GasStep, place: number): bigint {
  const word = stack.at(-1 - place) ?? "0x0"
  return BigInt(word.startsWith("0x") ? word : `0x${word}`)
}

function addressIn(step: GasStep, place: number): bigint {
  return BigInt.asUintN(160, wordOf(step, place))
}

function keyOf(storage: bigint, step: GasStep): string {
  return `${storage} ${wordOf(step, 0)}`
}

/** Follows what was left at a `GAS` over the stack, through sums, to what it is compared with, and to the gas of a call. */
function followGas(items: GasItem[]) {
  let readings = 0
  let known: (FromGas | undefined)[] = []

  function sumOf(step: GasStep): FromGas | undefined {
    const [top, below] = [known[step.stack.length - 1], known[step.stack.length - 2]]
    const sign = step.op === "SUB" ? -1 : 1
    if (top !== undefined && below === undefined) return plus(top, sign * Number(wordOf(step, 1)))
    if (below !== undefined && top === undefined && sign === 1) return plus(below, Number(wordOf(step, 0)))
    return undefined
  }

  function compare(step: GasStep, isTrue: boolean): void {
    const [top, below] = [known[step.stack.length - 1], known[step.stack.length - 2]]
    const left = top ?? below
    if (left === undefined || (top !== undefined && below !== undefined)) return
    const to = Number(wordOf(step, top === undefined ? 0 : 1))
    const isLess = (step.op === "LT") === (top !== undefined)
    items.push({ kind: "compared", left, to: isLess ? to : to + 1, isBelow: isTrue === isLess })
  }

  return {
    top: ({ stack }: GasStep): FromGas | undefined => known[stack.length - 1],
    step(step: GasStep, next: GasStep | undefined): void {
      if (next === undefined) return
      const { op, stack } = step
      const [, kind, digits] = /^(DUP|SWAP)(\d+)$/.exec(op) ?? []
      const place = stack.length - Number(digits)
      let result: FromGas | undefined
      if (op === "LT" || op === "GT") compare(step, wordOf(next, 0) === 1n)
      if (op === "GAS") {
        items.push({ kind: "reading" })
        result = { reading: readings, more: 0 }
        readings += 1
      } else if (op === "ADD" || op === "SUB") result = sumOf(step)
      else if (kind === "DUP") result = known[place]
      else if (kind === "SWAP") {
        const top = stack.length - 1
        ;[known[top], known[place - 1]] = [known[place - 1], known[top]]
        return
      }
      known = known.slice(0, next.stack.length)
      if (!silent.test(op)) known[next.stack.length - 1] = result
    },
  }
}

function plus({ reading, more }: FromGas, added: number): FromGas | undefined {
  return Number.isSafeInteger(added) ? { reading, more: more + added } : undefined
}
