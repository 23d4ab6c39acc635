import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { type LocalChain, type OpenChains, openChains } from "../../../src/devnet/chain/chains.js"
import { addressesInOrder, deployInOrder, sendTogether } from "../../../src/devnet/chain/deployInOrder.js"

const deployer = "0x00000000000000000000000000000000000000d1"
/** Creation code that returns one byte of code, and code that reverts. */
const [oneByte, reverting] = ["0x60016000f3", "0x60006000fd"] as const

describe("deployInOrder", () => {
  let opened: OpenChains
  let chain: LocalChain
  before(async () => {
    opened = await openChains([{ name: "solo", chainId: 41_901, slug: 41_901 }])
    chain = opened.chains[0] as LocalChain
    await chain.testClient.setBalance({ address: deployer, value: 10n ** 24n })
  })
  after(() => opened.close())

  const ask = async (method: string, ...params: unknown[]) => (await chain.provider.request({ method, params })) as Hex
  const blocks = async () => Number(await ask("eth_blockNumber"))

  it("deploys each contract at its address, and all in one block", async () => {
    const contracts = addressesInOrder(deployer, ["first", "second"], 7)
    const before = await blocks()
    await deployInOrder(chain, deployer, { contracts, initCodes: { first: oneByte, second: oneByte }, first: 7 })
    expect(await blocks()).to.equal(before + 1)
    for (const address of Object.values(contracts)) expect(await ask("eth_getCode", address, "latest")).to.equal("0x00")
  })

  it("leaves a chain that mines by itself, and signs for nobody else", async () => {
    expect(await ask("hardhat_getAutomine")).to.equal(true)
    const sent = await ask("eth_sendTransaction", { from: deployer, to: deployer }).catch((error: unknown) => error)
    expect(sent).to.be.instanceOf(Error)
  })

  it("takes another block when one does not hold all", async () => {
    await ask("evm_setBlockGasLimit", "0x1000001")
    const contracts = addressesInOrder(deployer, ["first", "second", "third"], 20)
    const before = await blocks()
    const initCodes = { first: oneByte, second: oneByte, third: oneByte }
    await deployInOrder(chain, deployer, { contracts, initCodes, first: 20 })
    expect(await blocks()).to.equal(before + 3)
  })

  it("names the contract that could not be deployed", async () => {
    const contracts = addressesInOrder(deployer, ["good", "bad"], 30)
    const initCodes = { good: oneByte, bad: reverting }
    const failed = await deployInOrder(chain, deployer, { contracts, initCodes, first: 30 }).catch(
      (error: unknown) => error,
    )
    expect(failed)
      .to.be.instanceOf(Error)
      .and.have.property("message")
      .that.matches(/contract bad .* on solo/)
  })
})

describe("sendTogether", () => {
  it("ends where the chain mines none of what is left, and says how many it has mined", async () => {
    const counts = ["0x1", "0x0"]
    const asked: string[] = []
    const request = ({ method }: { method: string }) => {
      asked.push(method)
      return Promise.resolve(method === "eth_getBlockTransactionCountByNumber" ? counts.shift() : "0x1")
    }
    const solo = { name: "solo", provider: { request } } as never
    const sent = sendTogether(
      solo,
      deployer,
      [1, 2, 3].map(() => ({ to: deployer, data: "0x" }) as const),
    )
    const error: unknown = await sent.catch((thrown: unknown) => thrown)
    expect(error).to.have.property("message", "solo mines only 1 of the 3 transactions that open it")
    expect(asked.filter((method) => method === "evm_mine")).to.have.length(2)
  })
})
