import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { renderHtml } from "../../../../tasks/explain/output/renderHtml.js"
import { cause, event, explanation, longExplanation, messageId } from "../../../fixtures/output/explanations.js"
import { expectHarmless, hostileText } from "../../../fixtures/output/hostileText.js"
import { story } from "../../../fixtures/output/stories.js"

describe("renderHtml", () => {
  it("has at most 150 kB for ten messages that are tried again and again", () => {
    const page = renderHtml(story(longExplanation(10)))
    expect(Buffer.byteLength(page)).to.be.within(20_000, 150_000)
    for (let counter = 1; counter <= 10; counter += 1) expect(page).to.contain(messageId(counter))
  })

  it("asks no network, and has no script", () => {
    const page = renderHtml(story(longExplanation(2)))
    expect(page).to.contain(`content="default-src 'none'; style-src 'sha256-`)
    expect(page).to.not.match(/<(script|link|img|iframe|base|form)\b|\b(src|href|style|on\w+)=|url\(|@import|https?:/i)
  })

  it("shows everything that an explanation says", () => {
    const page = renderHtml(story(explanation({ causes: [cause({ says: "It is stuck." })] })))
    for (const part of [
      "not-connected",
      "It is stuck.",
      "beta, block 40",
      "getPlugConfig",
      "Fix: ",
      cause().mend!.command!,
      "PROPOSED",
      "since 2026-11-22 04:43:32 UTC",
      "block 12",
      "+3 s",
      "fee 0.002 ETH",
      "Made at 2026-11-22 04:46:37 UTC by hardhat-plugs 0.1.0.",
    ])
      expect(page).to.contain(part)
  })

  it("shows what happened if anything did, and of which of several messages", () => {
    const [one, other] = explanation().items.concat(longExplanation(2).items)
    const titlesOf = (events: number, items: number) => {
      const all = Array.from({ length: events }, () => event({ about: messageId(7) }))
      const page = renderHtml(story(explanation({ causes: [], events: all, items: [one!, other!].slice(0, items) })))
      return [page.includes("<h2>What happened</h2>"), page.split("About <code>").length - 1]
    }
    expect(titlesOf(0, 2)).to.deep.equal([false, 0])
    expect(titlesOf(1, 1)).to.deep.equal([true, 0])
    expect(titlesOf(1, 2)).to.deep.equal([true, 1])
    expect(titlesOf(3, 2)).to.deep.equal([true, 3])
    const unnamed = explanation({ causes: [], events: [event({ about: null })], items: [one!, other!] })
    expect(renderHtml(story(unnamed))).to.not.contain("About <code>")
  })

  it("makes markup of nothing that others wrote", () => {
    const markup = fc.constantFrom(
      `"><script>alert(1)</script>`,
      `' onload='x`,
      "</style><style>*{}",
      "<!--",
      "&lt;b&gt;",
      "]]>",
    )
    const tags = (page: string): string[] => page.match(/<[^>]*>/g) ?? []
    const with_ = (text: string): string =>
      renderHtml(
        story(
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
            items: [{ id: text, status: text, says: text, since: 1e300 }],
            events: [event({ title: text, place: text, txHash: text, details: [text, text, text, text] })],
          }),
          { madeBy: text, madeFrom: text },
        ),
      )
    const expected = tags(with_("harmless")).filter((tag) => !tag.startsWith("<meta"))
    fc.assert(
      fc.property(fc.tuple(hostileText, markup), ([text, tag]) => {
        const page = with_(`${tag}${text}`)
        expect(tags(page).filter((each) => !each.startsWith("<meta"))).to.deep.equal(expected)
        expectHarmless(page)
      }),
      { numRuns: 100 },
    )
  })
})
