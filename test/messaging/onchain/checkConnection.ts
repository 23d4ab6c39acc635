import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { socketAbi } from "../../../src/messaging/onchain/abi.js"
import { WrongContractError } from "../../../src/onchain/callErrors.js"
import { checkConnection, type ConnectionSide } from "../../../src/messaging/onchain/checkConnection.js"
import { createFakeChain } from "../../fixtures/worlds/fakeChain.js"
import { rejection } from "../../fixtures/servers/messagingApi.js"
import { capacitor, dstPlug, socket, srcPlug } from "../../fixtures/wire/outboundLogs.js"

type Played = { slug?: number; sibling?: Address; capacitor?: Address; decapacitor?: Address }

function side(plug: Address, slug: number, played: Played): ConnectionSide {
  const parts = [played.capacitor ?? capacitor, played.decapacitor ?? capacitor]
  const config = [played.sibling ?? zeroAddress, capacitor, capacitor, ...parts]
  const { client } = createFakeChain({
    contracts: {
      [socket]: {
        abi: socketAbi,
        answer: ({ functionName }) => (functionName === "chainSlug" ? (played.slug ?? slug) : config),
      },
    },
  })
  return { client, socket, plug, slug }
}

const a = (played: Played): ConnectionSide => side(srcPlug, 41001, played)
const b = (played: Played): ConnectionSide => side(dstPlug, 41002, played)

describe("checkConnection", () => {
  it("agrees if each plug names the other", async () => {
    const check = await checkConnection({ a: a({ sibling: dstPlug }), b: b({ sibling: srcPlug }) })
    expect(check.agrees).to.equal(true)
    expect(check.differences).to.deep.equal([])
    expect(check.a.siblingPlug).to.equal(dstPlug)
    expect(check.b.siblingPlug).to.equal(srcPlug)
  })

  it("says which side is not connected, or is connected to another plug", async () => {
    const half = await checkConnection({ a: a({ sibling: dstPlug }), b: b({}) })
    expect(half.agrees).to.equal(false)
    expect(half.differences).to.have.length(1)
    expect(half.differences[0]).to.include({ side: "b", about: "sibling", expected: srcPlug, actual: zeroAddress })

    const other = await checkConnection({ a: a({ sibling: srcPlug }), b: b({ sibling: srcPlug }) })
    expect(other.differences[0]).to.include({ side: "a", about: "sibling", expected: dstPlug, actual: srcPlug })
  })

  it("detects a socket of another chain, and the direction in which a switchboard has no path", async () => {
    const check = await checkConnection({
      a: a({ sibling: dstPlug, slug: 10, decapacitor: zeroAddress }),
      b: b({ sibling: srcPlug, capacitor: zeroAddress }),
    })
    expect(check.differences.map(({ side: where, about, expected }) => `${where} ${about} ${expected}`)).to.deep.equal([
      "a slug 41001",
      "a path a decapacitor",
      "b path a capacitor",
    ])
  })

  it("fails if there is no socket at the address", async () => {
    const nowhere = { ...b({}), client: createFakeChain({}).client }
    const error = await rejection(checkConnection({ a: a({ sibling: dstPlug }), b: nowhere }))
    expect(error).to.be.instanceOf(WrongContractError)
  })

  it("refuses invalid parameters by the name of their side", async () => {
    const error = await rejection(checkConnection({ a: a({}), b: { ...b({}), plug: "0x12" } }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "b.plug" })
  })
})
