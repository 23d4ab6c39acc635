import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

type Source = { readonly path: string; readonly text: string }

/** What users inherit, implement or read; everything else is compiled by us alone. */
const forUsers = /^contracts\/(?:interfaces|plugs|standard|gateway|testing)\/(?!.*\.t\.sol$)/

/** What OpenZeppelin's libraries for a standard need. */
const newer: ReadonlyMap<string, string> = new Map([["contracts/standard/PlugsGateway.sol", "^0.8.26"]])

/** Words of an older dialect, which the field does not use. */
const oldWords =
  /\b(?:errands?|chores?|crews?|desks?|carriers?|patience|sightings?|laggards|itinerar(?:y|ies)|tellings?|purses?|wish(?:es)?|books?)\b/i

describe("our Solidity sources", () => {
  let sources: Source[]

  before(async () => {
    const paths = (
      await Promise.all(
        ["contracts", "test/fixtures/solidity"].map(async (folder) =>
          (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
        ),
      )
    ).flat()
    sources = await Promise.all(
      paths.filter((path) => path.endsWith(".sol")).map(async (path) => ({ path, text: await readFile(path, "utf8") })),
    )
  })

  it("let users choose their compiler, and pin ours", () => {
    for (const { path, text } of sources) {
      const pragma = /^pragma solidity (.*);$/m.exec(text)?.[1]
      expect(pragma, path).to.equal(forUsers.test(path) ? (newer.get(path) ?? "^0.8.21") : "0.8.37")
    }
  })

  it("say of each error and event for users what happened", () => {
    const undocumented = sources
      .filter(({ path }) => forUsers.test(path))
      .flatMap(({ path, text }) => declarationsWithoutNotice(text).map((name) => `${path}: ${name}`))
    expect(undocumented).to.deep.equal([])
  })

  it("speak the words of the field", () => {
    const found = sources.flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => (oldWords.test(spaced(line)) ? [`${path}:${index + 1}: ${line}`] : [])),
    )
    expect(found).to.deep.equal([])
  })
})

function declarationsWithoutNotice(text: string): string[] {
  const lines = text.split("\n")
  return lines.flatMap((line, index) => {
    const name = /^\s*(?:error|event) (\w+)\(/.exec(line)?.[1]
    if (name === undefined) return []
    let first = index
    while (/^\s*\/\/\//.test(lines[first - 1] ?? "")) first--
    const isDocumented = lines.slice(first, index).some((comment) => comment.includes("@notice"))
    return isDocumented ? [] : [name]
  })
}

/** Puts spaces into names, so that the words of `RouteBook` and `ROUTE_BOOK` are found. */
function spaced(line: string): string {
  return line.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ")
}
