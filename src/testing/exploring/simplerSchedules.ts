import { waits } from "./createGenerator.js"
import type { Move, Schedule } from "./Schedule.js"

/** Lists what is simpler than a schedule by one thing: the largest parts left out first, then single moves, then smaller values. */
export function* simplerSchedules(schedule: Schedule): Iterable<Schedule> {
  const { start, steps, picks, end } = schedule
  if (start.length > 0) yield { ...schedule, start: [] }
  if (steps.length > 0) yield { ...schedule, steps: [] }
  if (picks.length > 0) yield { ...schedule, picks: [] }
  if (end.length > 0) yield { ...schedule, end: [] }
  for (const at of steps.keys()) {
    if (steps[at] !== undefined) yield { ...schedule, steps: trimmed(steps.with(at, undefined), undefined) }
  }
  for (const list of simplerLists(start)) yield { ...schedule, start: list }
  for (const [at, moves] of steps.entries()) {
    for (const list of simplerLists(moves ?? [])) yield { ...schedule, steps: steps.with(at, list) }
  }
  for (const list of simplerLists(end)) yield { ...schedule, end: list }
  for (const [at, pick] of picks.entries()) {
    for (const smaller of [0, pick - 1]) {
      if (smaller < pick && smaller >= 0) yield { ...schedule, picks: trimmed(picks.with(at, smaller), 0) }
    }
  }
}

function* simplerLists(moves: readonly Move[]): Iterable<readonly Move[]> {
  for (const at of moves.keys()) yield moves.toSpliced(at, 1)
  for (const [at, move] of moves.entries()) for (const simpler of simplerMoves(move)) yield moves.with(at, simpler)
}

function* simplerMoves(move: Move): Iterable<Move> {
  switch (move.move) {
    case "deliver":
      if (move.until !== undefined) yield { ...move, until: undefined }
      if (move.nth !== undefined) yield { ...move, nth: undefined }
      for (let nth = 0; nth < (move.nth ?? 0); nth += 1) yield { ...move, nth }
      return
    case "deliverNext":
      for (let nth = 0; nth < (move.nth ?? 0); nth += 1) yield { ...move, nth }
      return
    case "increase":
      for (const seconds of waits) if (seconds < move.seconds) yield { ...move, seconds }
      return
    case "fault":
      for (const [name, value] of Object.entries(move.data)) {
        for (const smaller of [1, 10, 60, 3_600]) {
          if (typeof value === "number" && smaller < value) {
            yield { move: "fault", data: { ...move.data, [name]: smaller } }
          }
        }
      }
  }
}

/** Without what means nothing at the end of a list. */
function trimmed<Item>(items: readonly Item[], nothing: Item): readonly Item[] {
  return items.slice(0, items.findLastIndex((item) => item !== nothing) + 1)
}
