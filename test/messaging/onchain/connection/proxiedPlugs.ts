import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { type Address, type Hex, toFunctionSelector } from "viem"

import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { readPlugCode } from "#src/messaging/onchain/connection/readPlugCode.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const kinds = ["transparent", "UUPS", "beacon", "minimal", "minimal with arguments", "diamond"] as const
const functions = ["connect(uint32,address,address)", "add(uint32,uint256)"].map((each) => toFunctionSelector(each))
const inbound = toFunctionSelector("inbound(uint32,bytes)")

describe("what the code behind a proxy can do", function () {
  let devnet: Devnet
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"] })
  })
  after(() => devnet.stop())

  const deployed = async (
    name: "Proxies" | "SendingImplementation" | "ReceivingImplementation",
    args: readonly unknown[] = [],
  ) => await deploy(devnet.chains.alpha, await hre.artifacts.readArtifact(name), args)
  const read = async (plug: Address) => {
    const { publicClient, contracts } = devnet.chains.alpha
    const { hasCode, receives, sends } = await readPlugCode(publicClient, {
      ...{ plug, socket: contracts.socket, siblingChainSlug: 41_002 },
    })
    return [hasCode, receives, sends]
  }
  /** What is read of a proxy of each kind. */
  async function readAll(implementation: Address, facetFunctions: readonly Hex[]): Promise<Record<string, unknown>> {
    const { walletClient, publicClient } = devnet.chains.alpha
    const { abi } = await hre.artifacts.readArtifact("Proxies")
    const address = await deployed("Proxies")
    const hash = await walletClient.writeContract({
      ...{ address, abi, functionName: "make", args: [implementation, facetFunctions] },
    })
    await publicClient.waitForTransactionReceipt({ hash })
    const found = kinds.map(async (kind, index) => {
      const made = await publicClient.readContract({ address, abi, functionName: "made", args: [BigInt(index)] })
      return [kind, await read(made)] as const
    })
    return Object.fromEntries(await Promise.all(found))
  }
  const each = (code: (kind: string) => unknown) => Object.fromEntries(kinds.map((kind) => [kind, code(kind)]))

  it("is known where the implementation has no inbound, though it can run other code to upgrade itself", async () => {
    const sending = await deployed("SendingImplementation", [devnet.chains.alpha.contracts.socket])
    expect(await read(sending)).to.deep.equal([true, false, true])
    // Another facet of a diamond can send. This one has what is asked of it.
    const expected = (diamond: unknown) => each((kind) => (kind === "diamond" ? diamond : [true, false, true]))
    expect(await readAll(sending, functions)).to.deep.equal(expected([true, false, null]))
    expect(await readAll(sending, [...functions, inbound]), "a facet without it").to.deep.equal(
      expected([true, false, true]),
    )
  })

  it("is known where the implementation has inbound, which refuses without data what it cannot decode", async () => {
    const receiving = await deployed("ReceivingImplementation", [devnet.chains.alpha.contracts.socket])
    expect(await readAll(receiving, [...functions, inbound])).to.deep.equal(each(() => [true, true, true]))
    const withoutFacet = await readAll(receiving, functions)
    expect(withoutFacet["diamond"]).to.deep.equal([true, false, null])
  })
})
