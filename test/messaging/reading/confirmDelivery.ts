import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, BaseError, type Client } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { confirmDelivery } from "#src/messaging/reading/confirmDelivery.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const socket: Address = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"

/** A node that says whether messages were executed, or does not answer. */
function node(says: boolean | "broken" | "hanging"): Client {
  const { client } = createFakeChain({ contracts: { [socket]: { abi: socketAbi, answer: () => says } } })
  if (says === true || says === false) return client
  const broken = (): Promise<never> => Promise.reject(new Error("down"))
  const hanging = (): Promise<never> => new Promise(() => undefined)
  return { ...client, request: says === "broken" ? broken : hanging }
}

type Said = Parameters<typeof node>[0]

function confirm(saidBy: "api" | "node", first: Said, ...others: Said[]): Promise<unknown> {
  const clock = createManualClock()
  const chain = { client: node(first), socket, name: "beta", otherNodes: others.map(node) }
  const work = confirmDelivery({ messageId: bytes32(7), dstChainSlug: 41002 }, chain, { saidBy, clock })
  return others.includes("hanging") || first === "hanging" ? clock.run(work) : work
}

describe("confirmDelivery", () => {
  it("needs two nodes where there are several, and names both who disagree", async () => {
    await confirm("node", true, true)
    await confirm("node", true, "broken", true)
    await confirm("api", true, true)
    expect(await failure(confirm("node", true, true, false))).to.include({
      code: "SOURCES_DISAGREE",
      messageId: bytes32(7),
      delivered: "the node of beta",
      notDelivered: "node 3 of beta",
    })
    expect(await failure(confirm("api", false, true))).to.include({
      code: "SOURCES_DISAGREE",
      delivered: "the messaging API",
      notDelivered: "the node of beta",
    })
  })

  it("names the first node that is silent, with its reason, and passes on why a client refuses its node", async () => {
    const silent = await failure(confirm("api", "broken", "broken", true))
    expect(silent.message).to.contain("of beta could")
    expect(silent.facts["reason"]).to.be.a("string").and.not.equal("")
    const third = await failure(confirm("node", true, "hanging", "hanging"))
    expect(third.message).to.contain("beta, number 2,")
    expect(third.facts["reason"]).to.contain("in time")
    const refusal = new NodeFailedError({ functionName: "eth_chainId" }, "it is a node of another chain")
    const request = (): Promise<never> => Promise.reject(new BaseError("it failed", { cause: refusal }))
    const client = { ...node(true), request }
    const refused = confirmDelivery(
      { messageId: bytes32(7), dstChainSlug: 41002 },
      { client, socket },
      { saidBy: "api", clock: createManualClock() },
    )
    expect(await failure(refused)).to.equal(refusal)
  })

  it("is not certain while too few nodes answer", async () => {
    for (const silent of ["broken", "hanging"] as const) {
      const error = await failure(confirm("node", true, silent))
      expect(error).to.include({ code: "NODE_FAILED" })
      expect(error.message).to.include("beta, number 2,")
      expect(await failure(confirm("api", silent, true))).to.include({ code: "NODE_FAILED" })
    }
  })

  it("asks nobody where one node has said it, and believes the API where that one does not answer", async () => {
    await confirm("node", false)
    await confirm("api", true)
    await confirm("api", "broken")
    expect(await failure(confirm("api", false))).to.include({ code: "SOURCES_DISAGREE" })
  })
})
