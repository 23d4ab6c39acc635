/** One step of a trace, as `debug_traceCall` lists them. */
export type TraceStep = {
  readonly pc: number
  readonly op: string
  readonly depth: number
  /** Words as hex, the top of the stack last. */
  readonly stack?: readonly string[] | null
}

/** A call that failed, and the code that it ran. */
export type FailingFrame = {
  /** The contract whose code ran; `undefined` for one that was being created. */
  readonly address: string | undefined
  readonly steps: readonly Pick<TraceStep, "pc" | "op">[]
}

type Frame = {
  readonly address: string | undefined
  readonly steps: TraceStep[]
  last: TraceStep
  failedCall: Frame | undefined
}

/**
 * Finds the calls through which a revert came: the one that was called first is last, and the one that reverted by itself is first.
 *
 * @param to the contract that was called
 */
export function findFailingFrames(steps: readonly TraceStep[], to: string): readonly FailingFrame[] {
  const [first] = steps
  if (first === undefined) return []
  const open: Frame[] = [{ address: to, steps: [], last: first, failedCall: undefined }]
  for (const step of steps) {
    while (step.depth < open.length) {
      const ended = open.pop()
      const caller = open.at(-1)
      if (caller !== undefined) caller.failedCall = ended !== undefined && hasFailed(ended) ? ended : undefined
    }
    const current = open.at(-1)
    if (current === undefined) return []
    if (step.depth > open.length) {
      open.push({ address: calledBy(current.last), steps: [step], last: step, failedCall: undefined })
    } else {
      current.steps.push(step)
      current.last = step
    }
  }
  const failing: Frame[] = []
  for (let frame = open[0]; frame !== undefined; frame = passesOn(frame) ? frame.failedCall : undefined) {
    failing.unshift(frame)
  }
  return failing
}

const successes: ReadonlySet<string> = new Set(["STOP", "RETURN", "SELFDESTRUCT"])

/** A call ends without an opcode of its own if it runs out of gas, jumps to nowhere and the like. */
function hasFailed({ last }: Frame): boolean {
  return !successes.has(last.op)
}

/** Whether a call reverts with as many bytes as the last one that it made: Solidity hands on the revert of a call that it does not catch. */
function passesOn({ last, failedCall }: Frame): boolean {
  return failedCall !== undefined && last.op === "REVERT" && sizeOfRevert(last) === sizeOfRevert(failedCall.last)
}

function sizeOfRevert({ op, stack }: TraceStep): number {
  return op === "REVERT" ? Number(stack?.at(-2) ?? 0) : 0
}

const calls: ReadonlySet<string> = new Set(["CALL", "CALLCODE", "DELEGATECALL", "STATICCALL"])

function calledBy({ op, stack }: TraceStep): string | undefined {
  const word = calls.has(op) ? stack?.at(-2) : undefined
  return word === undefined ? undefined : `0x${word.replace(/^0x/, "").padStart(40, "0").slice(-40)}`
}

/** A step of a call, and the place in the source code that the compiler gives for it. */
export type LocatedStep = {
  readonly op: string
  /** Whether a jump enters a function, as the compiler says. */
  readonly entersFunction: boolean
  /** `undefined` for what the compiler has made up. */
  readonly place: Place | undefined
}

export type Place = { readonly file: string; readonly start: number; readonly line: number }

/**
 * Finds the step of a call that failed at which its source code reverts.
 *
 * That is not always the last one: the optimizer lets reverts with the same end share it, and the compiler gives it the place of one of
 * them. A block that is entered without its preparation is such an end. Then what jumped there is the place.
 *
 * @returns its index; -1 if no step has a place
 */
export function findRevertingStep(steps: readonly LocatedStep[]): number {
  let index = lastLocated(steps, steps.length)
  while (index >= 0) {
    const begin = steps.findLastIndex(({ op }, at) => at <= index && op === "JUMPDEST")
    const before = lastLocated(steps, begin)
    if (before < 0 || belongsThere(steps, { index, begin, before })) return index
    index = before
  }
  return index
}

function lastLocated(steps: readonly LocatedStep[], end: number): number {
  return steps.findLastIndex(({ place }, at) => at < end && place !== undefined)
}

/** An `if` and what it guards are seldom further apart. */
const nearLines = 5

function belongsThere(
  steps: readonly LocatedStep[],
  { index, begin, before }: { readonly index: number; readonly begin: number; readonly before: number },
): boolean {
  const jump = steps[begin - 1]
  const isJump = jump?.op === "JUMP" || jump?.op === "JUMPI"
  if (!isJump || jump.entersFunction) return true
  const [here, there] = [steps[index]?.place, steps[before]?.place]
  if (here === undefined || there === undefined) return true
  const wasThere = steps.slice(0, begin).some(({ place }) => place?.file === here.file && place.start === here.start)
  const distance = here.line - there.line
  const isGuarded = jump.op === "JUMPI" && here.file === there.file && distance >= 0 && distance <= nearLines
  return wasThere || isGuarded
}
