import { expect } from "chai"
import { describe, it } from "mocha"

import { openChains } from "../../../src/devnet/chain/chains.js"
import { limitStates } from "../../../src/devnet/chain/limitStates.js"

const variable = "__EDR_MAX_CACHED_STATES"

describe("limitStates", () => {
  it("limits the chains that are created meanwhile, by several at once too, and no others", async () => {
    const before = process.env[variable]
    const first = Promise.withResolvers<undefined>()
    const seen: (string | undefined)[] = []
    const slow = limitStates(async () => {
      await first.promise
      seen.push(process.env[variable])
    })
    await limitStates(async () => {
      await Promise.resolve()
      seen.push(process.env[variable])
    })
    first.resolve(undefined)
    await slow
    expect(seen).to.deep.equal(["128", "128"])
    expect(process.env[variable]).to.equal(before)
  })

  it("leaves a limit of the user's own", async () => {
    process.env[variable] = "7"
    try {
      expect(await limitStates(() => Promise.resolve(process.env[variable]))).to.equal("7")
      expect(process.env[variable]).to.equal("7")
    } finally {
      Reflect.deleteProperty(process.env, variable)
    }
  })

  it("is where openChains creates its chains", async () => {
    const { env } = process
    const set: unknown[] = []
    process.env = new Proxy(env, {
      set: (target, name, value) => {
        if (name === variable) set.push(value)
        return Reflect.set(target, name, value)
      },
    })
    try {
      await (await openChains([{ name: "alpha", chainId: 41001, slug: 41001 }])).close()
    } finally {
      process.env = env
    }
    expect(set).to.deep.equal(["128"])
  })

  it("takes no state away: old blocks are read, and snapshots reverted to, as ever", async () => {
    const opened = await openChains([{ name: "alpha", chainId: 41001, slug: 41001 }])
    const chain = opened.chains[0]!
    const to = "0x00000000000000000000000000000000000000ff"
    const send = () =>
      chain.provider.request({ method: "eth_sendTransaction", params: [{ from: chain.accounts[0], to, value: "0x1" }] })
    await chain.testClient.setBalance({ address: "0x00000000000000000000000000000000000000fe", value: 7n })
    for (let sent = 0; sent < 5; sent += 1) await send()
    const snapshot = await chain.testClient.snapshot()
    for (let sent = 0; sent < 200; sent += 1) await send()

    for (const blockNumber of [0n, 1n, 5n, 60n, 205n]) {
      expect(await chain.publicClient.getBalance({ address: to, blockNumber })).to.equal(blockNumber)
    }
    await chain.testClient.revert({ id: snapshot })
    expect(await chain.publicClient.getBalance({ address: to })).to.equal(5n)
    expect(await chain.publicClient.getBalance({ address: "0x00000000000000000000000000000000000000fe" })).to.equal(7n)
    await send()
    expect(await chain.publicClient.getBalance({ address: to })).to.equal(6n)
    expect(await chain.publicClient.getBlockNumber()).to.equal(6n)
    await opened.close()
  })
})
