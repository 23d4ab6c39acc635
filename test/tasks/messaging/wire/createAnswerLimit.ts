import { expect } from "chai"
import { describe, it } from "mocha"

import { createAnswerLimit } from "#tasks/messaging/wire/createAnswerLimit.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"

const never = (): Promise<never> => new Promise(() => undefined)

describe("createAnswerLimit", () => {
  const open = () => {
    const clock = createManualClock()
    const told: string[] = []
    const limit = createAnswerLimit({ clock, onWait: (chain) => told.push(chain) })
    const waitFor = (chain: string) =>
      limit
        .wait(chain, never, { onTimeout: () => Promise.resolve(new Error(`${chain} is silent`)) })
        .then(String, String)
    return { clock, told, limit, waitFor }
  }

  it("says once which chain is waited for, after two seconds, and gives it up after fifteen", async () => {
    const { clock, told, limit, waitFor } = open()
    const work = Promise.all([waitFor("alpha"), waitFor("alpha"), waitFor("beta")])
    await clock.advance(1_999)
    expect(told).to.deep.equal([])
    await clock.advance(1)
    expect(told).to.deep.equal(["alpha", "beta"])
    await clock.advance(12_999)
    expect([...limit.silent]).to.deep.equal([])
    await clock.advance(1)
    expect([...limit.silent]).to.deep.equal(["alpha", "beta"])
    expect(await work).to.deep.equal(["Error: alpha is silent", "Error: alpha is silent", "Error: beta is silent"])
  })

  it("says nothing of a chain that answers, and leaves no timer behind", async () => {
    const { clock, told, limit } = open()
    const answer = await limit.wait("alpha", () => Promise.resolve(7), { onTimeout: never })
    expect([answer, clock.sleepers]).to.deep.equal([7, 0])
    await clock.advance(20_000)
    expect([told, [...limit.silent]]).to.deep.equal([[], []])
    const broken = limit.wait("alpha", () => Promise.reject(new Error("down")), { onTimeout: never })
    expect(await broken.catch(String)).to.equal("Error: down")
    expect(clock.sleepers).to.equal(0)
  })

  it("ends with the signal, and blames no chain then", async () => {
    const { limit } = open()
    const stop = new AbortController()
    const work = failure(limit.wait("alpha", never, { onTimeout: never, signal: stop.signal }))
    stop.abort()
    expect((await work).code).to.equal("ABORTED")
    expect([...limit.silent]).to.deep.equal([])
  })

  it("limits each request of a provider, which keeps its own this", async () => {
    const { clock, limit } = open()
    const provider = {
      answer: "0x7",
      request(this: { answer: string }, { method }: { method: string }): Promise<unknown> {
        return method === "eth_call" ? never() : Promise.resolve(this.answer)
      },
    }
    const limited = limit.limitRequests("alpha", provider)
    expect(await limited.request({ method: "eth_chainId" })).to.equal("0x7")
    const work = limited.request({ method: "eth_call" } as never).then(String, String)
    await clock.advance(15_000)
    expect(await work).to.contain("no answer within 15 s")
    expect([...limit.silent]).to.deep.equal(["alpha"])
  })
})
