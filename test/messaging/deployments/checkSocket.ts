import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, zeroAddress } from "viem"

import { checkSocket, checkSwitchboard } from "#src/messaging/deployments/checkSocket.js"
import {
  NoSwitchboardError,
  RetiredChainError,
  UnknownDeploymentError,
} from "#src/messaging/deployments/deploymentErrors.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { failure } from "#test/fixtures/failure.js"
import { createViewNode, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [socket, switchboard] = [at(0x50), at(0xb1)]
const nodeWith = (views: ViewNodeOptions["views"] & object, code?: Hex) =>
  createViewNode({ abis: [socketAbi], views, ...(code && { codes: { [socket]: code } }) })
const silent = (): never => {
  throw Object.assign(new Error("overloaded"), { code: -32_000 })
}

describe("checkSocket", () => {
  const says = async (views: ViewNodeOptions["views"] & object, code?: Hex, chain?: string) => {
    const {
      code: known,
      facts,
      message,
    } = await failure(checkSocket(nodeWith(views, code), { socket, slug: 41_001, chain }))
    return [known, facts["contract"], message]
  }

  it("tells that of another chain, another contract and none apart, and a node that does not answer", async () => {
    const [code, contract, message] = await says({ chainSlug: () => 41_002 })
    expect([code, contract]).to.deep.equal(["DEPLOYMENT_MISMATCH", socket])
    expect(message).to.contain("on 41001 ").and.to.contain("its slug is 41002, and not 41001")
    expect((await says({ chainSlug: () => 41_002 }, "0x", "alpha"))[2]).to.contain("on alpha ")
    expect((await says({}))[2]).to.contain("there is no contract")
    expect((await says({}, "0x60"))[2]).to.contain("is not a socket")
    expect((await says({ chainSlug: silent }))[0]).to.equal("NODE_FAILED")
  })
})

describe("checkSwitchboard", () => {
  const path = { socket, slug: 41_001, switchboard, siblingSlug: 41_002 }
  const check = async (capacitors__: (to: Address, args: readonly unknown[]) => unknown, chain?: string) => {
    await checkSwitchboard(nodeWith({ capacitors__ }), { ...path, chain })
  }

  it("is content with one that has a capacitor for the sibling", async () => {
    await check((_, [board, slug]) => (board === switchboard && slug === 41_002 ? at(0xc1) : zeroAddress))
  })

  it("refuses one that has none, and names the chain", async () => {
    for (const [chain, name] of [
      [undefined, "41001"],
      ["alpha", "alpha"],
    ] as const) {
      const { code, facts, message } = await failure(check(() => zeroAddress, chain))
      expect([code, facts["contract"]]).to.deep.equal(["DEPLOYMENT_MISMATCH", switchboard])
      expect(message).to.contain(`on ${name} `).and.to.contain("chain 41002")
    }
    expect((await failure(check(silent))).code).to.equal("NODE_FAILED")
  })
})

describe("the errors about deployments", () => {
  it("name the kinds that lead to a chain, or say that none does", () => {
    const path = { chain: "alpha", siblingSlug: 41_002, kind: "FAST" } as const
    const none = new NoSwitchboardError({ ...path, kinds: [] })
    const two = new NoSwitchboardError({ ...path, kinds: ["OPTIMISTIC", "NATIVE_BRIDGE"] })
    expect([none.facts["kinds"], two.facts["kinds"]]).to.deep.equal(["none", "OPTIMISTIC, NATIVE_BRIDGE"])
    expect(String(none.next)).to.contain("--chain alpha")
    expect(String(two.next)).to.contain("OPTIMISTIC or NATIVE_BRIDGE")
  })

  it("name the chain", () => {
    const unknown = new UnknownDeploymentError({ chainId: 77, network: "alpha" })
    expect(unknown.message).to.contain(" id 77")
    expect(unknown.facts).to.include({ network: "alpha" })
    expect(new RetiredChainError({ name: "old", slug: 5 }).facts).to.include({ slug: "5" })
  })
})
