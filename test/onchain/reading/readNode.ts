import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex } from "viem"

import { isDevelopmentNode, readClientVersion, readCodeSize } from "#src/onchain/readNode.js"
import { refundedIn } from "#src/onchain/refundedIn.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("what a node says", () => {
  it("is its name and version, if it says them as text", async () => {
    const versionOf = async (answer: unknown) =>
      await readClientVersion(fakeNode({ web3_clientVersion: () => answer }).client)
    expect([await versionOf("Geth/v1"), await versionOf(7), await versionOf(null)]).to.deep.equal([
      ...["Geth/v1", undefined, undefined],
    ])
    expect(await readClientVersion(fakeNode({}).client)).to.equal(undefined)
  })

  it("is that people develop with it, by the name that it begins with", async () => {
    const named = (answer: unknown) => isDevelopmentNode(fakeNode({ web3_clientVersion: () => answer }).client)
    const own = ["HardhatNetwork/3.17.0", "anvil/v1.0.0", "edr/0.12", "Ganache/v7.9.2"]
    expect(await Promise.all(own.map(named))).to.deep.equal([true, true, true, true])
    expect(await Promise.all(["Geth/v1.16.0", "Nethermind/hardhat", 7].map(named))).to.deep.equal([false, false, false])
    expect(await isDevelopmentNode(fakeNode({}).client)).to.equal(false)
  })

  it("is how many bytes of code a contract has, and an error where it does not say", async () => {
    const sizeOf = async (code: Hex) => await readCodeSize(fakeNode({ eth_getCode: () => code }).client, at(1))
    expect([await sizeOf("0x"), await sizeOf("0x00"), await sizeOf("0x60806040")]).to.deep.equal([0, 1, 4])
    const { code, facts } = await failure(readCodeSize(fakeNode({}).client, at(1)))
    expect([code, facts["contract"], facts["function"]]).to.deep.equal(["NODE_FAILED", at(1), "eth_getCode"])
  })
})

describe("refundedIn", () => {
  const [sender, other] = [at(1), at(2)]

  /** What comes back of 1,000 wei that were attached in block 7, where 20 gas at 3 wei was used. */
  async function refunded(before: number, after: number, senders: readonly Address[] = [sender, other]) {
    const { client } = fakeNode({
      eth_getBlockByNumber: ([number, isWhole]: [Hex, boolean]) => ({
        ...{
          number,
          transactions: (isWhole ? senders : []).map((from, nonce) => ({
            from,
            nonce: numberToHex(nonce),
            type: "0x0",
          })),
        },
      }),
      eth_getBalance: ([of, block]: [Address, Hex]) => {
        expect(of).to.equal(sender)
        return numberToHex(block === "0x6" ? before : block === "0x7" ? after : 0)
      },
    })
    const receipt = { from: sender, blockNumber: 7n, gasUsed: 20n, effectiveGasPrice: 3n }
    return await refundedIn(client, receipt, 1_000n)
  }

  it("is what was attached without what the balance has lost, gas aside", async () => {
    expect(await refunded(5_000, 3_940)).to.equal(0n)
    expect(await refunded(5_000, 4_240)).to.equal(300n)
    expect(await refunded(5_000, 4_940)).to.equal(1_000n)
  })

  it("is not known where the sender has sent more than one transaction in the block", async () => {
    expect(await refunded(5_000, 4_240, [sender, other, sender])).to.equal(undefined)
    expect(await refunded(5_000, 4_240, [other, sender, other])).to.equal(300n)
  })
})
