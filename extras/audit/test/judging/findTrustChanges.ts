import { expect } from "chai"
import { describe, it } from "mocha"

import { findTrustChanges } from "#extras/audit/src/judging/findTrustChanges.js"
import type { PathTrust } from "#extras/audit/src/trust/readTrust.js"
import { type Differences, pathTrust } from "#extras/audit/test/fixtures/trustFacts.js"

const find = (
  before: readonly PathTrust[],
  after: readonly PathTrust[],
  { policy, isRewired = () => false }: Partial<Parameters<typeof findTrustChanges>[2]> = {},
) => findTrustChanges(before, after, { policy, now: 0, isRewired }).map(({ name, says }) => `${name} ${says}`)

const shorter = { state: { timeoutInSeconds: 60n } }

describe("findTrustChanges", () => {
  it("says what got worse and what it was, of no chain and by no call, and nothing of what got better", () => {
    const [worse] = findTrustChanges([pathTrust()], [pathTrust(shorter)], {
      ...{ policy: undefined, now: 0, isRewired: () => false },
    })
    expect(worse).to.include({ name: "TRUST", number: null, chain: null })
    expect(worse?.says).to.match(
      /^alpha → beta 0x\w{40}: FORGE_BY_TIMEOUT is \d keys?, 60 s, and was \d keys?, 7200 s\.$/,
    )
    expect(find([pathTrust(shorter)], [pathTrust()])).to.deep.equal([])
    expect(find([pathTrust()], [pathTrust()])).to.deep.equal([])
  })

  it("calls a source that was not read by its slug", () => {
    const unread = (differences: Differences = {}) => {
      const { facts, ...trust } = pathTrust(differences)
      return { ...trust, facts: { ...facts, src: undefined } }
    }
    const [worse, ...others] = find([unread()], [unread(shorter)])
    expect(others).to.deep.equal([])
    expect(worse).to.match(/^TRUST 41001 → beta 0x/)
  })

  it("compares only paths that were connected before, and were not made by the batch as the wiring says", () => {
    const [first, second] = [pathTrust(), pathTrust()]
    const after = [pathTrust(shorter), pathTrust(shorter)]
    const whole = find([first, second], after)
    expect(whole).to.have.length.above(0)
    expect(
      find(
        [
          { ...first, isConnected: false },
          { ...second, isConnected: false },
        ],
        after,
      ),
    ).to.deep.equal([])
    expect(find([first, second], after, { isRewired: () => true })).to.deep.equal([])
    expect(find([first, second], after, { isRewired: (path) => path === first || path === after[0] })).to.deep.equal(
      find([second], [after[1]!]),
    )
  })

  it("tells each rule of the policy that is broken now and was not before", () => {
    const policy = { leastSecondsUnwatched: 7_200, leastSafeSigners: 3 }
    const rules = (before: Differences, after: Differences): string[] =>
      find([pathTrust(before)], [pathTrust(after)], { policy })
        .filter((says) => says.startsWith("POLICY"))
        .map((says) => says.split(" ")[1]!)
    expect(rules({}, {})).to.deep.equal([])
    expect(rules({}, shorter)).to.deep.equal(["UNWATCHED_TOO_SOON:"])
    expect(rules(shorter, {})).to.deep.equal([])
    // Two rules were broken before, and are now.
    expect(rules(shorter, shorter)).to.deep.equal([])
  })
})
