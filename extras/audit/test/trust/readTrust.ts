import { randomInt } from "node:crypto"

import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"
import {
  type Abi,
  type Address,
  type Client,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseEventLogs,
  toBytes,
  toFunctionSelector,
  zeroHash,
} from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { findPowers } from "#extras/audit/src/trust/findPowers.js"
import { type WeaknessName, weaknessNames } from "#extras/audit/src/trust/findWeaknesses.js"
import type { Power } from "#extras/audit/src/trust/Power.js"
import { readPathFacts, readTrust } from "#extras/audit/src/trust/readTrust.js"
import type { PathFacts } from "#extras/audit/src/trust/TrustFacts.js"
import { openForgingCopy } from "#extras/audit/test/fixtures/forging/openForgingCopy.js"
import { forgedPayload, proveForging } from "#extras/audit/test/fixtures/forging/proveForging.js"
import {
  createForgingWorld,
  type ForgingOwner,
  type ForgingSetup,
  keyCount,
  otherSlug,
  startForgingDevnet,
} from "#extras/audit/test/fixtures/forgingWorld.js"
import type { Devnet } from "#src/devnet/index.js"
import { capacitorAbi, plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { deepIt } from "#test/fixtures/depth.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { plantSafe, safeCode } from "#test/fixtures/worlds/contractCode.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"

const key = fc.nat(keyCount - 1)
const some = (maxLength: number, minLength = 0) => fc.uniqueArray(key, { minLength, maxLength })
const seldom = fc.integer({ min: 0, max: 5 }).map((number) => number === 0)
const seldomKey = fc.option(key, { freq: 2, nil: undefined })
const listed = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one])
const contract = fc.constantFrom("safe" as const, "timelock" as const)
const owner: fc.Arbitrary<ForgingOwner> = fc.oneof({ weight: 4, arbitrary: key }, { weight: 1, arbitrary: contract })
const safe = some(3, 1).chain((signers) =>
  fc.record({ signers: fc.constant(signers), threshold: fc.integer({ min: 1, max: signers.length }) }),
)

/** A Safe holds a role that it cannot use, because it signs nothing. */
const holding = (maxLength: number): fc.Arbitrary<ForgingOwner[]> =>
  fc.tuple(some(maxLength), seldom).map(([keys, isSafe]) => (isSafe ? [...keys, "safe" as const] : keys))

const setups: fc.Arbitrary<ForgingSetup> = fc.record({
  rule: fc.constantFrom("fast", "fast", "optimistic"),
  timeout: fc.constantFrom(0, 3_600),
  isOpen: seldom,
  isTripped: seldom,
  watchers: holding(2),
  otherWatchers: holding(2),
  transmitters: holding(2),
  otherTransmitters: some(1),
  executors: holding(2),
  untrippers: holding(1),
  governors: fc.option(owner, { freq: 2, nil: undefined }).map(listed),
  owners: fc.record(
    { plug: owner, switchboard: owner, transmitManager: owner, executionManager: owner, socket: owner },
    { requiredKeys: [] },
  ),
  nominee: seldomKey,
  safe,
  sibling: seldomKey,
  srcGovernors: seldomKey.map(listed),
})

/** Random worlds that the deep suite tries. Each takes seconds: `TRUST_WORLDS=200` tries more. */
const worlds = Number(process.env["TRUST_WORLDS"] ?? 15)
/** So many in each test, because a test that says nothing for long is taken to hang. */
const worldsAtOnce = 5

describe("readTrust", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startForgingDevnet()
  })
  after(() => devnet.stop())

  for (let part = 0; part < worlds / worldsAtOnce; part += 1) {
    deepIt(
      `says of who can forge what every set of up to three keys can do on the chain, in random world ${part * worldsAtOnce + 1} and on`,
      async function () {
        this.timeout(3_600_000)
        const property = fc.asyncProperty(setups, async (setup) => {
          const { alpha, beta } = devnet.chains
          const [src, dst] = [openForgingCopy(alpha.publicClient), openForgingCopy(beta.publicClient)]
          await src.tryOut(() => dst.tryOut(() => expectSame(setup)))
        })
        const seed = (fc.readConfigureGlobal().seed ?? randomInt(2 ** 31)) + part
        await fc.assert(property, { numRuns: worldsAtOnce, seed })
      },
    )
  }

  it("asks at most 65 questions for a path, and reads two directions with as many", async () => {
    const counters = await deployConnected(devnet, counterArtifact)
    const asked: string[] = []
    const path = { from: { slug: 41_001 }, to: { slug: 41_002, plug: counters["beta"]! } }
    const chains = chainsOf((method) => void asked.push(method))
    const [trust] = await readTrust({ paths: [path], chains, isKnownSwitchboard: () => true })
    expect(asked.length).to.be.within(10, 65)
    const back = { from: { slug: 41_002 }, to: { slug: 41_001, plug: counters["alpha"]! } }
    asked.length = 0
    const both = await readTrust({ paths: [path, back], chains, isKnownSwitchboard: () => true })
    expect(asked.length).to.be.within(10, 65)
    expect(both[0]?.powers).to.deep.equal(trust?.powers)
    expect(trust?.unread).to.deep.equal([])
  })

  it("reads three plugs of a chain each with its own switchboards, and whom they name", async () => {
    const { contracts } = devnet.chains.beta
    const fast = await deployConnected(devnet, counterArtifact)
    const optimistic = await deployConnected(devnet, counterArtifact, undefined, (chain) => {
      return chain.contracts.optimisticSwitchboard
    })
    const third = await deployConnected(devnet, counterArtifact)
    const paths = [fast, optimistic, third].map(({ beta }) => ({
      from: { slug: 41_001 },
      to: { slug: 41_002, plug: beta! },
    }))
    const read = await readTrust({ paths, chains: chainsOf(), isKnownSwitchboard: () => true })
    expect(
      read.map(({ facts: { dst }, from }) => [
        ...[dst.plug.address, from.plug, dst.config.siblingPlug],
        ...[dst.inbound.address, dst.inbound.rule, dst.outbound.address],
      ]),
    ).to.deep.equal([
      [fast["beta"], fast["alpha"], fast["alpha"], contracts.switchboard, "fast", contracts.switchboard],
      [
        ...[optimistic["beta"], optimistic["alpha"], optimistic["alpha"]],
        ...[contracts.optimisticSwitchboard, "optimistic", contracts.optimisticSwitchboard],
      ],
      [third["beta"], third["alpha"], third["alpha"], contracts.switchboard, "fast", contracts.switchboard],
    ])
  })

  it("says what stays unknown where a node gives no logs, and names whom the contracts themselves name", async () => {
    const counters = await deployConnected(devnet, counterArtifact)
    const chains = chainsOf((method) => {
      if (method === "eth_getLogs") throw new Error("logs are off")
    })
    const paths = [{ from: { slug: 41_001 }, to: { slug: 41_002, plug: counters["beta"]! } }]
    const [trust] = await readTrust({ paths, chains, isKnownSwitchboard: () => true })
    expect(trust?.unread.map(({ chain, what }) => `${chain}: ${what}`)).to.have.members([
      "alpha: who holds roles",
      "beta: who holds roles",
    ])
    expect(trust?.notWhole).to.include.members(["FORGE_BY_TIMEOUT", "FREEZE_BY_TRIP"])
    expect(trust?.powers.map(({ code }) => code)).to.include.members(["FORGE_BY_CONNECTING", "RULES_BY_SOCKET"])
  })

  it("reads what it can where the source is not one of the chains, and refuses what is no plug", async () => {
    const counters = await deployConnected(devnet, counterArtifact)
    const [, beta] = chainsOf()
    const from = { slug: 41_001 }
    const paths = [{ from, to: { slug: 41_002, plug: counters["beta"]! } }]
    const [trust] = await readTrust({ paths, chains: [beta!], isKnownSwitchboard: () => true })
    expect(trust?.from).to.deep.equal({ slug: 41_001, plug: counters["alpha"], blockNumber: null })
    expect(trust?.notWhole).to.include("FORGE_BY_SOURCE_GOVERNANCE")
    expect(trust?.powers.some(({ code }) => code === "FORGE_BY_TIMEOUT")).to.equal(true)
    const nobody = { from, to: { slug: 41_002, plug: devnet.chains.beta.walletClient.account.address } }
    const refusal = await readTrust({ paths: [nobody], chains: chainsOf() }).catch((error: unknown) => error)
    expect((refusal as PlugsError).code).to.equal("WRONG_CONTRACT")
  })

  it("recognizes a sibling that is a key and knows nothing of the plug, an unknown switchboard and a lone watcher", async () => {
    const { beta } = devnet.chains
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const stranger = getAddress(pad("0x51b", { size: 20 }))
    const args = [41_001, stranger, beta.contracts.switchboard] as const
    const hash = await beta.walletClient.writeContract({ address: plug!, abi: plugAbi, functionName: "connect", args })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    const [trust] = await readTrust({
      paths: [{ from: { slug: 41_001 }, to: { slug: 41_002, plug: plug! } }],
      chains: chainsOf(),
    })
    expect(trust?.weaknesses.map(({ name }) => name)).to.deep.equal([
      ...["CONTRACT_WITHOUT_CODE", "SWITCHBOARD_UNKNOWN", "SIBLING_NOT_MUTUAL", "ONE_WATCHER", "OWNER_IS_KEY"],
    ])
    const sending = trust?.powers.find(({ code }) => code === "FORGE_BY_SIBLING_KEY")
    expect(sending?.keys.map(({ address }) => address)).to.deep.equal([stranger])
    expect(trust?.powers.some(({ code }) => code === "FORGE_BY_UNKNOWN_SWITCHBOARD")).to.equal(true)
  })

  it("A sibling without code is a finding of both paths, and ends no reading", async () => {
    const { beta } = devnet.chains
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const stranger = getAddress(pad("0x51c", { size: 20 }))
    const args = [41_001, stranger, beta.contracts.switchboard] as const
    const hash = await beta.walletClient.writeContract({ address: plug!, abi: plugAbi, functionName: "connect", args })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    const paths = [
      { from: { slug: 41_001, plug: stranger }, to: { slug: 41_002, plug: plug! } },
      { from: { slug: 41_002, plug: plug! }, to: { slug: 41_001, plug: stranger } },
    ]
    const [to, back] = await readTrust({ paths, chains: chainsOf() })
    expect(to?.weaknesses[0]?.says).to.contain(`sibling ${stranger} on alpha has no code`)
    expect(back?.isConnected).to.equal(false)
    const alone = await readTrust({ paths: paths.slice(1), chains: chainsOf() }).catch((error: unknown) => error)
    expect(alone).to.include({ code: "WRONG_CONTRACT" })
  })

  describe("recognizes what is built wrong on a chain, and nothing else:", () => {
    const well: ForgingSetup = {
      ...{ rule: "fast", timeout: 3_600, isOpen: false, isTripped: false, watchers: [0, 1], otherWatchers: [] },
      ...{ transmitters: [], otherTransmitters: [], executors: [], untrippers: [], governors: [] },
      ...{ owners: { plug: 3 }, nominee: undefined, sibling: undefined, srcGovernors: [] },
      safe: { signers: [0, 1], threshold: 2 },
    }
    type Wrong = {
      readonly setup?: Partial<ForgingSetup>
      /** Signers that the Safe of the plug's owner takes; 0 if the owner is a key. */
      readonly threshold?: number
      readonly isKnown?: boolean
      readonly isSourceRead?: boolean
      readonly isWithoutManager?: boolean
      readonly isGateway?: boolean
    }
    const wrong: Readonly<Record<WeaknessName, Wrong>> = {
      CONTRACT_WITHOUT_CODE: { isWithoutManager: true },
      SWITCHBOARD_UNKNOWN: { isKnown: false },
      SIBLING_NOT_MUTUAL: { isSourceRead: true },
      GATEWAY_NAMES_SENDERS: { isGateway: true },
      TIMEOUT_ZERO: { setup: { timeout: 0 } },
      NO_WATCHER: { setup: { watchers: [] } },
      ONE_WATCHER: { setup: { watchers: [0] } },
      TRANSMITTER_IS_OWNER: { setup: { transmitters: [2], owners: { plug: 3, switchboard: 2 } } },
      ROLES_IN_ONE_KEY: { setup: { executors: [0] } },
      OWNER_IS_KEY: { threshold: 0 },
      SAFE_OF_ONE: { threshold: 1 },
    }
    /** Answers true to supportsAttribute, and everything else as other code does. */
    const gatewayCode = (other: Address): Hex =>
      `0x5f3560e01c63${toFunctionSelector("supportsAttribute(bytes4)").slice(2)}14603557365f5f375f5f365f73${other.slice(2)}5af4503d5f5f3e3d5ff35b60015f5260205ff3`
    const namesOf = async (differences: Wrong): Promise<string[]> => {
      const { setup, threshold = 2, isKnown = true, isSourceRead = false } = differences
      const { isWithoutManager = false, isGateway = false } = differences
      const { testClient, contracts } = devnet.chains.beta
      const id = await testClient.snapshot()
      try {
        const { plug, keys } = await createForgingWorld(devnet, { ...well, ...setup })
        const address = keys[3]!
        const signers = [at(0x51), at(0x52), at(0x53)]
        const code = safeCode(BigInt(threshold), signers)
        const known = threshold > 0 ? [await plantSafe({ testClient }, address, code)] : []
        if (isWithoutManager) await testClient.setCode({ address: contracts.executionManager, bytecode: "0x" })
        if (isGateway) {
          const bytecode = (await devnet.chains.beta.publicClient.getCode({ address: plug }))!
          await testClient.setCode({ address: at(0x54), bytecode })
          await testClient.setCode({ address: plug, bytecode: gatewayCode(at(0x54)) })
        }
        const [trust] = await readTrust({
          paths: [{ from: { slug: 41_001 }, to: { slug: 41_002, plug } }],
          chains: chainsOf().filter(({ slug }) => slug === 41_002 || isSourceRead),
          isKnownSwitchboard: () => isKnown,
          safeCode: known,
        })
        return trust!.weaknesses.map(({ name }) => name)
      } finally {
        await testClient.revert({ id })
      }
    }

    it("nothing where all is well", async () => {
      expect(await namesOf({})).to.deep.equal([])
    })
    /** What a test above finds, too. */
    const found: readonly WeaknessName[] = ["SWITCHBOARD_UNKNOWN", "SIBLING_NOT_MUTUAL", "ONE_WATCHER", "OWNER_IS_KEY"]
    for (const name of weaknessNames) {
      const test = found.includes(name) ? deepIt : it
      test(name, async () => {
        // The sibling of this world has no code on the source, which is only seen where the source is read.
        const beside = name === "SIBLING_NOT_MUTUAL" ? ["CONTRACT_WITHOUT_CODE"] : []
        expect(await namesOf(wrong[name])).to.deep.equal([...beside, name])
      })
    }
  })

  it("is right that who replaces the source's hasher seals any root", async () => {
    const { alpha, beta } = devnet.chains
    const { socket, switchboard } = alpha.contracts
    const actors = createRelayActors()
    const admin = parseAbi(["function grantRole(bytes32, address)", "function setHasher(address)"])
    const governor = alpha.walletClient.account.address
    const role = keccak256(toBytes("GOVERNANCE_ROLE"))
    await actors.asOwner(alpha, { address: socket, abi: admin, functionName: "grantRole", args: [role, governor] })
    const [root, hasher] = [keccak256("0xbad0"), pad("0xbad0", { size: 20 })]
    await alpha.testClient.setCode({ address: hasher, bytecode: `0x7f${root.slice(2)}5f5260205ff3` })
    const write = async (abi: Abi, functionName: string, args: readonly unknown[]) => {
      const value = functionName === "outbound" ? 10n ** 17n : 0n
      const hash = await alpha.walletClient.writeContract({ address: socket, abi, functionName, args, value })
      return await alpha.publicClient.waitForTransactionReceipt({ hash })
    }
    await write(admin, "setHasher", [hasher])
    await write(socketAbi, "connect", [beta.slug, governor, switchboard, switchboard])
    const { logs } = await write(socketAbi, "outbound", [beta.slug, 100_000n, zeroHash, zeroHash, "0x01"])
    const added = parseEventLogs({ abi: capacitorAbi, logs, eventName: "MessageAdded" })
    expect(added.map(({ args }) => args.newRootHash)).to.deep.equal([root])
  })

  function chainsOf(onRequest: (method: string) => void = () => undefined): ReadableChain[] {
    return Object.values(devnet.chains).map(({ publicClient, contracts, slug, name }) => {
      const request = async (question: { readonly method: string }): Promise<unknown> => {
        onRequest(question.method)
        return await publicClient.request(question as never)
      }
      return { client: { ...publicClient, request } as Client, socket: contracts.socket, slug, name }
    })
  }

  async function expectSame(setup: ForgingSetup): Promise<void> {
    const world = await createForgingWorld(devnet, setup)
    const [facts] = await readPathFacts({
      ...{
        paths: [{ from: { slug: 41_001, plug: world.sibling }, to: { slug: 41_002, plug: world.plug } }],
        chains: chainsOf(),
        otherSlugs: [otherSlug],
      },
      isKnownSwitchboard: () => true,
      safeCode: world.safeCode,
    })
    const { powers, notWhole } = findPowers(facts!)
    expect(notWhole.filter((code) => code.startsWith("FORGE"))).to.deep.equal([])
    const forging = powers.filter(({ power }) => power === "forge")
    const sufficient: number[][] = []
    for (const numbers of subsets(world.keys.length)) {
      // More keys can do no less.
      if (sufficient.some((few) => few.every((number) => numbers.includes(number)))) continue
      const own = numbers.map((number) => world.keys[number]!)
      const within = forging.filter(({ keys }) => keys.every(({ address }) => own.includes(address)))
      const said = { atOnce: within.some(({ seconds }) => seconds === 0n), later: within.length > 0 }
      const done = await world.attack(numbers)
      if (done.atOnce) sufficient.push(numbers)
      expect(said, `keys ${numbers.join(", ")}: ${within.map(({ code }) => code).join(", ")}`).to.deep.equal(done)
    }
    await expectProven(facts!, forging)
  }

  /** The prover forges with each set that was named, in the time that was named, and with no key less. */
  async function expectProven(facts: PathFacts, forging: readonly Power[]): Promise<void> {
    const { alpha, beta } = devnet.chains
    const chains = { src: alpha.publicClient as Client, dst: beta.publicClient as Client }
    for (const { code, keys, seconds } of forging) {
      const prove = (own: Power["keys"]) => proveForging(chains, { facts, power: { code, keys: own } })
      const { status, why, waited, ran } = await prove(keys)
      const told = `${code} by ${keys.map(({ address }) => address).join(", ")}`
      expect([status, why, waited, ran], told).to.deep.equal(["proven", null, seconds ?? waited, forgedPayload])
      for (const key of keys) {
        const less = await prove(keys.filter((one) => one !== key))
        // Fewer keys can do as much where they wait longer.
        const isSlower = less.status === "proven" && seconds !== null && less.waited > seconds
        if (!isSlower) expect(less.status, `${told}, without ${key.address}`).to.equal("refused")
      }
    }
  }
})

function subsets(count: number): number[][] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => (bits >> index) % 2 === 1),
  )
    .filter(({ length }) => length > 0 && length <= 3)
    .toSorted((one, other) => one.length - other.length)
}
