import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import {
  type ConnectionEnd,
  type ConnectionFacts,
  type Difference,
  differencesOf,
  isMade,
  partOf,
} from "#src/messaging/onchain/connection/differencesOf.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [plugA, plugB, board, other] = [at(0xa1), at(0xb1), at(0xc1), at(0xc2)]
const [slugA, slugB] = [41_001, 41_002]
const codes = { hasCode: true, receives: true, sends: true }

/** An end that is connected to the other one, with its switchboard on both sides. */
const end = (plug = plugA, sibling = plugB, slug = slugA): ConnectionEnd => ({
  ...{ plug, slug, socketSlug: { known: slug } },
  config: {
    known: {
      ...{ siblingPlug: sibling, inboundSwitchboard: board, outboundSwitchboard: board },
      ...{ capacitor: at(0xd1), decapacitor: at(0xd2) },
    },
  },
  ...{ partners: [{ switchboard: board, partner: { known: board } }], code: { known: codes } },
})
type Change = (own: ConnectionEnd) => ConnectionEnd
const config =
  (more: object): Change =>
  (own) => ({ ...own, config: { known: { ...("known" in own.config ? own.config.known : {}), ...more } as never } })
const code =
  (more: object): Change =>
  (own) => ({ ...own, code: { known: { ...codes, ...more } } })
const unread = { unread: "it is away" }
const same: Change = (own) => own

const judge = (ofA: Change, ofB: Change = same, wanted?: Parameters<typeof differencesOf>[1]) => {
  const facts: ConnectionFacts = { a: ofA(end()), b: ofB(end(plugB, plugA, slugB)) }
  return differencesOf(facts, wanted)
}
const brief = (found: readonly Difference[]) =>
  found.map((one) => `${one.side} ${one.about === "unverified" ? `unread ${one.what}` : one.about}`)

/** One change of an end, and what is said of it then. */
const alone: Readonly<Record<string, { readonly change: Change; readonly found: object }>> = {
  "a socket of another chain": {
    change: (own) => ({ ...own, socketSlug: { known: 10 } }),
    found: { about: "slug", expected: slugA, actual: 10 },
  },
  "no sibling": {
    change: config({ siblingPlug: zeroAddress }),
    found: { about: "sibling", expected: plugB, actual: zeroAddress },
  },
  "another sibling": {
    change: config({ siblingPlug: at(0xee) }),
    found: { about: "sibling", expected: plugB, actual: at(0xee) },
  },
  "no capacitor": {
    change: config({ capacitor: zeroAddress }),
    found: { about: "path", direction: "outbound" },
  },
  "no decapacitor": {
    change: config({ decapacitor: zeroAddress }),
    found: { about: "path", direction: "inbound" },
  },
  "a switchboard that works with another one": {
    change: (own) => ({ ...own, partners: [{ switchboard: board, partner: { known: other } }] }),
    found: { about: "switchboard", own: board, expected: board, actual: other },
  },
  "a switchboard that works with none": {
    change: (own) => ({ ...own, partners: [{ switchboard: board, partner: { known: undefined } }] }),
    found: { about: "switchboard", own: board, expected: board, actual: undefined },
  },
  "no contract": { change: code({ hasCode: false, receives: false, sends: false }), found: { about: "code" } },
  "no inbound": { change: code({ receives: false }), found: { about: "function" } },
  "an unread socket": {
    change: (own) => ({ ...own, socketSlug: unread }),
    found: { about: "unverified", what: "slug", reason: unread.unread, error: undefined },
  },
  "an unread connection": {
    change: (own) => ({ ...own, config: unread }),
    found: { about: "unverified", what: "config", reason: unread.unread, error: undefined },
  },
  "an unread code": {
    change: (own) => ({ ...own, code: unread }),
    found: { about: "unverified", what: "code", reason: unread.unread, error: undefined },
  },
  "an unread switchboard": {
    change: (own) => ({ ...own, partners: [{ switchboard: board, partner: unread }] }),
    found: {
      ...{ about: "unverified", what: "switchboard", reason: unread.unread, error: undefined },
      ...{ own: board, expected: board },
    },
  },
}

describe("differencesOf", () => {
  it("finds none between plugs that are connected to each other", () => {
    expect(judge(same)).to.deep.equal([])
    const lower = config({ siblingPlug: plugB.toLowerCase() })
    expect(judge(lower)).to.deep.equal([])
  })

  for (const [what, { change, found }] of Object.entries(alone)) {
    it(`finds ${what}, at the side that has it`, () => {
      expect(judge(change)).to.deep.equal([{ side: "a", ...found }])
      expect(brief(judge(same, change))).to.deep.equal(brief(judge(change)).map((one) => one.replace("a ", "b ")))
    })
  }

  it("takes nothing for fine of an end that was not read", () => {
    const away: Change = ({ plug, slug }) => partOf({ plug, slug })
    const unknown = ["slug", "config", "code"]
    expect(brief(judge(away))).to.deep.equal(unknown.map((what) => `a unread ${what}`))
    expect(brief(judge(same, away))).to.deep.equal(unknown.map((what) => `b unread ${what}`))
    expect(brief(judge(away, away))).to.have.length(6)
    expect(brief(judge((own) => ({ ...own, partners: [] })))).to.deep.equal(["a unread switchboard"])
  })

  it("compares the switchboards of each direction, if they differ, and none where a side has none", () => {
    const apart = config({ inboundSwitchboard: other })
    const both: Change = (own) => ({
      ...apart(own),
      partners: [board, other].map((switchboard) => ({ switchboard, partner: { known: switchboard } })),
    })
    expect(judge(both)).to.deep.equal([
      { side: "a", about: "switchboard", own: other, expected: board, actual: other },
      { side: "b", about: "switchboard", own: board, expected: other, actual: board },
    ])
    const none = config({ inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress })
    expect(brief(judge(none))).to.deep.equal([])
  })

  it("finds another switchboard than the wanted one, once the sibling is right", () => {
    expect(judge(same, same, { a: board, b: board })).to.deep.equal([])
    expect(judge(same, same, { a: other })).to.deep.equal([{ side: "a", about: "choice", expected: other }])
    expect(brief(judge(config({ siblingPlug: at(0xee) }), same, { a: other }))).to.deep.equal(["a sibling"])
  })

  it("blames no plug in doubt, nor one that only sends and is sent nothing", () => {
    const lacking = { receives: false, sends: true }
    expect(brief(judge(code({ receives: null })))).to.deep.equal([])
    for (const sends of [false, null]) expect(brief(judge(code(lacking), code({ sends })))).to.deep.equal([])
    expect(brief(judge(code(lacking), code({ sends: true })))).to.deep.equal(["a function"])
    // What neither sends nor receives is no plug.
    const useless = code({ receives: false, sends: false })
    expect(brief(judge(useless, code({ sends: false })))).to.deep.equal(["a function"])
  })
})

describe("isMade", () => {
  it("wants the sibling and both switchboards of a connection, and of one that is removed no sibling alone", () => {
    const is = (siblingPlug: typeof plugA, inboundSwitchboard: typeof plugA, outboundSwitchboard: typeof plugA) =>
      [plugB, zeroAddress].map((sibling) =>
        isMade({ siblingPlug, inboundSwitchboard, outboundSwitchboard }, { sibling, switchboard: board }),
      )
    expect(is(plugB, board, board)).to.deep.equal([true, false])
    for (const [inbound, outbound] of [
      [other, board],
      [board, other],
    ] as const) {
      expect(is(plugB, inbound, outbound)).to.deep.equal([false, false])
    }
    expect(is(plugA, board, board)).to.deep.equal([false, false])
    for (const used of [zeroAddress, board]) expect(is(zeroAddress, used, other)).to.deep.equal([false, true])
  })
})
