import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { InterruptedError, sayWhenInterrupted, sayWhenSubmitted } from "#src/plugin/run/InterruptedError.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const [first, second] = ["0x01", "0x02"] as const
const sent = (hash: string) => ({ facts: { transaction: hash }, goOn: `messaging track ${hash}` })

describe("work that is interrupted", () => {
  /** What comes of work that sends, and then fails. */
  async function after(hashes: readonly string[], error: Error): Promise<unknown> {
    const work = sayWhenInterrupted<string>((onSent) => {
      for (const hash of hashes) onSent(sent(hash))
      return Promise.reject(error)
    })
    return await work.catch((reason: unknown) => reason)
  }

  it("says what was sent last, and how to go on", async () => {
    const error = await after([first, second], new AbortedError())
    expect(error).to.be.instanceOf(InterruptedError)
    expect((error as InterruptedError).facts).to.deep.include({ transaction: second })
    expect((error as InterruptedError).next).to.include(sent(second).goOn)
  })

  it("is only aborted if nothing was sent, and fails as it does if something else is wrong", async () => {
    const aborted = new AbortedError()
    expect(await after([], aborted)).to.equal(aborted)
    const wrong = new InvalidInputError({ argument: "it", problem: "no", fix: "Yes." })
    for (const error of [wrong, new Error("ABORTED")]) expect(await after([first], error)).to.equal(error)
  })

  it("names each transaction that it submits, and hands over what it returns", async () => {
    const terminal = recordTerminal()
    const done = await sayWhenSubmitted(terminal.err, { facts: {}, goOn: "go" }, (onSubmitted) => {
      for (const hash of [first, second]) onSubmitted(hash)
      return Promise.resolve("done")
    })
    expect(done).to.equal("done")
    expect(terminal.stderr().match(/0x0\d/g)).to.deep.equal([first, second])
    const error = await sayWhenSubmitted(terminal.err, { facts: { chain: "alpha" }, goOn: "go" }, (onSubmitted) => {
      onSubmitted(first)
      return Promise.reject(new AbortedError())
    }).catch((reason: unknown) => reason)
    expect((error as InterruptedError).facts).to.deep.equal({ transaction: first, chain: "alpha" })
  })

  it("tells a transaction that takes the place of another one from one that is new", async () => {
    const terminal = recordTerminal()
    await sayWhenSubmitted(terminal.err, { facts: {}, goOn: "go" }, (onSubmitted) => {
      onSubmitted(first)
      onSubmitted(second, first)
      return Promise.resolve()
    })
    expect(terminal.stderr().match(/(submitted|replaced by) 0x0\d/g)).to.deep.equal([
      ...[`submitted ${first}`, `replaced by ${second}`],
    ])
  })
})
