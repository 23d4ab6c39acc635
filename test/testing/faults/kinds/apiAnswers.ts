import { expect } from "chai"
import { describe, it } from "mocha"

import type { FaultContext, FaultWork } from "#src/testing/faults/FaultKind.js"
import { cutApi, failingApi, limitedApi, slowApi, staleApi } from "#src/testing/faults/kinds/apis.js"
import { createWorldClock } from "#src/testing/world/createWorldClock.js"
import { createWorldHooks } from "#src/testing/world/hooks.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

/** A world whose server numbers its answers, while a fault lasts. */
function served(fault: (context: FaultContext) => FaultWork) {
  const { apis } = createWorldHooks()
  const clock = createWorldClock(createManualClock())
  let [happened, count] = [0, 0]
  const context = {
    world: { hooks: { apis }, clock },
    happen: () => (happened += 1),
    happened: () => happened,
  } as unknown as FaultContext
  const end = fault(context).attach?.()
  const server = apis.wrapFetch(() => {
    count += 1
    return Response.json({ answer: count }, { headers: { "x-own": "kept" } })
  })
  const request = (path: string, init?: RequestInit) => new Request(`http://127.0.0.1:8545${path}`, init)
  return {
    ...{ clock, end, hooks: apis.hooks, happened: () => happened },
    ask: async (path: string, init?: RequestInit) => {
      const response = await server(request(path, init))
      return [response.status, await response.json()]
    },
    respond: async (path: string, init?: RequestInit) => await server(request(path, init)),
  }
}

const answer = (count: number) => [200, { answer: count }]
const failed = [500, { status: "ERROR", message: "the server failed" }]

describe("what an API answers while a fault lasts", () => {
  it("is changed for its own routes alone, for as often as was said, and never for what a browser asks first", async () => {
    const { ask, happened, end, hooks } = served((context) =>
      failingApi({ fault: "failingApi", api: "messaging", route: "/v1/mess", times: 2 }, context),
    )
    let count = 0
    for (const path of [
      ...["/messaging/v1/estimate", "/messaging", "/messaging/v2/v1/mess", "/gateway/v1/messages", "/"],
      ...["/messagingX/v1/mess", "/v1/mess", "/x/messaging/v1/mess"],
    ]) {
      expect(await ask(path), path).to.deep.equal(answer((count += 1)))
    }
    expect(await ask("/messaging/v1/messages", { method: "OPTIONS" })).to.deep.equal(answer((count += 1)))
    expect(happened()).to.equal(0)
    expect(await ask("/messaging/v1/messages?a=1")).to.deep.equal(failed)
    expect(await ask("/messaging/v1/mess", { method: "POST", body: "{}" })).to.deep.equal(failed)
    expect(happened()).to.equal(2)
    expect(await ask("/messaging/v1/messages")).to.deep.equal(answer(count + 1))
    end?.()
    expect([hooks.size, happened()]).to.deep.equal([0, 2])
  })

  it("is changed for every route and each time where none is named, until it ends", async () => {
    const { ask, happened, end } = served((context) =>
      failingApi({ fault: "failingApi", api: "swap", status: 503 }, context),
    )
    for (let times = 1; times <= 3; times += 1) {
      expect(await ask("/swap/")).to.deep.equal([503, failed[1]])
      expect(await ask("/swap/v1/quote")).to.deep.equal([503, failed[1]])
      expect(happened()).to.equal(2 * times)
    }
    end?.()
    expect(await ask("/swap/v1/quote")).to.deep.equal(answer(1))
  })

  it("is a refusal that says when to come again", async () => {
    const { respond } = served((context) => limitedApi({ fault: "limitedApi", api: "gateway", retryAfter: 7 }, context))
    const refused = await respond("/gateway/v1")
    expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).to.deep.equal([
      ...[429, "7", { status: "ERROR", message: "too many requests" }],
    ])
  })

  it("is the first one to the same question, as often as it is asked, and another's is not", async () => {
    const { ask, happened, end } = served((context) => staleApi({ fault: "staleApi", api: "messaging" }, context))
    const [one, other] = ["/messaging/v1?id=1", "/messaging/v1?id=2"]
    expect([await ask(one), await ask(other), await ask(one), await ask(other), await ask(one)]).to.deep.equal(
      [1, 2, 1, 2, 1].map(answer),
    )
    expect(happened()).to.equal(5)
    end?.()
    expect(await ask(one)).to.deep.equal(answer(3))
  })

  it("comes after so many seconds of the world, or once the fault ends, or nobody waits for it any more", async () => {
    const slow = (seconds: number) => served((context) => slowApi({ fault: "slowApi", api: "swap", seconds }, context))
    /** Asks, and says whether it is answered. */
    const asking = ({ ask }: ReturnType<typeof slow>, init?: RequestInit) => {
      let isAnswered = false
      void ask("/swap/v1", init).then(() => (isAnswered = true))
      return async () => {
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
        return isAnswered
      }
    }
    const timed = slow(5)
    const byTime = asking(timed)
    expect(await byTime()).to.equal(false)
    timed.clock.advance(4_999)
    expect(await byTime()).to.equal(false)
    timed.clock.advance(1)
    expect(await byTime()).to.equal(true)

    const ended = slow(60)
    const byEnd = asking(ended)
    expect(await byEnd()).to.equal(false)
    ended.end?.()
    expect([await byEnd(), ended.hooks.size]).to.deep.equal([true, 0])

    const left = slow(60)
    const leaving = new AbortController()
    const byLeaving = asking(left, { signal: leaving.signal })
    expect(await byLeaving()).to.equal(false)
    leaving.abort()
    expect(await byLeaving()).to.equal(true)
  })

  it("is half of it, whose other headers stay, also where there is no connection to cut", async () => {
    const { respond } = served((context) => cutApi({ fault: "cutApi", api: "messaging" }, context))
    const cut = await respond("/messaging/v1")
    expect([cut.headers.get("x-own"), cut.headers.get("content-length"), await cut.text()]).to.deep.equal([
      ...["kept", String('{"answer":1}'.length), '{"answ'],
    ])
  })
})
