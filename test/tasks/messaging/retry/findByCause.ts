import { expect } from "chai"
import { describe, it } from "mocha"

import { undelivered } from "#tasks/messaging/retry/findByCause.js"

describe("undelivered", () => {
  it("has what has not arrived, the oldest first, of a list with the newest first", () => {
    const listed = [
      { id: 5, status: "EXECUTION_FAILURE" },
      { id: 4, status: "EXECUTION_SUCCESS" },
      { id: 3, status: null },
      { id: 2, status: "SEALED" },
      { id: 1, status: "EXECUTION_FAILURE" },
    ] as const
    expect(undelivered(listed).map(({ id }) => id)).to.deep.equal([1, 2, 3, 5])
  })
})
