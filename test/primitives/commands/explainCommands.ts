import { expect } from "chai"
import { describe, it } from "mocha"

import {
  explainGatewayCommand,
  explainMessageCommand,
  explainSwapCommand,
  whyGateway,
  whyMessage,
  whySwap,
} from "#src/primitives/commands/explainCommands.js"
import { type Naming, renderText, text } from "#src/primitives/errorText.js"

describe("the commands that explain", () => {
  it("have the id, and where it is, if that is known", () => {
    expect([
      explainMessageCommand(),
      explainMessageCommand("0x1"),
      explainMessageCommand("0x1", { from: "alpha", messageId: "0x2" }),
      explainGatewayCommand("0x3"),
      explainSwapCommand("q 4"),
    ]).to.deep.equal([
      "npx hardhat messaging explain",
      "npx hardhat messaging explain 0x1",
      "npx hardhat messaging explain 0x1 --from alpha --message-id 0x2",
      "npx hardhat gateway explain 0x3",
      'npx hardhat swap explain "q 4"',
    ])
  })
})

describe("the advice of errors", () => {
  const inTask = {
    reader: "task",
    argument: String,
    helper: String,
    chain: (slug, as) => `${as}${slug}`,
    address: String,
  } satisfies Naming
  const both = (part: Parameters<typeof text>[1]) => {
    const advice = text`${part}`
    return [renderText(advice), renderText(advice, inTask)]
  }

  it("names the helper in a script, and the command in a task", () => {
    const command = "To find out why: npx hardhat messaging explain"
    const says = "explainMessage says why."
    expect(both(whyMessage({ transaction: "0x1" }))).to.deep.equal([says, `${command} 0x1`])
    expect(both(whyMessage({ transaction: "0x1", srcChainSlug: 5, messageId: "0x2" }))).to.deep.equal([
      ...[says, `${command} 0x1 --from word5 --message-id 0x2`],
    ])
    // A message's own id needs no more.
    expect(both(whyMessage({ srcChainSlug: 5, messageId: "0x2" }))).to.deep.equal([says, `${command} 0x2`])
    expect(both(whyGateway("0x3"))[1]).to.equal("To find out why: npx hardhat gateway explain 0x3")
    expect(both(whySwap("a_b-C"))).to.deep.equal([
      ...["explainSwap says why.", "To find out why: npx hardhat swap explain a_b-C"],
    ])
  })

  it("writes no command with an id that an API could have made up", () => {
    for (const id of [undefined, "", "a b", "$(rm)", "x".repeat(201)]) expect(both(whySwap(id))[1], id).to.equal("")
    expect(both(whySwap("x".repeat(200)))[1]).to.contain("x".repeat(200))
  })
})
