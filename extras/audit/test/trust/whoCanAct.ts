import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import {
  type Address,
  createClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  slice,
  toHex,
} from "viem"

import { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
import { compareTrust, listAccounts } from "#extras/audit/src/trust/compareTrust.js"
import { findPowers } from "#extras/audit/src/trust/findPowers.js"
import { classifyAccounts } from "#extras/audit/src/trust/reading/classifyAccounts.js"
import type { PathTrust } from "#extras/audit/src/trust/readTrust.js"
import type { Account } from "#extras/audit/src/trust/TrustFacts.js"
import { pathTrust, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import type { TrustPolicy } from "#src/messaging/TrustPolicy.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { answerPeek } from "#test/fixtures/nodes/answerPeek.js"
import { at, contracts } from "#test/fixtures/wire/addresses.js"
import { safeProxyCode } from "#test/fixtures/worlds/contractCode.js"

const abi = parseAbi([
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
  "function getModulesPaginated(address start, uint256 pageSize) view returns (address[] array, address next)",
  "function getMinDelay() view returns (uint256)",
  "function owner() view returns (address)",
  "function implementation() view returns (address)",
])

const kinds = ["safe", "imitation", "proxied", "beacon", "timelock", "contract", "admin"] as const

/** A contract. The others are named by their places: first the keys, then the contracts. */
type Thing = {
  readonly kind: (typeof kinds)[number]
  readonly threshold: number
  readonly signers: readonly number[]
  readonly modules: readonly number[]
  readonly guard: number
  /** Whether what the Safe has no function for goes to the plug. */
  readonly isHandling: boolean
  /** Who really decides: the admin or owner, or whom no view names. */
  readonly by: number
}

type World = {
  readonly things: readonly Thing[]
  /** The place of who owns the plug. */
  readonly owner: number
  /** The place of who upgrades it, if it is a proxy. */
  readonly upgrader: number | undefined
  /** Whether that proxy keeps its implementation where only its code knows. */
  readonly isHidden: boolean
}

const keyCount = 4
const thingCount = 5
const place = fc.nat({ max: keyCount + thingCount - 1 })
const thing: fc.Arbitrary<Thing> = fc.record({
  ...{
    kind: fc.constantFrom("safe" as const, "safe" as const, "safe" as const, ...kinds),
    threshold: fc.integer({ min: 1, max: 3 }),
  },
  signers: fc.uniqueArray(place, { minLength: 3, maxLength: 4 }),
  modules: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(place, { maxLength: 2 }) },
  ),
  ...{ guard: fc.nat({ max: 2 }), isHandling: fc.nat({ max: 9 }).map((one) => one === 0), by: place },
})
const world: fc.Arbitrary<World> = fc.record({
  things: fc.array(thing, { minLength: thingCount, maxLength: thingCount }),
  owner: place,
  upgrader: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: place }),
  isHidden: fc.boolean(),
})

const addressOf = (index: number): Address => at(0x9000 + index)
const nameless = (index: number): Address => at(0xe000 + index)
const slots = {
  implementation: "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
  admin: "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
  beacon: "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50",
  guard: keccak256(toHex("guard_manager.guard.address")),
  handler: keccak256(toHex("fallback_manager.handler.address")),
} as const
const singleton = at(0x5afe)

type Served = { readonly code: Hex; readonly slots: Readonly<Record<string, Address>>; readonly answers: object }

/** What a node serves of a contract: never who really decides, where no view names it. */
function serve(one: Thing, index: number): Served {
  const members = {
    ...{ getThreshold: BigInt(one.threshold), getOwners: one.signers.map(addressOf) },
    getModulesPaginated: [one.modules.map(addressOf), at(1)],
  }
  const safeSlots = {
    ...{ [pad("0x0")]: singleton, ...(one.guard === 0 ? {} : { [slots.guard]: at(0xd00 + one.guard) }) },
    ...(one.isHandling ? { [slots.handler]: contracts.plug } : {}),
  }
  const [code, by] = ["0x60" as const, addressOf(one.by)]
  if (one.kind === "safe") return { code: safeProxyCode, slots: safeSlots, answers: members }
  // Its singleton is in the same place, and its code another one.
  if (one.kind === "imitation") return { code: "0x6001", slots: safeSlots, answers: members }
  if (one.kind === "proxied")
    return { code, slots: { [slots.implementation]: singleton, [slots.admin]: by }, answers: members }
  if (one.kind === "beacon") return { code, slots: { [slots.beacon]: nameless(index) }, answers: members }
  if (one.kind === "timelock") return { code, slots: {}, answers: { getMinDelay: 60n } }
  return { code, slots: {}, answers: one.kind === "admin" ? { owner: by } : {} }
}

/** @param isDown whether the node refuses to tell anything of an address */
function chainOf({ things, upgrader, isHidden }: World, isDown: (address: Address) => boolean) {
  const served = new Map<string, Served>([[singleton, { code: "0x5afe", slots: {}, answers: {} }]])
  for (const [index, one] of things.entries()) {
    served.set(addressOf(keyCount + index), serve(one, index))
    // The beacon of the contract.
    served.set(nameless(index), {
      code: "0x60",
      slots: {},
      answers: { owner: addressOf(one.by), implementation: singleton },
    })
  }
  const upgrading =
    upgrader === undefined || isHidden ? {} : { [slots.implementation]: at(0xc0de), [slots.admin]: addressOf(upgrader) }
  served.set(contracts.plug, { code: upgrader === undefined ? "0x60" : "0x545af4", slots: upgrading, answers: {} })
  const asked = new Set<Address>()
  const find = (text: string): Served => {
    const address = getAddress(text)
    asked.add(address)
    if (isDown(address)) throw new Error("the node is down")
    return served.get(address) ?? { code: "0x", slots: {}, answers: {} }
  }
  const answer = (method: string, [first, second]: readonly [string & { to?: Address; data: Hex }, Hex]): Hex => {
    if (method === "eth_getCode") return find(first).code
    if (method === "eth_getStorageAt") return pad(find(first).slots[second] ?? "0x0")
    if (first.to === undefined) return answerPeek(first.data, (address) => find(address).code) ?? "0x"
    const { functionName } = decodeFunctionData({ abi, data: slice(first.data, 0) })
    const answers = find(first.to).answers as Record<string, unknown>
    if (!(functionName in answers)) return "0x"
    return encodeFunctionResult({ abi, functionName, result: answers[functionName] as never })
  }
  const request = ({ method, params }: { method: string; params: never }): Promise<Hex> =>
    new Promise((resolve) => {
      resolve(answer(method, params))
    })
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }), pollingInterval: 1 })
  return {
    asked,
    view: { client, socket: contracts.socket, blockNumber: 12n, answers: new Map<string, Promise<unknown>>() },
  }
}

/** Reads a world as `readTrust` does, with every other part of the path as it should be. */
async function readWorld(
  given: World,
  isDown: (address: Address) => boolean = () => false,
): Promise<{ readonly path: PathTrust; readonly asked: readonly Address[] }> {
  const { view, asked } = chainOf(given, isDown)
  const options = { contracts: [contracts.plug], safeCode: [keccak256("0x5afe")], unread: () => undefined }
  const accounts = Object.fromEntries(await classifyAccounts(view, [addressOf(given.owner)], options)) as Record<
    Address,
    Account
  >
  const plug = { ...trustFacts().dst.plug, owner: addressOf(given.owner) }
  const facts = trustFacts({ accounts, end: { plug } })
  // Of the path of which messages come, everything is as before.
  const src = trustFacts().src
  const whole = { src, dst: facts.dst }
  return { path: { ...pathTrust(), facts: whole, ...findPowers(whole) }, asked: [...asked] }
}

/** Which keys together act for the plug, by trying all of them; knows nothing of how that is read. Free accounts act for everybody. */
function sufficient(
  { things, owner, upgrader }: World,
  free: readonly number[] = [],
  barred: readonly number[] = [],
): number[] {
  const suffices = (keys: number): boolean => {
    const acting = new Set<number>(free)
    for (let key = 0; key < keyCount; key += 1) if ((keys >> key) % 2 === 1 && !barred.includes(key)) acting.add(key)
    for (let before = -1; before < acting.size;) {
      before = acting.size
      for (const [index, { kind, signers, modules, threshold, isHandling, by }] of things.entries()) {
        const asSafe =
          signers.filter((one) => acting.has(one)).length >= threshold || modules.some((one) => acting.has(one))
        const can = {
          safe: asSafe || isHandling,
          imitation: acting.has(by),
          proxied: asSafe || acting.has(by),
          beacon: asSafe || acting.has(by),
          ...{ timelock: acting.has(by), contract: acting.has(by), admin: acting.has(by) },
        }[kind]
        if (can && !barred.includes(keyCount + index)) acting.add(keyCount + index)
      }
    }
    return acting.has(owner) || (upgrader !== undefined && acting.has(upgrader))
  }
  return Array.from({ length: 2 ** keyCount }, (_, keys) => keys).filter(suffices)
}

const unproxied = { upgrader: undefined, isHidden: false }

/** The least keys that suffice, with these acting for everybody. */
function fewest(given: World, acting: readonly number[] = []): number {
  return Math.min(...sufficient(given, acting).map((keys) => keys.toString(2).replaceAll("0", "").length))
}

/** The places of what an address is: a thing, its nameless part, or each Safe, for their common code. */
function placesOf(given: World, address: Address): number[] {
  const isOf = (one: Thing | undefined, index: number): boolean =>
    addressOf(index) === address ||
    (one !== undefined && nameless(index - keyCount) === address) ||
    (one?.kind === "safe" && address === singleton)
  const indexes = Array.from({ length: keyCount + thingCount }, (_, index) => index)
  return indexes.filter((index) => isOf(given.things[index - keyCount], index))
}

/**
 * Whether it matters what an address is: other keys suffice where it acts for everybody than where it acts for nobody. Who signs for a
 * proxy that is no known Safe does not: it counts as one key itself.
 */
function matters(given: World, address: Address): boolean {
  const own = placesOf(given, address)
  const isOpaque = ({ kind }: Thing): boolean => kind === "proxied" || kind === "beacon"
  const things = given.things.map((one) => (isOpaque(one) ? { ...one, kind: "admin" as const } : one))
  const decides = (one: World): boolean => sufficient(one, own).join() !== sufficient(one, [], own).join()
  return address === contracts.plug || (decides(given) && decides({ ...given, things }))
}

/** The breaches of the plug's owner and upgraders. Other ways take other keys. */
function breachesOf(path: PathTrust, policy: TrustPolicy) {
  const { breaches } = checkTrust([path], policy, 0)
  return breaches.filter(({ way }) => way === null || way === "FORGE_BY_CONNECTING" || way === "FORGE_BY_UPGRADING")
}

const comparable = ({ facts, powers, notWhole }: PathTrust) => ({
  ...{ srcChainName: "alpha", dstChainName: "beta", dstPlug: contracts.plug, powers, notWhole },
  ...{ accounts: listAccounts(facts), weaknesses: [] },
})

describe("S-21 plugs trust, of random owners", function () {
  it("never demands more keys than it takes: one more than suffice is never called fine", async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { path } = await readWorld(given)
        const count = fewest(given)
        fc.pre(Number.isFinite(count))
        expect(breachesOf(path, { leastKeysToForge: count + 1 }), "leastKeysToForge").to.not.deep.equal([])
        expect(breachesOf(path, { leastSafeSigners: count + 1 }), "leastSafeSigners").to.not.deep.equal([])
        const own = path.powers.filter(({ code }) => code === "FORGE_BY_CONNECTING" || code === "FORGE_BY_UPGRADING")
        const known = own.filter(({ keys }) => keys.every(({ kind }) => kind === "key"))
        for (const { keys } of known) expect(keys.length).to.be.at.least(count)
      }),
      runs({ fast: 30, deep: 1_500 }),
    )
  })

  it("counts exactly the keys of Safes of Safes, and finds them fine (control)", async () => {
    const honest = world.map(({ things, ...rest }): World => ({
      // A Safe names only what comes before it.
      things: things.map((one, index) => ({
        ...{ ...one, kind: "safe", isHandling: false, modules: [] },
        signers: [...new Set(one.signers.map((signer) => signer % (keyCount + Math.min(index, 1))))],
        threshold: 1,
      })),
      ...{ ...rest, upgrader: undefined },
    }))
    await fc.assert(
      fc.asyncProperty(honest, async (given) => {
        const { path } = await readWorld(given)
        const count = fewest(given)
        expect(path.notWhole).to.deep.equal([])
        const [first] = path.powers.filter(({ code }) => code === "FORGE_BY_CONNECTING")
        expect(first?.keys).to.have.length(count)
        const isSafe = given.owner >= keyCount
        expect(breachesOf(path, { leastKeysToForge: count, ...(isSafe && { leastSafeSigners: count }) })).to.deep.equal(
          [],
        )
      }),
      runs({ fast: 15, deep: 250 }),
    )
  })

  it("names the one key that upgrades a proxy of an owner, by its admin, an owned admin or a beacon", async () => {
    const safe = { threshold: 2, signers: [0, 1, 2], modules: [], guard: 0, isHandling: false }
    const [other, admin] = [{ ...safe, kind: "contract", by: 0 } as const, { ...safe, kind: "admin", by: 3 } as const]
    const owners = [
      { ...safe, kind: "proxied", by: 3 } as const,
      { ...safe, kind: "proxied", by: 5 } as const,
      { ...safe, kind: "beacon", by: 3 } as const,
    ]
    for (const owner of owners) {
      const { path } = await readWorld({ things: [owner, admin, other, other, other], owner: 4, ...unproxied })
      const sets = path.powers.flatMap(({ code, keys }) =>
        code === "FORGE_BY_CONNECTING" ? [keys.map(({ address }) => address).join()] : [],
      )
      expect(sets).to.have.members([addressOf(4), addressOf(3)])
    }
  })

  it("calls nothing fine of which any account could not be read", async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), async (given, which) => {
        const { asked } = await readWorld(given)
        const lost = asked[which % asked.length]!
        fc.pre(matters(given, lost))
        const { path } = await readWorld(given, (address) => address === lost)
        // If what was not read acts for everybody, so many keys still suffice; with one that is demanded more, nothing is fine.
        const demanded = fewest(given, placesOf(given, lost)) + 1
        for (const policy of [{ leastKeysToForge: demanded }, { leastSafeSigners: demanded }])
          expect(breachesOf(path, policy), `${lost} ${JSON.stringify(policy)}`).to.not.deep.equal([])
      }),
      runs({ fast: 30, deep: 1_500 }),
    )
  })

  deepIt(
    "A baseline tells every change of who acts: a signer, threshold, module, guard, handler, admin or owner",
    async () => {
      const changed = fc.constantFrom(
        "signers",
        "threshold",
        "modules",
        "guard",
        "isHandling",
        "by",
        "owner",
        "upgrader",
      )
      await fc.assert(
        fc.asyncProperty(world, place, changed, fc.nat(), async (given, other, what, which) => {
          const index = which % thingCount
          const one = given.things[index]!
          const [first, ...rest] = one.signers
          const next = {
            signers: [other, ...rest.filter((signer) => signer !== other)],
            threshold: (one.threshold % 3) + 1,
            modules: [
              ...one.modules.filter((module) => module !== other),
              ...(one.modules.includes(other) ? [] : [other]),
            ],
            guard: one.guard + 1,
            isHandling: !one.isHandling,
            by: other,
          }
          const things = given.things.map((each, place) =>
            place === index ? { ...each, ...(what in next && { [what]: next[what as keyof typeof next] }) } : each,
          )
          const now = { ...given, things, ...((what === "owner" || what === "upgrader") && { [what]: other }) }
          const [before, after] = [(await readWorld(given)).path, (await readWorld(now)).path]
          const same = compareTrust([comparable(before)], [comparable((await readWorld(given)).path)])
          expect(same).to.deep.equal([])
          // What no view tells, and what owns nothing, is not seen.
          const text = ({ facts }: PathTrust) =>
            JSON.stringify([...facts.dst.accounts, facts.dst.plug.owner], (_, value: unknown) =>
              typeof value === "bigint" ? String(value) : value,
            )
          fc.pre(text(before) !== text(after) && first !== other)
          expect(compareTrust([comparable(before)], [comparable(after)])).to.not.deep.equal([])
        }),
        runs({ fast: 30, deep: 1_500 }),
      )
    },
  )
})
