import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { checkSocket, checkSwitchboard } from "../../../src/messaging/deployments/checkSocket.js"
import { socketAbi } from "../../../src/messaging/onchain/abi.js"
import { failure } from "../../fixtures/failure.js"
import { createViewNode, type ViewNodeOptions } from "../../fixtures/nodes/viewNode.js"
import { capacitor, socket } from "../../fixtures/wire/outboundLogs.js"
import { at } from "../../fixtures/wire/trustFacts.js"

const switchboard = at(0xb0)
const node = (options: Omit<ViewNodeOptions, "abis">) => createViewNode({ abis: [socketAbi], ...options })
const failing = () => {
  throw new Error("it is tired")
}

describe("checkSocket", () => {
  const check = async (options: Omit<ViewNodeOptions, "abis">): Promise<void> => {
    await checkSocket(node(options), { socket, slug: 41_001, chain: "alpha" })
  }

  it("takes the socket of the chain, and refuses that of another one, another contract, and none", async () => {
    await check({ views: { chainSlug: () => 41_001 } })
    const said: string[] = []
    for (const options of [{ views: { chainSlug: () => 41_002 } }, { codes: { [socket]: "0x60" } }, {}] as const) {
      const { code, facts, message } = await failure(check(options))
      expect(code).to.equal("DEPLOYMENT_MISMATCH")
      expect(Object.values(facts)).to.include(socket)
      said.push(message)
    }
    // Each says what it is instead.
    expect([said[0]!.includes("41002"), new Set(said).size]).to.deep.equal([true, 3])
  })

  it("does not take a node that does not answer for a wrong contract", async () => {
    expect((await failure(check({ views: { chainSlug: failing } }))).code).to.equal("NODE_FAILED")
  })
})

describe("checkSwitchboard", () => {
  const check = async (capacitors__?: (to: unknown, args: readonly unknown[]) => unknown) => {
    const subject = { socket, slug: 41_001, switchboard, siblingSlug: 41_002 }
    await checkSwitchboard(node({ views: { capacitors__ } }), subject)
  }

  it("takes one by which the socket knows a path to the sibling, and refuses any other", async () => {
    const asked: unknown[] = []
    await check((_socket, args) => {
      asked.push(args)
      return capacitor
    })
    expect(asked).to.deep.equal([[switchboard, 41_002]])
    const { code, facts } = await failure(check(() => zeroAddress))
    expect(code).to.equal("DEPLOYMENT_MISMATCH")
    expect(Object.values(facts)).to.include(switchboard)
  })

  it("says what fails where the socket or its node does not say", async () => {
    expect((await failure(check(failing))).code).to.equal("NODE_FAILED")
    expect((await failure(check())).facts).to.include({ function: "capacitors__" })
  })
})
