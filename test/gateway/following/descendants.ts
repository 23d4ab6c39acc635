import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { getOpenedTransactions, TooManyDescendantsError } from "#src/gateway/following/openedRequests.js"
import { waitForTransaction } from "#src/gateway/following/watchTransaction.js"
import { failure } from "#test/fixtures/failure.js"
import { json } from "#test/fixtures/servers/fakeFetch.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const hashOf = (id: number): Hex => bytes32(0x1000 + id)

/** A request that is complete, and whose callback ran in a transaction. */
function requestIn(
  requestCount: number,
  { callback, ...more }: { callback?: number; status?: string; openedBy?: string | null } = {},
): Record<string, unknown> {
  const callbackTxHash = callback === undefined ? null : hashOf(callback)
  const isDone = more.status === undefined
  const payload = {
    payloadId: bytes32(requestCount),
    chainSlug: 41001,
    executeDetails: { executeStatus: isDone ? "EXECUTED" : "FINALIZED" },
    callBackDetails: { callbackTxHash, callbackStatus: isDone ? "PROMISE_RESOLVED" : "NO" },
  }
  return { status: "COMPLETED", requestCount, writePayloads: [payload], readPayloads: [], ...more }
}

/** A gateway API that answers by the transaction that is asked for, and in turn where a list of answers is given. */
function gatewayOf(answers: (hash: Hex, asked: number) => readonly unknown[]): ReturnType<typeof createFakeGateway> {
  const asked = new Map<Hex, number>()
  return createFakeGateway(({ url }) => {
    const hash = new URL(url).searchParams.get("txHash") as Hex
    const times = (asked.get(hash) ?? 0) + 1
    asked.set(hash, times)
    return json({ status: "SUCCESS", response: answers(hash, times) })
  })
}

const counts = (requests: readonly { requestCount: number | null }[]) =>
  requests.map(({ requestCount }) => requestCount)

describe("waitForTransaction with descendants", () => {
  it("believes that a callback opened nothing only when it hears so twice", async () => {
    const { client, clock } = gatewayOf((hash, asked) =>
      hash === hashOf(0) ? [requestIn(1, { callback: 1 })] : asked < 2 ? [] : [requestIn(2)],
    )
    const all = await clock.run(waitForTransaction(client, { txHash: hashOf(0), descendants: true }))
    expect(counts(all)).to.deep.equal([1, 2])
    const silent = gatewayOf((hash) => (hash === hashOf(0) ? [requestIn(1, { callback: 1 })] : []))
    const alone = await silent.clock.run(waitForTransaction(silent.client, { txHash: hashOf(0), descendants: true }))
    expect([counts(alone), silent.requests.filter(({ url }) => url.includes(hashOf(1))).length]).to.deep.equal([[1], 2])
  })

  it("reads a transaction again until all of its requests are complete", async () => {
    const { client, clock } = gatewayOf((hash, asked) =>
      hash === hashOf(0)
        ? [requestIn(1, { callback: 1 })]
        : [requestIn(2), requestIn(3, asked < 4 ? { status: "IN_PROGRESS" } : {})],
    )
    const all = await clock.run(waitForTransaction(client, { txHash: hashOf(0), descendants: true }))
    expect(all.map(({ status }) => status)).to.deep.equal(["COMPLETED", "COMPLETED", "COMPLETED"])
  })

  it("keeps requests apart that the API gives no number", async () => {
    const unnumbered = (...args: Parameters<typeof requestIn>) => ({ ...requestIn(...args), requestCount: null })
    const { client, clock } = gatewayOf((hash) => {
      const empty = { ...unnumbered(9), writePayloads: [] }
      if (hash === hashOf(0)) return [unnumbered(1, { callback: 1 }), unnumbered(2), empty]
      return hash === hashOf(1) ? [unnumbered(3), unnumbered(4), empty] : []
    })
    const all = await clock.run(waitForTransaction(client, { txHash: hashOf(0), descendants: true }))
    const ids = all.map(({ payloads }) => Number(payloads[0]?.payloadId ?? 0))
    expect(ids).to.deep.equal([1, 2, 0, 3, 4, 0])
  })

  it("ends where callbacks run in a circle", async () => {
    const { client, clock, requests } = gatewayOf((hash) => [
      hash === hashOf(0) ? requestIn(1, { callback: 1 }) : requestIn(2, { callback: 0 }),
    ])
    const all = await clock.run(waitForTransaction(client, { txHash: hashOf(0), descendants: true }))
    expect(counts(all)).to.deep.equal([1, 2])
    expect(requests, "each transaction is read once").to.have.length(2)
  })

  it("gives up a chain of callbacks that goes on for ever, and asks each of its transactions once", async () => {
    const { client, clock, requests } = gatewayOf((hash) => {
      const id = Number(hash) - 0x1000
      return [requestIn(id, { callback: id + 1 })]
    })
    const error = await clock.run(failure(waitForTransaction(client, { txHash: hashOf(0), descendants: true })))
    if (!(error instanceof TooManyDescendantsError)) throw error
    expect(error.code).to.equal("TOO_MANY_DESCENDANTS")
    expect(requests).to.have.length.below(105)
    const { requests: opened, facts } = error
    expect(opened, "one more than the limit").to.have.length(101)
    expect(facts).to.include({ transaction: hashOf(0), "latest request": String(opened.at(-1)!.requestCount) })
    expect(Number(facts["latest request"])).to.equal(100)
    const unnumbered = new TooManyDescendantsError(hashOf(0), [{ ...opened[0]!, requestCount: null }])
    expect(unnumbered.facts).to.include({ "latest request": "without a number" })
  })

  it("goes on while a callback's request is not complete, or one of its payloads may open another", async () => {
    const [payload] = requestIn(2)["writePayloads"] as [object]
    const other = { ...payload, payloadId: bytes32(7) }
    const executed = { ...other, callBackDetails: { callbackTxHash: null, callbackStatus: "PROMISE_RESOLVING" } }
    const done = { ...requestIn(2), writePayloads: [payload, other] }
    const states = [{ ...done, status: "IN_PROGRESS" }, { ...done, writePayloads: [payload, executed] }, done]
    const { client, clock, requests } = gatewayOf((hash, asked) => {
      if (hash === hashOf(0)) return [requestIn(1, { callback: 1 })]
      return hash === hashOf(1) ? [states[Math.min(asked, states.length) - 1]] : []
    })
    await clock.run(waitForTransaction(client, { txHash: hashOf(0), descendants: true }))
    expect(requests.filter(({ url }) => url.includes(hashOf(1)))).to.have.length(3)
  })

  it("asks no more for what has ended", async () => {
    const { client, clock, requests } = gatewayOf((hash, asked) => {
      if (hash === hashOf(0))
        return [requestIn(1, asked < 10 ? { callback: 1, status: "IN_PROGRESS" } : { callback: 1 })]
      return hash === hashOf(1) ? [requestIn(2)] : []
    })
    await clock.run(waitForTransaction(client, { txHash: hashOf(0), descendants: true }))
    const to = (hash: Hex) => requests.filter(({ url }) => url.includes(hash)).length
    expect([to(hashOf(0)), to(hashOf(1))]).to.deep.equal([10, 1])
  })

  it("leaves out what others opened in the same transaction, if the API says who did", async () => {
    const { client, clock } = gatewayOf((hash) =>
      hash === hashOf(0)
        ? [requestIn(1, { callback: 1 })]
        : [
            requestIn(2, { openedBy: bytes32(1) }),
            requestIn(3, { openedBy: bytes32(99), status: "REVERTING" }),
            requestIn(4, { openedBy: null, status: "REVERTING" }),
          ],
    )
    const all = await clock.run(waitForTransaction(client, { txHash: hashOf(0), descendants: true }))
    expect(counts(all)).to.deep.equal([1, 2])
  })

  it("ends with an error as soon as something reverts that is tried no more", async () => {
    const givenUp = requestIn(2, { status: "REVERTING" })
    const [payload] = givenUp["writePayloads"] as object[]
    const { client, clock } = gatewayOf((hash) =>
      hash === hashOf(0)
        ? [requestIn(1, { callback: 1 })]
        : [{ ...givenUp, writePayloads: [{ ...payload, isGivenUp: true }] }],
    )
    const started = clock.now()
    const error = await clock.run(failure(waitForTransaction(client, { txHash: hashOf(0), descendants: true })))
    expect(error).to.include({ code: "TRANSACTION_REVERTING" })
    expect((error as Error).message).to.contain("tries are over")
    expect(clock.now()).to.equal(started)
  })
})

describe("getOpenedTransactions", () => {
  it("names the callback transactions that opened more, one step far", async () => {
    const { client } = gatewayOf((hash) => (hash === hashOf(1) ? [requestIn(3, { callback: 5 })] : []))
    const requests = await gatewayOf(() => [
      requestIn(1, { callback: 1 }),
      requestIn(2, { callback: 2 }),
    ]).client.getTransaction({ txHash: hashOf(0) })
    const opened = await getOpenedTransactions(client, { requests })
    expect(opened.map(({ txHash, payloadIds }) => [txHash, payloadIds])).to.deep.equal([[hashOf(1), [bytes32(1)]]])
    expect(counts(opened[0]!.requests)).to.deep.equal([3])
  })

  it("reads a transaction of several callbacks once, and takes what any of them opened", async () => {
    const { client, requests: sent } = gatewayOf((hash) => [
      requestIn(Number(hash) === 0x1001 ? 5 : 8, { openedBy: bytes32(Number(hash) === 0x1001 ? 3 : 2) }),
      requestIn(6, { openedBy: bytes32(99) }),
      requestIn(7, { openedBy: bytes32(1).toUpperCase().replace("X", "x") }),
    ])
    const requests = await gatewayOf(() => [
      requestIn(3, { callback: 1 }),
      requestIn(2, { callback: 4 }),
      requestIn(1, { callback: 1 }),
      requestIn(9),
    ]).client.getTransaction({ txHash: hashOf(0) })
    const opened = await getOpenedTransactions(client, { requests })
    expect(
      opened.map(({ txHash, payloadIds, requests: found }) => [
        Number(txHash) - 0x1000,
        payloadIds.map(Number),
        counts(found),
      ]),
    ).to.deep.equal([
      [1, [3, 1], [5, 7]],
      [4, [2], [8]],
    ])
    expect(sent).to.have.length(2)
  })
})
