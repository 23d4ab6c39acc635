import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { type LocalChain, type OpenChains, openChains } from "#src/devnet/chain/chains.js"
import { addressesInOrder, deployInOrder, sendTogether } from "#src/devnet/chain/deployInOrder.js"

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

describe("deployInOrder on a chain that only answers", () => {
  const from = "0x00000000000000000000000000000000000000D1"
  const contracts = addressesInOrder(from, ["first", "second"])
  const initCodes = { first: "0x01", second: "0x02" } as const
  const mined = (name: keyof typeof contracts, more: object = {}) => ({
    ...{ status: "0x1", contractAddress: contracts[name].toLowerCase(), logs: [] },
    ...more,
  })

  /** Deploys both, and returns what was asked, or the error. */
  async function deploy(receipts: readonly unknown[], first?: number) {
    const left = [...receipts]
    const asked: unknown[] = []
    const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      await new Promise(setImmediate)
      asked.push([method, ...params])
      if (method === "eth_sendTransaction") return `0xa${asked.length}`
      if (method === "eth_getBlockTransactionCountByNumber") return "0x1"
      return method === "eth_getTransactionReceipt" ? left.shift() : true
    }
    const chain = { name: "solo", provider: { request } } as unknown as LocalChain
    const more = first === undefined ? {} : { first }
    return await deployInOrder(chain, from, { contracts, initCodes, ...more }).then(
      () => asked,
      (error: unknown) => (error as Error).message,
    )
  }

  it("signs for nobody, mines only when it says so, and leaves both as they were", async () => {
    const sent = (data: string) => [
      "eth_sendTransaction",
      {
        ...{ from, to: undefined, data, value: "0x0", gas: "0x1000000" },
        ...{ maxFeePerGas: "0xe8d4a51000", maxPriorityFeePerGas: "0x1" },
      },
    ]
    const count = ["eth_getBlockTransactionCountByNumber", "latest"]
    const expected = [
      ["hardhat_impersonateAccount", from],
      ["evm_setAutomine", false],
      ...[sent("0x01"), sent("0x02")],
      ...[["evm_mine"], count, ["evm_mine"], count],
      ["evm_setAutomine", true],
      ["hardhat_stopImpersonatingAccount", from],
      ...[
        ["eth_getTransactionReceipt", "0xa3"],
        ["eth_getTransactionReceipt", "0xa4"],
      ],
    ]
    const both = [mined("first"), mined("second")]
    expect(await deploy(both)).to.deep.equal(expected)
    const later = await deploy(both, 1)
    expect((later as unknown[])[0]).to.deep.equal(["hardhat_setNonce", from, "0x1"])
    expect(later).to.have.length(expected.length + 1)
  })

  it("refuses a contract that reverts, or has another address or none", async () => {
    const at = (name: keyof typeof contracts) =>
      `the contract ${name} could not be deployed on solo at ${contracts[name]}`
    expect(await deploy([mined("first", { status: "0x0" }), mined("second")])).to.equal(at("first"))
    expect(await deploy([mined("first"), mined("first")])).to.equal(at("second"))
    expect(await deploy([mined("first"), mined("second", { contractAddress: null })])).to.equal(at("second"))
  })
})

describe("sendTogether", () => {
  it("sends each to whom it is for, with its value, and answers with the receipts in order", async () => {
    const sent: unknown[] = []
    const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      if (method === "eth_sendTransaction") {
        const [{ to, value }] = params as readonly [{ to?: string; value: string }]
        return Promise.resolve(`0xa${sent.push([to, value])}`)
      }
      return Promise.resolve(method === "eth_getTransactionReceipt" ? `receipt of ${String(params[0])}` : "0x2")
    }
    const transactions = [{ to: deployer, data: "0x01", value: 7n }, { data: "0x02" }] as const
    const receipts = await sendTogether({ name: "solo", provider: { request } } as never, deployer, transactions)
    expect([sent, receipts]).to.deep.equal([
      [
        [deployer, "0x7"],
        [undefined, "0x0"],
      ],
      ["receipt of 0xa1", "receipt of 0xa2"],
    ])
  })

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
