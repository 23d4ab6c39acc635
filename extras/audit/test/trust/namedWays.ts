import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, type Client, getAddress, type Hex, pad, zeroAddress } from "viem"

import { findPowers } from "#extras/audit/src/trust/findPowers.js"
import { readPathFacts } from "#extras/audit/src/trust/readTrust.js"
import type { PathFacts } from "#extras/audit/src/trust/TrustFacts.js"
import { openForgingCopy } from "#extras/audit/test/fixtures/forging/openForgingCopy.js"
import { forgedPayload, proveForging } from "#extras/audit/test/fixtures/forging/proveForging.js"
import {
  createForgingWorld,
  type ForgingSetup,
  otherSlug,
  startForgingDevnet,
} from "#extras/audit/test/fixtures/forgingWorld.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import type { Devnet } from "#src/devnet/index.js"
import { plugAbi } from "#src/messaging/onchain/abi.js"
import type { WayCode } from "#src/messaging/TrustPolicy.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { ownSafeArtifact } from "#test/fixtures/artifacts/OwnSafe.js"
import { deepIt } from "#test/fixtures/depth.js"
import { plantSafe } from "#test/fixtures/worlds/contractCode.js"
import { deploy, deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

/** A world in which the keys have no rights: the devnet's own accounts have them all. */
const nobody: ForgingSetup = {
  ...{ rule: "fast", timeout: 3_600, isOpen: false, isTripped: false, watchers: [], otherWatchers: [] },
  ...{ transmitters: [], otherTransmitters: [], executors: [], untrippers: [], governors: [] },
  ...{ owners: {}, nominee: undefined, safe: { signers: [2, 3], threshold: 2 }, sibling: undefined, srcGovernors: [] },
}

// Random worlds are tried so with readTrust, in the deep suite.
describe("Each way to forge that is named works on a copy of the chains, and none of them with a key less:", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startForgingDevnet()
  })
  after(() => devnet.stop())

  const read = async (from: { slug: number; plug?: Address }, plug: Address, safeCode: readonly Hex[]) => {
    const [facts] = await readPathFacts({
      paths: [{ from, to: { slug: 41_002, plug } }],
      chains: Object.values(devnet.chains).map(({ publicClient, contracts, slug, name }) => ({
        ...{ client: publicClient, socket: contracts.socket, slug, name },
      })),
      otherSlugs: [otherSlug],
      isKnownSwitchboard: () => true,
      safeCode,
    })
    return facts!
  }

  /**
   * Lists the ways with their keys and seconds, each of them proven, and none of them with a key less.
   *
   * @param only only this way, and so many sets of keys for it
   */
  async function prove(facts: PathFacts, names: ReadonlyMap<Address, string>, only?: readonly [WayCode, number]) {
    const { alpha, beta } = devnet.chains
    const clients = { src: alpha.publicClient as Client, dst: beta.publicClient as Client }
    const told: string[] = []
    const forging = findPowers(facts).powers.filter(({ power }) => power === "forge")
    const tried = only === undefined ? forging : forging.filter(({ code }) => code === only[0]).slice(0, only[1])
    for (const { code, keys, seconds } of tried) {
      const who = keys.map(({ address }) => names.get(address) ?? "the sibling").sort()
      const way = `${code} by ${who.join(", ")}`
      const proveWith = (some: typeof keys) => proveForging(clients, { facts, power: { code, keys: some } })
      const { status, why, waited, ran } = await proveWith(keys)
      expect([status, why, waited, ran], way).to.deep.equal(["proven", null, seconds, forgedPayload])
      for (const key of keys) {
        const { status: less } = await proveWith(keys.filter((one) => one !== key))
        expect(less, `${way}, without ${names.get(key.address)}`).to.equal("refused")
      }
      told.push(`${way} in ${String(seconds)} s`)
    }
    return told.toSorted()
  }

  async function waysIn(setup: Partial<ForgingSetup>, ...only: [] | [WayCode, number]): Promise<string[]> {
    const { alpha, beta } = devnet.chains
    const [src, dst] = [openForgingCopy(alpha.publicClient), openForgingCopy(beta.publicClient)]
    return await src.tryOut(() =>
      dst.tryOut(async () => {
        const { plug, sibling, keys, safeCode } = await createForgingWorld(devnet, { ...nobody, ...setup })
        const { deployer, transmitter, executor } = createAccounts(1)
        const names = new Map<Address, string>([
          ...keys.map((address, index) => [address, index === 4 ? "timelock" : `key ${index}`] as const),
          ...Object.entries({ deployer, transmitter, executor }).map(([name, { address }]) => [address, name] as const),
        ])
        const facts = await read({ slug: 41_001, plug: sibling }, plug, safeCode)
        return await prove(facts, names, only.length === 0 ? undefined : only)
      }),
    )
  }

  it("of a Safe by its signers, also those that are Safes, and by its module alone", async () => {
    const { beta } = devnet.chains
    const people = ["0xa1", "0xa2", "0xa3", "0xa4"].map((key) => getAddress(pad(key as Hex, { size: 20 })))
    const [one, two, three, module] = people
    const known: Hex[] = []
    const deploySafe = async (...args: readonly unknown[]) => {
      const safe = await deploy(beta, ownSafeArtifact, args)
      known.push(await plantSafe(beta, safe, (await beta.publicClient.getCode({ address: safe }))!))
      return safe
    }
    const inner = await deploySafe([one, two], 2n, zeroAddress)
    const outer = await deploySafe([inner, three], 2n, module)
    const { beta: plug } = await deployConnected(devnet, moodyPlugArtifact)
    const naming = { address: plug!, abi: plugAbi, functionName: "transferOwnership", args: [outer] } as const
    await beta.publicClient.waitForTransactionReceipt({ hash: await beta.walletClient.writeContract(naming) })
    const facts = await read({ slug: 41_001 }, plug!, known)
    // The Safe is the next owner: it still has to accept.
    const names = new Map<Address, string>([
      [facts.dst.plug.owner!, "the owner"],
      ...people.map((address, index) => [address, ["one", "two", "three", "module"][index]!] as const),
    ])
    expect(await prove(facts, names, ["FORGE_BY_CONNECTING", 9])).to.deep.equal([
      "FORGE_BY_CONNECTING by module in 0 s",
      "FORGE_BY_CONNECTING by one, three, two in 0 s",
      "FORGE_BY_CONNECTING by the owner in 0 s",
    ])
  })

  deepIt("by the owner of what decides, a Safe by its signers and a timelock by waiting", async () => {
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

  deepIt("by one who can end a trip of the whole switchboard, and by watchers of two chains at once", async () => {
    expect(await waysIn({ isTripped: true, untrippers: [3] }, "FORGE_BY_TIMEOUT", 1)).to.deep.equal([
      "FORGE_BY_TIMEOUT by executor, key 3, transmitter in 3600 s",
    ])
    // A Safe signs nothing, so the watchers of the path are never all.
    const roles = { watchers: [3, "safe"], transmitters: [3], executors: [3] } as const
    const others = { otherWatchers: [0, 1], otherTransmitters: [2] }
    expect(await waysIn({ ...roles, ...others }, "FORGE_BY_ATTESTING", 1)).to.deep.equal([
      "FORGE_BY_ATTESTING by key 0, key 2, key 3 in 0 s",
    ])
  })

  deepIt("by the next owner, and the key that is the sibling itself, of an optimistic switchboard", async () => {
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
