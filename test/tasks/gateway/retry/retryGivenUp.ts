import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { PlugsError } from "#src/primitives/PlugsError.js"
import { retryGivenUp } from "#tasks/gateway/retry/retryGivenUp.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

class Refused extends PlugsError {
  readonly code: string = "REQUEST_REFUSED"
}
class Down extends PlugsError {
  readonly code = "UNREACHABLE"
}
class Unknown extends Refused {
  override readonly code = "NOT_FOUND"
}

const details = (text: string | null) => ({
  ...{ executeSimulationStatus: null, executeRevertString: text },
  ...{ callbackSimulationStatus: null, callbackRevertString: null },
})
const payload = (id: number, status: string, revert: string | null = null, isGivenUp = false) => ({
  ...{ payloadId: bytes32(id), status, isGivenUp, simulationDetails: details(revert) },
})
const timeout = (id: number, more = {}) => ({
  ...{
    timeoutId: bytes32(id),
    status: "ADDED_TO_QUEUE",
    isResolved: false,
    revertString: null,
    simulationStatus: null,
  },
  ...more,
})
const trigger = (id: number, status: string, revertString: string | null = null, isGivenUp = false) => ({
  ...{ callId: bytes32(id), status, isGivenUp, ExecutionDetails: { revertString, simulationStatus: null } },
})

type Answers = {
  payload?: object
  payloads?: readonly object[]
  timeouts?: readonly object[]
  scheduled?: readonly object[]
  triggers?: readonly object[]
}

/** Retries against an API that answers like this, one answer after the other, and a node that retries what it is asked for. */
function retry(answers: readonly (Answers | Error)[], { isDevnet = true, timeout: limit = 1_000 } = {}) {
  const clock = createManualClock()
  const asked: Hex[] = []
  let index = 0
  const now = (): Answers => {
    const answer = answers[Math.min(index, answers.length - 1)]!
    if (answer instanceof Error) throw answer
    return answer
  }
  const refuse = (code: "REQUEST_REFUSED" | "NOT_FOUND"): never => {
    throw code === "NOT_FOUND" ? new Unknown("No.") : new Refused("No.")
  }
  const asyncly =
    <Value>(read: () => Value) =>
    (): Promise<Value> =>
      Promise.resolve().then(read)
  const api = {
    getPayload: asyncly(() => now().payload ?? refuse("NOT_FOUND")),
    getTransaction: asyncly(() =>
      now().payloads === undefined ? refuse("REQUEST_REFUSED") : [{ payloads: now().payloads }],
    ),
    getTimeouts: ({ timeoutId }: { timeoutId?: Hex }) =>
      asyncly(() => (timeoutId === undefined ? now().scheduled : now().timeouts) ?? [])(),
    getTriggers: () =>
      asyncly(() => now().triggers ?? [])().finally(() => {
        index += 1
      }),
  }
  const { client } = fakeNode(({ params: [id] }) => {
    asked.push(id as Hex)
    return isDevnet ? "retried" : nodeError("no method", -32_601)
  })
  const work = retryGivenUp(
    { api: api as never, client },
    { id: bytes32(99), abis: [], timeout: limit, clock, minInterval: 10, maxInterval: 10 },
  )
  return { work: clock.run(work), asked }
}
const shown = async ({ work, asked }: ReturnType<typeof retry>) => {
  const items = (await work).map(({ kind, id, outcome, status, isDone, revert }) => [
    kind,
    Number(id),
    outcome,
    status,
    isDone,
    revert,
  ])
  return { items, asked: asked.map(Number) }
}

describe("retryGivenUp", () => {
  it("leaves alone what is done or does not revert, and asks nothing of the node", async () => {
    const answers = {
      payloads: [payload(1, "PROMISE_RESOLVED", "old"), payload(2, "FINALIZED")],
      scheduled: [timeout(3, { isResolved: true, status: "RESOLVED" })],
      triggers: [trigger(4, "Executed", "old"), trigger(5, "Queued")],
    }
    expect(await shown(retry([answers]))).to.deep.equal({
      items: [
        ["payload", 1, "done", "PROMISE_RESOLVED", true, null],
        ["payload", 2, "not given up", "FINALIZED", false, null],
        ["timeout", 3, "done", "RESOLVED", true, null],
        ["trigger", 4, "done", "Executed", true, null],
        ["trigger", 5, "not given up", "Queued", false, null],
      ],
      asked: [],
    })
  })

  it("asks for what reverts or is given up, and waits until each is done or reverts again", async () => {
    const before = {
      payload: payload(1, "FINALIZED", "low"),
      payloads: [payload(1, "FINALIZED", "low"), payload(2, "FINALIZED", null, true)],
      timeouts: [timeout(3, { revertString: "late" })],
      triggers: [trigger(4, "Reverting", "no"), trigger(5, "Queued", null, true)],
    }
    const between = { ...before, payload: payload(1, "EXECUTING"), timeouts: [timeout(3)] }
    const after = {
      payload: payload(1, "PROMISE_RESOLVED"),
      payloads: [payload(2, "FINALIZED", "low again")],
      timeouts: [timeout(3, { isResolved: true, status: "RESOLVED" })],
      triggers: [trigger(4, "Executed"), trigger(5, "Executed")],
    }
    expect(await shown(retry([before, between, after]))).to.deep.equal({
      items: [
        ["payload", 1, "retried", "PROMISE_RESOLVED", true, null],
        ["payload", 2, "retried", "FINALIZED", false, "low again"],
        ["timeout", 3, "retried", "RESOLVED", true, null],
        ["trigger", 4, "retried", "Executed", true, null],
        ["trigger", 5, "retried", "Executed", true, null],
      ],
      asked: [1, 2, 3, 4, 5],
    })
  })

  it("asks the node for an id that the API does not know, such as that of a trigger", async () => {
    expect(await shown(retry([{}]))).to.deep.equal({
      items: [["unknown", 99, "retried", null, null, null]],
      asked: [99],
    })
  })

  it("ends with its deadline, naming what is open and how it stands", async () => {
    const open = { payload: payload(1, "FINALIZED", null, true) }
    const { work } = retry([open, { payload: payload(1, "EXECUTING", null, true) }], { timeout: 100 })
    const { code, facts } = await failure(work)
    expect(code).to.equal("DEADLINE_PASSED")
    expect(JSON.stringify(facts)).to.contain("EXECUTING").and.to.contain(bytes32(1))
    const late = await failure(retry([open, new Down("Down.")], { timeout: 100 }).work)
    expect(late, "an API that answers no more says of nothing that it is done").to.include({ code: "DEADLINE_PASSED" })
    expect(late.cause).to.include({ code: "UNREACHABLE" })
    expect(late.facts["id"]).to.equal(bytes32(99))
  })

  it("fails where no devnet can retry it, or the API fails in another way", async () => {
    const open = { payload: payload(1, "FINALIZED", "low") }
    const { work } = retry([open], { isDevnet: false })
    expect((await failure(work)).code).to.equal("RETRY_UNAVAILABLE")
    const down = retry([new Down("Down.")])
    expect((await failure(down.work)).code).to.equal("UNREACHABLE")
  })
})
