import { expect } from "chai"
import { describe, it } from "mocha"

import { bridges, depositProvider, dexes } from "../../src/devnet/market/providers.js"
import { marketTokens, priceInUsd } from "../../src/devnet/market/tokens.js"
import { dropped, merged, renamed } from "../../src/swap/earlierNames.js"
import { codeIn, readDocument, table } from "./markdown.js"

/** Words of version 2 that were no parameters of a quote, and what stands in their place. */
const swapNames: Readonly<Record<string, string>> = {
  activeRouteId: "quoteId",
  requestHash: "quoteId",
  "API-KEY": "x-api-key",
}

describe("the facts in the documents", () => {
  it("describe the market as the devnet has it", async () => {
    const page = await readDocument("docs/devnet.md")
    const tokens = Object.values(marketTokens).map((token) => [
      token.symbol,
      String(token.decimals),
      `$${priceInUsd(token)}`,
    ])
    const toldTokens = table(page, "token ").map((row) => row.slice(0, 3))
    expect(toldTokens, "docs/devnet.md, Market: the table of tokens").to.deep.equal(tokens)
    const costs = { ...bridges, ...dexes }
    const providers = Object.entries(costs).map(([id, { feeBps }]) => [`\`${id}\``, `${feeBps / 100} %`])
    const told = table(page, "provider ").map(([id, , fee]) => [id, fee])
    expect(told, "docs/devnet.md, Market: the table of providers").to.deep.equal([
      ...providers,
      [`\`${depositProvider.id}\``, "none"],
    ])
  })

  it("describe what becomes of every parameter of version 2", async () => {
    const told = table(await readDocument("docs/migrating-swaps.md"), "version 2 ").flatMap(([names, now]) =>
      codeIn(names).map((name) => [name, codeIn(now)[0]] as const),
    )
    const gone = Object.keys(dropped).filter((name) => swapNames[name] === undefined)
    const known = { ...renamed, feePercent: "feeBps", ...merged, ...swapNames }
    expect(told, "docs/migrating-swaps.md: its table").to.have.deep.members([
      ...Object.entries(known),
      ...gone.map((name) => [name, undefined]),
    ])
  })
})
