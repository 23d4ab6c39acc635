import { expect } from "chai"
import { describe, it } from "mocha"
import { pad, toEventSelector, toFunctionSelector, toHex, zeroAddress } from "viem"
import { getAbiItem } from "viem/utils"

import { socketAbi } from "../../../../src/messaging/onchain/abi.js"
import type { WayCode } from "../../../../src/messaging/trust/Power.js"
import type { ViewLog } from "../../../fixtures/nodes/viewNode.js"
import { at, contracts, people, slugs } from "../../../fixtures/wire/trustFacts.js"
import { type ForgingPlay, recordForging } from "../../../fixtures/worlds/messaging/recordedForging.js"

const { plug, socket, switchboard } = contracts
const sentFrom = (who: string) => [`src: ${who} connect plug switchboard switchboard`, `src: ${who} outbound`]
const honestly = ["carrier proposes for switchboard", "stand-in 1 attests", "stand-in 2 attests"]
const theirRoot = [`transmitter of ${slugs.src}`, "outsider proposes for switchboard"]

const granting = "dst: owner of the switchboard grantWatcherRole outsider"
const registering = "dst: theirs registerSwitchboardForSibling theirs"
const hashing = "governance setHasher theirs"

const ways: readonly (readonly [code: WayCode, signer: "outsider" | "carrier", steps: readonly string[]])[] = [
  ["FORGE_BY_ATTESTING", "outsider", [...theirRoot, "stand-in 2 attests", "stand-in 1 attests", "executor"]],
  ["FORGE_BY_TIMEOUT", "outsider", [...theirRoot, "wait 7200", "executor"]],
  [
    ...(["FORGE_BY_SWITCHBOARD_OWNER", "outsider"] as const),
    [
      ...["watcher 1", "watcher 2"].map((who) => `dst: owner of the switchboard revokeWatcherRole ${who}`),
      granting,
      ...[...theirRoot, "outsider attests", "executor"],
    ],
  ],
  [
    ...(["FORGE_BY_CONNECTING", "carrier"] as const),
    [...sentFrom("outsider"), "dst: owner of the plug connect outsider switchboard", ...honestly],
  ],
  [
    ...(["FORGE_BY_OWN_SWITCHBOARD", "outsider"] as const),
    [
      ...["dst: deploy 2 words", registering],
      ...["dst: owner of the plug connect sibling theirs", `transmitter of ${slugs.src}`],
      ...["outsider proposes for theirs", "executor"],
    ],
  ],
  [
    ...(["FORGE_BY_GOVERNANCE", "carrier"] as const),
    [...sentFrom("carrier"), ...honestly, "dst: deploy 1 words", `dst: ${hashing}`],
  ],
  [
    ...(["FORGE_BY_SOURCE_GOVERNANCE", "outsider"] as const),
    [...["src: deploy 1 words", `src: ${hashing}`, ...sentFrom("outsider"), ...honestly], "executor"],
  ],
  ["FORGE_BY_SIBLING_KEY", "carrier", [...sentFrom("sibling"), ...honestly]],
]

const tripped: ForgingPlay["facts"] = { state: { isTripped: true } }
/** Ways through the switchboard of the plug, which a trip stops. */
const untripping: readonly WayCode[] = [
  ...(["FORGE_BY_ATTESTING", "FORGE_BY_TIMEOUT", "FORGE_BY_SWITCHBOARD_OWNER", "FORGE_BY_GOVERNANCE"] as const),
  ...(["FORGE_BY_SOURCE_GOVERNANCE", "FORGE_BY_SIBLING_KEY"] as const),
]
const connectCode = `0x63${toFunctionSelector("connect(uint32,address,address)").slice(2)}14` as const
const connecting = "dst: owner of the plug connect outsider switchboard"

/** What fails or is missing, how the proof ends, and its last step. */
const failures: readonly (readonly [WayCode, string, ForgingPlay, "refused" | "not tried", string | undefined])[] = [
  ["FORGE_BY_ATTESTING", "a watcher", { watchers: [people.watcher] }, "refused", theirRoot[1]],
  ["FORGE_BY_ATTESTING", "a transmitter", { fails: [theirRoot[0]!] }, "refused", theirRoot[0]],
  ["FORGE_BY_TIMEOUT", "the proposal", { fails: [theirRoot[1]!] }, "refused", theirRoot[1]],
  ["FORGE_BY_TIMEOUT", "an executor", { fails: ["executor"] }, "refused", "executor"],
  [
    ...(["FORGE_BY_TIMEOUT", "a key that ends the trip"] as const),
    ...([{ facts: tripped, fails: ["signer UN_TRIP_ROLE"] }, "refused", "signer UN_TRIP_ROLE"] as const),
  ],
  [
    ...(["FORGE_BY_TIMEOUT", "the end of the trip"] as const),
    ...([{ facts: tripped, fails: ["untrip switchboard"] }, "refused", "untrip switchboard"] as const),
  ],
  [...(["FORGE_BY_SWITCHBOARD_OWNER", "the grant", { fails: [granting] }, "refused"] as const), granting],
  ["FORGE_BY_CONNECTING", "the source", { isSourceRead: false }, "not tried", undefined],
  ["FORGE_BY_CONNECTING", "a switchboard that allows it", { allows: {} }, "refused", "wait 60"],
  [
    ...(["FORGE_BY_CONNECTING", "the right to connect"] as const),
    ...([{ codes: { [plug]: connectCode }, fails: [connecting] }, "refused", connecting] as const),
  ],
  ["FORGE_BY_CONNECTING", "the function connect", { fails: [connecting] }, "not tried", connecting],
  ...sentFrom("outsider").map((step) => ["FORGE_BY_CONNECTING", step, { fails: [step] }, "refused", step] as const),
  ["FORGE_BY_CONNECTING", "an honest proposal", { fails: [honestly[0]!] }, "not tried", honestly[0]],
  [
    ...(["FORGE_BY_CONNECTING", "the switchboard of the source"] as const),
    ...([{ facts: { source: { outbound: boardOfNobody() } } }, "not tried", undefined] as const),
  ],
  ["FORGE_BY_OWN_SWITCHBOARD", "the registration", { fails: [registering] }, "refused", registering],
  ["FORGE_BY_GOVERNANCE", "the source", { isSourceRead: false }, "not tried", undefined],
  ["FORGE_BY_GOVERNANCE", "a switchboard that allows it", { allows: {} }, "refused", "wait 60"],
  ["FORGE_BY_GOVERNANCE", "the governance", { fails: [`dst: ${hashing}`] }, "refused", `dst: ${hashing}`],
  ["FORGE_BY_SOURCE_GOVERNANCE", "the source", { isSourceRead: false }, "not tried", undefined],
  ["FORGE_BY_SOURCE_GOVERNANCE", "the governance", { fails: [`src: ${hashing}`] }, "refused", `src: ${hashing}`],
  ["FORGE_BY_SOURCE_GOVERNANCE", "an executor", { fails: ["executor"] }, "refused", "executor"],
  ["FORGE_BY_SIBLING_KEY", "a switchboard that allows it", { allows: {} }, "refused", "wait 60"],
]

/** The switchboard of a plug that is connected to nobody. */
function boardOfNobody() {
  return {
    ...{ name: "switchboard", address: zeroAddress, owner: null, nominee: null, isKnown: false },
    ...{ rule: "own" as const, state: undefined, totalWatchers: new Map<number, bigint>() },
  }
}

/** Of a socket that registered a switchboard for a chain. */
function added(board: `0x${string}`, slug: number): ViewLog {
  const words = [board, toHex(slug), at(2), at(3), "0x1", "0x1"] as const
  const data = `0x${words.map((word) => pad(word).slice(2)).join("")}` as const
  const topics = [toEventSelector(getAbiItem({ abi: socketAbi, name: "SwitchboardAdded" }))]
  return { address: socket, topics, data, block: 5 }
}

describe("the ways to forge a message", () => {
  for (const [code, signer, steps] of ways) {
    it(`${code}: takes these steps, and no others`, async () => {
      const done = await recordForging(code)
      expect([done.ended, done.steps]).to.deep.equal([`signed by ${signer}`, steps])
    })
  }

  for (const [code, what, play, status, lastStep] of failures) {
    it(`${code}: ends without ${what}`, async () => {
      const { ended, steps } = await recordForging(code, play)
      expect([ended, steps.at(-1)]).to.deep.equal([status, lastStep])
    })
  }

  for (const code of untripping) {
    it(`${code}: undoes what is tripped before anything else, and ends where that fails`, async () => {
      const undoing = ["signer UN_TRIP_ROLE", "untrip switchboard"]
      const [, , steps] = ways.find(([name]) => name === code)!
      expect((await recordForging(code, { facts: tripped })).steps).to.deep.equal([...undoing, ...steps])
      const failed = await recordForging(code, { facts: tripped, fails: ["untrip switchboard"] })
      expect(failed).to.deep.equal({ steps: undoing, ended: "refused" })
    })
  }

  it("undo what is tripped first: all packets, those of the path, or both", async () => {
    const undone = async (state: { isTripped: boolean; isPathTripped: boolean }) => {
      const { steps } = await recordForging("FORGE_BY_TIMEOUT", { facts: { state } })
      return steps.slice(0, -theirRoot.length - 2)
    }
    const all = ["signer UN_TRIP_ROLE", "untrip switchboard"]
    const path = ["signer UN_TRIP_ROLE", `untrip switchboard for ${slugs.src}`]
    expect(await undone({ isTripped: true, isPathTripped: false })).to.deep.equal(all)
    expect(await undone({ isTripped: false, isPathTripped: true })).to.deep.equal(path)
    expect(await undone({ isTripped: true, isPathTripped: true })).to.deep.equal([...all, ...path])
  })

  it("take the watcher away that stands in for a key of theirs", async () => {
    const revoked = "dst: owner of the switchboard revokeWatcherRole"
    const { steps } = await recordForging("FORGE_BY_SWITCHBOARD_OWNER", { fails: [`${revoked} watcher 1`] })
    expect(steps.slice(0, 3)).to.deep.equal([`${revoked} watcher 1`, `${revoked} stand-in 1`, `${revoked} watcher 2`])
  })

  it("connect the plug through another switchboard of the path where its own allows nothing", async () => {
    const [other, elsewhere] = [at(0xb7), at(0xb8)]
    const logs = [added(elsewhere, 7), added(other, slugs.src)]
    const { steps, ended } = await recordForging("FORGE_BY_CONNECTING", { logs, allows: { [other]: "at once" } })
    expect(ended).to.equal("signed by carrier")
    expect(steps.filter((step) => step.startsWith("dst: owner of the plug"))).to.deep.equal(
      ["switchboard", other].map((by) => `dst: owner of the plug connect outsider ${by}`),
    )
  })

  it("wait for an honest packet as long as the switchboard says", async () => {
    const waiting: ForgingPlay = { allows: { [switchboard]: "later" } }
    const { steps, ended } = await recordForging("FORGE_BY_SIBLING_KEY", waiting)
    expect([ended, steps.at(-1)]).to.deep.equal(["signed by carrier", "wait 60"])
    const silent = await recordForging("FORGE_BY_SIBLING_KEY", { ...waiting, views: { timeoutInSeconds: undefined } })
    expect(silent.steps.at(-1)).to.equal("wait 0")
  })
})
