import { expect } from "chai"
import { describe, it } from "mocha"

import type { Explanation } from "../../../../src/explaining/Explanation.js"
import type { Story } from "../../../../tasks/explain/output/createStory.js"
import { renderHtml } from "../../../../tasks/explain/output/renderHtml.js"
import { renderMarkdown } from "../../../../tasks/explain/output/renderMarkdown.js"

const cause: Explanation["causes"][number] = {
  ...{ name: "not-connected", certainty: "certain", says: "It is not connected.", about: "0xaa", mend: null },
  evidence: [{ source: "beta, block 40", says: "There is no sibling." }],
}
const event: Explanation["events"][number] = {
  ...{ at: 1_795_322_612, place: "alpha", blockNumber: 12n, txHash: "0x12", about: "0xaa", title: "Sent", details: [] },
}
/** Two messages with two causes, on three chains; each part has and lacks what it can. */
const story: Story = {
  title: "2 messages",
  explanation: {
    ...{ verdict: "stuck", says: "It is not connected.", subject: { kind: "message", srcChainSlug: 41001 } },
    causes: [
      cause,
      {
        ...{ name: "late", certainty: "possible", says: "It is late.", about: null, evidence: [] },
        mend: { who: "look again", command: "npx hardhat messaging explain 0x12" },
      },
      {
        ...cause,
        name: "odd",
        certainty: "likely",
        says: "It is odd.",
        about: null,
        mend: { who: "wait", command: null },
      },
    ],
    items: [
      { id: "0xaa", status: "SEALED", says: "It waits.", since: 1_795_322_612 },
      { id: "0xbb", status: "SENT", says: "It waits too.", since: null },
    ],
    events: [
      { ...event, at: null, place: "the API", blockNumber: null, txHash: null, about: null, title: "Seen" },
      { ...event, details: ["one", "two", "three"] },
      { ...event, place: "beta", at: 1_795_322_615, title: "Proposed", details: ["one", "two", "three", "four"] },
      { ...event, at: 1_795_322_616, about: "0xbb", details: ["one", "two", "three", "four", "five"] },
    ],
  },
  next: { says: "To look again:", command: "npx hardhat messaging explain 0x12" },
  ...{
    madeAt: 1_795_322_797_999,
    madeBy: "hardhat-plugs 0.1.0",
    madeFrom: "It was read.",
    leftOut: ["Left out of the causes: 3."],
  },
}
/** One message that has arrived, of which nothing else is known. */
const bare: Story = {
  ...{ ...story, title: "message 0xaa", leftOut: [], next: { says: "Nothing has to be done.", command: null } },
  explanation: {
    ...story.explanation,
    ...{ verdict: "delivered", says: "It has arrived.", causes: [], items: [story.explanation.items[0]!], events: [] },
  },
}
const ofOne = (causes: Explanation["causes"], events: Explanation["events"]): Story => ({
  ...bare,
  explanation: { ...bare.explanation, causes, events },
})

/** The lines that have something in them. */
const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "")
const bodyOf = (page: string): string[] => linesOf(/<body>([^]*)<\/body>/.exec(page)?.[1] ?? "")

describe("a whole story", () => {
  it("is this Markdown, each part a paragraph of its own", () => {
    const text = renderMarkdown(story)
    expect(linesOf(text)).to.deep.equal([
      "<!-- a story of hardhat-plugs -->",
      "## Stuck: 2 messages",
      "- kind: `message`",
      "- srcChainSlug: `41001`",
      "### 1. `not-connected`",
      "It is not connected.",
      "Certain: it was read or simulated, and is enough by itself.",
      "About `0xaa`",
      "- beta, block 40: There is no sibling.",
      "### 2. `late`",
      "It is late.",
      "Possible: it fits what was read, and so does something else.",
      "Fix: look again",
      "```sh",
      "npx hardhat messaging explain 0x12",
      "```",
      "### 3. `odd`",
      "It is odd.",
      "Likely: nothing else that is known fits what was read.",
      "- beta, block 40: There is no sibling.",
      "Fix: wait",
      "To look again:",
      "```sh",
      "npx hardhat messaging explain 0x12",
      "```",
      "### Where it is",
      "| id | state | since | where |",
      "| --- | --- | --- | --- |",
      "| `0xaa` | SEALED | 2026-11-22 04:43:32 UTC | It waits. |",
      "| `0xbb` | SENT |  | It waits too. |",
      "<details><summary>What happened (4)</summary>",
      "| time | place, block | what |",
      "| --- | --- | --- |",
      "|  | the API | Seen |",
      "| 2026-11-22 04:43:32 UTC | alpha 12 | Sent<br>about `0xaa`<br>`0x12`<br>one<br>two<br>three |",
      "| 2026-11-22 04:43:35 UTC | beta 12 | Proposed<br>about `0xaa`<br>`0x12`<br>one<br>two<br>three<br>four |",
      "| 2026-11-22 04:43:36 UTC | alpha 12 | Sent<br>about `0xbb`<br>`0x12`<br>one<br>two<br>three<br>four<br>five |",
      "</details>",
      "Left out of the causes: 3.",
      "Made at 2026-11-22 04:46:37 UTC by hardhat-plugs 0.1.0. It was read. It shows what was known then. Secrets are left out.",
    ])
    expect(text).not.to.contain("\n\n\n")
    expect(linesOf(renderMarkdown(bare))).to.deep.equal([
      "<!-- a story of hardhat-plugs -->",
      "## Delivered: message 0xaa",
      "It has arrived.",
      "- kind: `message`",
      "- srcChainSlug: `41001`",
      "Nothing has to be done.",
      "### Where it is",
      "| id | state | since | where |",
      "| --- | --- | --- | --- |",
      "| `0xaa` | SEALED | 2026-11-22 04:43:32 UTC | It waits. |",
      "Made at 2026-11-22 04:46:37 UTC by hardhat-plugs 0.1.0. It was read. It shows what was known then. Secrets are left out.",
    ])
  })

  it("is this page", () => {
    expect(bodyOf(renderHtml(story))).to.deep.equal([
      "<header>",
      '<h1><span class="verdict stuck">stuck</span> 2 messages</h1>',
      '<dl class="facts"><dt>kind</dt><dd><code>message</code></dd><dt>srcChainSlug</dt><dd><code>41001</code></dd></dl>',
      "</header>",
      "<main>",
      '<section><h2>Causes</h2><ol><li class="card cause">',
      "<h3>1. <code>not-connected</code></h3>",
      "<p>It is not connected.</p>",
      '<p class="dim">certain: it was read or simulated, and is enough by itself</p>',
      '<p class="dim">About <code>0xaa</code></p>',
      "<details open><summary>What was read</summary><dl><dt>beta, block 40</dt><dd>There is no sibling.</dd></dl></details>",
      "</li>",
      '<li class="card cause">',
      "<h3>2. <code>late</code></h3>",
      "<p>It is late.</p>",
      '<p class="dim">possible: it fits what was read, and so does something else</p>',
      '<p class="mend">Fix: look again</p><pre><code>npx hardhat messaging explain 0x12</code></pre>',
      "</li>",
      '<li class="card cause">',
      "<h3>3. <code>odd</code></h3>",
      "<p>It is odd.</p>",
      '<p class="dim">likely: nothing else that is known fits what was read</p>',
      "<details open><summary>What was read</summary><dl><dt>beta, block 40</dt><dd>There is no sibling.</dd></dl></details>",
      '<p class="mend">Fix: wait</p>',
      "</li>",
      "</ol></section>",
      "<h2>Next</h2>",
      "<p>To look again:</p><pre><code>npx hardhat messaging explain 0x12</code></pre>",
      '<section><h2>Where it is</h2><ol><li class="card">',
      "<h3><code>0xaa</code></h3>",
      "<p><b>SEALED</b> <time>since 2026-11-22 04:43:32 UTC</time></p>",
      "<p>It waits.</p>",
      "</li>",
      '<li class="card">',
      "<h3><code>0xbb</code></h3>",
      "<p><b>SENT</b></p>",
      "<p>It waits too.</p>",
      "</li>",
      "</ol></section>",
      '<h2>What happened</h2><ol class="timeline side n3">',
      '<li class="heads" aria-hidden="true"><span>Time</span><span class="c1">the API</span><span class="c2">alpha</span><span class="c3">beta</span></li>',
      '<li><time>at an unknown time</time><div class="card c1">',
      '<p><span class="place where">the API</span></p>',
      "<h3>Seen</h3>",
      "</div></li>",
      '<li><time>2026-11-22 04:43:32 UTC</time><div class="card c2">',
      '<p><span class="place where">alpha</span> <span class="dim">block 12</span></p>',
      "<h3>Sent</h3>",
      "<p><code>0x12</code></p>",
      '<p class="dim">About <code>0xaa</code></p>',
      "<ul><li>one</li><li>two</li><li>three</li></ul>",
      "</div></li>",
      '<li><time>2026-11-22 04:43:35 UTC +3 s</time><div class="card c3">',
      '<p><span class="place where">beta</span> <span class="dim">block 12</span></p>',
      "<h3>Proposed</h3>",
      "<p><code>0x12</code></p>",
      '<p class="dim">About <code>0xaa</code></p>',
      "<ul><li>one</li><li>two</li><li>three</li><li>four</li></ul>",
      "</div></li>",
      '<li><time>2026-11-22 04:43:36 UTC +4 s</time><div class="card c2">',
      '<p><span class="place where">alpha</span> <span class="dim">block 12</span></p>',
      "<h3>Sent</h3>",
      "<p><code>0x12</code></p>",
      '<p class="dim">About <code>0xbb</code></p>',
      "<ul><li>one</li><li>two</li><li>three</li></ul>",
      "<details><summary>2 more</summary><ul><li>four</li><li>five</li></ul></details>",
      "</div></li>",
      "</ol>",
      '<p class="dim">Left out of the causes: 3.</p>',
      "</main>",
      '<footer><p class="dim">Made at 2026-11-22 04:46:37 UTC by hardhat-plugs 0.1.0. It was read. It shows what was known then. Secrets are left out.</p></footer>',
    ])
    expect(bodyOf(renderHtml(bare))).to.deep.equal([
      "<header>",
      '<h1><span class="verdict delivered">delivered</span> message 0xaa</h1>',
      "<p>It has arrived.</p>",
      '<dl class="facts"><dt>kind</dt><dd><code>message</code></dd><dt>srcChainSlug</dt><dd><code>41001</code></dd></dl>',
      "</header>",
      "<main>",
      "<h2>Next</h2>",
      "<p>Nothing has to be done.</p>",
      '<section><h2>Where it is</h2><ol><li class="card">',
      "<h3><code>0xaa</code></h3>",
      "<p><b>SEALED</b> <time>since 2026-11-22 04:43:32 UTC</time></p>",
      "<p>It waits.</p>",
      "</li>",
      "</ol></section>",
      "</main>",
      '<footer><p class="dim">Made at 2026-11-22 04:46:37 UTC by hardhat-plugs 0.1.0. It was read. It shows what was known then. Secrets are left out.</p></footer>',
    ])
  })

  it("says of a single message nothing about which one, and of one cause nothing twice", () => {
    const one = ofOne([cause], [{ ...event, details: ["a single line"] }])
    const both = [renderHtml(one), renderMarkdown(one)]
    for (const text of both) expect(text).to.contain("a single line").and.not.to.match(/about/i)
    const repeated = { ...one, explanation: { ...one.explanation, says: cause.says } }
    expect(renderHtml(one).split("<p>It has arrived.</p>")).to.have.length(2)
    expect(renderHtml(repeated).split(`<p>${cause.says}</p>`)).to.have.length(2)
  })

  it("has a column for each of six chains, and one for all of seven", () => {
    const pageOf = (count: number) => {
      const places = Array.from({ length: count }, (_, index) => `chain ${index + 1}`)
      return renderHtml(
        ofOne(
          [],
          places.map((place) => ({ ...event, place })),
        ),
      )
    }
    const six = pageOf(6)
    expect(six).to.contain('<ol class="timeline side n6">').and.to.contain('<span class="c6">chain 6</span>')
    expect(six).to.contain(".n6 { grid-template-columns: 9rem repeat(6, ").and.not.to.contain(".n7 {")
    expect(six).to.contain(".side .c1 { grid-column: 2 }").and.to.contain(".side .c6 { grid-column: 7 }")
    expect(six).to.contain(".n1 {").and.not.to.contain(".n0 {")
    const seven = pageOf(7)
    expect(seven).to.contain('<ol class="timeline">').and.not.to.contain('aria-hidden="true"')
  })

  it("counts the time from the first event that has one, and not backwards", () => {
    const times = [null, 1_795_322_700, 1_795_322_700, 1_795_322_612, 1_795_322_759]
    const page = renderHtml(
      ofOne(
        [],
        times.map((at) => ({ ...event, at })),
      ),
    )
    const shown = [...page.matchAll(/<li><time>([^<]*)<\/time>/g)].map(([, time = ""]) => /\+.*/.exec(time)?.[0])
    expect(shown).to.deep.equal([undefined, undefined, undefined, undefined, "+59 s"])
  })
})
