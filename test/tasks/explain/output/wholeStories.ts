import { expect } from "chai"
import { describe, it } from "mocha"

import type { Explanation } from "#src/explaining/Explanation.js"
import type { Story } from "#tasks/explain/output/createStory.js"
import { renderMarkdown } from "#tasks/explain/output/renderMarkdown.js"

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
      "Made at 2026-11-22 04:46:37 UTC by hardhat-plugs 0.1.0. It was read from the chains and the APIs, and shows what was known then. Secrets are left out.",
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
      "Made at 2026-11-22 04:46:37 UTC by hardhat-plugs 0.1.0. It was read from the chains and the APIs, and shows what was known then. Secrets are left out.",
    ])
  })

  it("says of a single message nothing about which one", () => {
    const one = ofOne([cause], [{ ...event, details: ["a single line"] }])
    expect(renderMarkdown(one)).to.contain("a single line").and.not.to.match(/about/i)
  })
})
