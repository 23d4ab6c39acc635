import { expect } from "chai"
import { describe, it } from "mocha"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given, Row, Rows } from "#src/plugin/arguments/rows.js"
import { flagOf } from "#src/primitives/commands/commandLine.js"
import { taskRows } from "#test/fixtures/commands/taskRows.js"
import { thrown } from "#test/fixtures/failure.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"

/** A text that an argument of each kind refuses. A number has its range. */
const wrong: Readonly<Partial<Record<NonNullable<Row["kind"]>, string>>> = {
  ...{ list: "a,,b", address: "0x12", addresses: "0x12", transaction: "0x12", messageId: "0x12", bytes32: "0x12" },
  ...{ amount: "much", gasPrice: "-1", percent: "1%", duration: "30", payloadState: "SEALED", timeoutId: " " },
  ...{ messageState: "DONE", finality: "soon", choice: "none" },
}
const isPlaced = ({ as }: Row) => as === "argument" || as === "optional" || as === "rest"
const nameIn = (rows: Rows, name: string) => (isPlaced(rows[name]!) ? name : flagOf(name))
/** How an argument is given that is not refused by itself. */
const some = ({ as, kind, least = 1 }: Row) =>
  as === "flag" ? true : as === "rest" ? ["7"] : kind === "duration" ? "7s" : String(least + 6)

describe("the rules of all arguments", () => {
  it("are those that were reviewed", () => {
    const lines = taskRows.flatMap(([task, rows]) =>
      Object.entries(rows).map(([name, { says, ...rules }]) => {
        expect(says, `${task} ${name}`).to.match(/^\S.*[^.\s]$/)
        const written = Object.entries(rules).map(([rule, value]) => `${rule} ${[value].flat().join(", ")}`)
        return [`${task} ${nameIn(rows, name)}`, ...written].join(" · ")
      }),
    )
    expectGolden("rows.txt", `${lines.join("\n")}\n`)
  })

  for (const [task, rows] of taskRows) {
    const required = Object.entries(rows).flatMap(([name, { as, required }]) =>
      as === "argument" || required !== undefined ? [[name, `0x${"12".repeat(32)}`]] : [],
    )
    const refusal = (given: object) =>
      thrown(() => readRows(rows, { ...Object.fromEntries(required), ...given } as Given<Rows>))

    it(`hold for ${task}`, () => {
      for (const [name, row] of Object.entries(rows)) {
        const argument = nameIn(rows, name)
        const { kind, least = 1, most, needs, not = [] } = row
        const [other = "", value] = typeof needs === "string" ? needs.split(" ") : (needs ?? [])
        const fulfilled = needs === undefined ? {} : { [other]: value ?? some(rows[other]!) }
        const texts = kind === "count" || kind === "whole" ? [String(least - 1)] : [wrong[kind ?? "text"] ?? []].flat()
        const beyond = most === undefined ? [] : [String(most + 1)]
        for (const text of [...texts, ...beyond])
          expect(refusal({ ...fulfilled, [name]: text }).facts["argument"], `${argument} ${text}`).to.equal(argument)
        if (row.required !== undefined)
          expect(refusal({ [name]: undefined }).message).to.contain(`it is missing. Add ${row.required}.`)
        if (needs !== undefined) {
          const { facts, message } = refusal({ [name]: some(row) })
          expect([facts["argument"], message.includes(`without ${nameIn(rows, other)}`)]).to.deep.equal([
            argument,
            true,
          ])
        }
        for (const one of not) {
          const { facts, message } = refusal({ ...fulfilled, [name]: some(row), [one]: some(rows[one]!) })
          expect([facts["argument"], message.includes(`contradicts ${argument}.`)], one).to.deep.equal([
            nameIn(rows, one),
            true,
          ])
        }
      }
    })
  }
})
