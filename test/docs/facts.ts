import { expect } from "chai"
import { describe, it } from "mocha"

import { codeIn, readDocument, readDocuments, table } from "./markdown.js"
import { bridges, depositProvider, dexes } from "#extras/swap/src/market/providers.js"
import { marketTokens, priceInUsd } from "#extras/swap/src/market/tokens.js"
import { dropped, merged, renamed } from "#extras/swap/src/version2Names.js"
import { everyStage } from "#src/devnet/stages.js"
import * as gateway from "#src/gateway/index.js"
import { messageStates } from "#src/messaging/index.js"
import { routeStates } from "#src/swap/index.js"

/** Words of version 2 that were not parameters of a quote, and their replacements. */
const swapNames: Readonly<Record<string, string>> = {
  activeRouteId: "quoteId",
  requestHash: "quoteId",
  "API-KEY": "x-api-key",
}

describe("the facts in the documents", () => {
  it("describe the market as the devnet has it", async () => {
    const page = await readDocument("extras/swap/docs/devnet-market.md")
    const tokens = Object.values(marketTokens).map((token) => [
      token.symbol,
      String(token.decimals),
      `$${priceInUsd(token)}`,
    ])
    const toldTokens = table(page, "token ").map((row) => row.slice(0, 3))
    expect(toldTokens, `${page.path}: the table of tokens`).to.deep.equal(tokens)
    const costs = { ...bridges, ...dexes }
    const providers = Object.entries(costs).map(([id, { feeBps }]) => [`\`${id}\``, `${feeBps / 100} %`])
    const listed = table(page, "provider ").map(([id, , fee]) => [id, fee])
    expect(listed, `${page.path}: the table of providers`).to.deep.equal([
      ...providers,
      [`\`${depositProvider.id}\``, "none"],
    ])
  })

  it("name every stage of the relay, in its order", async () => {
    const told = table(await readDocument("docs/devnet-scripts.md"), "what moves ").flatMap(([, stages]) =>
      codeIn(stages),
    )
    expect(told, "docs/devnet-scripts.md, Stop the relay: the table of stages").to.deep.equal(everyStage)
  })

  it("show states in outputs with the words that tasks print", async () => {
    const { deploymentStates, payloadStates, timeoutStates, transactionStates } = gateway
    const tables = [messageStates, transactionStates, payloadStates, timeoutStates, deploymentStates, routeStates]
    const words = (state: string): string[] => {
      const entries = tables.map((table) => (table as Readonly<Record<string, { says: string }>>)[state]?.says)
      return entries.filter((says) => says !== undefined)
    }
    const outputs = (await readDocuments()).flatMap(({ path, blocks }) =>
      blocks.filter(({ language }) => language === "text").map(({ code }) => ({ path, lines: code.split("\n") })),
    )
    const shown = outputs.flatMap(({ path, lines }) =>
      lines.flatMap((line) => {
        const [, state = "", rest = ""] = / ([A-Z][A-Z_]+) {2,}(\S.*)$/.exec(line) ?? []
        return words(state).length === 0 ? [] : [{ path, line, state, rest }]
      }),
    )
    expect(shown).to.have.length.above(40)
    // A table has transactions and times in this place, and a revert says more than its state.
    const isOther = (rest: string): boolean =>
      /^(0x|[\d.]+ s|\w+ → \w+ |ran in time  0x|attempt \d+: |(its callback )?reverts: )/.test(rest)
    const wrong = shown
      .filter(({ state, rest }) => !isOther(rest) && !words(state).some((says) => rest.includes(says)))
      .map(({ path, line }) => `${path}: ${line.trim()}`)
    expect(wrong, "run the command above the block, and paste its output").to.deep.equal([])
  })

  it("describe what becomes of every parameter of version 2", async () => {
    const page = await readDocument("extras/swap/docs/migrating-swaps.md")
    const listed = table(page, "version 2 ").flatMap(([names, now]) =>
      codeIn(names).map((name) => [name, codeIn(now)[0]] as const),
    )
    const gone = Object.keys(dropped).filter((name) => swapNames[name] === undefined)
    const known = { ...renamed, feePercent: "feeBps", ...merged, ...swapNames }
    expect(listed, `${page.path}: its table`).to.have.deep.members([
      ...Object.entries(known),
      ...gone.map((name) => [name, undefined]),
    ])
  })
})
