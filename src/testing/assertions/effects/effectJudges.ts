import type { Judges } from "../Judge.js"

/** The assertions about balances, payloads, callbacks, schedules and routes. */
export const effectJudges: Judges = {}
