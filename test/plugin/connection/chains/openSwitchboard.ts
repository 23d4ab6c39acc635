import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, pad, zeroAddress } from "viem"

import { devnetSocket } from "#src/devnet/addresses.js"
import { loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { devnetSwitchboard } from "#src/messaging/switchboardKinds.js"
import { openSocket } from "#src/plugin/connection/chains/openSocket.js"
import { openSwitchboard } from "#src/plugin/connection/chains/openSwitchboard.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

/** A connection to a chain whose contracts answer every call so, and how often they were called. */
function connectionTo(answer: Address = at(9)) {
  const methods: string[] = []
  const request = ({ method }: { method: string }) => {
    methods.push(method)
    return Promise.resolve(pad(answer))
  }
  return { connection: { networkName: "local", provider: { request } } as never, methods }
}

const plugs = { messaging: {} } as never
const devnetChain: ChainEntry = { name: "alpha", slug: 41_001, network: "alpha", socket: devnetSocket }
const ownChain: ChainEntry = { name: "mine", slug: 999_983, network: "mine", socket: at(8) }

describe("the switchboard that a plug is connected with", () => {
  const choose = async (switchboard: string | undefined, chain = devnetChain, siblingSlug = 41_002) => {
    const { connection, methods } = connectionTo()
    const choice = { chain, siblingSlug, switchboard, argument: "--switchboard" }
    const found = await openSwitchboard(connection, plugs, choice)
    return { found, methods }
  }
  const refusal = async (...asked: Parameters<typeof choose>) => {
    const { code, next } = await failure(choose(...asked))
    return [code, next]
  }

  it("is any address, with its checksum and without a look at the chain", async () => {
    const address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
    for (const text of [address, ` ${address.toLowerCase()} `, address.replace("0x", "0X")].slice(0, 2)) {
      for (const chain of [devnetChain, ownChain]) {
        expect(await choose(text, chain)).to.deep.equal({ found: address, methods: [] })
      }
    }
    expect((await refusal("0X12"))[0]).to.equal("INVALID_INPUT")
  })

  it("is the fast one of a devnet, unless another kind is asked for, which its socket has to know", async () => {
    expect(await choose(undefined)).to.deep.equal({ found: devnetSwitchboard("FAST"), methods: [] })
    expect(await choose(" optimistic ")).to.deep.equal({
      found: devnetSwitchboard("OPTIMISTIC"),
      methods: ["eth_call"],
    })
    expect(await choose("FAST")).to.deep.equal({ found: devnetSwitchboard("FAST"), methods: ["eth_call"] })
    expect((await refusal("NATIVE_BRIDGE"))[0]).to.equal("NO_SWITCHBOARD")
    const { connection } = connectionTo(zeroAddress)
    const choice = { chain: devnetChain, siblingSlug: 41_002, switchboard: "FAST", argument: "--switchboard" }
    expect((await failure(openSwitchboard(connection, plugs, choice))).code).to.equal("DEPLOYMENT_MISMATCH")
  })

  it("has no default elsewhere, where the kinds that lead to the sibling are named", async () => {
    const arbitrum = (await loadDeployments()).find(({ chainId }) => chainId === 42_161)!
    const chain = { ...ownChain, name: "arbitrum", slug: arbitrum.slug }
    expect(await refusal(undefined, chain, 10)).to.deep.equal([
      "INVALID_INPUT",
      "Give FAST or OPTIMISTIC, or its address.",
    ])
    expect(await refusal(undefined, chain, 999_983)).to.deep.equal(["INVALID_INPUT", "Give its address."])
    expect(await refusal(undefined, ownChain, 10)).to.deep.equal(["INVALID_INPUT", "Give its address."])
    expect(await refusal("FAST", ownChain, 10)).to.deep.equal(["INVALID_INPUT", "Give the switchboard's address."])
    expect(await refusal("OPTIMISTC", ownChain)).to.deep.equal([
      "INVALID_INPUT",
      "Give FAST, OPTIMISTIC, NATIVE_BRIDGE, or an address. Did you mean OPTIMISTIC?",
    ])
  })
})

describe("the socket of a devnet", () => {
  it("is the one that every devnet has, and is not asked", async () => {
    const { connection, methods } = connectionTo()
    expect([await openSocket(connection, devnetChain), methods]).to.deep.equal([devnetSocket, []])
  })
})
