import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { ExploreOptions } from "./WorldExplore.js"

/** Checks what `explore` is called with. In a project without types it can be anything. */
export function checkExploration(
  options: ExploreOptions,
  scenario: unknown,
  invariant: unknown,
  { isUnderWay }: { readonly isUnderWay: boolean },
): void {
  const { runs, seed, path }: ExploreOptions = typeof options === "object" ? options : {}
  const problems: readonly [boolean, string, string, string][] = [
    [
      typeof options !== "object",
      "options",
      "the first argument is not an object",
      "Write world.explore({}, scenario, invariant).",
    ],
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
      isUnderWay,
      "explore",
      "it is under way in this world already",
      "Write `await world.explore(…)`, one after the other.",
    ],
  ]
  for (const [isWrong, argument, problem, fix] of problems) {
    if (isWrong) throw new InvalidInputError({ argument, problem, fix })
  }
}
