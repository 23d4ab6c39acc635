import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { createSend } from "#src/testing/contracts/send.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

const abi = parseAbi([
  "function go(uint256) view returns (uint256)",
  "function go(bytes)",
  "function pay() payable",
  "function look() view returns (uint256)",
  "function sum(uint256, uint256) pure returns (uint256)",
])

describe("send of a function with several forms", () => {
  const sent: string[] = []
  const chain = {
    ...{ name: "gateway", accounts: [at(1)], onHead: () => () => undefined },
    provider: {
      request: ({ params: [{ data }] }: { params: [{ data: string }] }) => Promise.resolve(`0x${sent.push(data)}`),
    },
    publicClient: {
      getTransactionReceipt: ({ hash }: { hash: string }) =>
        Promise.resolve({ status: "success", transactionHash: hash, logs: [] }),
    },
  } as unknown as LocalChain
  const world = { devnet: { chains: {} }, onSent: createListeners(), isOpen: () => true } as unknown as OpenWorld
  const contract = { address: at(2), abi, account: at(1), contractName: "Shop", check: () => Promise.resolve() }
  const send = createSend(world, chain, contract)

  it("is possible where any of them changes something, and refused where all only read", async () => {
    expect((await send["go"]!(["0x12"])).hash).to.equal("0x1")
    expect((await send["pay"]!()).hash).to.equal("0x2")
    expect(sent.map((data) => data.length > 10)).to.deep.equal([true, false])
    for (const name of ["look", "sum"]) {
      const { facts, next } = await failure(send[name]!())
      expect([facts, next]).to.deep.equal([{ argument: "send" }, `Call read.${name}.`])
    }
    const { next } = await failure(send["buy"]!())
    expect(next).to.equal("Call one of go, pay.")
    const reading = createSend(world, chain, { ...contract, abi: abi.slice(3) })
    expect((await failure(reading["buy"]!())).next).to.equal("All of its functions only read.")
    expect(sent).to.have.length(2)
  })
})
