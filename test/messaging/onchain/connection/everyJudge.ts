import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { findWeaknesses } from "#extras/audit/src/trust/findWeaknesses.js"
import { trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import { problemOf } from "#extras/page/src/readWiring.js"
import { faultOfConnection } from "#src/messaging/explaining/finding/findReadingCauses.js"
import { checkConnection } from "#src/messaging/onchain/checkConnection.js"
import { type ConnectionFacts, differencesOf, type Side } from "#src/messaging/onchain/connection/differencesOf.js"
import { readConnectionFacts } from "#src/messaging/onchain/connection/readConnectionFacts.js"
import type { PlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { planWiring } from "#src/messaging/wiring/plan/planWiring.js"
import { checkConnection as examine } from "#tasks/doctor/plugs.js"
import { confirmEnds } from "#tasks/messaging/connect/confirmEnds.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { arrivalWith, journeyWith } from "#test/fixtures/wire/messageFacts.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import {
  endA,
  endB,
  fast,
  optimistic,
  type PlayedEnd,
  plugCodes,
} from "#test/fixtures/worlds/messaging/connectionEnds.js"

const fine: PlayedEnd = { switchboards: [fast, fast], siblingSwitchboards: [[fast, fast]] }
const foreign = at(0xee)

/** What is changed of an end that is fine. */
const changes: Readonly<Record<string, PlayedEnd>> = {
  nothing: {},
  "no sibling": { sibling: zeroAddress, switchboards: [zeroAddress, zeroAddress] },
  "another sibling": { sibling: foreign },
  "no capacitor": { capacitor: zeroAddress },
  "no decapacitor": { decapacitor: zeroAddress },
  "another partner": { siblingSwitchboards: [[fast, optimistic]] },
  "no contract": { code: plugCodes.none },
  "no inbound": { code: plugCodes.sends },
  "unread connection": { broken: ["eth_call"] },
  "unread switchboards": { broken: ["eth_getLogs"] },
  "unread code": { broken: ["eth_getCode"] },
}

type Case = {
  readonly sides: { readonly a: ReturnType<typeof endA>; readonly b: ReturnType<typeof endB> }
  readonly facts: ConnectionFacts
  /** Such as `a sibling`. */
  readonly found: readonly string[]
}

async function play(ofA: PlayedEnd, ofB: PlayedEnd): Promise<Case> {
  const sides = { a: endA({ ...fine, sibling: dstPlug, ...ofA }), b: endB({ ...fine, sibling: srcPlug, ...ofB }) }
  const facts = await readConnectionFacts(sides)
  return { sides, facts, found: differencesOf(facts).map(({ side, about }) => `${side} ${about}`) }
}
const has = ({ found }: Case, ...about: readonly string[]) => about.some((one) => found.includes(one))
const hasAny = (one: Case, ...about: readonly string[]) =>
  has(one, ...about.flatMap((each) => [`a ${each}`, `b ${each}`]))
const configOf = ({ facts }: Case, side: Side): PlugConfig | undefined => {
  const { config } = facts[side]
  return "known" in config ? config.known : undefined
}

/** Everybody who judges a connection, with what it says of a case, and what the one judge says of that. `undefined`: it was not read. */
const judges: Readonly<Record<string, (one: Case) => Promise<readonly [own: unknown, judged: unknown]>>> = {
  async checkConnection(one) {
    const isRead = configOf(one, "a") !== undefined && configOf(one, "b") !== undefined
    const own = await checkConnection(one.sides).then(
      ({ differences }) => differences.map(({ side, about }) => `${side} ${about}`),
      () => undefined,
    )
    return [own, isRead ? one.found.filter((each) => !each.endsWith("unverified")) : undefined]
  },
  async doctor(one) {
    const chainOf = (name: string, { client, socket, slug }: Case["sides"]["a"]) =>
      ({
        ...{ name, slug, socket, network: name, isDevnet: true, isLocal: true },
        ...{ open: () => Promise.resolve({ client }), switchboardsTo: () => Promise.resolve([]) },
      }) as never
    const ends = [
      { chain: chainOf("alpha", one.sides.a), address: srcPlug },
      { chain: chainOf("beta", one.sides.b), address: dstPlug },
    ] as const
    const own = await examine(ends, { isKnown: () => true }).then(
      (finding) => finding?.status ?? "not connected",
      () => "not read",
    )
    if (configOf(one, "a") === undefined || configOf(one, "b") === undefined) return [own, "not read"]
    const isNowhere = [configOf(one, "a"), configOf(one, "b")].every((config) => config?.siblingPlug === zeroAddress)
    const differs = one.found.some((each) => !each.endsWith("unverified"))
    const rest = differs ? "failed" : hasAny(one, "unverified") ? "warning" : "ok"
    return [own, isNowhere ? "not connected" : rest]
  },
  page({ facts, found }) {
    const { a, b } = facts
    const own = [problemOf(facts, String), problemOf({ a: b, b: a }, String)].every((problem) => problem === null)
    return Promise.resolve([own, found.length === 0])
  },
  explain(one) {
    const config = configOf(one, "b")
    if (config === undefined) return Promise.resolve([undefined, undefined])
    const fault = faultOfConnection(journeyWith(arrivalWith([], { config })))
    return Promise.resolve([fault !== undefined, has(one, "b sibling")])
  },
  trust(one) {
    const [ofA, ofB] = [configOf(one, "a"), configOf(one, "b")]
    if (ofA === undefined || ofB === undefined || ofB.siblingPlug === zeroAddress) return Promise.resolve([0, 0])
    const { src, dst } = trustFacts()
    const found = findWeaknesses({
      src: { ...src!, plug: { ...src!.plug, address: srcPlug }, config: ofA },
      dst: { ...dst, plug: { ...dst.plug, address: dstPlug }, config: ofB },
    })
    return Promise.resolve([found.some(({ name }) => name === "SIBLING_NOT_MUTUAL"), hasAny(one, "sibling")])
  },
  async wire(one) {
    const { a, b } = one.sides
    const chains = {
      alpha: { slug: a.slug, socket: a.socket, publicClient: a.client },
      beta: { slug: b.slug, socket: b.socket, publicClient: b.client },
    }
    const { inPlace, problems } = await planWiring({
      ...{ wiring: { app: { contracts: { alpha: srcPlug, beta: dstPlug } } }, chains, switchboardOf: () => fast },
    })
    const known = (["a", "b"] as const).filter((side) => configOf(one, side) !== undefined)
    const judged = known.filter((side) => !has(one, `${side} sibling`))
    // The wiring wants the fast switchboard on both sides, whatever the other one uses now.
    const isUnfit = (side: Side) =>
      known.length === 2 && one.facts[side].partners.some(({ partner }) => "known" in partner && partner.known !== fast)
    const isBroken = judged.some((side) => has(one, `${side} path`) || isUnfit(side))
    return [
      [
        inPlace.map(({ chain }) => (chain === "alpha" ? "a" : "b")),
        problems.some(({ about }) => about === "switchboard"),
      ],
      [judged, isBroken],
    ]
  },
  async connect(one) {
    const { io } = createPerson()
    const chainOf = (name: string, slug: number) => ({ name, slug, network: name })
    const ends = { source: chainOf("alpha", one.sides.a.slug), to: chainOf("beta", one.sides.b.slug) }
    await confirmEnds(one.sides.a, one.sides.b, { sibling: dstPlug, ends, yes: true }, io)
    const said = io.terminal.stderr().split("\n")
    const isUnfit = (line: string) => line.includes("PacketNotProposed")
    const isNamed = (plug: Address) =>
      said.some((line) => line.includes(plug) && !line.includes("Whether") && !isUnfit(line))
    return [
      [isNamed(srcPlug), isNamed(dstPlug), said.filter(isUnfit).length],
      [
        ...[has(one, "a code", "a function"), has(one, "b code", "b function")],
        // What the other side has not chosen yet is not judged.
        has(one, "b sibling") ? 0 : one.found.filter((each) => each.endsWith("switchboard")).length,
      ],
    ]
  },
}

describe("everybody who judges a connection", () => {
  const names = Object.keys(changes)
  for (const [judge, ask] of Object.entries(judges)) {
    it(`says the same: ${judge}`, async () => {
      const said = new Set<string>()
      for (const ofA of names) {
        for (const ofB of names) {
          const [own, judged] = await ask(await play(changes[ofA]!, changes[ofB]!))
          expect(own, `${ofA} on the first side, ${ofB} on the second`).to.deep.equal(judged)
          said.add(JSON.stringify(own))
        }
      }
      expect([...said], "it says more than one thing").to.have.length.above(1)
    })
  }
})
