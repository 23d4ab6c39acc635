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
