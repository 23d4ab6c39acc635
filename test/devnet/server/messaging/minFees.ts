import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError, ContractFunctionRevertedError, encodeErrorResult, type Hex } from "viem"

import type { MessagingWorkerContext } from "#src/devnet/messaging/actors/MessagingWorkerContext.js"
import { minFees } from "#src/devnet/server/messaging/minFees.js"
import { protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import { zeroAddress, zeroHash } from "#src/primitives/address.js"
import { at } from "#test/fixtures/wire/addresses.js"

const srcPlug = at(0x11)
const query = { srcPlug, srcChainSlug: 2, dstChainSlug: 3, msgGasLimit: 100_000n, payloadLength: 96 }

type Call = { readonly address: string; readonly functionName: string; readonly args: readonly unknown[] }

/** Two chains. On the second one, the socket answers what is given. */
async function ask(srcChainSlug: number, sibling: Hex, fee: () => bigint) {
  const calls: unknown[] = []
  const contextOf = (slug: number) => {
    const readContract = async ({ address, functionName, args }: Call): Promise<unknown> => {
      calls.push([address, functionName, ...args])
      await new Promise(setImmediate)
      return functionName === "getPlugConfig" ? [sibling] : fee()
    }
    return { chain: { slug, publicClient: { readContract } }, contracts: { socket: at(slug) } }
  }
  const contexts = [1, 2].map(contextOf) as unknown as MessagingWorkerContext[]
  const answer: unknown = await minFees(contexts, { ...query, srcChainSlug }).catch((error: unknown) => error)
  return { answer, calls }
}

const revertWith = (data: Hex) => {
  const cause = new ContractFunctionRevertedError({ abi: protocolErrorsAbi, data, functionName: "getMinFees" })
  return (): never => {
    throw new BaseError("it failed", { cause })
  }
}

describe("the least fee of a message of the devnet", () => {
  it("is that of the source chain's socket, for this plug, gas and payload", async () => {
    expect(await ask(2, at(9), () => 77n)).to.deep.equal({
      answer: 77n,
      calls: [
        [at(2), "getPlugConfig", srcPlug, 3],
        [at(2), "getMinFees", 100_000n, 96n, zeroHash, zeroHash, 3, srcPlug],
      ],
    })
  })

  it("is none where there is no such chain, no connection, or no fee that the socket names", async () => {
    const unused = () => 1n
    expect(await ask(5, at(9), unused)).to.deep.equal({ answer: { problem: "no chain 5 here" }, calls: [] })
    const { answer, calls } = await ask(2, zeroAddress, unused)
    expect(answer).to.deep.equal({ problem: `srcPlug ${srcPlug} on 2 is not connected to 3` })
    expect(calls).to.have.length(1)
    const [item] = protocolErrorsAbi.filter(({ inputs }) => inputs.length === 0)
    const named = await ask(2, at(9), revertWith(encodeErrorResult({ abi: [item!], errorName: item!.name })))
    expect(named.answer).to.deep.equal({ problem: `the socket refuses such a message: ${item!.name}` })
    const unknown = (await ask(2, at(9), revertWith("0x12345678"))).answer as { problem: string }
    expect(unknown.problem).to.match(/^the socket refuses such a message: ./)
  })

  it("fails where the chain does, which says nothing of the message", async () => {
    const broken = new BaseError("down")
    const { answer } = await ask(2, at(9), () => {
      throw broken
    })
    expect(answer).to.equal(broken)
  })
})
