import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { statusError, UnauthorizedError } from "#src/http/errors.js"
import { compareFees, percentAbove } from "#src/messaging/compareFees.js"
import { ApiKeyRefusedError } from "#src/messaging/requestErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

const source = { srcPlug: `0x${"11".repeat(20)}`, srcChainSlug: 1 } as const
const messages = [
  { name: "beta", slug: 2, network: "beta" },
  { name: "gamma", slug: 3, network: "gamma" },
].map((to) => ({ to, gasLimit: 100_000n, payloadLength: 96 }))
const failure = new InvalidInputError({ argument: "plug", problem: "it is not connected", fix: "Connect it." })

describe("compareFees", () => {
  it("puts the two fees of each destination side by side, in the given order", async () => {
    const rows = await compareFees({
      ...{ ...source, messages },
      api: { estimateMinFees: ({ dstChainSlug }) => Promise.resolve(BigInt(dstChainSlug) * 110n) },
      read: ({ to: { slug } }) => Promise.resolve(BigInt(slug) * 100n),
    })
    expect(
      rows.map(({ to, estimate, onChain, differencePercent }) => [to.name, estimate, onChain, differencePercent]),
    ).to.deep.equal([
      ["beta", 220n, 200n, "10.00"],
      ["gamma", 330n, 300n, "10.00"],
    ])
  })

  describe("with an API that answers an error", () => {
    const request = { method: "GET" as const, origin: "https://api.example", route: "/", attempts: 1, elapsed: 1 }
    const rowFor = async (status: number, read: () => Promise<bigint>) => {
      const error = statusError(request, { status, serverMessage: status === 400 ? "no chain 2 here" : undefined })
      const [row] = await compareFees({
        ...{ ...source, messages },
        api: {
          estimateMinFees: () =>
            Promise.reject(error instanceof UnauthorizedError ? new ApiKeyRefusedError(error) : error),
        },
        read,
      })
      return row!
    }

    it("has a note and no error where the socket names its minimum", async () => {
      const unknown = await rowFor(400, () => Promise.resolve(5n))
      expect(unknown).to.include({
        onChain: 5n,
        estimate: null,
        note: "The messaging API does not know this chain (no chain 2 here).",
      })
      expect(unknown.errors).to.deep.equal([])
      expect((await rowFor(404, () => Promise.resolve(5n))).note)
        .to.contain("does not know")
        .and.to.contain("404")
      expect((await rowFor(500, () => Promise.resolve(5n))).note)
        .to.contain("answers an error")
        .and.to.contain("500")
    })

    it("keeps the error where nothing else is known, and one that is not about the chain", async () => {
      const both = await rowFor(400, () => Promise.reject(failure))
      expect(both).to.include({ note: null })
      expect(both.errors).to.have.length(2)
      for (const status of [302, 401, 403, 429]) {
        const row = await rowFor(status, () => Promise.resolve(5n))
        expect(row.note, String(status)).to.equal(null)
        expect(row.errors, String(status)).to.have.length(1)
      }
    })
  })

  it("rethrows a bug", async () => {
    const bug = new TypeError("bug")
    const caught = await compareFees({
      ...{ ...source, messages },
      api: { estimateMinFees: () => Promise.reject(bug) },
      read: () => Promise.resolve(1n),
    }).catch((error: unknown) => error)
    expect(caught).to.equal(bug)
  })
})

describe("percentAbove", () => {
  const table: [bigint, bigint, string | null][] = [
    [104n, 100n, "4.00"],
    [100n, 104n, "-3.85"],
    [100n, 100n, "0.00"],
    [10n ** 30n + 10n ** 26n, 10n ** 30n, "0.01"],
    [9_999n, 10_000n, "-0.01"],
    [3n, 1n, "200.00"],
    [0n, 5n, "-100.00"],
    [0n, 0n, "0.00"],
    [1n, 0n, null],
  ]
  for (const [amount, base, percent] of table) {
    it(`says ${String(percent)} for ${amount} over ${base}`, () => {
      expect(percentAbove(amount, base)).to.equal(percent)
    })
  }

  it("is never further than half a hundredth from the true value", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.bigInt(1n, 10n ** 9n), (amount, base) => {
        const exact = (Number(amount - base) / Number(base)) * 100
        const percent = Number(percentAbove(amount, base))
        expect(Math.abs(percent - exact)).to.be.at.most(0.005 + Math.abs(exact) * 1e-12 + 1e-9)
      }),
    )
  })
})
