import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAbiItem, parseAbi } from "viem"

import { findMessagesToPrice } from "#tasks/messaging/fees.js"
import { account, createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi, fakeSocket } from "#test/fixtures/worlds/messaging/fakePlug.js"

const plug: Address = `0x${"1".repeat(40)}`
const abis = [parseAbi(["function INBOUND_GAS() view returns (uint256)"])]
const [alpha, beta] = ["alpha", "beta"].map((name, index) => ({ name, slug: 41001 + index, network: name }))

/** Prices messages to two chains from a plug that names this gas. */
async function find(named: bigint | undefined, gasLimit?: bigint) {
  const views = named === undefined ? {} : { INBOUND_GAS: () => named }
  const chain = { client: createViewNode({ abis, views }) }
  const question = { kind: "message", destinations: [alpha, beta], payloadLength: 7, gasLimit }
  return await findMessagesToPrice(chain as never, question as never, { contract: { address: plug } } as never)
}

describe("findMessagesToPrice", () => {
  it("prices one message to each destination, for the gas that is given, else the plug's own, else an assumed one", async () => {
    expect(await find(5n)).to.deep.equal({
      ...{ kind: "message", payloadLength: 7, gas: { gasLimit: 5n, from: "plug" } },
      messages: [
        { to: alpha, gasLimit: 5n, payloadLength: 7 },
        { to: beta, gasLimit: 5n, payloadLength: 7 },
      ],
    })
    const gasOf = async (...given: Parameters<typeof find>) => {
      const found = await find(...given)
      return "gas" in found && Object.values(found.gas)
    }
    expect(await gasOf(5n, 9n)).to.deep.equal([9n, "option"])
    expect(await gasOf(1n)).to.deep.equal([1n, "plug"])
    expect(await gasOf(10n ** 12n)).to.deep.equal([10n ** 12n, "plug"])
    for (const named of [undefined, 0n, 10n ** 12n + 1n]) {
      expect(await gasOf(named), String(named)).to.deep.equal([100_000n, "assumed"])
    }
  })

  it("prices what a call sends in a simulation, without a margin, to an account that has no more than the fee", async () => {
    const fee = 200n
    const { client } = createFakeChain({
      balance: fee,
      contracts: {
        [socket]: fakeSocket(100n),
        [srcPlug]: {
          abi: counterAbi,
          answer({ functionName, value }) {
            if (functionName === "socket") return socket
            if (value < fee) throw revert(counterAbi, "InsufficientFees", [fee, value])
            return undefined
          },
          effectsOf: () => ({
            logs: [
              ...outboundLogs(1, { fee: 150n }),
              ...outboundLogs(2, { fee: 50n, dstChainSlug: 7, payload: "0x123456" }),
            ],
            refund: 0n,
          }),
        },
      },
    })
    const chain = {
      ...{ client, socket: () => Promise.resolve(socket), errorAbis: () => Promise.resolve([]) },
      wallet: () => Promise.resolve({ account: { address: account, type: "json-rpc" } }),
    }
    const add = getAbiItem({ abi: counterAbi, name: "add" })
    const question = { kind: "call", abi: [add], functionName: "add", args: [41_002, 5n], value: 0n }
    const own = { contract: { address: srcPlug }, chains: [alpha, beta] }
    expect(await findMessagesToPrice(chain as never, question as never, own as never)).to.deep.equal({
      ...{ kind: "call", functionName: "add", fee },
      messages: [
        { to: beta, gasLimit: 100_000n, payloadLength: 2 },
        { to: { name: "7", slug: 7, network: "7", socket: undefined }, gasLimit: 100_000n, payloadLength: 3 },
      ],
    })
  })
})
