import type { Bound, Figure, Measurement } from "../figures.ts"
import type { Sample } from "../measuring/Measure.ts"
import { median } from "../measuring/median.ts"
import { type FigureReport, isMeasured, type Result } from "./BenchReport.ts"
import type { Tree } from "./Tree.ts"

type Attempt = { readonly samples: Readonly<Record<string, Sample>> } | { readonly error: string }

/** Where figures are measured, and how often. */
export type MeasureFiguresOptions = {
  readonly tree: Tree
  /** Measured in turn with the other: one of each a round. */
  readonly compared?: Tree | undefined
  readonly rounds: number
  /** Called before each measurement with what is measured where. */
  readonly onStart?: ((text: string) => void) | undefined
}

/** Measures figures one after the other, and yields each with its bound. One that cannot be measured does not end the others. */
export async function* measureFigures(
  figures: readonly Figure[],
  { tree, compared, rounds, onStart }: MeasureFiguresOptions,
): AsyncGenerator<FigureReport, void, undefined> {
  for (const [measurement, given] of groupByMeasurement(figures)) {
    const attempts = new Map<Tree, Attempt[]>()
    for (let round = 1; round <= rounds; round += 1) {
      for (const one of compared === undefined ? [tree] : [tree, compared]) {
        onStart?.(`${given.map(({ name }) => name).join(", ")}: round ${round} of ${rounds}, ${one.name}`)
        attempts.set(one, [...(attempts.get(one) ?? []), await attempt(one, measurement)])
      }
    }
    const resultOf = (one: Tree, figure: Figure): Result => toResult(figure, attempts.get(one) ?? [])
    for (const figure of given) {
      yield reportFigure(figure, resultOf(tree, figure), compared && resultOf(compared, figure))
    }
  }
}

async function attempt(tree: Tree, measurement: Measurement): Promise<Attempt> {
  try {
    return { samples: await tree.measure(measurement) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** Figures that are samples of the same measurement share it. */
function groupByMeasurement(figures: readonly Figure[]): Map<Measurement, Figure[]> {
  const groups = new Map<Measurement, Figure[]>()
  for (const figure of figures) groups.set(figure.by, [...(groups.get(figure.by) ?? []), figure])
  return groups
}

function toResult({ name, sample = "time" }: Figure, attempts: readonly Attempt[]): Result {
  const samples: Sample[] = []
  for (const one of attempts) {
    if ("error" in one) return one
    const found = one.samples[sample]
    if (found === undefined) return { error: `The measurement has no sample "${sample}" for ${name}.` }
    samples.push(found)
  }
  const rounds = samples.map(({ value }) => value)
  const cpuRounds = samples.flatMap(({ cpu }) => cpu ?? [])
  return {
    value: median(rounds),
    rounds,
    cpu: cpuRounds.length === 0 ? null : median(cpuRounds),
    cpuRounds,
  }
}

function reportFigure({ name, what, unit, bound }: Figure, result: Result, compared: Result | undefined): FigureReport {
  const report: FigureReport = { name, what, unit, ...bound, result, isMet: isMet(bound, result) }
  if (compared === undefined) return report
  if (!isMeasured(result) || !isMeasured(compared)) return { ...report, compared }
  const isRate = "atLeast" in bound
  const ratio = isRate ? pairedRatio(compared.rounds, result.rounds) : pairedRatio(result.rounds, compared.rounds)
  const cpuRatio = pairedRatio(result.cpuRounds, compared.cpuRounds)
  return {
    ...report,
    compared,
    ...(ratio === undefined ? {} : { ratio }),
    ...(cpuRatio === undefined ? {} : { cpuRatio }),
  }
}

/** The median of the ratios of each round, because a machine's speed drifts between rounds. */
function pairedRatio(above: readonly number[], below: readonly number[]): number | undefined {
  const ratios = above.flatMap((value, round) => {
    const other = below[round]
    return other === undefined || other === 0 ? [] : [value / other]
  })
  return ratios.length === 0 ? undefined : median(ratios)
}

function isMet(bound: Bound, result: Result): boolean {
  if (!isMeasured(result)) return false
  return "atMost" in bound ? result.value <= bound.atMost : result.value >= bound.atLeast
}
