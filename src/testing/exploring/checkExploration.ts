import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { didYouMean } from "../../primitives/nearest.js"
import { checkOptions } from "../arguments/checkOptions.js"
import { describeArgument } from "../arguments/describeArgument.js"
import { type ExploredFault, exploredFaults } from "./generateFaults.js"
import type { ExploreOptions } from "./WorldExplore.js"

/** What is no name of a fault that can be explored. */
function unknownFault(faults: unknown): unknown {
  return Array.isArray(faults) ? faults.find((fault) => !exploredFaults.includes(fault as ExploredFault)) : faults
}

const names: readonly string[] = Object.keys({
  runs: true,
  seed: true,
  path: true,
  faults: true,
  everyStep: true,
  onRun: true,
} satisfies Record<keyof ExploreOptions, true>)

/** Checks what `explore` is called with. In a project without types it can be anything. */
export function checkExploration(
  options: ExploreOptions,
  scenario: unknown,
  invariant: unknown,
  { isUnderWay }: { readonly isUnderWay: boolean },
): void {
  const isObject = typeof options === "object" && (options as ExploreOptions | null) !== null
  const { runs, seed, path, faults = true, onRun }: ExploreOptions = isObject ? options : {}
  const problems: readonly [boolean, string, string, string][] = [
    [!isObject, "options", "the first argument is not an object", "Write world.explore({}, scenario, invariant)."],
    [
      typeof scenario !== "function",
      "scenario",
      "it is not a function",
      "Give a function that sends what is to be explored.",
    ],
    [
      typeof invariant !== "function",
      "invariant",
      "it is not a function",
      "Give a function that throws, or returns false, where something is wrong.",
    ],
    [
      runs !== undefined && !(Number.isSafeInteger(runs) && runs > 0),
      "runs",
      `${String(runs)} is no number of runs`,
      "Give a whole number from 1.",
    ],
    [
      seed !== undefined && !Number.isSafeInteger(seed),
      "seed",
      `${String(seed)} is not a seed`,
      "Give the whole number that a failure has printed, or none.",
    ],
    [
      path !== undefined && !/^\d+(:\d+)*$/.test(path),
      "path",
      `${JSON.stringify(path)} is not a path`,
      'Give what a failure has printed, such as "4:0:1".',
    ],
    [
      path !== undefined && seed === undefined,
      "path",
      "there is no seed with it",
      "Give the seed that was printed with the path.",
    ],
    [
      typeof faults !== "boolean" && unknownFault(faults) !== undefined,
      "faults",
      `there is no ${describeArgument(unknownFault(faults))}`,
      `Give true, false, or a list of some of ${exploredFaults.join(", ")}.${didYouMean(unknownFault(faults), exploredFaults)}`,
    ],
    [onRun !== undefined && typeof onRun !== "function", "onRun", "it is not a function", "Give a function of lines."],
    [
      isUnderWay,
      "explore",
      "it is under way in this world already",
      "Write `await world.explore(…)`, one after the other.",
    ],
  ]
  for (const [isWrong, argument, problem, fix] of problems) {
    if (isWrong) throw new InvalidInputError({ argument, problem, fix })
  }
  checkOptions("explore", options, names)
}
