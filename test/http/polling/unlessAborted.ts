import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { delay, unlessAborted } from "#src/http/polling/unlessAborted.js"

const never = new Promise<never>(() => undefined)
const ended = async (work: Promise<unknown>): Promise<unknown> => await work.catch((error: unknown) => error)

describe("unlessAborted", () => {
  it("passes on what the work comes to, and ends when any signal is aborted, before or meanwhile", async () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const signals = [undefined, one.signal, other.signal]
    expect(await unlessAborted(Promise.resolve(7), signals)).to.equal(7)
    expect(await ended(unlessAborted(Promise.reject(new TypeError("no")), signals))).to.be.instanceOf(TypeError)
    const waiting = ended(unlessAborted(never, signals))
    other.abort()
    expect(await waiting).to.be.instanceOf(AbortedError)
    expect(await ended(unlessAborted(never, signals))).to.be.instanceOf(AbortedError)
    expect(await unlessAborted(Promise.resolve(7), [])).to.equal(7)
  })

  it("leaves no listener behind", async () => {
    const { signal } = new AbortController()
    const listening = new Set<unknown>()
    const spied = {
      ...{ aborted: false, addEventListener: (_: string, listener: unknown) => listening.add(listener) },
      removeEventListener: (_: string, listener: unknown) => listening.delete(listener),
    }
    const work = unlessAborted(
      Promise.resolve().then(() => listening.size),
      [signal, spied as never],
    )
    expect([await work, listening.size]).to.deep.equal([1, 0])
  })
})

describe("delay", () => {
  it("ends as aborted only if it was, and else as its clock does", async () => {
    const broken = { now: () => 0, sleep: () => Promise.reject(new TypeError("no")) } as never
    const { signal } = new AbortController()
    expect(await ended(delay(5, { clock: broken, signal }))).to.be.instanceOf(TypeError)
    expect(await ended(delay(5, { clock: broken, signal: AbortSignal.abort() }))).to.be.instanceOf(AbortedError)
    const slept: unknown[] = []
    const clock = { now: () => 0, sleep: (...of: unknown[]) => Promise.resolve(void slept.push(...of)) }
    await delay(5, { clock, signal })
    expect(slept).to.deep.equal([5, signal])
  })
})
