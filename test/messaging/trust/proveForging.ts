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
import { findPowers } from "../../../src/messaging/trust/findPowers.js"
import type { WayCode } from "../../../src/messaging/trust/Power.js"
import { proveForging } from "../../../src/messaging/trust/proving/proveForging.js"
import { type PathTrust, readPathFacts, readTrust } from "../../../src/messaging/trust/readTrust.js"
import type { EndFacts } from "../../../src/messaging/trust/TrustFacts.js"
import type { PlugsError } from "../../../src/primitives/PlugsError.js"
import { bridgeTokenArtifact } from "../../fixtures/artifacts/BridgeToken.js"
import { moodyPlugArtifact } from "../../fixtures/artifacts/MoodyPlug.js"
import { ownSafeArtifact } from "../../fixtures/artifacts/OwnSafe.js"
import { deepIt } from "../../fixtures/depth.js"
import { at } from "../../fixtures/wire/trustFacts.js"
import { plantSafe } from "../../fixtures/worlds/contractCode.js"
import {
  createForgingWorld,
  type ForgingSetup,
  otherSlug,
  startForgingDevnet,
} from "../../fixtures/worlds/messaging/forgingWorld.js"
import { deploy, deployConnected } from "../../fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "../../fixtures/worlds/messaging/relayActors.js"

/** A world in which the keys have no rights: the devnet's own accounts have them all. */
const nobody: ForgingSetup = {
  ...{ rule: "fast", timeout: 3_600, isOpen: false, isTripped: false, watchers: [], otherWatchers: [] },
  ...{ transmitters: [], otherTransmitters: [], executors: [], untrippers: [], governors: [] },
  ...{ owners: {}, nominee: undefined, safe: { signers: [2, 3], threshold: 2 }, sibling: undefined, srcGovernors: [] },
}

// That each set which is named can forge in random worlds, and no key less, is tested with readTrust in the deep suite.
describe("proveForging", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startForgingDevnet()
  })
  after(() => devnet.stop())

  async function read(plug: Address, safeCode?: readonly Hex[]): Promise<PathTrust> {
    const chains = Object.values(devnet.chains).map(({ publicClient, contracts, slug, name }) => ({
      ...{ client: publicClient, socket: contracts.socket, slug, name },
    }))
    const paths = [{ from: { slug: 41_001 }, to: { slug: 41_002, plug } }]
    const [trust] = await readTrust({ paths, chains, isKnownSwitchboard: () => true, safeCode })
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
    const known: Hex[] = []
    const deploySafe = async (...args: readonly unknown[]) => {
      const safe = await deploy(beta, ownSafeArtifact, args)
      known.push(await plantSafe(beta, safe, (await beta.publicClient.getCode({ address: safe }))!))
      return safe
    }
    const inner = await deploySafe([one, two], 2n, zeroAddress)
    const outer = await deploySafe([inner, three], 2n, module)
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    await write(plug!, plugAbi, "transferOwnership", [outer])
    const trust = await read(plug!, known)
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
    const by = async (own: readonly Address[]) => {
      const { status, why } = await prove(trust, "FORGE_BY_TIMEOUT", pad("0x5"), counterArtifact.abi, own)
      return [status, why]
    }
    expect(await by([transmitter.address, executor.address, untripper.address])).to.deep.equal(["proven", null])
    expect(await by([transmitter.address, executor.address])).to.deep.equal([
      ...["refused", "the switchboard is tripped, and they cannot undo it"],
    ])
    await createRelayActors().trip(beta, switchboard, { kind: "unTripPath", srcChainSlug: 41_001 })
  })

  it("needs no copy of the source for what is done on the destination alone, and tries nothing else without one", async () => {
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const { facts, powers } = await read(plug!)
    const dst = devnet.chains.beta.publicClient as Client
    const alone = async (code: WayCode) => {
      const power = { code, keys: powers.find((one) => one.code === code)?.keys ?? [] }
      const { status, why } = await proveForging({ dst }, { facts, power, payload: pad("0x5") })
      return [status, why]
    }
    expect(await alone("FORGE_BY_TIMEOUT")).to.deep.equal(["proven", null])
    expect(await alone("FORGE_BY_ATTESTING")).to.deep.equal(["proven", null])
    const unread = ["not tried", "the chain that messages come from is not read"]
    for (const code of ["FORGE_BY_SOURCE_GOVERNANCE", "FORGE_BY_SIBLING_KEY", "FORGE_BY_CONNECTING"] as const) {
      expect(await alone(code), code).to.deep.equal(unread)
    }
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

  it("sends a real message by the switchboard that the sibling uses, which must be one of its socket", async () => {
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const trust = await read(plug!)
    const { deployer } = createAccounts()
    const by = async (address?: Address) => {
      const { src, dst } = trust.facts
      const facts = { dst, src: { ...src!, outbound: { ...src!.outbound, ...(address && { address }) } } }
      const { status, why } = await prove(
        { ...trust, facts },
        "FORGE_BY_GOVERNANCE",
        pad("0x5"),
        [],
        [deployer.address],
      )
      return [status, why?.replace(/0x\w+/, "an account")]
    }
    expect(await by()).to.deep.equal(["proven", undefined])
    expect(await by(zeroAddress)).to.deep.equal(["proven", undefined])
    expect(await by(at(0x99))).to.deep.equal([
      ...["refused", "the socket on alpha lets an account not connect as a plug"],
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

  it("waits a thousand years, and not for what takes longer", async () => {
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const trust = await read(plug!)
    const { inbound } = trust.facts.dst
    const provenIn = async (timeoutInSeconds: bigint) => {
      const state = { ...inbound.state!, timeoutInSeconds }
      const facts = { ...trust.facts, dst: { ...trust.facts.dst, inbound: { ...inbound, state } } }
      return (await prove({ ...trust, facts }, "FORGE_BY_TIMEOUT", pad("0x5"), counterArtifact.abi)).status
    }
    const years = 1_000n * 31_557_600n
    expect([await provenIn(years), await provenIn(years + 1n)]).to.deep.equal(["proven", "not tried"])
  })

  it("waits for the longest of the timelocks among its keys, on either chain, and for no other", async () => {
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const trust = await read(plug!)
    const [first, second, third, fourth, other] = [at(0x71), at(0x72), at(0x73), at(0x74), at(0x75)]
    const locked = ({ accounts }: EndFacts, delays: readonly (readonly [Address, bigint])[]): EndFacts["accounts"] =>
      new Map([...accounts, ...delays.map(([key, delay]) => [key, { kind: "timelock", delay }] as const)])
    const [src, dst] = [trust.facts.src!, trust.facts.dst]
    const onDestination = [
      [first, 60n],
      [second, 500n],
      [third, 200n],
      [other, 9_000n],
    ] as const
    const facts = {
      src: { ...src, accounts: locked(src, [[fourth, 700n]]) },
      dst: { ...dst, accounts: locked(dst, onDestination) },
    }
    const waited = async (...keys: Address[]) =>
      (await prove({ ...trust, facts }, "FORGE_BY_CONNECTING", "0x", [], keys)).waited
    expect([await waited(first, second, third), await waited(fourth, second)]).to.deep.equal([500n, 700n])
  })

  describe("proves each way that is named, and none of them with a key less:", () => {
    /**
     * Lists the ways with their keys and seconds, each of them proven, and none of them with a key less.
     *
     * @param first only the first set of keys for this way
     */
    async function waysIn(setup: Partial<ForgingSetup>, first?: WayCode): Promise<string[]> {
      const { alpha, beta } = devnet.chains
      const clients = { src: alpha.publicClient as Client, dst: beta.publicClient as Client }
      const snapshots = [alpha, beta].map(async ({ testClient }) => ({ testClient, id: await testClient.snapshot() }))
      const undo = await Promise.all(snapshots)
      try {
        const { plug, sibling, keys: own, safeCode } = await createForgingWorld(devnet, { ...nobody, ...setup })
        const [facts] = await readPathFacts({
          paths: [{ from: { slug: 41_001, plug: sibling }, to: { slug: 41_002, plug } }],
          chains: Object.values(devnet.chains).map(({ publicClient, contracts, slug, name }) => ({
            ...{ client: publicClient, socket: contracts.socket, slug, name },
          })),
          otherSlugs: [otherSlug],
          isKnownSwitchboard: () => true,
          safeCode,
        })
        const { deployer, transmitter, executor } = createAccounts(1)
        const names = new Map<string, string>([
          ...own.map((address, index) => [address, index === 4 ? "timelock" : `key ${index}`] as const),
          ...Object.entries({ deployer, transmitter, executor }).map(([name, { address }]) => [address, name] as const),
        ])
        const told: string[] = []
        const forging = findPowers(facts!).powers.filter(({ power }) => power === "forge")
        const tried = first === undefined ? forging : forging.filter(({ code }) => code === first).slice(0, 1)
        for (const { code, keys, seconds } of tried) {
          const who = keys.map(({ address }) => names.get(address) ?? "the sibling").sort()
          const way = `${code} by ${who.join(", ")}`
          const proveWith = async (some: typeof keys) =>
            await proveForging(clients, {
              ...{ facts: facts!, power: { code, keys: some }, payload: "0xbad0", abi: moodyPlugArtifact.abi },
            })
          const { status, why, waited, moved } = await proveWith(keys)
          expect([status, why, waited], way).to.deep.equal(["proven", null, seconds])
          expect(moved?.values, way).to.deep.include({ name: "lastPayload", before: "0x", after: "0xbad0" })
          for (const key of keys) {
            const less = await proveWith(keys.filter((one) => one !== key))
            expect([less.status, less.moved], `${way}, without ${names.get(key.address)}`).to.deep.equal([
              "refused",
              null,
            ])
          }
          told.push(`${way} in ${String(seconds)} s`)
        }
        return told.toSorted()
      } finally {
        for (const { testClient, id } of undo) await testClient.revert({ id })
      }
    }

    deepIt("by a key of each role, also one that ends a trip, where the owners are others", async () => {
      const roles = { watchers: [0], transmitters: [1], executors: [2], untrippers: [3], srcGovernors: [0] }
      expect(await waysIn({ ...roles, isTripped: true })).to.deep.equal([
        "FORGE_BY_SIBLING_KEY by key 3, the sibling in 0 s",
        "FORGE_BY_SOURCE_GOVERNANCE by executor, key 0, key 3 in 0 s",
        "FORGE_BY_SOURCE_GOVERNANCE by key 0, key 2, key 3 in 0 s",
        "FORGE_BY_SWITCHBOARD_OWNER by deployer in 0 s",
        "FORGE_BY_TIMEOUT by executor, key 1, key 3 in 3600 s",
        "FORGE_BY_TIMEOUT by executor, key 3, transmitter in 3600 s",
        "FORGE_BY_TIMEOUT by key 1, key 2, key 3 in 3600 s",
        "FORGE_BY_TIMEOUT by key 2, key 3, transmitter in 3600 s",
      ])
    })

    it("by the owner of what decides, a Safe by its signers and a timelock by waiting", async () => {
      const owners = { plug: "timelock", switchboard: 0, socket: "safe" } as const
      expect(await waysIn({ owners, watchers: [0, 1], transmitters: [1], executors: [1] })).to.deep.equal([
        "FORGE_BY_ATTESTING by key 0, key 1 in 0 s",
        "FORGE_BY_CONNECTING by timelock in 500 s",
        "FORGE_BY_GOVERNANCE by key 2, key 3 in 0 s",
        "FORGE_BY_SIBLING_KEY by the sibling in 0 s",
        "FORGE_BY_SOURCE_GOVERNANCE by deployer in 0 s",
        "FORGE_BY_SWITCHBOARD_OWNER by executor, key 0, transmitter in 0 s",
        "FORGE_BY_TIMEOUT by executor, transmitter in 3600 s",
        "FORGE_BY_TIMEOUT by key 1 in 3600 s",
      ])
    })

    it("by one who can end a trip of the whole switchboard, and by watchers of two chains at once", async () => {
      expect(await waysIn({ isTripped: true, untrippers: [3] }, "FORGE_BY_TIMEOUT")).to.deep.equal([
        "FORGE_BY_TIMEOUT by executor, key 3, transmitter in 3600 s",
      ])
      // A Safe signs nothing, so the watchers of the path are never all.
      const roles = { watchers: [3, "safe"], transmitters: [3], executors: [3] } as const
      const others = { otherWatchers: [0, 1], otherTransmitters: [2] }
      expect(await waysIn({ ...roles, ...others }, "FORGE_BY_ATTESTING")).to.deep.equal([
        "FORGE_BY_ATTESTING by key 0, key 2, key 3 in 0 s",
      ])
    })

    deepIt("by all watchers of one chain, by packets of that chain or of the path", async () => {
      const roles = { watchers: [3, 2, 1], transmitters: [3], executors: [3] }
      expect(await waysIn({ ...roles, otherWatchers: [0, 1], otherTransmitters: [2] })).to.deep.equal([
        "FORGE_BY_ATTESTING by executor, key 0, key 2, transmitter in 0 s",
        "FORGE_BY_ATTESTING by executor, key 1, key 2, transmitter in 0 s",
        "FORGE_BY_ATTESTING by key 0, key 2, key 3 in 0 s",
        "FORGE_BY_ATTESTING by key 1, key 2, key 3 in 0 s",
        "FORGE_BY_SIBLING_KEY by the sibling in 0 s",
        "FORGE_BY_SWITCHBOARD_OWNER by deployer in 0 s",
        "FORGE_BY_TIMEOUT by executor, transmitter in 3600 s",
        "FORGE_BY_TIMEOUT by key 3 in 3600 s",
      ])
    })

    it("by the next owner, and the key that is the sibling itself, of an optimistic switchboard", async () => {
      const owners = { plug: 3, executionManager: 1 }
      expect(await waysIn({ rule: "optimistic", nominee: 0, owners, sibling: 2 })).to.deep.equal([
        "FORGE_BY_CONNECTING by key 3 in 3600 s",
        "FORGE_BY_OWN_SWITCHBOARD by deployer, key 3 in 0 s",
        "FORGE_BY_OWN_SWITCHBOARD by executor, key 0, key 3 in 0 s",
        "FORGE_BY_OWN_SWITCHBOARD by executor, key 3, transmitter in 0 s",
        "FORGE_BY_OWN_SWITCHBOARD by key 0, key 1, key 3 in 0 s",
        "FORGE_BY_OWN_SWITCHBOARD by key 1, key 3, transmitter in 0 s",
        "FORGE_BY_SIBLING_KEY by key 2 in 3600 s",
        "FORGE_BY_TIMEOUT by deployer in 3600 s",
        "FORGE_BY_TIMEOUT by executor, key 0 in 3600 s",
        "FORGE_BY_TIMEOUT by executor, transmitter in 3600 s",
        "FORGE_BY_TIMEOUT by key 0, key 1 in 3600 s",
        "FORGE_BY_TIMEOUT by key 1, transmitter in 3600 s",
      ])
    })
  })
})
