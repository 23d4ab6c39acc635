import { expect } from "chai"
import { describe, it } from "mocha"

import { createMessagingClient, waitForMessage } from "#src/messaging/index.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { mockApi, type MockScenario } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const srcTxHash = bytes32(0xabc)
const other = bytes32(0xdef)
const scenario: MockScenario = { messaging: [{ srcTxHash, states: ["RECEIVED", "EXECUTION_SUCCESS"] }] }

describe("what a mocked API expects", () => {
  it("refuses a request that it does not have, at once and not again", async () => {
    const api = mockApi(scenario)
    const client = createMessagingClient(api.messaging)
    const error = await failure(waitForMessage(client, { srcChainSlug: 41001, srcTxHash: other }))
    expect(error.message).to.equal(
      [
        `The scenario of mockApi has no answer to GET /messaging/v1/messages-from-tx?srcChainSlug=41001&srcTxHash=${other}.`,
        `  it has answers about: the messages of ${srcTxHash}`,
        "Add what is asked for to the scenario, or correct what the code under test asks for.",
      ].join("\n"),
    )
    expect(api.requests).to.have.length(1)
  })

  it("reports at the end what the code under test has swallowed, and what it never asked for", async () => {
    const api = mockApi(scenario)
    const client = createMessagingClient(api.messaging)
    await client.getMessages({ srcChainSlug: 41001, srcTxHash: other }).catch(() => undefined)
    expect(() => {
      api.assertDone()
    }).to.throw(
      [
        "The requests were not those of the scenario of mockApi.",
        `  has no answer to: GET /messaging/v1/messages-from-tx?srcChainSlug=41001&srcTxHash=${other}`,
        `  not used: the messages of ${srcTxHash} (never asked for)`,
        "Make the scenario say what the code under test asks for, or correct the code.",
      ].join("\n"),
    )
  })

  it("reports the answers that were never given", async () => {
    const api = mockApi(scenario)
    await createMessagingClient(api.messaging).getMessages({ srcChainSlug: 41001, srcTxHash })
    expect(() => {
      api.assertDone()
    }).to.throw(
      [
        "The requests were not those of the scenario of mockApi.",
        `  not used: the messages of ${srcTxHash} (not got to EXECUTION_SUCCESS)`,
      ].join("\n"),
    )
  })

  it("reports at the end of `using` what was swallowed, and leaves the rest to the test's own failure", async () => {
    const api = mockApi(scenario)
    const end = (): void => {
      api[Symbol.dispose]()
    }
    end()
    await api.fetch("https://example.org/").catch(() => undefined)
    expect(end).to.throw(/has no answer to: GET \/\n(?!.*not used)/s)
  })

  it("refuses requests to anything else", async () => {
    const api = mockApi({})
    const error = await failure(api.fetch("https://example.org/v1?a=1"))
    expect(error.code).to.equal("UNEXPECTED_REQUEST")
    expect(error.message).to.contain("GET /v1?a=1")
  })

  it("refuses an entry without states", () => {
    expect(() => mockApi({ messaging: [{ srcTxHash, states: [] }] })).to.throw(
      "there are no answers about the messages",
    )
  })

  it("refuses what is no scenario", () => {
    const fix = "Give a list for some of messaging, gateway and swap: mockApi({ messaging: [{ srcTxHash, states }] })."
    expect(() => mockApi({ mesaging: [] } as never)).to.throw(
      `Argument "scenario": mesaging is no API, or has no list of entries. ${fix}`,
    )
    expect(() => mockApi({ messaging: {} } as never)).to.throw(
      'Argument "scenario": messaging is no API, or has no list',
    )
    expect(() => mockApi(undefined as never)).to.throw('Argument "scenario": it is not an object. ')
  })

  const message = "not known yet"
  for (const [api, route, forms, unknown] of [
    [
      ...(["messaging", "v1/estimate-min-fees"] as const),
      { status: "ERROR", code: "ERROR", message: "no" },
      { status: "ERROR", code: "NOT_FOUND", message },
    ],
    ["gateway", `payload?payloadId=${other}`, { error: "no" }, { error: message }],
    [
      ...(["swap", "v3/swap/supported-chains"] as const),
      { success: false, statusCode: 418, message: "no" },
      { success: false, statusCode: 404, message },
    ],
  ] as const) {
    it(`answers with errors as the ${api} API writes them`, async () => {
      const steps = [
        { error: 418, message: "no" },
        { error: 429, retryAfter: 2_000 },
        { error: 503, retryAfter: 2_001 },
        { error: "unknown" },
        { error: "empty" },
      ] as const
      using mock = mockApi({
        messaging: [{ fees: steps }],
        gateway: [{ payloadId: other, states: steps }],
        swap: [{ chains: steps }],
      })
      const seen: unknown[] = []
      const bodies: unknown[] = []
      while (bodies.length < steps.length) {
        const response = await mock.fetch(`${mock[api].baseUrl}/${route}`)
        seen.push([response.status, response.headers.get("retry-after")])
        bodies.push(await response.json())
      }
      expect(seen).to.deep.equal([
        [418, null],
        [429, "2"],
        [503, "3"],
        [404, null],
        [200, null],
      ])
      expect(bodies[0]).to.deep.equal(forms)
      expect(bodies[3]).to.deep.equal(unknown)
      expect(bodies[4]).to.deep.equal({})
    })
  }

  it("answers by the first entry that fits all that was asked for, in whatever case, and by none of another API", async () => {
    const upper = `0x${"AB".repeat(32)}` as const
    const api = mockApi({
      messaging: [{ srcTxHash: upper, srcChainSlug: 7, states: ["SEALED"] }],
      gateway: [{ txHash: upper, states: ["COMPLETED"] }],
      swap: [
        { quoteId: "a", states: ["PENDING"] },
        { srcTxHash: upper, states: ["FAILED"] },
        { quoteId: "a", states: ["COMPLETED"] },
      ],
    })
    const ask = async (path: string) =>
      await api.fetch(`http://127.0.0.1/${path}`).then(
        async (response) => /(?:SEALED|PENDING|FAILED)/.exec(await response.text())?.[0],
        (error: unknown) => (isPlugsError(error) ? error.code : error),
      )
    const [lower, refused] = [upper.toLowerCase(), "UNEXPECTED_REQUEST"]
    const [messages, status] = ["messaging/v1/messages-from-tx", "swap/v3/swap/status"]
    expect(await ask(`${messages}?srcChainSlug=7&srcTxHash=${lower}`)).to.equal("SEALED")
    expect(await ask(`${status}?quoteId=A&srcTxHash=${lower}`)).to.equal("PENDING")
    expect(await ask(`${status}?srcTxHash=${lower}`)).to.equal("FAILED")
    for (const path of [
      `${messages}?srcTxHash=${lower}`,
      `${messages}?srcChainSlug=8&srcTxHash=${lower}`,
      `gateway/v1/messages-from-tx?srcChainSlug=7&srcTxHash=${lower}`,
      `gatewayed/getDetailsByTxHash?txHash=${lower}`,
      `${status}?quoteId=ab`,
    ]) {
      expect(await ask(path), path).to.equal(refused)
    }
    expect(api.requests.map((request) => [request.api, request.route]).slice(-3)).to.deep.equal([
      ["gateway", "/v1/messages-from-tx"],
      [undefined, "/gatewayed/getDetailsByTxHash"],
      ["swap", "/v3/swap/status"],
    ])
    expect(() => {
      api[Symbol.dispose]()
    }).to.throw("has no answer to")
  })

  it("does not jump in time while a request is being answered", async () => {
    const api = mockApi(scenario)
    const started = api.clock.now()
    await createMessagingClient(api.messaging).getMessages({ srcChainSlug: 41001, srcTxHash })
    expect(api.clock.now()).to.equal(started)
  })
})
