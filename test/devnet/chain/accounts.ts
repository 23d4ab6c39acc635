import { expect } from "chai"
import { describe, it } from "mocha"
import { keccak256, numberToHex, parseEther, toBytes } from "viem"

import { accountOfKey, createAccounts, fund } from "#src/devnet/chain/accounts.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"

const addressOf = (role: string) => accountOfKey(keccak256(toBytes(`hardhat-plugs devnet ${role}`))).address

describe("the accounts of a devnet", () => {
  it("have keys that follow from their roles, and watchers count from one", () => {
    const { watchers, ...others } = createAccounts(3)
    expect(watchers.map(({ address }) => address)).to.deep.equal(["watcher 1", "watcher 2", "watcher 3"].map(addressOf))
    expect(Object.entries(others).map(([, { address }]) => address)).to.deep.equal(
      ["deployer", "transmitter", "executor", "gateway watcher", "gateway transmitter", "keeper"].map(addressOf),
    )
    expect(createAccounts().watchers.map(({ address }) => address)).to.deep.equal([addressOf("watcher 1")])
  })

  it("have all got a million of native currency once they are funded", async () => {
    const accounts = createAccounts(2)
    const balances: Record<string, unknown> = {}
    const request = async ({ method, params }: { method: string; params: readonly [string, string] }) => {
      await new Promise(setImmediate)
      balances[params[0]] = [method, params[1]]
    }
    await fund({ provider: { request } } as unknown as LocalChain, accounts)
    const { watchers, ...others } = accounts
    const million = ["hardhat_setBalance", numberToHex(parseEther("1000000"))]
    expect(balances).to.deep.equal(
      Object.fromEntries([...Object.values(others), ...watchers].map(({ address }) => [address, million])),
    )
  })
})
