import { expect } from "chai"
import { describe, it } from "mocha"

import { mockApi } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

const hash = `0x${"ab".repeat(32)}`

const paid = { status: "EXECUTED", revert: "no" }

const deployed = (...isDeployed: unknown[]): object => ({
  gateway: [{ onChainAddress: `0x${"12".repeat(20)}`, isDeployed }],
})

describe("what a scenario is not", () => {
  const cases: readonly (readonly [expected: string | RegExp, scenario: unknown])[] = [
    ['Argument "messaging[0]": 5 is no entry. Give it fees or srcTxHash.', { messaging: [5] }],
    ['Argument "messaging[0]": it does not say what is asked for. Give it fees or srcTxHash.', { messaging: [{}] }],
    [
      'Argument "messaging[0].srcTxHash": "0x12" is not a transaction hash. Give 0x followed by 64 hexadecimal digits.',
      { messaging: [{ srcTxHash: "0x12", states: ["SEALED"] }] },
    ],
    [
      /^Argument "messaging\[0\]\.states\[1\]": "SEALD" is not a state of a message\. Did you mean SEALED\?/,
      { messaging: [{ srcTxHash: hash, states: ["RECEIVED", "SEALD"] }] },
    ],
    [
      /^Argument "messaging\[0\]\.states\[0\]\[1\]": "SEALD" is not a state of a message\./,
      { messaging: [{ srcTxHash: hash, states: [["RECEIVED", "SEALD"]] }] },
    ],
    [
      /^Argument "messaging\[1\]\.states\[0\]\.status": "SEALD" is not a state of a message\./,
      { messaging: [{ fees: [1n] }, { srcTxHash: hash, states: [{ after: 5, status: "SEALD" }] }] },
    ],
    [/ there is no option "revert"\. .* Did you mean reverts\?$/, { gateway: [{ txHash: hash, states: [[paid]] }] }],
    [/ there is no option "retry"\. /, { swap: [{ quoteId: "a", states: [{ error: 500, retry: 5 }] }] }],
    [/^Argument "messaging\[0\]": there is no option "srcTxHash"\. /, { messaging: [{ srcTxHash: hash, fees: [1n] }] }],
    [/^Argument "scenario": one is no API/, { messaging: undefined, one: [], other: [] }],
    [/^Argument "gateway\[0\]\.isDeployed\[0\]": "yes" is no boolean\./, deployed("yes")],
    [/^Argument "gateway\[0\]\.isDeployed\[1\]": 1 is no boolean\./, deployed(true, 1)],
    [
      'Argument "messaging[0].states[0]": there is no option "afte". Use some of after, times, slow, status, fields. Did you mean after?',
      { messaging: [{ srcTxHash: hash, states: [{ afte: 5, status: "SEALED" }] }] },
    ],
    [
      'Argument "messaging[0].states[0]": there is no error "ct". Give a status of HTTP from 400 to 599, or unknown, malformed, empty, cut.',
      { messaging: [{ srcTxHash: hash, states: [{ error: "ct" }] }] },
    ],
    [
      / there is no option "state"\. .* Did you mean states\?$/,
      { messaging: [{ srcTxHash: hash, state: ["SEALED"] }] },
    ],
    [
      /^Argument "messaging\[0\]\.shape": "lists" is not a shape of the response\./,
      { messaging: [{ srcTxHash: hash, shape: "lists", states: ["SEALED"] }] },
    ],
    [/^Argument "messaging\[0\]\.fees\[0\]": 5 is no bigint/, { messaging: [{ fees: [5] }] }],
    [
      /^Argument "gateway\[0\]\.states\[0\]": "DONE" is not a state of a request\./,
      { gateway: [{ txHash: hash, states: ["DONE"] }] },
    ],
    [
      /^Argument "gateway\[0\]\.states\[0\]\[0\]\.status": "DONE" is not a state of a payload\./,
      { gateway: [{ txHash: hash, states: [[{ status: "DONE", reverts: "no" }]] }] },
    ],
    [
      /^Argument "gateway\[0\]\.callTypes\[0\]": "RAED" is not a type of call\. Did you mean READ\?/,
      { gateway: [{ txHash: hash, callTypes: ["RAED"], states: ["COMPLETED"] }] },
    ],
    [
      /^Argument "gateway\[0\]\.states\[0\]": "Reverting" is not a published state of a trigger\./,
      { gateway: [{ triggerTxHash: hash, states: ["Reverting"] }] },
    ],
    [/^Argument "gateway\[0\]\.payloadId": "0x" is not /, { gateway: [{ payloadId: "0x", states: ["NO"] }] }],
    [
      /^Argument "gateway\[0\]\.timeout": there is no option "txhash"\. .* Did you mean txHash\?$/,
      { gateway: [{ timeout: { txhash: hash }, states: ["RESOLVED"] }] },
    ],
    [/^Argument "gateway\[0\]\.timeout": /, { gateway: [{ timeout: undefined, states: ["RESOLVED"] }] }],
    [
      /^Argument "swap\[0\]\.states\[0\]": "DONE" is not a state of a route\./,
      { swap: [{ quoteId: "a", states: ["DONE"] }] },
    ],
  ]
  for (const [expected, scenario] of cases) {
    it(`is refused: ${String(expected).replace(/\. .*/, "")}`, async () => {
      const error = await failure(Promise.resolve().then(() => mockApi(scenario as never)))
      expect(error).to.have.property("code", "INVALID_INPUT")
      if (typeof expected === "string") expect(error.message).to.equal(expected)
      else expect(error.message).to.match(expected)
    })
  }

  const [address, id] = [`0x${"12".repeat(20)}`, { contractId: hash }]
  const wrongParts: readonly (readonly [argument: string, scenario: unknown])[] = [
    ...[null, 5, "messaging", { messaging: {} }, { swap: "quotes" }, { messaging: [], gateway: null }].map(
      (scenario) => ["scenario", scenario] as const,
    ),
    ["scenario", { swap: [{ quoteId: "a", states: "COMPLETED" }] }],
    ["scenario", { swap: [{ quoteId: "a", states: [] }] }],
    ["messaging[0].fees[1].status", { messaging: [{ fees: [1n, { status: 5 }] }] }],
    ["messaging[0].fees[0]", { messaging: [{ fees: [-1n] }] }],
    ["gateway[0].txHash", { gateway: [{ txHash: "0x12", states: ["COMPLETED"] }] }],
    ["gateway[0].shape", { gateway: [{ txHash: hash, shape: "list of lists", states: ["COMPLETED"] }] }],
    ["gateway[0].callTypes[1]", { gateway: [{ txHash: hash, callTypes: ["READ", "RAED"], states: ["COMPLETED"] }] }],
    ["gateway[0].callTypes", { gateway: [{ txHash: hash, callTypes: "RAED", states: ["COMPLETED"] }] }],
    ["gateway[0].states[1][1]", { gateway: [{ txHash: hash, states: ["COMPLETED", ["EXECUTED", "DONE"]] }] }],
    [
      "gateway[1].states[1]",
      {
        gateway: [
          { txHash: hash, states: ["COMPLETED"] },
          { payloadId: hash, states: ["NO", "N"] },
        ],
      },
    ],
    ["gateway[0].triggerTxHash", { gateway: [{ triggerTxHash: "0x12", states: ["Executed"] }] }],
    ["gateway[0].states[0]", { gateway: [{ timeout: {}, states: ["DONE"] }] }],
    ["gateway[0].contractId", { gateway: [{ contractId: "0x12", states: [] }] }],
    ["gateway[0].states[0]", { gateway: [{ ...id, states: ["DONE"] }] }],
    ["gateway[0].onChainAddress", { gateway: [{ onChainAddress: hash, isDeployed: [true] }] }],
    ["gateway[0]", { gateway: [{ onChainAddress: address, states: [true], isDeployed: [true] }] }],
    ["swap[0].srcTxHash", { swap: [{ srcTxHash: "0x12", states: ["PENDING"] }] }],
    ["swap[0].states[0]", { swap: [{ srcTxHash: hash, states: [1.5] }] }],
    ["swap[0].states[1].status", { swap: [{ quoteId: "a", states: [0, { status: "DONE" }] }] }],
    ["swap[0]", { swap: [{ tokens: [{}], p: "x" }] }],
    ["swap[0].chains[0]", { swap: [{ chains: [{ error: 700 }] }] }],
  ]
  it("is refused by the name of its part, however deep it is", async () => {
    const refusals = await Promise.all(
      wrongParts.map(async ([, scenario]) => {
        const { code, facts } = await failure(Promise.resolve().then(() => mockApi(scenario as never)))
        return [code, facts["argument"]]
      }),
    )
    expect(refusals).to.deep.equal(wrongParts.map(([argument]) => ["INVALID_INPUT", argument]))
  })

  it("may have parts that are not given, or that are empty, and then answers nothing", async () => {
    for (const scenario of [{}, { messaging: undefined }, { messaging: [], gateway: [], swap: undefined }]) {
      const { code, facts } = await failure(mockApi(scenario).fetch("http://127.0.0.1/swap/v3/swap/providers"))
      expect([code, facts]).to.deep.equal(["UNEXPECTED_REQUEST", { "it has answers about": "nothing" }])
    }
  })

  it("refuses a clock that it does not have, and options", () => {
    expect(() => mockApi({}, { time: "flies" as never })).to.throw(
      'Argument "time": "flies" is not a way of the clock.',
    )
    expect(() => mockApi({}, { tim: "stands" } as never)).to.throw(" time?")
  })

  it("takes the errors of HTTP, to the last of them, and those of its own", () => {
    const isTaken = (error: unknown): boolean => {
      try {
        mockApi({ swap: [{ quoteId: "a", states: [{ error: error as never }] }] })
        return true
      } catch {
        return false
      }
    }
    for (const error of [400, 404, 599, "unknown", "malformed", "empty", "cut"]) expect(isTaken(error)).to.equal(true)
    for (const error of [200, 399, 600, 400.5, "400", 400n, null]) expect(isTaken(error), String(error)).to.equal(false)
  })

  it("takes the numbers of version 2 as states of a route", () => {
    expect(() => mockApi({ swap: [{ quoteId: "a", states: [0, 4] }] })).to.not.throw()
  })
})
