import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, encodeFunctionData, parseAbi, zeroHash } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

describe("the devnet's JSON-RPC", () => {
  let devnet: Devnet<string, true, false>
  let alpha: DevnetChain
  let beta: DevnetChain
  let counters: Record<string, Address>
  before(async () => {
    devnet = await startDevnet({ market: false })
    alpha = devnet.chains["alpha"]!
    beta = devnet.chains["beta"]!
    counters = await deployConnected(devnet, counterArtifact)
  })
  after(() => devnet.stop())

  async function rpc(body: unknown, path = "/rpc/alpha"): Promise<unknown> {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    return await (await post(text, path)).json()
  }
  const post = (body: string, path = "/rpc/alpha") =>
    fetch(`${devnet.url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body })
  const call = (method: string, params: unknown[] = []) => ({ jsonrpc: "2.0", id: 1, method, params })

  it("answers for each chain at its own path", async () => {
    expect(await rpc(call("eth_chainId"), "/rpc/alpha")).to.deep.include({ id: 1, result: "0xa029" })
    expect(await rpc(call("eth_chainId"), "/rpc/beta")).to.deep.include({ id: 1, result: "0xa02a" })
  })

  it("answers for the gateway chain, too", async () => {
    expect(await rpc(call("eth_chainId"), "/rpc/gateway")).to.deep.include({ id: 1, result: "0xa028" })
  })

  it("says on the gateway chain what may be wrong where a call reverts without a reason, and keeps the revert data", async () => {
    const reverts = call("eth_estimateGas", [{ data: "0x60006000fd" }])
    type Refusal = { error: { message: string; code: number; data: unknown } }
    const [onGateway, onAlpha] = (await Promise.all([rpc(reverts, "/rpc/gateway"), rpc(reverts)])) as [Refusal, Refusal]
    expect(onGateway.error.message).to.contain(onAlpha.error.message).and.to.contain("forwarder is the zero address")
    expect(onAlpha.error.message).to.not.contain("forwarder")
    expect(Object.keys(onGateway.error)).to.deep.equal(Object.keys(onAlpha.error))
  })

  it("names the errors of the protocol and of plugs, which the chain itself does not know", async () => {
    const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 5n] })
    const { error } = (await rpc(call("eth_call", [{ to: counters["alpha"], data }]))) as {
      error: { message: string; data: unknown }
    }
    expect(error.message).to.match(/custom error 'InsufficientFees\(required: \d+, provided: 0\)'/)
    const ofSocket = parseAbi(["function setInitialPacketCount(uint256)", "function grantRole(bytes32,address)"])
    const grant = encodeFunctionData({
      abi: ofSocket,
      functionName: "grantRole",
      args: [zeroHash, alpha.contracts.socket],
    })
    const from = "0x000000000000000000000000000000000000dEaD"
    const refused = (await rpc(
      call("eth_call", [{ from, to: alpha.contracts.socket, data: grant }]),
    )) as typeof error & {
      error: { message: string }
    }
    expect(refused.error.message).to.contain("custom error 'OnlyOwner()'")
  })

  it("answers a batch in order", async () => {
    const answers = await rpc([call("eth_chainId"), { ...call("nonsense"), id: "two" }, 5])
    expect(answers).to.have.length(3)
    expect(answers).to.have.nested.property("[0].result", "0xa029")
    expect(answers).to.have.nested.property("[1].id", "two")
    expect(answers).to.have.nested.property("[1].error.code", -32004)
    expect(answers).to.have.nested.property("[2].error.code", -32600)
  })

  it("answers no notification, and refuses an empty batch", async () => {
    const { id, ...notification } = call("eth_chainId")
    expect((await post(JSON.stringify(notification))).status).to.equal(204)
    expect((await post(JSON.stringify([notification, notification]))).status).to.equal(204)
    expect(await rpc([notification, call("eth_chainId")])).to.deep.equal([{ jsonrpc: "2.0", id, result: "0xa029" }])
    expect(await rpc([])).to.have.nested.property("error.code", -32600)
  })

  it("performs a batch in order", async () => {
    const mine = Array.from({ length: 10 }, () => [call("evm_mine"), call("eth_blockNumber")]).flat()
    const answers = (await rpc(mine)) as { result: string }[]
    const heights = answers.filter((_, index) => index % 2 === 1).map(({ result }) => Number(result))
    expect(heights).to.deep.equal(heights.map((_, index) => heights[0]! + index))
  })

  it("keeps the id of a request that it cannot read, and reads one without parameters", async () => {
    expect(await rpc({ jsonrpc: "2.0", id: 7 }))
      .to.deep.include({ id: 7 })
      .and.to.have.nested.property("error.code")
    expect(await rpc({ ...call("eth_chainId"), params: null })).to.have.property("result", "0xa029")
  })

  it("refuses subscriptions, which HTTP cannot serve and which would disturb the devnet's own", async () => {
    for (const request of [call("eth_subscribe", ["newHeads"]), call("eth_unsubscribe", ["0x1"])]) {
      expect(await rpc(request))
        .to.have.nested.property("error.message")
        .that.contains("eth_newBlockFilter")
    }
  })

  it("says what to do instead of a GET, and which chains there are", async () => {
    const get = await fetch(`${devnet.url}/rpc/alpha`)
    expect([get.status, get.headers.get("allow"), await get.text()].join(" ")).to.match(/^405 POST .*POST a JSON-RPC/)
    expect(await rpc(call("eth_chainId"), "/rpc/zeta")).to.deep.equal({
      message: "no chain zeta here, only alpha, beta, gateway",
    })
  })

  it("gives revert data the way clients decode it", async () => {
    const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] })
    const answer = await rpc(call("eth_call", [{ from: alpha.accounts[0], to: counters["alpha"], data }, "latest"]))
    expect(answer).to.have.nested.property("error.code", 3)
    // InsufficientFees(uint256,uint256), with nothing provided.
    expect(answer)
      .to.have.nested.property("error.data")
      .that.matches(/^0x[0-9a-f]{8}[0-9a-f]{64}0{64}$/)
  })

  it("refuses what is not JSON, and what would remove the contracts", async () => {
    expect(await rpc("{")).to.have.nested.property("error.code", -32700)
    expect(await rpc(call("hardhat_reset")))
      .to.have.nested.property("error.message")
      .that.contains("restart the devnet")
    expect(await alpha.publicClient.getCode({ address: alpha.contracts.socket })).to.match(/^0x../)
  })
})
