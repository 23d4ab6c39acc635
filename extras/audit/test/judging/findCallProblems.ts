import { expect } from "chai"
import { describe, it } from "mocha"

import type { DecodedCall } from "#extras/audit/src/judging/decodeCalls.js"
import { findCallProblems } from "#extras/audit/src/judging/judgeBatches.js"
import { at } from "#test/fixtures/wire/addresses.js"

const multiSend = "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D"
const chain = { slug: 41_002, name: "beta", chainId: 7 }

function decoded(more: Partial<DecodedCall> = {}): DecodedCall {
  return {
    ...{ number: "2.1", from: at(1), to: at(2), value: 3n, data: "0xdeadbeef01", operation: 0, inner: [] },
    ...{ name: undefined, call: undefined, isKnown: true, isClaimed: false, problem: undefined },
    ...more,
  }
}
const known = (signature: string) => ({ call: { signature } as DecodedCall["call"] })

describe("findCallProblems", () => {
  it("finds what is not decoded, what is only guessed, what the file says otherwise, and other code as the account", () => {
    const label = (slug: number, address: string): string => `${slug}/${address}`
    const [to, wallet] = [`41002/${at(2)}`, `41002/${multiSend}`]
    const own = `The code of ${to} runs as the account itself, and may do everything. It was not applied.`
    const table: readonly (readonly [Partial<DecodedCall>, ...(readonly [name: string, says: string])[]])[] = [
      [{}],
      [known("a()")],
      [
        { problem: "no ABI has it" },
        ["UNDECODED", `The call of ${to} with 3 wei and 5 bytes is not decoded whole: no ABI has it.`],
      ],
      [
        { ...known("a()"), isKnown: false },
        ["UNDECODED", `The ABI of ${to} is not known. By its selector, the call may be a().`],
      ],
      [{ isKnown: false }],
      [
        { ...known("a()"), isKnown: false, problem: "odd" },
        ["UNDECODED", `The call of ${to} with 3 wei and 5 bytes is not decoded whole: odd.`],
      ],
      [{ claimed: "pause" }, ["MISLEADING", "The file says pause, and the data is of another call."]],
      [{ operation: 1 }, ["DELEGATECALL", own]],
      [{ operation: 1, inner: [decoded()] }, ["DELEGATECALL", own]],
      [{ operation: 1, to: multiSend }, ["DELEGATECALL", own.replace(to, wallet)]],
      [{ operation: 1, to: multiSend, inner: [decoded()] }],
    ]
    for (const [call, ...found] of table) {
      expect(findCallProblems(decoded(call), chain, label), JSON.stringify(Object.keys(call))).to.deep.equal(
        found.map(([name, says]) => ({ name, number: "2.1", chain: "beta", says })),
      )
    }
  })
})
