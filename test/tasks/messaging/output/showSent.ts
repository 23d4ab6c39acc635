import { expect } from "chai"
import { describe, it } from "mocha"

import type { SendThroughPlugReturnType } from "#src/messaging/onchain/sendThroughPlug.js"
import type { CarriedMessage } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { showSent, showWritten } from "#tasks/messaging/output/sentSummary.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [alpha, beta] = [
  { name: "alpha", slug: 41_001, network: "alpha" },
  { name: "beta", slug: 41_002, network: "beta" },
]
const own = { source: alpha, chains: [alpha, beta], book: { gatewaySlug: 9, nameOf: () => "Greeter" } } as never
const message = (id: number) => ({
  ...{ messageId: bytes32(id), transactionHash: bytes32(9), dstChainSlug: 41_002, dstPlug: at(id), payload: "0x12" },
})
const sent = {
  ...{ hash: bytes32(9), fee: 100n, value: 7n, attached: 120n, messages: [message(1), message(2)] },
} as unknown as SendThroughPlugReturnType
const inside = { sendId: bytes32(5) } as unknown as CarriedMessage

/** What is printed of a transaction, line by line. */
function shown(more: Partial<Parameters<typeof showSent>[1]>) {
  const terminal = recordTerminal({ columns: 300, env: { NO_COLOR: "1" } })
  const options = { own, plug: at(1), evenWithoutMessage: false, json: true, followedOn: undefined, error: undefined }
  showSent(sent, { ...options, ...more }, terminal.out)
  return terminal.stdout().trimEnd().split("\n")
}
const messageFields = (id: number) => {
  const { transactionHash: outboundTx, ...rest } = message(id)
  return { ...rest, outboundTx }
}
const fields = { txHash: bytes32(9), fee: "100", value: "7", attached: "120" }

describe("showSent", () => {
  it("is a document with each message, what it carries and its page, and with what is wrong", () => {
    expect(JSON.parse(shown({}).join(""))).to.deep.equal({
      ...{ schemaVersion: 1, ...fields, messages: [messageFields(1), messageFields(2)] },
    })
    const carried = new Map([[bytes32(2), inside]])
    const linkTo = (id: string) => `http://here/${Number(id)}`
    const error = new InvalidInputError({ argument: "x", problem: "it is odd", fix: "Mend it." })
    const { error: shownError, ...document } = JSON.parse(shown({ carried, linkTo, error }).join("")) as {
      error: { code: string }
    }
    expect(shownError.code).to.equal("INVALID_INPUT")
    expect(document).to.deep.equal({
      ...{ schemaVersion: 1, ...fields },
      messages: [
        { ...messageFields(1), page: "http://here/1" },
        { ...messageFields(2), carried: { sendId: bytes32(5) }, page: "http://here/2" },
      ],
    })
  })

  it("is the first event of those that follow the messages, with where they are followed", () => {
    const error = new InvalidInputError({ argument: "x", problem: "it is odd", fix: "Mend it." })
    expect(shown({ followedOn: "chains", error }).map((line) => JSON.parse(line) as object)).to.deep.equal([
      {
        ...{ schemaVersion: 1, event: "sent", followedOn: "chains", ...fields },
        messages: [messageFields(1), messageFields(2)],
      },
    ])
  })

  it("is a summary for people, with the names of the project", () => {
    for (const followedOn of ["api", undefined]) {
      expect(shown({ json: false, followedOn })).to.deep.equal([
        "Sent 2 messages.",
        `  transaction        ${bytes32(9)}`,
        `  plug               ${at(1)} (Greeter)`,
        "  fee                0.0000000000000001 (100 wei)",
        "  value              0.000000000000000007 (7 wei)",
        "  attached           0.00000000000000012 (120 wei); fee, value and margin",
        `  to beta (Greeter)  ${bytes32(1)}`,
        `  to beta (Greeter)  ${bytes32(2)}`,
      ])
    }
  })
})

describe("showWritten", () => {
  it("is a document of what was not sent, with the file, or a line for people", () => {
    const call = { call: { value: 120n }, fee: 100n, value: 7n } as unknown as Parameters<typeof showWritten>[0]
    const file = { file: "a.json", chainName: "alpha", safe: at(8), transactions: 1 }
    const written = (json: boolean) => {
      const terminal = recordTerminal()
      showWritten(call, { file, json }, terminal.out)
      return terminal.stdout()
    }
    expect(JSON.parse(written(true))).to.deep.equal({
      ...{ schemaVersion: 1, ...fields, txHash: null, messages: [], safeFiles: [file] },
    })
    expect(written(false)).to.equal(`Wrote a.json: 1 transaction for ${at(8)}.\n`)
  })
})
