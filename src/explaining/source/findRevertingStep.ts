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
 * them. A block of instructions that nobody has prepared for is such an end. Then what jumped there is the place.
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
