import { expect } from "chai"
import { describe, it } from "mocha"

import { createSecretFilter } from "#tasks/explain/output/createStory.js"
import { cause, event, explanation, hash, longExplanation, messageId } from "#test/fixtures/output/explanations.js"
import { story } from "#test/fixtures/output/stories.js"

const key = `0x${"7a".repeat(32)}`

describe("createSecretFilter", () => {
  const filter = createSecretFilter([hash(1), messageId(1)])

  for (const [secret, text] of [
    ["s3cr3t-path", "the node https://node.example/v2/s3cr3t-path does not answer"],
    ["s3cr3thost", "wss://s3cr3thost.node.example closed"],
    ["hunter2", "http://me:hunter2@127.0.0.1:8545"],
    ["abcdef123", "it was refused: x-api-key: abcdef123"],
    ["abcdef123", '{"apiKey":"abcdef123"}'],
    ["abcdef123", "API key is abcdef123."],
    ["abcdef123", "Authorization: Bearer abcdef123"],
    ["eyJhbGciOi", "it sent eyJhbGciOi.eyJzdWIi.sig"],
    [key.slice(14), `the account of ${key}`],
    [key.slice(2), `the account of ${key.slice(2)}`],
    [key.slice(2, 40), `the key ${key.slice(2, 40)}`],
    [key.slice(14), `private key ${key}`],
    ["junk junk", "mnemonic: test test test junk junk"],
  ] as const) {
    it(`hides ${secret.slice(0, 16)} in: ${text.slice(0, 50)}`, () => {
      expect(filter(text)).to.not.contain(secret)
    })
  }

  it("keeps addresses, and the hashes and ids that the story is about", () => {
    const text = `message ${messageId(1)} of ${hash(1)} to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, fee 381280000000000`
    expect(filter(text)).to.equal(text)
  })

  it("shortens bytes to their ends", () => {
    expect(filter(`payload 0x${"ab".repeat(96)}`)).to.equal("payload 0xabababab…ababab")
  })
})

describe("createStory", () => {
  it("leaves no secret in any part", () => {
    const text = `it asks https://node.example/v2/s3cr3t with ${key} and OURKEY`
    const made = story(
      explanation({
        says: text,
        subject: { kind: text, [text]: text },
        causes: [
          cause({
            says: text,
            name: text,
            evidence: [{ source: text, says: text }],
            mend: { who: text, command: text },
          }),
        ],
        items: [{ id: "1", status: text, says: text, since: null }],
        events: [event({ title: text, place: text, details: [text] })],
      }),
      { redact: (each) => each.replaceAll("OURKEY", "[redacted]") },
    )
    expect(JSON.stringify(made, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value)))
      .to.not.contain("s3cr3t")
      .and.not.contain(key)
      .and.not.contain("OURKEY")
  })

  it("names contracts in sentences, and leaves commands as they are", () => {
    const made = story(explanation(), { nameContracts: (text) => text.replaceAll(/0x5FbDB\w+/g, "$& (Counter)") })
    expect(made.explanation.causes[0]?.says).to.contain("(Counter) on beta")
    expect(made.explanation.causes[0]?.mend?.command).to.equal(cause().mend?.command)
  })

  it("is bounded, and says what is left out", () => {
    const long = longExplanation(100)
    const { explanation: shown, leftOut } = story({
      ...long,
      says: "x".repeat(10_000),
      events: [...long.events, event({ details: Array.from({ length: 5_000 }, () => "y".repeat(5_000)) })],
    })
    expect(shown.says).to.have.length(800)
    expect(shown.causes).to.have.length(40)
    expect(shown.items).to.have.length(60)
    expect(shown.events).to.have.length(200)
    expect(shown.events.at(-1)?.details).to.have.length(9)
    expect(shown.events.at(-1)?.details.at(-1)).to.equal("… and 4992 more lines")
    expect(leftOut).to.deep.equal([
      "Left out of the causes: 60.",
      "Left out of the items: 40.",
      "Left out of the earlier events: 601.",
    ])
  })

  it("leaves out nothing of what is exactly as much as fits, and says so of one more", () => {
    const made = (more: number) => {
      const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count + more }, () => item)
      const only = explanation()
      const detailed = event({ details: many(8, "y".repeat(240 + more)) })
      const evidence = many(12, { source: "z".repeat(120 + more), says: "x".repeat(800 + more) })
      const causes = many(40, cause({ evidence }))
      return story({ ...only, causes, items: many(60, only.items[0]!), events: many(200, detailed) })
    }
    const shownOf = ({ explanation: shown, leftOut }: ReturnType<typeof story>) => {
      const [{ details }, { evidence }] = [shown.events[0]!, shown.causes[0]!]
      const [read] = evidence
      return [
        shown.causes,
        shown.items,
        shown.events,
        evidence,
        details,
        leftOut,
        read!.source,
        read!.says,
        details[0]!,
      ].map(({ length }) => length)
    }
    expect(shownOf(made(0))).to.deep.equal([40, 60, 200, 12, 8, 0, 120, 800, 240])
    const over = made(1)
    expect(shownOf(over)).to.deep.equal([40, 60, 200, 12, 9, 3, 120, 800, 240])
    expect(over.explanation.events[0]!.details.at(-1)).to.equal("… and 1 more lines")
    expect(over.leftOut).to.deep.equal([
      "Left out of the causes: 1.",
      "Left out of the items: 1.",
      "Left out of the earlier events: 1.",
    ])
  })

  it("keeps the last events", () => {
    const events = Array.from({ length: 201 }, (_, index) => event({ title: `event ${index}` }))
    const { events: shown } = story(explanation({ events })).explanation
    expect([shown[0]!.title, shown.at(-1)!.title]).to.deep.equal(["event 1", "event 200"])
  })

  it("has the one thing in its title that it is about, or how many", () => {
    const [item] = explanation().items
    const titleOf = (items: number, subject: Record<string, string | number>) =>
      story(explanation({ subject, items: Array.from({ length: items }, () => item!) })).title
    const subject = { kind: "swap", slug: 41001, note: "0 is no hash", srcTxHash: hash(1), other: hash(2) }
    expect(titleOf(1, subject)).to.equal("swap 0x0000a029…000001")
    expect(titleOf(0, subject)).to.match(/^swap 0x9{8}…9{5}1$/)
    expect(titleOf(2, subject)).to.equal("2 swaps")
    expect(titleOf(0, { kind: "swap", slug: 41001 })).to.equal("swap")
    expect(titleOf(0, {})).to.equal("subject")
  })
})
