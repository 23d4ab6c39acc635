import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { parseEther, zeroAddress } from "viem"

import { createAccounts, fund } from "#src/devnet/chain/accounts.js"
import { addToChain, type LocalChain, type OpenChains, openChains } from "#src/devnet/chain/chains.js"
import { followLogs } from "#src/devnet/chain/followLogs.js"
import { createSender } from "#src/devnet/relay/sender.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

const { keeper } = createAccounts()
const call = { to: zeroAddress, data: "0x", gas: 100_000n } as const

/** Opens a chain for the tests of a block. */
function useChain({ isFunded }: { isFunded: boolean }): () => LocalChain {
  let opened: OpenChains
  before(async () => {
    opened = await openChains([{ name: "alpha", chainId: 41001, slug: 41001 }])
    if (isFunded) await fund(opened.chains[0]!, createAccounts())
  })
  after(() => opened.close())
  return () => opened.chains[0]!
}

/** A chain that counts who listens to its head. */
function counted(chain: LocalChain) {
  let listeners = 0
  const onHead: LocalChain["onHead"] = (listener) => {
    listeners += 1
    const unsubscribe = chain.onHead(listener)
    return () => {
      listeners -= 1
      unsubscribe()
    }
  }
  return { chain: addToChain(chain, { onHead }), listeners: () => listeners }
}

describe("listeners to a chain's head", () => {
  const chainUnderTest = useChain({ isFunded: true })

  it("are gone once what a sender waits for is mined", async () => {
    const alpha = chainUnderTest()
    const { chain, listeners } = counted(alpha)
    const sender = createSender(chain, keeper, new AbortController().signal)
    await sender.send(call)
    await sender.settled()
    expect(listeners()).to.equal(0)
  })

  it("are gone when a sender waits for a block and is stopped, and those of its signal too", async () => {
    const alpha = chainUnderTest()
    const { chain, listeners } = counted(alpha)
    await alpha.testClient.setAutomine(false)
    const stopping = new AbortController()
    let onSignal = 0
    const { signal } = stopping
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      onSignal += 1
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      onSignal -= 1
      remove(...args)
    }
    const sender = createSender(chain, keeper, signal)
    const sent = sender.send(call).catch((error: unknown) => error)
    while (listeners() === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(onSignal).to.equal(1)
    const stopped = new Error("stopped")
    stopping.abort(stopped)
    expect(await sent).to.equal(stopped)
    expect([listeners(), onSignal]).to.deep.equal([0, 0])
    await alpha.testClient.setAutomine(true)
    await alpha.testClient.mine({ blocks: 1 })
  })

  it("are gone once an observer is stopped, which then reads nothing more", async () => {
    const alpha = chainUnderTest()
    const { chain, listeners } = counted(alpha)
    let reads = 0
    const observer = await followLogs(
      chain,
      { record: () => undefined, replace: () => undefined },
      {
        readFacts: () => {
          reads += 1
          return Promise.resolve([])
        },
        report: (error) => {
          throw error
        },
      },
    )
    expect(listeners()).to.equal(1)
    await observer.stop()
    expect(listeners()).to.equal(0)
    await alpha.testClient.mine({ blocks: 1 })
    expect(reads).to.equal(1)
  })
})

describe("what a sender cannot send", () => {
  const chainUnderTest = useChain({ isFunded: false })

  it("is explained by what the account lacks, or by the node's own words", async () => {
    const alpha = chainUnderTest()
    const sender = createSender(alpha, keeper, new AbortController().signal)
    const refusal = async () => nodeReason(await sender.send(call).catch((error: unknown) => error))
    expect(await refusal()).to.equal(`the account ${keeper.address} has too little native currency on alpha`)

    await alpha.testClient.setBalance({ address: keeper.address, value: parseEther("1") })
    await alpha.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: 0xffffffffffffffn })
    expect(await refusal()).to.match(/^Transaction maxFeePerGas \(1000000000000\) is too low for the next block/)
  })
})

/** A chain that counts requests of one method. */
function counting(chain: LocalChain, method: string) {
  let asked = 0
  const provider = Object.create(chain.provider) as LocalChain["provider"]
  provider.request = async (request) => {
    if (request.method === method) asked += 1
    return (await chain.provider.request(request)) as unknown
  }
  return { chain: addToChain(chain, { provider }), asked: () => asked }
}

describe("what a sender has sent", () => {
  const chainUnderTest = useChain({ isFunded: true })
  const { signal } = new AbortController()
  const logs = { address: `0x${"10".repeat(20)}`, bytecode: "0x60006000a000" } as const

  it("is known from the logs of the block that has it, and needs no receipt", async () => {
    const alpha = chainUnderTest()
    await alpha.testClient.setCode(logs)
    const { chain, asked } = counting(alpha, "eth_getTransactionReceipt")
    const sent = await createSender(chain, keeper, signal).send({ ...call, to: logs.address })
    const { hash } = await alpha.publicClient.getBlock()
    expect([sent.blockHash, sent.logs.map(({ address }) => address)]).to.deep.equal([hash, [logs.address]])
    expect(asked()).to.equal(0)
  })

  it("needs one if it logs nothing", async () => {
    const { chain, asked } = counting(chainUnderTest(), "eth_getTransactionReceipt")
    expect((await createSender(chain, keeper, signal).send(call)).logs).to.deep.equal([])
    expect(asked()).to.equal(1)
  })
})

describe("the nonces of a sender", () => {
  const chainUnderTest = useChain({ isFunded: true })

  it("are asked for once, and again when the chain was set back or somebody else sent with the account", async () => {
    const alpha = chainUnderTest()
    const { chain, asked } = counting(alpha, "eth_getTransactionCount")
    const { signal } = new AbortController()
    const sender = createSender(chain, keeper, signal)
    await sender.send(call)
    const snapshot = await alpha.testClient.snapshot()
    await sender.send(call)
    await sender.send(call)
    expect(asked()).to.equal(1)

    await alpha.testClient.revert({ id: snapshot })
    await sender.send(call)
    expect(asked()).to.equal(2)

    await createSender(alpha, keeper, signal).send(call)
    await sender.send(call)
    expect(asked()).to.equal(3)
    expect(await alpha.publicClient.getTransactionCount({ address: keeper.address })).to.equal(4)
  })
})
