import { expect } from "chai"
import { describe, it } from "mocha"

import { openChains } from "#src/devnet/chain/chains.js"
import { limitMemory } from "#src/devnet/chain/limitMemory.js"
import { deepIt } from "#test/fixtures/depth.js"

const variable = "__EDR_MAX_CACHED_STATES"
const limits = { [variable]: "128", MIMALLOC_ARENA_EAGER_COMMIT: "0" }
const readLimits = () => Object.fromEntries(Object.keys(limits).map((name) => [name, process.env[name]]))

describe("limitMemory", () => {
  it("limits the chains that are created meanwhile, by several at once too, and no others", async () => {
    const before = readLimits()
    const first = Promise.withResolvers<undefined>()
    const seen: ReturnType<typeof readLimits>[] = []
    const slow = limitMemory(async () => {
      await first.promise
      seen.push(readLimits())
    })
    await limitMemory(async () => {
      await Promise.resolve()
      seen.push(readLimits())
    })
    first.resolve(undefined)
    await slow
    expect(seen).to.deep.equal([limits, limits])
    expect(readLimits()).to.deep.equal(before)
  })

  it("leaves a limit of the user's own", async () => {
    process.env[variable] = "7"
    try {
      expect(await limitMemory(() => Promise.resolve(process.env[variable]))).to.equal("7")
      expect(process.env[variable]).to.equal("7")
    } finally {
      Reflect.deleteProperty(process.env, variable)
    }
  })

  it("is where openChains creates its chains", async () => {
    const { env } = process
    const set: Record<string, unknown> = {}
    process.env = new Proxy(env, {
      set: (target, name, value) => {
        if (Object.hasOwn(limits, name)) set[String(name)] = value
        return Reflect.set(target, name, value)
      },
    })
    try {
      await (await openChains([{ name: "alpha", chainId: 41001, slug: 41001 }])).close()
    } finally {
      process.env = env
    }
    expect(set).to.deep.equal(limits)
  })

  deepIt("takes no state away: old blocks are read, and snapshots reverted to, as ever", async () => {
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
