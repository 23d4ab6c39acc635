import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { createErrorFeed } from "#src/devnet/errorFeed.js"

describe("createErrorFeed", () => {
  const emitWarning = process.emitWarning.bind(process)
  let warnings: string[]
  beforeEach(() => {
    warnings = []
    process.emitWarning = (warning: string | Error) => void warnings.push(String(warning))
  })
  afterEach(() => {
    process.emitWarning = emitWarning
  })

  it("warns of an error that nobody listens for", () => {
    createErrorFeed().report(new Error("unheard"))
    createErrorFeed().report(7)
    expect(warnings).to.deep.equal(["Error: unheard", "7"])
  })

  it("tells every listener, even if one throws, and warns of what it threw", () => {
    const feed = createErrorFeed()
    const heard: unknown[] = []
    feed.subscribe(() => {
      throw new Error("a listener's own")
    })
    const stop = feed.subscribe((error) => heard.push(error))
    feed.report("one")
    stop()
    feed.report("two")
    expect(heard).to.deep.equal(["one"])
    expect(warnings).to.deep.equal(["Error: a listener's own", "Error: a listener's own"])
  })
})
