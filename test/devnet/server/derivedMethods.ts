import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { concat, createPublicClient, type Hex, http, numberToHex, pad, type PublicClient } from "viem"

import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"

const other = pad("0xaa", { size: 20 })
const slot = (number: number): Hex => numberToHex(number, { size: 32 })
/** Reads slot 1 of itself, writes slot 2, asks for the balance of another account, and calls a precompile. */
const body = concat(["0x600154", "0x50", "0x60aa31", "0x50", "0x6001600255", "0x5f5f5f5f60025afa", "0x50"])
const creationOf = (code: Hex): Hex =>
  concat(["0x60", numberToHex((code.length - 2) / 2), "0x80600b5f395ff3", "0x5b5b", code])

describe("methods that a devnet derives for its chains", () => {
  let devnet: Devnet<string, false, false>
  let alpha: DevnetChain<false>
  let client: PublicClient
  const deploy = async (code: Hex) => {
    const hash = await alpha.walletClient.sendTransaction({ data: creationOf(code) })
    return await alpha.publicClient.waitForTransactionReceipt({ hash })
  }
  before(async () => {
    devnet = await startDevnet({ market: false, gateway: false })
    alpha = devnet.chains["alpha"]!
    client = createPublicClient({ chain: alpha.publicClient.chain, transport: http(alpha.rpcUrl) })
  })
  after(() => devnet.stop())

  const receiptsOf = (block: unknown) => client.request({ method: "eth_getBlockReceipts", params: [block] } as never)

  it("eth_getBlockReceipts gives those of a block by number, tag and hash, in order, and null for none", async () => {
    await alpha.testClient.setAutomine(false)
    const hashes = [1n, 2n].map((value) => alpha.walletClient.sendTransaction({ to: other, value }))
    const sent = await Promise.all(hashes)
    await alpha.testClient.mine({ blocks: 1 })
    await alpha.testClient.setAutomine(true)
    const { number, hash } = await client.getBlock()
    const expected = await Promise.all(
      sent.map((one) => client.request({ method: "eth_getTransactionReceipt", params: [one] })),
    )
    for (const block of [
      numberToHex(number),
      "latest",
      hash,
      { blockHash: hash },
      { blockNumber: numberToHex(number) },
    ])
      expect(await receiptsOf(block)).to.deep.equal(expected)
    expect(await receiptsOf("0xffffff")).to.equal(null)
  })

  it("eth_createAccessList lists slots and accounts, not the called contract, the sender or a precompile", async () => {
    const [account] = alpha.accounts
    const { contractAddress: to } = await deploy(concat([body, "0x00"]))
    const found = await client.createAccessList({ account, to: to! })
    const list = [
      { address: other, storageKeys: [] },
      { address: to!.toLowerCase(), storageKeys: [slot(1), slot(2)] },
    ]
    expect(found.accessList).to.have.deep.members(list)
    const hash = await alpha.walletClient.sendTransaction({ to: to!, accessList: found.accessList })
    const { gasUsed, status } = await client.waitForTransactionReceipt({ hash })
    expect(status).to.equal("success")
    expect(found.gasUsed).to.equal(gasUsed)
    expect((await client.createAccessList({ account, to: other, value: 1n })).accessList).to.deep.equal([])
  })

  it("eth_createAccessList says of a call that reverts what it used, and leaves out the contract that is created", async () => {
    const [account] = alpha.accounts
    await alpha.testClient.setCoinbase({ address: pad("0xbb", { size: 20 }) })
    const { contractAddress } = await deploy(concat([body, "0x5f5ffd"]))
    const params = [{ from: account, to: contractAddress }]
    const reverted = await client.request({ method: "eth_createAccessList", params } as never)
    expect(reverted).to.have.property("error", "execution reverted")
    expect(reverted).to.have.property("accessList").with.length(2)
    const created = await client.createAccessList({ account, data: "0x60aa3150" })
    expect(created.accessList).to.deep.equal([{ address: other, storageKeys: [] }])
  })
})
