import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { findOtherWays } from "#extras/audit/src/trust/findPowers.js"
import { findForgingWays } from "#extras/audit/src/trust/forging.js"
import { findKeySets } from "#extras/audit/src/trust/keySets.js"
import type { Way } from "#extras/audit/src/trust/Power.js"
import type { Account, EndFacts, OwnedContract, PathFacts } from "#extras/audit/src/trust/TrustFacts.js"
import { type Differences, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import { at, contracts, slugs } from "#test/fixtures/wire/addresses.js"

/** A path on which every contract has an owner of its own, and every role a holder of its own, who are called by what they are. */
function apart(differences: Differences = {}): { readonly facts: PathFacts; readonly names: Map<Address, string> } {
  const names = new Map<Address, string>()
  const given = new Map<string, Address>()
  const person = (name: string): Address => {
    const address = given.get(name) ?? at(0x1000 + given.size)
    given.set(name, address)
    names.set(address, name)
    return address
  }
  const shortNames = [
    ["execution", "executions"],
    ["transmit", "proposals"],
    ["switch", "board"],
  ] as const
  const short = (name: string): string => shortNames.find(([begin]) => name.startsWith(begin))?.[1] ?? name
  const separate = (end: EndFacts, side: string): EndFacts => {
    const owned = <Contract extends OwnedContract>(contract: Contract): Contract => ({
      ...contract,
      owner: person(`${side}'s ${short(contract.name)}`),
    })
    const { plug, socket, executionManager, transmitManager, inbound } = end
    const contracts = [plug, socket, executionManager, transmitManager, inbound]
    const roles = end.roles.map(({ holders, ...role }) => {
      const contract = contracts.find(({ address }) => address === role.contract)
      const slug = role.role.slug === undefined ? "" : ` of ${role.role.slug === slugs.src ? "src" : "dst"}`
      const name = `${side}'s ${short(contract?.name ?? "")} ${role.role.name.replace("_ROLE", "")}${slug}`
      const count = Math.max(1, holders.length)
      return {
        ...role,
        holders: Array.from({ length: count }, (_, index) => person(`${name}${index === 0 ? "" : " 2"}`)),
      }
    })
    const board = owned(inbound)
    return {
      ...{ ...end, plug: owned(plug), socket: owned(socket), executionManager: owned(executionManager) },
      ...{ transmitManager: owned(transmitManager), inbound: board, outbound: board, roles },
    }
  }
  const { src, dst } = trustFacts(differences)
  const [from, to] = [separate(src!, "src"), separate(dst, "dst")]
  const keys = [...names.keys()].map((address): [Address, Account] => [address, { kind: "key" }])
  const accounts = (end: EndFacts) => new Map([...end.accounts, ...keys])
  return { facts: { src: { ...from, accounts: accounts(from) }, dst: { ...to, accounts: accounts(to) } }, names }
}

/** The sets of people whom each way takes, in words. */
function needed(
  find: (facts: PathFacts) => Way[],
  differences: Differences = {},
): (readonly [string, readonly string[]])[] {
  const { facts, names } = apart(differences)
  return find(facts).map(({ code, needs }) => {
    const { sets, isWhole } = findKeySets(needs)
    expect(isWhole, code).to.equal(true)
    const told = sets.map(({ holders }) =>
      holders
        .map(({ address }) => names.get(address) ?? address)
        .sort()
        .join(" + "),
    )
    return [code, told.sort()]
  })
}

/** Every set of one of these with one of the others. */
function both(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.flatMap((one) => others.map((other) => [...one.split(" + "), ...other.split(" + ")].sort().join(" + ")))
}

const governance = (side: "src" | "dst") => [`${side}'s socket`, `${side}'s socket GOVERNANCE`]
const executors = ["dst's executions", "dst's executions EXECUTOR"]
const proposers = ["dst's proposals", "dst's proposals TRANSMITTER of src"]
/** Who carries a message of any root to the plug. */
const carriers = [...both(executors, proposers), ...governance("dst")]
const watchers = ["dst's board WATCHER of src + dst's board WATCHER of src 2"]

const sorted = (given: readonly (readonly [string, readonly string[]])[]) =>
  given.map(([code, sets]) => [code, [...sets].sort()])

describe("who is needed", () => {
  it("to forge: all whom each way takes, any that can stand for one, and nobody else", () => {
    const connecting = [
      ["FORGE_BY_CONNECTING", ["dst's plug"]],
      ["FORGE_BY_OWN_SWITCHBOARD", both(["dst's plug"], carriers)],
      ["FORGE_BY_UPGRADING", []],
    ] as const
    const ofSource = both([...executors, ...governance("dst")], governance("src"))
    const ofRule = (more: (sets: readonly string[]) => readonly string[]) =>
      [
        ["FORGE_BY_ATTESTING", more(both(watchers, carriers))],
        ["FORGE_BY_SWITCHBOARD_OWNER", both(["dst's board"], carriers)],
        ["FORGE_BY_TIMEOUT", more(carriers)],
      ] as const
    const carried = (more: (sets: readonly string[]) => readonly string[], sibling: readonly string[] = []) =>
      [
        ["FORGE_BY_GOVERNANCE", more(governance("dst"))],
        ["FORGE_BY_SOURCE_GOVERNANCE", more(ofSource)],
        ["FORGE_BY_SIBLING_KEY", more(sibling)],
        ["FORGE_BY_SIBLING_UPGRADE", []],
      ] as const
    const itself = (sets: readonly string[]): readonly string[] => sets
    expect(needed(findForgingWays)).to.deep.equal(sorted([...ofRule(itself), ...connecting, ...carried(itself)]))
    const key = { accounts: { [contracts.sibling]: { kind: "key" } as const } }
    expect(needed(findForgingWays, key).at(-2)).to.deep.equal(["FORGE_BY_SIBLING_KEY", [contracts.sibling]])
    // Nothing passes a switchboard that is tripped, but by those who untrip it. Its owner is one of them.
    const untripped = (sets: readonly string[]) => both(["dst's board", "dst's board UN_TRIP"], sets)
    for (const state of [{ isTripped: true }, { isPathTripped: true }]) {
      expect(needed(findForgingWays, { ...key, state })).to.deep.equal(
        sorted([...ofRule(untripped), ...connecting, ...carried(untripped, [contracts.sibling])]),
      )
    }
    const unknown = ["FORGE_BY_UNKNOWN_SWITCHBOARD", both([contracts.switchboard, "dst's board"], carriers)] as const
    expect(needed(findForgingWays, { inbound: { rule: "own" } })).to.deep.equal(
      sorted([unknown, ...connecting, ...carried(itself)]),
    )
    expect(needed(findForgingWays, { inbound: { isKnown: false } })[0]).to.deep.equal(sorted([unknown])[0])
  })

  it("to censor, freeze, change rules and drain: each alone who can, at both ends", () => {
    const each = (side: string, ...roles: readonly string[]) => [
      ...["board", "executions", "proposals"].flatMap((name) =>
        ["", ...roles].map((role) => `${side}'s ${name} ${role}`.trim()),
      ),
    ]
    const rules = (side: "src" | "dst") =>
      [
        ["RULES_BY_SOCKET", governance(side)],
        ["RULES_BY_MANAGER_OWNER", [`${side}'s executions`, `${side}'s proposals`]],
        ["DRAIN_BY_WITHDRAWING", each(side, "WITHDRAW")],
        ["DRAIN_BY_RESCUING", [...each(side, "RESCUE"), `${side}'s socket`, `${side}'s socket RESCUE`]],
      ] as const
    expect(needed(findOtherWays)).to.deep.equal(
      sorted([
        ["CENSOR_BY_NOT_SEALING", ["src's proposals TRANSMITTER of dst"]],
        ["CENSOR_BY_DISCONNECTING", ["src's plug"]],
        ["CENSOR_BY_REVOKING", ["src's proposals", ...governance("src")]],
        ["CENSOR_BY_FEES", each("src", "FEES_UPDATER of dst")],
        ["RULES_BY_SIBLING_OWNER", ["src's plug"]],
        ...rules("src"),
        ["CENSOR_BY_NOT_PROPOSING", ["dst's proposals TRANSMITTER of src"]],
        ["CENSOR_BY_DISCONNECTING", ["dst's plug"]],
        ["CENSOR_BY_REVOKING", [...each("dst"), ...governance("dst")]],
        ["CENSOR_BY_NOT_EXECUTING", ["dst's executions EXECUTOR"]],
        ["FREEZE_BY_TRIP", ["dst's board", "dst's board TRIP", ...(watchers[0] ?? "").split(" + ")]],
        ["RULES_BY_PLUG_OWNER", ["dst's plug"]],
        ["RULES_BY_SWITCHBOARD_OWNER", ["dst's board"]],
        ...rules("dst"),
      ]),
    )
    const untimed = needed(findOtherWays, { state: { timeoutInSeconds: 0n } })
    expect(untimed.find(([code]) => code === "CENSOR_BY_NOT_ATTESTING")?.[1]).to.deep.equal(watchers[0]?.split(" + "))
  })
})
