import { inspect } from "node:util"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { zeroAddress } from "viem"

import { createWorld } from "#src/testing/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { failure } from "#test/fixtures/failure.js"

describe("world.deploy", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta", "gamma"] })
  before(world.start)
  after(world.stop)

  it("deploys a contract of the project, with arguments from the chain", async () => {
    const counter = await world.deploy("beta", "Counter", ({ socket, owner, chain }) => {
      expect(chain).to.equal("beta")
      return [socket, owner]
    })
    const { chainId, accounts, slug } = world.chains.beta
    expect(counter).to.include({ contractName: "Counter", chainName: "beta", chainId, slug })
    expect(await counter.read.owner()).to.equal(accounts[0])
  })

  it("deploys without arguments, and from another account", async () => {
    const [, other] = world.chains.alpha.accounts
    const doubling = await world.deploy("alpha", "Doubling")
    expect(await doubling.read.double([4n])).to.equal(8n)
    const counter = await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner], { account: other })
    expect(await counter.read.owner()).to.equal(other)
  })

  it("writes as any account, also as one that nobody has the key of", async () => {
    const stranger = "0x00000000000000000000000000000000DeaDBeef"
    const { accounts, testClient } = world.chains.alpha
    await testClient.setBalance({ address: stranger, value: 10n ** 18n })
    const counter = await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner])
    await counter.write.transferOwnership([accounts[1]!])
    const asOther = counter.as(accounts[1]!)
    await asOther.write.acceptOwnership()
    await asOther.write.transferOwnership([stranger])
    await counter.as(stranger).write.acceptOwnership()
    expect(await counter.read.owner()).to.equal(stranger)
  })

  it("waits for arguments that are made with other contracts", async () => {
    const counter = await world.deploy("alpha", "Counter", async ({ socket }) => {
      const owner = await world.deploy("alpha", "Doubling")
      return [socket, owner.address]
    })
    expect(await counter.read.counter()).to.equal(0n)
  })

  it("refuses what there is not to make arguments of", async () => {
    const misspelt = world.deploy("alpha", "Counter", (({ sokcet, owner }: Record<string, string>) => [
      sokcet,
      owner,
    ]) as never)
    expect((await failure(misspelt)).message).to.equal(
      'Argument "args": there is no "sokcet" to make them of. Use some of socket, switchboard, owner, accounts, chain, chainId, slug. Did you mean socket?',
    )
  })

  it("links libraries", async () => {
    const Doubling = await world.deploy("gamma", "Doubling")
    const linked = await world.deploy("gamma", "LinkedDoubler", [], { libraries: { Doubling } })
    expect(await linked.read.double([21n])).to.equal(42n)
    const fully = { "project/contracts/fixtures/Doubling.sol:Doubling": Doubling.address }
    const again = await world.deploy("gamma", "LinkedDoubler", [], { libraries: () => fully })
    expect(await again.read.double([1n])).to.equal(2n)
  })

  it("says which library is missing or unknown", async () => {
    const missing = await failure(world.deploy("gamma", "LinkedDoubler"))
    expect(missing.message).to.equal(
      'Argument "libraries": LinkedDoubler cannot be linked: it uses the library project/contracts/fixtures/Doubling.sol:Doubling, which is not given. ' +
        "Deploy it first, and pass it: { libraries: { Doubling: library } }.",
    )
    const unknown = await failure(world.deploy("gamma", "Doubling", [], { libraries: { Halving: zeroAddress } }))
    expect(unknown.message).to.equal(
      'Argument "libraries": Doubling cannot be linked: it uses no library "Halving". Leave libraries out: it is linked with none.',
    )
  })

  it("lists the libraries that a contract has, and refuses one that is given by another name", async () => {
    const wrong = await failure(world.deploy("gamma", "LinkedDoubler", [], { libraries: { Halving: zeroAddress } }))
    expect(wrong.message).to.equal(
      'Argument "libraries": LinkedDoubler cannot be linked: it uses no library "Halving". Its libraries are project/contracts/fixtures/Doubling.sol:Doubling.',
    )
  })

  it("says why a constructor has reverted in a block that was mined later", async () => {
    const { testClient, publicClient } = world.chains.beta
    await testClient.setAutomine(false)
    try {
      const deploying = failure(world.deploy("beta", "Counter", ({ socket }) => [socket, zeroAddress]))
      await eventually(async () => (await publicClient.getBlock({ blockTag: "pending" })).transactions[0])
      await testClient.mine({ blocks: 1 })
      const error = await deploying
      expect(error.code).to.equal("CALL_REVERTED")
      expect(error.message).to.match(/^Counter.constructor on beta reverts: OwnableInvalidOwner\(owner: 0x0{40}\)\./)
    } finally {
      await testClient.setAutomine(true)
    }
  })

  it("says why a constructor reverts, from its line in Solidity", async () => {
    const error = await failure(world.deploy("alpha", "Counter", ({ socket }) => [socket, zeroAddress]))
    expect(error.message).to.match(/^Counter.constructor on alpha reverts: OwnableInvalidOwner\(owner: 0x0{40}\)\./)
    expect(error.stack).to.match(
      /\n {4}at Counter.constructor \(.*Ownable.sol:\d+\)\n {4}at .*test\/testing\/contracts\/deploy.ts/,
    )
  })

  it("refuses wrong names and arguments", async () => {
    // @ts-expect-error no such chain
    expect((await failure(world.deploy("delta", "Doubling"))).message).to.equal(
      'Argument "chain": the world has no chain "delta". Name one of alpha, beta, gamma, or add it: createWorld(hre, { chains: […] }). Did you mean beta?',
    )
    // @ts-expect-error no such contract
    const unknown: unknown = await world.deploy("alpha", "Countr", []).catch((error: unknown) => error)
    expect(String(unknown)).to.match(/HHE1000: Artifact for contract "Countr" not found\./)
    // @ts-expect-error an argument is missing
    const tooFew = await failure(world.deploy("alpha", "Counter", [zeroAddress]))
    expect(tooFew.message).to.match(/^Argument "args": they do not fit the constructor of Counter: /)
    // @ts-expect-error the arguments are missing
    const none = await failure(world.deploy("alpha", "Counter", []))
    expect(none.message).to.equal(
      'Argument "args": the constructor of Counter takes 2, and got none. Pass one value of the right type for each parameter.',
    )
    // @ts-expect-error the only argument is missing
    expect((await failure(world.deploy("alpha", "Batcher", []))).message).to.contain("of Batcher takes 1, and got none")
    expect(await failure(world.deploy("alpha", "IPlug"))).to.include({
      code: "INVALID_INPUT",
      argument: "contractName",
    })
  })

  it("gives its arguments a context that can be printed", async () => {
    const made = await world.deploy("alpha", "Counter", (context) => {
      expect(inspect(context)).to.contain("socket")
      expect(Object.prototype.toString.call(context)).to.equal("[object Object]")
      return [context.socket, context.owner]
    })
    expect(await made.read.counter()).to.equal(0n)
  })

  it("gives a contract that is deployed already, and refuses an address without one", async () => {
    const made = await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner])
    const again = await world.getContractAt("alpha", "Counter", made.address)
    expect(await again.read.counter()).to.equal(0n)
    expect(await failure(world.getContractAt("beta", "Counter", zeroAddress))).to.include({
      code: "INVALID_INPUT",
      argument: "address",
    })
  })

  it("passes wei to the constructor", async () => {
    const deploying = world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner], { value: 7n })
    expect((await failure(deploying)).message).to.match(
      /^Counter.constructor on alpha reverts: non-payable function was called with value 7\./,
    )
  })
})
