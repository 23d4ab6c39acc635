import { expect } from "chai"
import { describe, it } from "mocha"

import { createEventLog } from "#extras/page/src/createEventLog.js"

const event = { event: "block" }

/** A log of three events, and readers that say which of them they get, by number. */
function logOfThree() {
  const log = createEventLog({ readState: () => ({ event: "state" }), epoch: "e", maxEvents: 3, maxReaders: 2 })
  const open = (after?: string, client?: string) => {
    let isDropped = false
    const reader = log.open(after, () => (isDropped = true), client).getReader()
    const read = async (): Promise<string[]> => {
      const { value } = await reader.read()
      return [...new TextDecoder().decode(value).matchAll(/^id: e-(\d+)\nevent: (\w+)$/gm)].map(
        ([, id, name]) => `${id} ${name}`,
      )
    }
    return { read, isDropped: () => isDropped, cancel: () => reader.cancel() }
  }
  const publish = (times: number): void => {
    for (let count = 0; count < times; count += 1) log.publish(event)
  }
  return { log, open, publish }
}

describe("the log of the page's events", () => {
  it("keeps a reader that lacks as many events as there are, and drops it at the next one", async () => {
    const { open, publish } = logOfThree()
    const [slow, slower] = [open(), open()]
    expect([await slow.read(), await slower.read()]).to.deep.equal([["0 state"], ["0 state"]])
    publish(3)
    expect(await slow.read()).to.deep.equal(["1 block", "2 block", "3 block"])
    expect([slow.isDropped(), slower.isDropped()]).to.deep.equal([false, false])
    publish(1)
    expect([slow.isDropped(), slower.isDropped()]).to.deep.equal([false, true])
    expect(await slow.read()).to.deep.equal(["4 block"])
  })

  it("keeps a reader from before the state was sent again, whatever follows, since it gets that", async () => {
    const { log, open, publish } = logOfThree()
    const reader = open()
    expect(await reader.read()).to.deep.equal(["0 state"])
    log.restart()
    publish(9)
    expect(reader.isDropped()).to.equal(false)
    expect(await reader.read()).to.deep.equal(["10 state"])
  })

  it("goes on after the event that a reader had last, or with the state if that is not kept, or of another log", async () => {
    const { open, publish } = logOfThree()
    publish(5)
    const firstOf = async (after: string): Promise<string | undefined> => {
      const reader = open(after)
      const [first] = await reader.read()
      await reader.cancel()
      return first
    }
    expect(await firstOf("e-2")).to.equal("3 block")
    for (const after of ["e-1", "e-6", "f-4", "e-x", "4"]) expect(await firstOf(after), after).to.equal("5 state")
  })

  it("has place for so many readers of each client, drops its oldest for one more, and none when one has gone", async () => {
    const { open } = logOfThree()
    const [first, second, other] = [open(), open(), open(undefined, "other")]
    const third = open()
    const dropped = () => [first, second, third, other].map(({ isDropped }) => isDropped())
    expect(dropped()).to.deep.equal([true, false, false, false])
    expect(await first.read()).to.deep.equal([])
    await third.cancel()
    expect(await open().read()).to.deep.equal(["0 state"])
    expect(dropped()).to.deep.equal([true, false, false, false])
    open()
    expect(dropped()).to.deep.equal([true, true, false, false])
  })
})
