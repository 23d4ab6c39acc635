import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import type { Address, Hex } from "viem"
import { encodeAbiParameters, keccak256, numberToHex } from "viem/utils"

import { marketReaderArtifact } from "#extras/swap/src/artifacts/market.js"
import { marketTokenArtifact } from "#extras/swap/src/artifacts/tokens.js"
import { followState } from "#extras/swap/src/market/createViewReader.js"
import { type LocalChain, type OpenChains, openChains } from "#src/devnet/chain/chains.js"
import { addressesInOrder, deployInOrder, initCode } from "#src/devnet/chain/deployInOrder.js"

const { abi } = marketTokenArtifact
const supply = 1000n

describe("followState", () => {
  let chain: LocalChain
  let opened: OpenChains
  let contracts: { readonly token: Address; readonly reader: Address }
  let stateOf: ReturnType<typeof followState>
  let calls = 0

  beforeEach(async () => {
    opened = await openChains([{ name: "alpha", chainId: 41001, slug: 41001 }])
    chain = opened.chains[0]!
    const owner = chain.accounts[0]!
    contracts = addressesInOrder(owner, ["token", "reader"])
    const initCodes = {
      token: initCode(marketTokenArtifact, [owner, "Gold", "AU", 18, supply]),
      reader: initCode(marketReaderArtifact, []),
    }
    await deployInOrder(chain, owner, { contracts, initCodes })
    const request = chain.provider.request.bind(chain.provider)
    calls = 0
    chain.provider.request = async (call) => {
      if (call.method === "eth_call") calls += 1
      return (await request(call)) as unknown
    }
    stateOf = followState(chain, contracts)
  })
  afterEach(() => opened.close())

  const ask = (method: string, ...params: unknown[]) => chain.provider.request({ method, params })
  const balance = async (): Promise<bigint | undefined> => {
    const { read } = await stateOf()
    return await read(contracts.token, abi, "balanceOf", [chain.accounts[0]])
  }
  const setBalance = (amount: bigint) => {
    const key = encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [chain.accounts[0]!, 0n])
    return ask("hardhat_setStorageAt", contracts.token, keccak256(key), numberToHex(amount, { size: 32 }))
  }

  it("reads a number once while the chain stays the same", async () => {
    await ask("evm_setNextBlockTimestamp", Math.floor(Date.now() / 1000) + 1_000)
    expect([await balance(), await balance(), await balance()]).to.deep.equal([supply, supply, supply])
    expect(calls).to.equal(1)
  })

  it("reads again after storage was set without a block", async () => {
    await balance()
    await setBalance(7n)
    expect(await balance()).to.equal(7n)
  })

  it("reads again after a block, and after the chain was set back", async () => {
    const snapshot = (await ask("evm_snapshot")) as Hex
    await balance()
    await setBalance(8n)
    await ask("evm_mine")
    expect(await balance()).to.equal(8n)
    await ask("evm_revert", snapshot)
    expect(await balance()).to.equal(supply)
  })

  it("gives the time that the next block would have", async () => {
    const soon = Math.floor(Date.now() / 1000) + 5_000
    await ask("evm_setNextBlockTimestamp", soon)
    expect((await stateOf()).time).to.equal(soon)
  })

  it("asks in one request for all that is asked for at the same moment, and gives nothing for what reverts", async () => {
    const { read } = await stateOf()
    const [owner, other] = chain.accounts
    const later = Promise.resolve().then(() => read(contracts.token, abi, "balanceOf", [other]))
    const answers = await Promise.all([
      read(contracts.token, abi, "totalSupply"),
      read(contracts.token, abi, "balanceOf", [owner]),
      read(contracts.token, abi, "transfer", [other, supply + 1n]),
      later,
    ])
    expect(answers).to.deep.equal([supply, supply, undefined, 0n])
    expect(calls).to.equal(1)
  })

  it("fails for a contract that is not there, and asks again the next time", async () => {
    const { read } = await stateOf()
    const nobody: Address = "0x00000000000000000000000000000000000000aa"
    for (const count of [1, 2]) {
      const ended = await read(nobody, abi, "totalSupply").catch((error: unknown) => error)
      expect(ended).to.be.an("error").with.property("message").that.contains("returned nothing")
      expect(calls).to.equal(count)
    }
  })
})
