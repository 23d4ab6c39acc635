import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { wireInModule } from "#src/messaging/index.js"

/** What Ignition has in the place of a value that a deployment gives. */
type Parameter = { readonly parameter: string }
type Call = {
  readonly contract: Parameter
  readonly functionName: string
  readonly args: unknown[]
  readonly options?: object | undefined
}

describe("wireInModule", () => {
  const greeter = { parameter: "greeter" }
  const sibling = { parameter: "sibling" }
  const switchboard: Address = "0x000000000000000000000000000000000000dEaD"
  // The shape of Ignition's builder.
  const builder = {
    call: (contract: Parameter, functionName: string, args: unknown[] = [], options?: { id?: string }): Call => ({
      ...{ contract, functionName, args, options },
    }),
  }

  it("calls connect once for each sibling, with parameters in the place of addresses and an id of its own", () => {
    const connections = [10, 11].map((siblingChainSlug) => ({ siblingChainSlug, sibling, switchboard }))
    expect(wireInModule(builder, greeter, { connections })).to.deep.equal([
      { contract: greeter, functionName: "connect", args: [10, sibling, switchboard], options: { id: "connect_10" } },
      { contract: greeter, functionName: "connect", args: [11, sibling, switchboard], options: { id: "connect_11" } },
    ])
  })

  it("takes the function of a plug of another shape, and what must happen before", () => {
    const connect = "pair(address switchboard, uint256 slug, address peer)"
    const connections = [{ siblingChainSlug: 10, sibling, switchboard }]
    const [call] = wireInModule(builder, greeter, { connections, connect, after: [greeter] })
    expect(call).to.deep.include({ functionName: "pair", args: [switchboard, 10n, sibling] })
    expect(call?.options).to.deep.equal({ id: "pair_10", after: [greeter] })
  })

  it("refuses a function that does not take what a connection has", () => {
    const connections = [{ siblingChainSlug: 10, sibling, switchboard }]
    expect(() => wireInModule(builder, greeter, { connections, connect: "link(bytes)" })).to.throw("where slug")
  })
})
