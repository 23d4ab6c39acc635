import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import type { Abi } from "viem"
import { formatAbiItem, getAddress, parseAbi, parseEventLogs } from "viem/utils"

import {
  applyWiring,
  checkWiring,
  encodeInteroperableAddress,
  encodeRelayAttribute,
  explainMessage,
  gatewayAbi,
  planWiring,
} from "#src/messaging/index.js"
import { protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import { createWorld, type ExploreContext } from "#src/testing/index.js"
import { deepIt, runs } from "#test/fixtures/depth.js"

const supply = 1_000n
/** What programs call at any gateway whose messages are paid for by their id. */
const bot = parseAbi([
  "event MessageSent(bytes32 indexed sendId, bytes sender, bytes recipient, bytes payload, uint256 value, bytes[] attributes)",
  "function quoteRelay(bytes recipient, bytes payload, bytes[] attributes, uint256 value, uint256 gasLimit, address refundRecipient) view returns (uint256)",
  "function requestRelay(bytes32 sendId, uint256 gasLimit, address refundRecipient) payable",
])
/** Of MoodyRecipient. */
const moods = { AnswersWrongly: 3 }
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
  // The id of the last chain is not its slug.
  const world = createWorld(hre, { chains: ["alpha", "beta", { name: "gamma", chainId: 1729, slug: 1_324_967_486 }] })
  before(world.start)
  after(world.stop)

  /** Links the gateways as `messaging wire` does, and looks whether they are wired then. */
  const wireGateways = async () => {
    const deploy = (name: (typeof names)[number]) =>
      world.deploy(name, "PlugsGateway", ({ socket, owner }) => [socket, owner])
    const gateways = { alpha: await deploy("alpha"), beta: await deploy("beta"), gamma: await deploy("gamma") }
    const { alpha, beta, gamma } = gateways
    const contracts = { alpha: alpha.address, beta: beta.address, gamma: gamma.address }
    const connect = "link(uint32 siblingChainSlug, address siblingPlug, address switchboard, uint256 siblingChainId)"
    const chains = Object.fromEntries(
      names.map((name) => {
        const { slug, contracts, publicClient, walletClient } = world.chains[name]
        return [name, { slug, socket: contracts.socket, publicClient, walletClient }]
      }),
    )
    const switchboardOf = (_: unknown, chain: string) =>
      world.chains[chain as (typeof names)[number]].contracts.switchboard
    const parameters = { wiring: { gateways: { contracts, connect } }, chains, switchboardOf }
    const plan = await planWiring(parameters)
    expect(plan.changes.map(({ status }) => status)).to.deep.equal(Array(6).fill("ready"))
    expect(await applyWiring({ plan, chains })).to.deep.include({ isComplete: true })
    expect(await checkWiring(parameters)).to.deep.include({ agrees: true })
    expect(await alpha.read.chainIdOf([gamma.slug])).to.equal(1729n)
    return gateways
  }

  const tokens = async () => {
    const gateways = await wireGateways()
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

  it("has gateways that a world links by the id of each chain", async () => {
    const { alpha, gamma } = await world.deployConnected("PlugsGateway", ({ socket, owner }) => [socket, owner], {
      connectBy: "link",
    })
    expect(await alpha.read.chainSlugOf([1729n])).to.equal(gamma.slug)
  })

  it("is moved by a bot that was written for the adapters of OpenZeppelin", async () => {
    const [{ token, client, owner }, { token: other }] = (await world.loadFixture(tokens)) as [End, End]
    const { walletClient } = world.chains.alpha
    const to = encodeInteroperableAddress({ chainId: other.chainId, address: owner })
    const hash = await token.write.crosschainTransfer([to, supply])
    const { logs } = await client.getTransactionReceipt({ hash })
    const [sent] = parseEventLogs({ abi: bot, eventName: "MessageSent", logs })
    const { sendId, recipient, payload, value } = sent!.args
    const [gateway, gas] = [{ abi: bot, address: sent!.address }, 200_000n] as const
    const args = [recipient, payload, [], value, gas, owner] as const
    const cost = await client.readContract({ ...gateway, functionName: "quoteRelay", args })
    const pay = { ...gateway, functionName: "requestRelay", args: [sendId, gas, owner], value: cost } as const
    await walletClient.writeContract(pay)
    await world.deliver()
    expect(await other.read.balanceOf([owner])).to.equal(supply)
  })

  it("has a recipient that answers wrongly, which explain names", async () => {
    const chains = { chains: ["alpha", "beta"] as ("alpha" | "beta")[] }
    const deployed = await world.deployConnected("PlugsGateway", ({ socket, owner }) => [socket, owner], chains)
    const recipient = await world.deploy("beta", "MoodyRecipient")
    await recipient.write.feel([moods.AnswersWrongly])
    const attribute = encodeRelayAttribute({ gasLimit: 200_000n, refundRecipient: recipient.address })
    const { hash } = await deployed.alpha.send.sendMessage([encodeInteroperableAddress(recipient), "0x12", [attribute]])
    await world.deliver()
    const chain = (name: "alpha" | "beta") => {
      const { slug, publicClient: client, contracts } = world.chains[name]
      return { name, slug, client, socket: contracts.socket }
    }
    const { causes } = await explainMessage({
      src: chain("alpha"),
      srcTxHash: hash,
      chainOf: () => Promise.resolve(chain("beta")),
    })
    expect(causes[0]?.name).to.equal("inbound-reverts")
    expect(causes[0]?.says).to.match(/NotAccepted\(recipient: 0x\w{40}, answer: 0xdeadbeef0+\)/)
    expect(causes[0]?.says).to.contain(`the recipient ${getAddress(recipient.address)} on beta does not return`)
  })

  deepIt("is neither lost nor doubled, whatever goes wrong", async () => {
    const ends = await world.loadFixture(tokens)
    const scenario = async ({ step, pick }: ExploreContext) => {
      for (let moves = 0; moves < 3; moves++) {
        const from = pick([0, 1, 2])
        await transfer(ends[from] as End, ends[(from + pick([1, 2])) % 3] as End, pick([1, 2]))
        await step()
      }
    }
    const explored = await world.explore(
      { runs: runs({ fast: 4, deep: 50 }).numRuns, seed: 7, keep: false },
      scenario,
      async () => {
        const supplies = await Promise.all(ends.map(({ token }) => token.read.totalSupply()))
        expect(supplies.reduce((sum, one) => sum + one)).to.equal(supply)
      },
    )
    expect(explored.growth).to.deep.equal([])
  })
})
