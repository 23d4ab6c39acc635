import { expect } from "chai"
import { describe, it } from "mocha"
import { getBlockNumber, getChainId } from "viem/actions"

import { createGuard } from "#src/explaining/guard.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

const client = fakeNode(() => "0x2").client
const latest = { cacheTime: 0 }

describe("createGuard", () => {
  it("opens each chain once, whether it is there or not", async () => {
    const opened: number[] = []
    const guard = createGuard({ clock: systemClock })
    const chainOf = guard.chains((slug) => {
      opened.push(slug)
      return Promise.resolve(slug === 1 ? { client, name: "alpha" } : undefined)
    })
    const [one, again, none] = await Promise.all([chainOf(1), chainOf(1), chainOf(2)])
    expect(one).to.equal(again)
    expect(await getBlockNumber(one!.client, latest)).to.equal(2n)
    expect([none, await chainOf(2)]).to.deep.equal([undefined, undefined])
    expect(opened).to.deep.equal([1, 2])
  })

  it("asks until the time of all chains together is over, and tells what was left", async () => {
    let now = 0
    const guard = createGuard({ timeout: 3_000, clock: { ...systemClock, now: () => now } })
    const [alpha, beta] = [guard.chain({ client, name: "alpha" }), guard.chain({ client, name: "beta" })]
    now = 2_999
    expect(await getBlockNumber(alpha.client, latest)).to.equal(2n)
    expect(guard.unasked().methods.size).to.equal(0)
    now = 3_000
    const refusal = await getBlockNumber(beta.client, latest).then(() => "answered", String)
    expect(refusal).to.contain("the 3 s for all questions were over")
    expect(guard.unasked().seconds).to.equal(3)
    expect([...guard.unasked().methods]).to.deep.equal([["beta", ["eth_blockNumber"]]])
    await getChainId(beta.client).catch(() => undefined)
    await getChainId(alpha.client).catch(() => undefined)
    expect([...guard.unasked().methods]).to.deep.equal([
      ["beta", ["eth_blockNumber", "eth_chainId"]],
      ["alpha", ["eth_chainId"]],
    ])
  })

  it("has half a minute for everything, and five seconds for an API, or what is left", async () => {
    let now = 0
    const sleeps: number[] = []
    const clock = {
      now: () => now,
      sleep: (ms: number) => {
        sleeps.push(ms)
        return Promise.resolve()
      },
    }
    const guard = createGuard({ clock })
    expect(guard.unasked().seconds).to.equal(30)
    const hanging = () => guard.ask(() => new Promise<never>(() => undefined))
    expect(await hanging()).to.include({ kind: "no answer", says: "It did not answer within 5 s." })
    now = 29_998
    await hanging()
    now = 29_999
    await hanging()
    now = 30_000
    const asked: number[] = []
    const late = await guard.ask(() => Promise.resolve(asked.push(1)))
    expect(late).to.deep.equal({
      ...{ kind: "no answer", says: "It was not asked, because the time was over.", error: undefined },
    })
    expect([asked, sleeps]).to.deep.equal([[], [5_000, 2, 1]])
  })
})

describe("createGuard ask", () => {
  const ask = <Value>(request: () => Promise<Value>, timeout?: number) =>
    createGuard({ timeout, clock: systemClock }).ask(request)

  it("gives the answer, or why there is none", async () => {
    expect(await ask(() => Promise.resolve(1))).to.deep.equal({ kind: "answer", value: 1 })
    const error = new Error("down\nfor good")
    const refused = new InvalidInputError({ argument: "id", problem: "it is none", fix: "Give one." })
    expect(await ask(() => Promise.reject(refused))).to.include({ says: refused.shortMessage, error: refused })
    expect(await ask(() => Promise.reject(error))).to.deep.equal({ kind: "no answer", says: "down for good", error })
  })

  it("waits for an API that hangs no longer than the time of all questions", async () => {
    expect(await ask(() => new Promise(() => {}), 5)).to.include({ kind: "no answer" })
    expect((await ask(() => Promise.resolve(1), 0)).kind).to.equal("no answer")
  })
})
