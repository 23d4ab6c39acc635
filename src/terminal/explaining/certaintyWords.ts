import type { Certainty } from "../../explaining/Explanation.js"

/** How sure a cause is, in words. */
export const certaintyWords: Readonly<Record<Certainty, string>> = {
  certain: "certain: it was read or simulated, and is enough by itself",
  likely: "likely: nothing else that is known fits what was read",
  possible: "possible: it fits what was read, and so does something else",
}
