import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, toFunctionSelector } from "viem"

import { findDeployment } from "../../../../src/messaging/deployments/findDeployment.js"
import { openChainView } from "../../../../src/messaging/reading/ChainView.js"
import { readEnds } from "../../../../src/messaging/trust/reading/readEnds.js"
import { systemClock } from "../../../../src/primitives/clock.js"
import { createDeployedNode, operators } from "../../../fixtures/nodes/deployedNode.js"

describe("readEnds, of a node that does not answer all that it is asked", () => {
  /** Reads the end of a plug, on a node that does not answer these questions; without an address, to anybody. */
  async function read(...unanswered: readonly (readonly [signature: string, to?: Address])[]) {
    const here = (await findDeployment(42161))!
    const { chain, plug } = createDeployedNode(here, {
      ...{ kind: "FAST", siblingSlug: 10 },
      mood: ({ method, params }) => {
        const [{ to, data = "0x" }] = params as [{ readonly to?: Address; readonly data?: Hex }]
        const isOf = ([signature, of]: (typeof unanswered)[number]) =>
          data.startsWith(toFunctionSelector(signature)) && (of ?? to)?.toLowerCase() === to?.toLowerCase()
        if (method === "eth_call" && unanswered.some(isOf)) throw new Error("the node is tired")
      },
    })
    const [end] = await readEnds({
      ...{ name: chain.name, slug: chain.slug, view: await openChainView(chain), slugs: [], named: [] },
      ...{ ends: [{ plug, siblingSlug: 10 }], isKnown: () => true, clock: systemClock },
    })
    const told = end!.unread.map(({ chain: of, what, why }) => {
      expect(why).to.contain("the node is tired")
      return `${of}, ${what}`
    })
    return { ...end!, told }
  }

  it("has who owns what, and nothing that is not told, where the node answers", async () => {
    const { told, plug, socket, inbound, outbound, isGateway } = await read()
    expect(told).to.deep.equal([])
    expect(plug).to.include({ name: "plug", owner: operators.owner, nominee: null })
    expect(socket).to.include({ name: "socket", owner: operators.admin })
    expect([inbound.address, inbound.rule, isGateway]).to.deep.equal([outbound.address, "fast", false])
  })

  it("names each thing that the node did not tell, which is not known then", async () => {
    const { address: switchboard } = (await read()).inbound
    const { told, plug, socket, inbound, isGateway, accounts } = await read(
      ...([["supportsAttribute(bytes4)"], ["pendingOwner()"], ["owner()", switchboard]] as const),
      ["VERSION()", operators.owner],
    )
    expect(told.toSorted()).to.deep.equal([
      `arbitrum, the owner of the switchboard ${switchboard}`,
      `arbitrum, the pendingOwner of the plug ${plug.address}`,
      `arbitrum, what ${operators.owner} is`,
      `arbitrum, whether the plug ${plug.address} is a gateway`,
    ])
    expect([plug.owner, plug.nominee, isGateway]).to.deep.equal([operators.owner, undefined, undefined])
    expect([inbound.owner, socket.owner]).to.deep.equal([undefined, operators.admin])
    expect(accounts.get(operators.owner)).to.deep.equal({ kind: "unknown" })
  })
})
