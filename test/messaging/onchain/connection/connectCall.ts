import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, parseAbi } from "viem"

import { connectCall, type ConnectFunction } from "#src/messaging/onchain/connection/connectCall.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { contracts } from "#test/fixtures/wire/addresses.js"

const { sibling, switchboard } = contracts
const connection = { siblingChainSlug: 41_002, sibling, switchboard }

/** The function and its arguments, or the argument that is wrong. */
function call(wanted: ConnectFunction, siblingChainId?: number): unknown {
  try {
    const { functionName, args } = connectCall(wanted, { ...connection, siblingChainId })
    return [functionName, ...args]
  } catch (error) {
    return error instanceof InvalidInputError ? error.argument : error
  }
}
const of = (signature: string, siblingChainId?: number) => call({ signature }, siblingChainId)

describe("connectCall", () => {
  it("puts slug, sibling and switchboard where names and types say, and as wide as they are", () => {
    const whole = [41_002, sibling, switchboard]
    expect(call({})).to.deep.equal(["connect", ...whole])
    expect(call({ functionName: "link" })).to.deep.equal(["link", ...whole])
    expect(of("a(address,uint48,address)")).to.deep.equal(["a", sibling, 41_002, switchboard])
    expect(of("a(uint56 s,address x_switchboard,address peer)")).to.deep.equal(["a", 41_002n, switchboard, sibling])
    expect(of("a(uint s,address plug,address switchboard)")).to.deep.equal(["a", 41_002n, sibling, switchboard])
    expect(of("a(address,address)")).to.deep.equal(["a", sibling, switchboard])
  })

  it("takes one of two numbers for a chain id where it is called so, and asks for it where it is not known", () => {
    const two = "a(uint32 slug,uint256 chainId,address plug,address switchboard)"
    expect(of(two, 5)).to.deep.equal(["a", 41_002, 5n, sibling, switchboard])
    expect(of(two)).to.equal("args")
    const named = "a(uint32 slug,uint256 chain_id,address peerOfChainId,address switchboard)"
    expect(of(named, 5)).to.deep.equal(["a", 41_002, 5n, sibling, switchboard])
    const one = "a(uint256 chainId,address plug,address switchboard)"
    expect(of(one, 5)).to.deep.equal(["a", 41_002n, sibling, switchboard])
    expect(of("a(uint32 one,uint32 other,address plug,address switchboard)", 5)).to.equal("args")
  })

  it("refuses a function whose parameters do not say what they are", () => {
    for (const signature of [
      ...["a(uint32,address)", "a(uint32,address who,address switchboard)", "a(uint32,address,address,bytes)"],
      ...["a(uint32,address plug,address peer,address switchboard)", "a(uint32,address switchboard)", "a(uint32)"],
    ])
      expect(of(signature), signature).to.equal("args")
  })

  it("passes arguments that are given as they are, and those that are named with their values", () => {
    const signature = "hook(bytes32,address,address,uint32)"
    const id = `0x${"12".repeat(32)}`
    expect(call({ signature, args: [id, "switchboard", "sibling", "siblingChainSlug"] })).to.deep.equal([
      ...["hook", id, switchboard, sibling, 41_002],
    ])
    expect(call({ signature, args: [id, "switchboard", "sibling"] })).to.equal("args")
    expect(call({ signature: "a(uint32)", args: ["siblingChainId"] })).to.equal("args")
    expect(call({ signature: "a(uint32)", args: ["siblingChainId"] }, 7)).to.deep.equal(["a", 7])
  })

  it("finds the function in an ABI by its name", () => {
    const abi = parseAbi(["function join(address peer, address switchboard)", "function other()"])
    expect(call({ abi, functionName: "join" })).to.deep.equal(["join", sibling, switchboard])
    expect(call({ abi, functionName: "missing" })).to.equal("functionName")
    expect(call({ abi })).to.equal("functionName")
    const inputs = ["uint", "address", "address"].map((type) => ({ type }))
    const short: Abi = [{ type: "function", name: "link", stateMutability: "payable", inputs, outputs: [] }]
    expect(call({ abi: short, functionName: "link" })).to.deep.equal(["link", 41_002n, sibling, switchboard])
    // A signature says more.
    const signature = "link(address plug,address switchboard)"
    expect(call({ abi, functionName: "join", signature })).to.deep.equal(["link", sibling, switchboard])
  })
})
