import { readFile } from "node:fs/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

const source = new URL("../../src/", import.meta.url)

/** What Hardhat loads before every command, `--help` included. */
const loadedAlways = ["index.ts", "plugin/hooks/config.ts"]

describe("the plugin's start", () => {
  it("imports nothing but itself and Hardhat, so that no command waits for a library", async () => {
    const packages = new Set<string>()
    const files = new Set<string>()
    for (const file of loadedAlways) await collectImports(new URL(file, source), { packages, files })
    expect([...packages].filter((name) => !/^hardhat\//.test(name))).to.deep.equal([])
    expect(files.size).to.be.within(loadedAlways.length + 1, 23)
  })
})

/** Follows what is imported at run time when a file is loaded: neither types nor what is imported later. */
async function collectImports(
  file: URL,
  found: { readonly packages: Set<string>; readonly files: Set<string> },
): Promise<void> {
  if (found.files.has(file.href)) return
  found.files.add(file.href)
  const text = await readFile(file, "utf8")
  for (const [, specifier = ""] of text.matchAll(/^(?:import|export) (?!type\b)(?:[^"=]*? from )?"([^"]+)"$/gm)) {
    if (specifier.startsWith(".")) await collectImports(new URL(specifier.replace(/\.js$/, ".ts"), file), found)
    else found.packages.add(specifier)
  }
}
