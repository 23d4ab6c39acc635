import { expect } from "chai"
import { describe, it } from "mocha"

import { createMessagingClient, waitForMessage } from "../../../src/messaging/index.js"
import { mockApi, type MockScenario } from "../../../src/testing/index.js"
import { failure } from "../../fixtures/failure.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

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
        `  it has answers about: the messages of ${srcTxHash} on chain 41001`,
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
        `  not used: the messages of ${srcTxHash} on chain 41001 (never asked for)`,
        "Make the scenario say what the code under test asks for, or correct the code.",
      ].join("\n"),
    )
  })

  it("reports the answers that were never given", async () => {
    const api = mockApi(scenario)
    await createMessagingClient(api.messaging).getMessages({ srcChainSlug: 41001, srcTxHash })
    expect(() => {
      api.assertDone()
    }).to.throw(`the messages of ${srcTxHash} on chain 41001 (not got to EXECUTION_SUCCESS)`)
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

  it("does not jump in time while a request is being answered", async () => {
    const api = mockApi(scenario)
    const started = api.clock.now()
    await createMessagingClient(api.messaging).getMessages({ srcChainSlug: 41001, srcTxHash })
    expect(api.clock.now()).to.equal(started)
  })
})
