import { expect } from "chai"
import { describe, it } from "mocha"

import { MessageNotExecutableError } from "#src/messaging/retrying/retryErrors.js"
import { explainRefusal } from "#tasks/messaging/retry/explainRefusal.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("explainRefusal", () => {
  const refusal = new MessageNotExecutableError({ messageId: bytes32(1), reason: "it is not there" })
  const cause = (name: string, about: string | null, mend: object | null = null) =>
    ({ name, says: `It is ${name}.`, about, mend }) as never
  const item = (id: string, status: string) => ({ id, status, says: `It is ${status}.` }) as never

  it("adds the first cause of this message or of all, with how to mend it", () => {
    const mend = { who: "connect it", command: "npx hardhat messaging connect" }
    const causes = [cause("other", bytes32(2)), cause("first", bytes32(1), mend), cause("second", null)]
    const { code, next, facts } = explainRefusal(refusal, { causes, items: [] })
    expect(code).to.equal("MESSAGE_NOT_EXECUTABLE")
    expect(facts).to.deep.equal(refusal.facts)
    expect(next).to.match(/^first: .*connect it.* npx hardhat messaging connect$/)
    const all = explainRefusal(refusal, { causes: causes.toReversed(), items: [] })
    expect(all.next)
      .to.match(/^second: /)
      .and.not.to.contain("connect")
    const byOthers = [cause("first", null, { who: "ask them", command: null })]
    expect(explainRefusal(refusal, { causes: byOthers, items: [] }).next).to.match(/ask them\.$/)
  })

  it("says where the message is if nothing explains it, and nothing where that is not known", () => {
    const items = [item(bytes32(2), "SEALED"), item(bytes32(1), "PROPOSED")]
    const { next } = explainRefusal(refusal, { causes: [cause("other", bytes32(2))], items })
    expect(next).to.contain("PROPOSED").and.not.to.contain("SEALED").and.not.to.contain("other")
    expect(explainRefusal(refusal, { causes: [], items: [] }).next).to.not.contain("It is")
  })
})
