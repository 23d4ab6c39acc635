import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import {
  type Abi,
  type Address,
  type Client,
  encodeAbiParameters,
  getAddress,
  type Hex,
  HttpRequestError,
  pad,
  zeroAddress,
} from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { createAccounts } from "../../../src/devnet/chain/accounts.js"
import type { Devnet } from "../../../src/devnet/index.js"
import { plugAbi } from "../../../src/messaging/onchain/abi.js"
import type { WayCode } from "../../../src/messaging/trust/Power.js"
import { proveForging } from "../../../src/messaging/trust/proving/proveForging.js"
import { type PathTrust, readTrust } from "../../../src/messaging/trust/readTrust.js"
import type { PlugsError } from "../../../src/primitives/PlugsError.js"
import { bridgeTokenArtifact } from "../../fixtures/artifacts/BridgeToken.js"
import { moodyPlugArtifact } from "../../fixtures/artifacts/MoodyPlug.js"
import { ownSafeArtifact } from "../../fixtures/artifacts/OwnSafe.js"
import { startForgingDevnet } from "../../fixtures/worlds/messaging/forgingWorld.js"
import { deploy, deployConnected } from "../../fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "../../fixtures/worlds/messaging/relayActors.js"

// That each set which is named can forge, and no key less, is tested with readTrust, in random worlds.
describe("proveForging", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startForgingDevnet()
  })
  after(() => devnet.stop())

  async function read(plug: Address): Promise<PathTrust> {
    const chains = Object.values(devnet.chains).map(({ publicClient, contracts, slug, name }) => ({
      ...{ client: publicClient, socket: contracts.socket, slug, name },
    }))
    const paths = [{ from: { slug: 41_001 }, to: { slug: 41_002, plug } }]
    const [trust] = await readTrust({ paths, chains, isKnownSwitchboard: () => true })
    return trust!
  }
  async function prove({ facts, powers }: PathTrust, code: WayCode, payload: Hex, abi: Abi, own?: readonly Address[]) {
    const { alpha, beta } = devnet.chains
    const keys = own?.map((address) => ({ address })) ?? powers.find((power) => power.code === code)!.keys
    const chains = { src: alpha.publicClient as Client, dst: beta.publicClient as Client }
    return await proveForging(chains, { facts, power: { code, keys }, payload, abi })
  }
  async function write(address: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n) {
    const { walletClient, publicClient } = devnet.chains.beta
    const hash = await walletClient.writeContract({ address, abi, functionName, args, value })
    await publicClient.waitForTransactionReceipt({ hash })
  }

  it("shows tokens that are minted by a forged message, with the supply, and undoes it", async () => {
    const { beta } = devnet.chains
    const tokens = await deployConnected(devnet, bridgeTokenArtifact, () => ["Token", "TKN", 0n])
    const token = tokens["beta"]!
    const thief = getAddress(pad("0x7111ef", { size: 20 }))
    const payload = encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [thief, 292n])
    const [trust, before] = [await read(token), await beta.publicClient.getBlockNumber()]
    const { status, waited, moved } = await prove(trust, "FORGE_BY_TIMEOUT", payload, bridgeTokenArtifact.abi)
    expect([status, waited]).to.deep.equal(["proven", 7_200n])
    expect(moved?.transfers).to.deep.equal([{ token, from: zeroAddress, to: thief, amount: 292n }])
    expect(moved?.values).to.deep.include({ name: "totalSupply", before: "0", after: "292" })
    expect(moved?.storage).to.deep.equal([{ address: token, words: 2 }])
    const supply = { address: token, abi: bridgeTokenArtifact.abi, functionName: "totalSupply" } as const
    expect(await beta.publicClient.readContract(supply)).to.equal(0n)
    expect(await beta.publicClient.getBlockNumber({ cacheTime: 0 })).to.equal(before)
  })

  it("acts for a Safe by the approvals of its signers, also those that are Safes, and by a module alone", async () => {
    const { beta } = devnet.chains
    const [one, two, three, module] = ["0xa1", "0xa2", "0xa3", "0xa4"].map((key) =>
      getAddress(pad(key as Hex, { size: 20 })),
    )
    const inner = await deploy(beta, ownSafeArtifact, [[one, two], 2n, zeroAddress])
    const outer = await deploy(beta, ownSafeArtifact, [[inner, three], 2n, module])
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    await write(plug!, plugAbi, "transferOwnership", [outer])
    const trust = await read(plug!)
    const amount = pad("0x5")
    const by = async (...keys: Address[]) => {
      const { status } = await prove(trust, "FORGE_BY_CONNECTING", amount, counterArtifact.abi, keys)
      return status
    }
    expect(await by(one!, two!, three!)).to.equal("proven")
    expect(await by(module!)).to.equal("proven")
    expect(await by(one!, two!)).to.equal("refused")
    expect(await by(two!, three!)).to.equal("refused")
    expect(await by(outer)).to.equal("proven")
  })

  it("says why inbound reverts", async () => {
    const { beta: plug } = await deployConnected(devnet, moodyPlugArtifact)
    const trust = await read(plug!)
    await write(plug!, moodyPlugArtifact.abi, "refuse", ["0xbad0", true])
    const reverted = await prove(trust, "FORGE_BY_TIMEOUT", "0xbad0", moodyPlugArtifact.abi)
    expect([reverted.status, reverted.moved]).to.deep.equal(["reverted", null])
    expect(reverted.why).to.equal("InABadMood(payload: 0xbad0)")
  })

  it("undoes a trip of the path with the key that can, before it forges", async () => {
    const { beta } = devnet.chains
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const { switchboard } = beta.contracts
    await createRelayActors().trip(beta, switchboard, { kind: "tripPath", srcChainSlug: 41_001 })
    const trust = await read(plug!)
    const { transmitter, executor, deployer: untripper } = createAccounts()
    const by = async (own: readonly Address[]) =>
      (await prove(trust, "FORGE_BY_TIMEOUT", pad("0x5"), counterArtifact.abi, own)).status
    expect(await by([transmitter.address, executor.address, untripper.address])).to.equal("proven")
    expect(await by([transmitter.address, executor.address])).to.equal("refused")
    await createRelayActors().trip(beta, switchboard, { kind: "unTripPath", srcChainSlug: 41_001 })
  })

  it("does not try what it cannot know: another function that connects, a switchboard of unknown rules", async () => {
    const { beta } = devnet.chains
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const trust = await read(plug!)
    expect((await prove(trust, "FORGE_BY_UNKNOWN_SWITCHBOARD", "0x", [], [])).status).to.equal("not tried")
    await beta.testClient.setCode({ address: plug!, bytecode: "0x5f5ffd" })
    const { status, why } = await prove(trust, "FORGE_BY_CONNECTING", pad("0x5"), counterArtifact.abi)
    expect([status, why]).to.deep.equal([
      "not tried",
      "the plug connects by another function than connect(uint32,address,address)",
    ])
  })

  it("refuses a node that is none for development, asks it for nothing else, and says which one does not answer", async () => {
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const { facts, powers } = await read(plug!)
    const failed = async (version: string): Promise<{ error: PlugsError; asked: readonly string[] }> => {
      const asked: string[] = []
      const request = async ({ method }: { readonly method: string }): Promise<unknown> => {
        asked.push(method)
        if (method === "web3_clientVersion") return await Promise.resolve(version)
        throw new HttpRequestError({ url: "http://127.0.0.1:1", details: "it is gone" })
      }
      const dst = { ...devnet.chains.beta.publicClient, request } as unknown as Client
      const proving = proveForging({ dst }, { facts, power: powers[0]!, payload: "0x" })
      return { error: (await proving.catch((error: unknown) => error)) as PlugsError, asked }
    }
    const refused = await failed("Geth/v1.16.0")
    expect(refused.error.facts).to.include({ argument: "chains" })
    expect(refused.asked).to.deep.equal(["web3_clientVersion"])
    expect((await failed("HardhatNetwork/3.17.0")).error.code).to.equal("NODE_FAILED")
  })

  it("does not wait for what takes longer than a chain can", async () => {
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const trust = await read(plug!)
    const { inbound } = trust.facts.dst
    const state = { ...inbound.state!, timeoutInSeconds: 2n ** 255n }
    const facts = { ...trust.facts, dst: { ...trust.facts.dst, inbound: { ...inbound, state } } }
    const { status } = await prove({ ...trust, facts }, "FORGE_BY_TIMEOUT", "0x", [])
    expect(status).to.equal("not tried")
  })
})
