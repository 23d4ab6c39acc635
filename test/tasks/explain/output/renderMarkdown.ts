import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { markdownBlock, markdownCode, markdownText, renderMarkdown } from "#tasks/explain/output/renderMarkdown.js"
import { cause, event, explanation, longExplanation } from "#test/fixtures/output/explanations.js"
import { expectHarmless, hostileText } from "#test/fixtures/output/hostileText.js"
import { story } from "#test/fixtures/output/stories.js"

describe("renderMarkdown", () => {
  it("shows the verdict, the causes with their commands, where it is, and what happened", () => {
    const text = renderMarkdown(story(explanation({ causes: [cause({ says: "It is stuck." })] })))
    expect(text).to.match(
      /^<!-- a story of hardhat-plugs -->\n\n## Stuck: message 0x0000a029…000001\n\nThe plug 0x5FbDB/,
    )
    expect(text).to.contain("### 1. `not-connected`\n\nIt is stuck.\n\nCertain: it was read")
    expect(text).to.contain(`\`\`\`sh\n${cause().mend!.command!}\n\`\`\``)
    expect(text).to.contain("| PROPOSED | 2026-11-22 04:43:32 UTC | The packet")
    expect(text).to.contain("| 2026-11-22 04:43:35 UTC | beta 40 | Proposed<br>`0x")
    expect(text.trimEnd().endsWith("Secrets are left out.")).to.equal(true)
  })

  it("says once what its first cause says too", () => {
    const times = (says: string) => {
      const causes = [cause({ says: "It is stuck." }), cause({ says: "It is late." })]
      const text = renderMarkdown(story(explanation({ says, causes })))
      return text.split(says).length - 1
    }
    expect([times("It is stuck."), times("It is late."), times("It is lost.")]).to.deep.equal([1, 2, 1])
  })

  it("is short: ten messages fit into an issue", () => {
    expect(renderMarkdown(story(longExplanation(10))).length).to.be.lessThan(65_536)
  })

  it("escapes what Markdown would obey", () => {
    expect(markdownText("a | b")).to.equal("a \\| b")
    expect(markdownText("<img src=x> [x](y) **b** `c`")).to.equal("\\<img src=x\\> \\[x\\](y) \\*\\*b\\*\\* \\`c\\`")
    expect(markdownText("@owner, see #12 and www.example")).to.equal(
      "\\@<!-- -->owner, see \\#<!-- -->12 and www<!-- -->.example",
    )
    expect(markdownText("a\nb")).to.equal("a\\\\u000ab")
    expect(markdownCode("a`b|c")).to.equal("``a`b\\|c``")
    for (const [code, shown] of [
      ["`a", "`` `a ``"],
      ["a`", "`` a` ``"],
      ["a`b", "``a`b``"],
      ["", "`  `"],
    ] as const) {
      expect(markdownCode(code)).to.equal(shown)
    }
    expect(markdownBlock("x")).to.equal("```sh\nx\n```")
    expect(markdownBlock("x ``` y")).to.equal("````sh\nx ``` y\n````")
  })

  it("keeps its lines whatever others wrote", () => {
    const shape = (text: string): string =>
      renderMarkdown({
        ...story(
          explanation({
            subject: { kind: text, [text]: text },
            says: text,
            causes: [
              cause({
                says: text,
                name: text,
                evidence: [{ source: text, says: text }],
                mend: { who: text, command: `npx ${text}` },
              }),
            ],
            items: [{ id: text, status: text, says: text, since: 1 }],
            events: [event({ title: text, place: text, txHash: text, details: [text] })],
          }),
        ),
        ...{ title: text, leftOut: [text], madeBy: text, next: { says: text, command: null } },
      })
    const count = (text: string): number => text.split("\n").length
    // A command is copied from its block as it is.
    const bars = (text: string): number => text.replace(/^npx .*$/m, "").match(/(?<!\\)\|/g)?.length ?? 0
    const plain = shape("harmless")
    fc.assert(
      fc.property(hostileText, fc.constantFrom("| a |", "\n\n# b", "```\n", "</details>", "``|"), (text, markup) => {
        const page = shape(`${markup}${text}`)
        expectHarmless(page)
        expect(count(page)).to.equal(count(plain))
        expect(bars(page)).to.equal(bars(plain))
      }),
    )
  })
})
