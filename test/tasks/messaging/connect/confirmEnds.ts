import { expect } from "chai"
import { describe, it } from "mocha"

import { isPlugsError } from "#src/primitives/PlugsError.js"
import { confirmEnds } from "#tasks/messaging/connect/confirmEnds.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { endA, endB, plugCodes } from "#test/fixtures/worlds/messaging/connectionEnds.js"

type Codes = { readonly own?: keyof typeof plugCodes; readonly sibling: keyof typeof plugCodes | "unread" | "away" }

describe("confirmEnds", () => {
  /** Confirms ends with this code: what was said of whom, how often somebody was asked, and how it ended. */
  async function confirm(
    { own = "both", sibling }: Codes,
    { yes = false, answers }: { yes?: boolean; answers?: readonly string[] } = {},
  ) {
    const { io, asked } = createPerson(answers)
    const chain = (name: string, slug: number) => ({ name, slug, network: name })
    const there = endB(sibling === "unread" ? { broken: ["eth_getCode"] } : { code: plugCodes[sibling as "both"] })
    const ends = { source: chain("alpha", 41_001), to: chain("beta", 41_002) }
    const ended = await confirmEnds(
      endA({ code: plugCodes[own] }),
      sibling === "away" ? undefined : there,
      { sibling: dstPlug, ends, yes },
      io,
    ).catch((error: unknown) => (isPlugsError(error) ? error.code : error))
    const said = io.terminal.stderr()
    const whom = [`${srcPlug} on alpha`, `${dstPlug} on beta`].map((place) => said.includes(place))
    return { said, found: [...whom, asked.length, ended] }
  }

  it("says nothing of plugs that can receive, nor of one that only sends to one that only receives", async () => {
    for (const codes of [{ sibling: "both" }, { own: "sends", sibling: "receives" }] as const) {
      expect(await confirm(codes, { answers: [] })).to.deep.equal({ said: "", found: [false, false, 0, undefined] })
    }
  })

  it("warns of an address without code, and asks only a person who has not agreed in advance", async () => {
    expect((await confirm({ sibling: "none" }, { answers: ["y"] })).found).to.deep.equal([false, true, 1, undefined])
    expect((await confirm({ sibling: "none" }, { answers: ["n"] })).found).to.deep.equal([false, true, 1, "ABORTED"])
    for (const given of [{ yes: true, answers: [] }, { yes: true }, {}]) {
      expect((await confirm({ sibling: "none" }, given)).found).to.deep.equal([false, true, 0, undefined])
    }
  })

  it("names the function that a plug lacks, on either side, and asks once", async () => {
    const sibling = await confirm({ sibling: "sends" }, { answers: ["n"] })
    expect(sibling.found).to.deep.equal([false, true, 1, "ABORTED"])
    expect(sibling.said).to.contain("inbound(uint32,bytes)").and.to.contain("0xc41f1f6c")
    expect((await confirm({ own: "sends", sibling: "both" }, { answers: ["y"] })).found).to.deep.equal([
      ...[true, false, 1, undefined],
    ])
    expect((await confirm({ own: "sends", sibling: "sends" }, { answers: ["y"] })).found).to.deep.equal([
      ...[true, true, 1, undefined],
    ])
  })

  it("says what was not read, and asks nobody about it", async () => {
    for (const sibling of ["unread", "away"] as const) {
      const { said, found } = await confirm({ sibling }, { answers: [] })
      expect([said.includes("was not checked"), ...found]).to.deep.equal([true, false, true, 0, undefined])
    }
  })
})
