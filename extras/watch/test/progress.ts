import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { type PlacedMark, progressOf, stagesOf } from "#extras/watch/src/progress.js"
import type { KnownMessage, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { createMeasures } from "#extras/watch/src/telemetry/createMeasures.js"
import { hash, message } from "#test/fixtures/worlds/messaging/watchedFacts.js"

describe("how far a message has come", () => {
  const mark = (kind: PlacedMark["kind"], chain: number, at: number): PlacedMark => ({ kind, chain, tx: hash(at), at })
  const state = (...marks: PlacedMark[]) => {
    const { status, since, tx } = progressOf(message(1), marks)
    return [status, since, BigInt(tx)]
  }

  it("is the furthest that its own chains have logged, since they did so first", () => {
    expect(state()).to.deep.equal(["RECEIVED", 1_000, 9n])
    expect(state(mark("sealed", 1, 3))).to.deep.equal(["SEALED", 3, 3n])
    expect(state(mark("sealed", 2, 3), mark("proposed", 1, 4), mark("executed", 1, 5))).to.deep.equal([
      ...["RECEIVED", 1_000, 9n],
    ])
    expect(state(mark("executed", 2, 6), mark("sealed", 1, 3), mark("proposed", 2, 5))).to.deep.equal([
      ...["EXECUTION_SUCCESS", 6, 6n],
    ])
    const twice = [mark("proposed", 2, 7), mark("attested", 2, 5), mark("proposed", 2, 6)]
    expect(state(...twice)).to.deep.equal(["PROPOSED", 5, 5n])
    const equal: PlacedMark[] = [
      { ...mark("sealed", 1, 3), tx: hash(31) },
      { ...mark("sealed", 1, 3), tx: hash(32) },
    ]
    expect(state(...equal)).to.deep.equal(["SEALED", 3, 31n])
    const gone = progressOf(message(1, { isThere: false }), twice)
    expect(gone).to.deep.equal({ status: "VANISHED", since: 1_000, tx: hash(9) })
  })

  it("is what the destination says of one that is proposed, since its last attestation or since that was read", () => {
    const [sealed, proposed] = [mark("sealed", 1, 3), mark("proposed", 2, 5)]
    const shownAs = (shown: KnownMessage["shown"], ...marks: PlacedMark[]) => {
      const { status, since, tx } = progressOf(message(1, { shown, shownAt: 20 }), marks)
      return [status, since, BigInt(tx)]
    }
    const attested = [mark("attested", 2, 8), mark("attested", 2, 9), mark("attested", 1, 11)]
    expect(shownAs("VERIFIED", sealed, proposed, ...attested)).to.deep.equal(["VERIFIED", 9, 9n])
    expect(shownAs("VERIFIED", sealed, proposed)).to.deep.equal(["VERIFIED", 20, 5n])
    expect(shownAs("ATTESTED", proposed, ...attested)).to.deep.equal(["ATTESTED", 9, 9n])
    expect(shownAs("PROPOSED", sealed, proposed)).to.deep.equal(["PROPOSED", 5, 5n])
    // Proposed for a switchboard that cannot deliver it.
    expect(shownAs("SEALED", sealed, proposed)).to.deep.equal(["SEALED", 3, 3n])
    // The logs are newer than what was said.
    expect(shownAs("VERIFIED", sealed)).to.deep.equal(["SEALED", 3, 3n])
    expect(shownAs("PROPOSED", proposed, mark("executed", 2, 12))).to.deep.equal(["EXECUTION_SUCCESS", 12, 12n])
  })

  it("has stages from the first seal, proposal and execution, and the last attestation; none takes less than no time", () => {
    const marks = [
      ...[
        mark("executed", 2, 1_044),
        mark("executed", 2, 1_042),
        mark("attested", 2, 1_010),
        mark("attested", 2, 1_007),
      ],
      ...[mark("proposed", 2, 1_001), mark("proposed", 2, 1_005), mark("sealed", 1, 1_003), mark("sealed", 1, 1_002)],
    ]
    expect(stagesOf(message(1), marks)).to.deep.equal([
      { name: "seal", from: 1_000, to: 1_002 },
      { name: "propose", from: 1_002, to: 1_002 },
      { name: "attest", from: 1_002, to: 1_010 },
      { name: "execute", from: 1_010, to: 1_042 },
    ])
    expect(stagesOf(message(1), [mark("executed", 2, 1_042)])).to.deep.equal([
      { name: "execute", from: 1_000, to: 1_042 },
    ])
    expect(stagesOf(message(1), [])).to.deep.equal([])
  })

  it("is counted in each bucket that is as long or longer, for each path alone", async () => {
    const seconds = [0, 1, 5, 6, 15, 30, 60, 120, 300, 600, 1_800, 7_200, 7_201]
    const messages = [...seconds.map((_, index) => message(index)), message(90, { src: 3, fee: 2n })]
    const store = {
      message: (id: Hex) => messages.find((one) => one.id === id),
      marksOf: ({ id }: KnownMessage) => [mark("executed", 2, 1_000 + (seconds[Number(BigInt(id) % 2n ** 64n)] ?? 9))],
      inFlight: () => [message(1), message(2, { dst: 3 }), message(3)],
      chains: () => [],
      alerts: () =>
        new Map([
          ["a", { kind: "late" }],
          ["b", { kind: "stuck" }],
          ["c", { kind: "late" }],
        ]),
    } as unknown as WatchStore
    const measures = createMeasures(store, { chainName: (slug) => `c${slug}` })
    expect(await measures.add(messages[2]!.id)).to.deep.equal([
      { labels: { src: "c1", dst: "c2", stage: "execute" }, value: 5 },
    ])
    for (const [index, { id }] of messages.entries()) if (index !== 2) await measures.add(id)
    const [inFlight, alerts, delivered, fees, stages] = (await measures.read()).map(({ samples }) =>
      samples.map(({ labels, value, part = "" }) => [Object.values(labels).join(), `${part}${value}`].join(" ")),
    )
    expect([inFlight, alerts?.filter((text) => !text.endsWith(" 0")), delivered, fees]).to.deep.equal([
      ["c1,c2 2", "c1,c3 1"],
      ["late 2", "stuck 1"],
      ["c1,c2 13", "c3,c2 1"],
      ["c1,c2 91", "c3,c2 2"],
    ])
    const counts = [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    const names = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 7_200, "+Inf"]
    expect(stages?.slice(0, 13)).to.deep.equal([
      ...names.map((le, index) => `c1,c2,execute,${le} _bucket${counts[index]!}`),
      `c1,c2,execute _sum${seconds.reduce((sum, each) => sum + each, 0)}`,
      "c1,c2,execute _count13",
    ])
    expect(stages?.slice(13).filter((text) => text.startsWith("c3,c2,execute _"))).to.deep.equal([
      ...["c3,c2,execute _sum9", "c3,c2,execute _count1"],
    ])
  })
})
