import { expect } from "chai"
import { describe, it } from "mocha"

import { devnetSocket } from "#src/devnet/addresses.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { connectedChain, connectionChain, devnetContract } from "#src/plugin/connection/chains/connectionChain.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, usdc } from "#test/fixtures/wire/swapRoutes.js"

const nodes = [{ getUrl: () => Promise.resolve("https://node.example/secret-key") }]
const config = {
  chains: {
    local: { slug: 41_001, network: "local", socket: devnetSocket.toLowerCase() },
    dear: { slug: 10, network: "op", socket: usdc, maxGasCost: "0.5", nodes },
    bare: { slug: 7, network: "bare", socket: undefined },
  },
  unidentified: { later: { network: "unknown" } },
} as unknown as PlugsConfig

const on = (networkName: string) => ({ networkName }) as never

describe("the chain of a connection", () => {
  it("is the one with its network or its name, as scripts see it, without the URLs of its nodes", () => {
    expect(connectedChain(on("op"), config)).to.deep.equal({
      ...{ name: "dear", slug: 10, network: "op", maxGasCost: "0.5", socket: usdc },
    })
    expect(Object.keys(connectedChain(on("local"), config))).to.have.members(["name", "slug", "network", "socket"])
    expect(connectionChain(on("dear"), config).slug).to.equal(10)
    expect(JSON.stringify(connectedChain(on("op"), config))).to.not.contain("secret-key")
  })

  it("can be copied without a socket, which is missed when it is read", () => {
    const chain = connectedChain(on("bare"), config)
    expect({ ...chain }).to.deep.equal({ name: "bare", slug: 7, network: "bare" })
    const missing = [thrown(() => chain.socket), thrown(() => socketOf({ name: "bare", ...config.chains["bare"]! }))]
    for (const error of missing) {
      expect(error).to.include({ code: "INVALID_INPUT", argument: "config.plugs.chains.bare.socket" })
    }
  })

  it("is not known by a network that no chain has, nor by one whose chain nobody has named", () => {
    expect(thrown(() => connectionChain(on("unknown"), config))).to.include({ argument: "connection" })
    expect(thrown(() => connectionChain(on("later"), config))).to.include({ argument: "connection" })
    expect(thrown(() => connectionChain(on("nowhere"), config))).to.include({ argument: "config.plugs.chains" })
  })

  it("has a contract of the devnet only if it is one of the devnet's", () => {
    const contract = (network: string) => devnetContract(on(network), config, { address: dai, argument: "token" })
    expect(contract("local")).to.equal(dai)
    for (const network of ["op", "bare"]) {
      expect(
        thrown(() => contract(network)),
        network,
      ).to.include({ code: "INVALID_INPUT", argument: "token" })
    }
  })

  it("has the socket of its configuration, whose checksum has to be right", () => {
    const { dear } = config.chains
    expect(socketOf({ name: "dear", ...dear! })).to.equal(usdc)
    const socket = usdc.replace(/[A-F]/, (letter) => letter.toLowerCase()) as typeof usdc
    const error = thrown(() => socketOf({ name: "dear", ...dear!, socket }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "config.plugs.chains.dear.socket" })
  })
})
