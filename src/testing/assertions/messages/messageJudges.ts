import type { Judge } from "../Judge.js"
import { judgeDelivered } from "./judgeDelivered.js"

/** The assertions about messages. */
export const messageJudges: { readonly delivered: Judge<[]> } = {
  delivered: judgeDelivered,
}
