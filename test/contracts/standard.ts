import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import type { Abi } from "viem"
import { formatAbiItem, parseEventLogs } from "viem/utils"

import { encodeInteroperableAddress, gatewayAbi } from "../../src/messaging/index.js"
import { protocolErrorsAbi } from "../../src/messaging/onchain/abi.js"
import { createWorld, type ExploreContext } from "../../src/testing/index.js"
import { runs } from "../fixtures/depth.js"

const supply = 1_000n
const names = ["alpha", "beta", "gamma"] as const

it("gatewayAbi has every error of the gateway, and functions and events as they are there", async () => {
  const { abi } = await hre.artifacts.readArtifact("PlugsGateway")
  const { abi: plugAbi } = await hre.artifacts.readArtifact("Counter")
  const named = (items: Abi): string[] =>
    items.flatMap((item) => ("name" in item ? [`${item.type} ${formatAbiItem(item)}`] : []))
  const errorsOf = (items: Abi): string[] => named(items.filter(({ type }) => type === "error"))
  expect(named(abi)).to.include.members(named(gatewayAbi))
  expect([gatewayAbi, protocolErrorsAbi, plugAbi].flatMap(errorsOf)).to.include.members(errorsOf(abi))
})

describe("a token of OpenZeppelin over gateways of three chains", () => {
  const world = createWorld(hre, { chains: [...names] })
  before(world.start)
  after(world.stop)

  const tokens = async () => {
    const gateways = await world.deployConnected("PlugsGateway", ({ socket, owner }) => [socket, owner])
    const ends = await Promise.all(
      names.map(async (name) => {
        const initial = name === "alpha" ? supply : 0n
        const token = await world.deploy(name, "LinkedToken", ({ owner }) => [owner, initial])
        return {
          token,
          gateway: gateways[name],
          client: world.chains[name].publicClient,
          owner: await gateways[name].read.owner(),
        }
      }),
    )
    for (const { token, gateway } of ends) {
      for (const { token: other } of ends) {
        if (other !== token) await token.write.setLink([gateway.address, encodeInteroperableAddress(other)])
      }
    }
    return ends
  }
  type End = Awaited<ReturnType<typeof tokens>>[number]

  /** Moves half of what an account owns. The token attaches nothing, so the account pays for its message at the gateway, once or twice. */
  const transfer = async ({ token, gateway, client, owner }: End, to: End, times: number): Promise<void> => {
    const amount = (await token.read.balanceOf([owner])) / 2n
    const hash = await token.write.crosschainTransfer([
      encodeInteroperableAddress({ chainId: to.token.chainId, address: owner }),
      amount,
    ])
    const { logs } = await client.getTransactionReceipt({ hash })
    const [sent] = parseEventLogs({ abi: gatewayAbi, eventName: "MessageSent", logs })
    if (sent === undefined) throw new Error("The token has sent nothing.")
    const { sendId, recipient, payload } = sent.args
    const relay = [sendId, token.address, recipient, payload, 200_000n, owner] as const
    for (let paid = 0; paid < times; paid++) await gateway.send.relay(relay)
  }

  it("is neither lost nor doubled, whatever goes wrong", async () => {
    const ends = await world.loadFixture(tokens)
    const scenario = async ({ step, pick }: ExploreContext) => {
      for (let moves = 0; moves < 3; moves++) {
        const from = pick([0, 1, 2])
        await transfer(ends[from] as End, ends[(from + pick([1, 2])) % 3] as End, pick([1, 2]))
        await step()
      }
    }
    const explored = await world.explore(
      { runs: runs({ fast: 4, deep: 100 }).numRuns, seed: 7, keep: false },
      scenario,
      async () => {
        const supplies = await Promise.all(ends.map(({ token }) => token.read.totalSupply()))
        expect(supplies.reduce((sum, one) => sum + one)).to.equal(supply)
      },
    )
    expect(explored.growth).to.deep.equal([])
  })
})
