import { use } from "chai"

import { effectJudges } from "../assertions/effects/effectJudges.js"
import { messageJudges } from "../assertions/messages/messageJudges.js"
import { addJudges } from "./addMatchers.js"

export type * from "./effectMatchers.js"
export type * from "./messageMatchers.js"

use((chai) => {
  addJudges(chai, { ...messageJudges, ...effectJudges })
})
