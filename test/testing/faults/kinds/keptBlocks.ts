import { expect } from "chai"
import { describe, it } from "mocha"

import { historyOf } from "#src/testing/faults/kinds/BlockHistory.js"
import { fakeBlocks } from "#test/fixtures/testing/fakeBlocks.js"

/** A chain of so many blocks, and its history. */
function open(length: number) {
  const chain = fakeBlocks(length)
  const history = historyOf(chain)
  const numbers = async (blocks: Promise<readonly { readonly number: string }[]>) =>
    (await blocks).map(({ number }) => Number(number))
  return { chain, history, numbers, head: () => chain.blocks.length - 1 }
}

describe("the blocks that a chain can go back by", () => {
  it("are mined before the first that is mined by a user, without time, of which a snapshot is taken after each", async () => {
    const { chain, history, numbers, head } = open(3)
    expect(historyOf(chain)).to.equal(history)
    const end = history.keep(2)
    expect(await chain.ask("evm_mine")).to.equal(true)
    expect(chain.taken()).to.deep.equal([
      ...["snapshot", "time 20", "mine", "snapshot", "time 20", "mine", "snapshot"],
      ...["time 30", "mine", "snapshot"],
    ])
    expect(chain.blocks.map(({ timestamp }) => Number(timestamp))).to.deep.equal([0, 10, 20, 20, 20, 30])
    await chain.ask("eth_sendTransaction", { from: "user" })
    expect(chain.taken()).to.deep.equal(["eth_sendTransaction user", "snapshot"])
    expect(await numbers(history.goBack(2))).to.deep.equal([5, 6])
    expect([head(), chain.taken()]).to.deep.equal([4, ["revert snapshot 3", "snapshot"]])
    await chain.ask("evm_mine")
    expect(chain.taken(), "nothing is missing").to.deep.equal(["mine", "snapshot"])
    end()
    await chain.ask("evm_mine")
    expect([chain.taken(), chain.hooks.size]).to.deep.equal([["mine"], 0])
  })

  it("are as many as whoever needs the most, until that one ends", async () => {
    const { chain, history, numbers, head } = open(1)
    const [endFew, endMany] = [history.keep(1), history.keep(3)]
    await chain.ask("hardhat_mine")
    expect(head()).to.equal(3)
    endMany()
    expect(chain.hooks.size).to.equal(1)
    expect(await numbers(history.goBack(3))).to.deep.equal([1, 2, 3])
    await chain.ask("evm_mine")
    expect(head()).to.equal(2)
    expect(await numbers(history.goBack(1))).to.deep.equal([2])
    endFew()
    expect(chain.hooks.size).to.equal(0)
    history.keep(1)
    chain.taken()
    await chain.ask("evm_mine")
    expect(chain.taken()[0], "those of before are not used").to.equal("snapshot")
  })

  it("are none of before a snapshot of another, and those of requests that mine nothing are left alone", async () => {
    const { chain, history } = open(1)
    history.keep(1)
    await chain.ask("evm_mine")
    chain.taken()
    const snapshot: unknown = await chain.ask("evm_snapshot")
    await chain.ask("eth_call")
    expect(chain.taken()).to.deep.equal(["snapshot", "eth_call"])
    const mined = async (): Promise<number> => {
      await chain.ask("evm_mine")
      return chain.taken().filter((line) => line === "mine").length
    }
    expect(await mined()).to.equal(2)
    expect(await chain.ask("evm_revert", snapshot)).to.equal(true)
    chain.mine()
    expect(await mined()).to.equal(2)
  })

  it("have a snapshot of what a request has mined that fails, and of what was mined behind the hooks", async () => {
    const { chain, history, numbers } = open(2)
    history.keep(1)
    const [hook] = chain.hooks
    const failing = hook!({ method: "evm_mine", params: [] }, () => {
      chain.mine()
      return Promise.reject(new Error("reverted"))
    })
    expect(await failing.catch(String)).to.equal("Error: reverted")
    chain.mine()
    await history.take()
    chain.taken()
    await history.take()
    expect(chain.taken()).to.deep.equal([])
    expect(await numbers(history.goBack(1))).to.deep.equal([4])
    expect(chain.taken()).to.deep.equal(["revert snapshot 3", "snapshot"])
    expect(await numbers(history.goBack(1))).to.deep.equal([3])
  })

  it("are read as they are, the oldest first, and no more than there are", async () => {
    const { chain, history, numbers } = open(3)
    const [first] = [{ hash: "0x1", from: "0x2" }]
    chain.mine(first)
    expect(await numbers(history.newest(2))).to.deep.equal([2, 3])
    expect((await history.newest(1))[0]?.transactions).to.deep.equal([first])
    expect(await numbers(history.newest(4))).to.deep.equal([0, 1, 2, 3])
    expect(await numbers(history.newest(9))).to.deep.equal([0, 1, 2, 3])
    expect(chain.taken()).to.deep.equal([])
  })
})
