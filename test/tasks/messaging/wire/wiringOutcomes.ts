import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import type { AppliedChange } from "#src/messaging/wiring/apply/WiringStep.js"
import type { WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { TriedDelivery } from "#src/messaging/wiring/tryDeliveries.js"
import { exitCodeOf } from "#src/plugin/run/runTask.js"
import { appliedError, deliveryError, planError } from "#tasks/messaging/wire/wiringOutcomes.js"

const empty: WiringPlan = { changes: [], extras: [], problems: [], inPlace: [] }
const problem = (about: "plug" | "unreachable"): WiringPlan["problems"][number] => {
  return { about, application: undefined, chain: "alpha", says: "It is not there." }
}
const hash = `0x${"1".repeat(64)}` as const
const result = (status: AppliedChange["status"], isSent = false): AppliedChange => {
  return { change: {} as AppliedChange["change"], status, hash: isSent ? hash : undefined, error: undefined }
}
const delivery = (status: TriedDelivery["status"], application: string): TriedDelivery => {
  const ends = { chain: "alpha", chainSlug: 1, plug: zeroAddress, siblingChain: "beta", siblingChainSlug: 2 }
  return { application, ...ends, status, fee: null, reason: "why", notes: [] }
}
const running = { isHandedOver: false, signal: new AbortController().signal }

describe("the end of messaging wire", () => {
  it("has an error for a plan that could not be read as a whole, or has a problem, or differs when it is checked", () => {
    const unread = { ...empty, problems: [problem("unreachable"), problem("unreachable")] }
    const wrong = { ...empty, problems: [problem("plug")] }
    const drifted = { ...empty, extras: [{} as WiringPlan["extras"][number]] }
    const cases = [
      [empty, "plan", undefined, 0],
      [empty, "check", undefined, 0],
      [drifted, "plan", undefined, 0],
      [drifted, "check", "SHOWN_FAILURE", 2],
      [unread, "plan", "PARTLY_READ", 1],
      [unread, "check", "PARTLY_READ", 1],
      [wrong, "plan", "WIRING_INCOMPLETE", 1],
      [wrong, "check", "SHOWN_FAILURE", 2],
    ] as const
    for (const [plan, mode, code, exitCode] of cases) {
      const error = planError(plan, mode)
      expect([error?.code, exitCodeOf(error)], `${mode} ${String(code)}`).to.deep.equal([code, exitCode])
    }
    const both = { ...empty, problems: [problem("unreachable"), { ...problem("plug"), chain: "beta" }] }
    for (const plan of [unread, both]) {
      const error = planError(plan, "plan")
      expect(JSON.stringify([error?.message, error?.facts]))
        .to.contain("alpha")
        .and.to.not.contain("beta")
    }
  })

  it("has an error for a new connection that brings no message, or of which that is not known", () => {
    const fine = [delivery("arrived", "a"), delivery("refused", "b"), delivery("one-sided", "c")]
    const cases = [
      [fine, undefined, 0, ""],
      [[...fine, delivery("unverified", "d")], "PARTLY_READ", 1, "d alpha → beta"],
      [
        [delivery("unverified", "d"), delivery("failed", "e"), delivery("failed", "f")],
        "SHOWN_FAILURE",
        2,
        "e alpha → beta, f alpha → beta",
      ],
    ] as const
    for (const [deliveries, code, exitCode, named] of cases) {
      const error = deliveryError(deliveries)
      expect([error?.code, exitCodeOf(error)], named).to.deep.equal([code, exitCode])
      const said = error?.message ?? ""
      expect(said).to.contain(named)
      expect(said.match(/ → /g)?.length ?? 0).to.equal(named.split(" → ").length - 1)
    }
  })

  it("has the error of the worst that became of a change", () => {
    const cases = [
      [[result("done", true), result("in place")], undefined, 0],
      [[result("pending", true), result("done", true)], "WIRING_PENDING", 3],
      [[result("pending", true), result("unsent")], "WIRING_INCOMPLETE", 1],
      [[result("changed"), result("failed", true)], "SHOWN_FAILURE", 2],
      [[result("failed")], "WIRING_INCOMPLETE", 1],
      [[result("blocked")], "WIRING_INCOMPLETE", 1],
      [[result("elsewhere")], "WIRING_INCOMPLETE", 1],
    ] as const
    for (const [results, code, exitCode] of cases) {
      const error = appliedError(empty, results, running)
      const statuses = results.map(({ status }) => status).join()
      expect([error?.code, exitCodeOf(error)], statuses).to.deep.equal([code, exitCode])
    }
    expect(appliedError(empty, [result("elsewhere")], { ...running, isHandedOver: true })).to.equal(undefined)
    const one = { ...empty, problems: [problem("plug")] }
    expect(appliedError(one, [result("done", true)], running)?.code).to.equal("WIRING_INCOMPLETE")
    const interrupted = appliedError(empty, [result("unsent")], { ...running, signal: AbortSignal.abort() })
    expect([interrupted?.code, exitCodeOf(interrupted)]).to.deep.equal(["ABORTED", 130])
  })

  it("counts what is missing, of each kind that there is", () => {
    const wrong = (count: number) => ({ ...empty, problems: Array.from({ length: count }, () => problem("plug")) })
    const elsewhere = [result("elsewhere"), result("elsewhere"), result("elsewhere")]
    const cases = [
      [planError(wrong(1), "plan"), { problems: "1" }],
      [planError(wrong(12), "plan"), { problems: "12" }],
      [appliedError(empty, [result("failed")], running), { "not sent": "1" }],
      [appliedError(empty, elsewhere, running), { "for another account": "3" }],
      [
        appliedError(wrong(2), [result("unsent"), ...elsewhere, result("done", true)], running),
        { "not sent": "1", "for another account": "3", problems: "2" },
      ],
    ] as const
    for (const [error, facts] of cases) {
      expect(JSON.parse(JSON.stringify(error?.facts))).to.deep.equal(facts)
    }
  })

  it("says how many transactions are pending", () => {
    const pending = [1, 2, 31].map((count) =>
      appliedError(
        empty,
        [...Array<AppliedChange>(count).fill(result("pending", true)), result("done", true)],
        running,
      ),
    )
    expect(pending.map((error) => [error?.facts["pending"], error?.message.split(" ")[0]])).to.deep.equal([
      ["1", "One"],
      ["2", "2"],
      ["31", "31"],
    ])
  })
})
