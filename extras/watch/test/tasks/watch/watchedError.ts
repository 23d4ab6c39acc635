import { expect } from "chai"
import { describe, it } from "mocha"

import type { RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import { watchedError } from "#extras/watch/tasks/output/watchedError.js"
import { exitCodeOf } from "#src/plugin/run/runTask.js"

/** How a look ends that sees alerts of these kinds. */
function ends(
  kinds: readonly string[],
  { unread = [], problems = [] }: { unread?: readonly string[]; problems?: readonly string[] } = {},
  next?: string,
) {
  const alerts = new Map(
    kinds.map((kind, index) => [
      String(index),
      { kind, says: `It is ${kind} ${index}.`, next } as unknown as RaisedAlert,
    ]),
  )
  const chains = ["alpha", "beta", "gamma"].map((name) => ({
    name,
    problem: unread.includes(name) ? "away" : undefined,
  }))
  const error = watchedError(alerts, { chains, problems })
  return error === undefined ? "well" : [exitCodeOf(error), error.code, error.shortMessage, error.next].join(" | ")
}

describe("watchedError", () => {
  it("is the most severe thing that is wrong: a failure, what was not read, then what is late", () => {
    const away = { unread: ["beta", "gamma"], problems: ["a sum"] }
    expect([
      ends([]),
      ends(["late"]),
      ends(["late", "late"], {}, "Wait."),
      ends(["late", "failed", "failed"], away),
      ends(["failed"], {}, "Send it again."),
      ends(["late"], away),
      ends([], away),
      ends([], { unread: ["alpha"] }),
      ends(["late"], { problems: ["a sum"] }),
    ]).to.deep.equal([
      "well",
      "3 | SHOWN_LATE | There is 1 alert: It is late 0. | Look at each with npx hardhat messaging explain and its message id.",
      "3 | SHOWN_LATE | There are 2 alerts, such as: It is late 0. | Wait.",
      "2 | SHOWN_FAILURE | There are 3 alerts, such as: It is failed 1. | Look at each with npx hardhat messaging explain and its message id.",
      "2 | SHOWN_FAILURE | There is 1 alert: It is failed 0. | Send it again.",
      "1 | PARTLY_READ | Not everything could be read of beta, gamma. | Read the error beside each chain.",
      "1 | PARTLY_READ | Not everything could be read of beta, gamma. | Read the error beside each chain.",
      "1 | PARTLY_READ | Not everything could be read of alpha. | Read the error beside each chain.",
      "1 | PARTLY_READ | Not everything could be read of plugs.watch.invariants. | Read the error beside each chain.",
    ])
  })
})
