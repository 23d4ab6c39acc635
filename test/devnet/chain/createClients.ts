import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { BaseError } from "viem"

import { addToChain, type LocalChain, type OpenChains, openChains } from "#src/devnet/chain/chains.js"

describe("the clients of a local chain", () => {
  let opened: OpenChains
  let chain: LocalChain
  before(async () => {
    opened = await openChains([{ name: "solo", chainId: 41_902, slug: 41_902 }])
    chain = opened.chains[0] as LocalChain
  })
  after(() => opened.close())

  it("are created when they are first used, and once", () => {
    expect(Object.getOwnPropertyDescriptor(chain, "publicClient")).to.have.property("get").that.is.a("function")
    expect(chain.publicClient).to.equal(chain.publicClient)
    expect(chain.walletClient.account.address).to.equal(chain.accounts[0])
  })

  it("know the chain as it is, reach it without a retry, and remember nothing", async () => {
    const { publicClient, walletClient, testClient } = chain
    for (const client of [publicClient, walletClient, testClient]) {
      expect(client).to.deep.include({ pollingInterval: 10, cacheTime: 0 })
      expect(client.transport.retryCount).to.equal(0)
      const { id, name, nativeCurrency } = client.chain
      expect({ id, name, nativeCurrency }).to.deep.equal({
        ...{ id: 41_902, name: "solo", nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } },
      })
    }
    expect(await publicClient.getChainId()).to.equal(41_902)
  })

  it("are not created by adding to the chain", () => {
    const more = addToChain(chain, { contracts: {} })
    expect(Object.getOwnPropertyDescriptor(more, "testClient")).to.have.property("get").that.is.a("function")
    expect(more.testClient).to.equal(chain.testClient)
  })

  it("give way to what is added to the chain in their place", () => {
    const testClient = {} as LocalChain["testClient"]
    expect(addToChain(chain, { testClient }).testClient).to.equal(testClient)
  })

  it("throw the errors of the viem that everybody imports", async () => {
    const failed = await chain.publicClient
      .getTransactionReceipt({ hash: `0x${"11".repeat(32)}` })
      .catch((e: unknown) => e)
    expect(failed).to.be.instanceOf(BaseError)
  })
})
