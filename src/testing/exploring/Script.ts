/** A run as lines of a test. */
export type Script = {
  /** Lines before the scenario. */
  readonly start: string[]
  /** Lines at each step of the scenario. */
  readonly steps: string[][]
  readonly picks: number[]
  /** Lines after the scenario. */
  readonly end: string[]
}

export function createScript(): Script {
  return { start: [], steps: [], picks: [], end: [] }
}

/**
 * Writes a run as lines that can be pasted into a test in which `world`, `scenario` and `invariant` are what was explored. They begin
 * after the fixture was loaded.
 */
export function linesOf(
  { start, steps, picks, end }: Script,
  { takesContext }: { takesContext: boolean },
): readonly string[] {
  return [...start, ...(takesContext ? scenarioLines(steps, picks) : ["await scenario()"]), ...end]
}

function scenarioLines(steps: Script["steps"], picks: Script["picks"]): readonly string[] {
  return [
    ...(steps.length === 0 ? [] : ["const steps = [", ...steps.flatMap(stepLines), "]"]),
    ...(picks.length === 0 ? [] : [`const picks = [${picks.join(", ")}]`]),
    "await scenario({",
    `  step: async () => ${steps.length === 0 ? "{}" : "await steps.shift()?.()"},`,
    `  pick: (choices) => choices[${picks.length === 0 ? "0" : "picks.shift() ?? 0"}]!,`,
    "})",
  ]
}

function stepLines(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return ["  async () => {},"]
  return ["  async () => {", ...lines.map((line) => `    ${line}`), "  },"]
}
