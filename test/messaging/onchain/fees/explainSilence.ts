import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { concat, type Hex, toFunctionSelector } from "viem"

import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { prepareSend } from "#src/messaging/onchain/fees/prepareSend.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

const plug = at(0x51)

describe("a plug that reverts without a reason", () => {
  let devnet: Devnet<string, false, false>
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false })
  })
  after(() => devnet.stop())

  const own = toFunctionSelector("draw(uint32,string)")

  /** Sends through a plug whose code has selectors in it, and reverts without data. */
  const sendWith = async (selector: Hex, socket = devnet.chains["alpha"]!.contracts.socket, called = own) => {
    const { testClient, publicClient, walletClient } = devnet.chains["alpha"]!
    await testClient.setCode({ address: plug, bytecode: concat(["0x63", called, "0x63", selector, "0x60006000fd"]) })
    const call = { plug, socket, signature: "draw(uint32,string)", args: [41002, "winner"] } as const
    return await failure(prepareSend(publicClient, walletClient.account, call))
  }

  it("names the function of an older guide that it calls, and that the socket does not have", async () => {
    for (const signature of [
      "outbound(uint256,uint256,bytes32,bytes32,bytes)",
      "outbound(uint256,uint256,bytes)",
      "getMinFees(uint256,uint256,bytes32,bytes32,uint256,address)",
      "connect(uint256,address,address,address)",
    ]) {
      const { code, shortMessage, facts, next } = await sendWith(toFunctionSelector(signature))
      expect([code, facts["socket"]]).to.deep.equal(["CALL_REVERTED", devnet.chains["alpha"]!.contracts.socket])
      expect(shortMessage).to.contain(`the socket has no function ${signature},`)
      expect(next).to.contain("ISocket.sol")
    }
  })

  it("is said to have no such function, where its code has not", async () => {
    const { code, shortMessage } = await sendWith("0x12345678", undefined, "0x87654321")
    expect([code, shortMessage]).to.deep.equal(["CALL_REVERTED", "The contract has no function draw(uint32,string)."])
  })

  it("is said to give no reason where it calls what the socket has, or another contract's functions", async () => {
    for (const signature of ["outbound(uint32,uint256,bytes32,bytes32,bytes)", "transfer(address,uint256)"]) {
      const { shortMessage } = await sendWith(toFunctionSelector(signature))
      expect(shortMessage, signature).to.contain("it gave no reason")
    }
  })

  it("is said to give no reason where the socket may have the function after all, because its fallback takes anything", async () => {
    const socket = at(0x52)
    await devnet.chains["alpha"]!.testClient.setCode({ address: socket, bytecode: "0x00" })
    const { shortMessage } = await sendWith(toFunctionSelector("outbound(uint256,uint256,bytes)"), socket)
    expect(shortMessage).to.contain("it gave no reason")
  })
})
