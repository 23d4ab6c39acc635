import { readFile } from "node:fs/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

const source = new URL("../../src/", import.meta.url)

/** What Hardhat loads before every command, `--help` included. */
const loadedAlways = ["index.ts", "plugin/hooks/config.ts", "plugin/hooks/hre.ts"]

/** Tasks that ask an API alone, and the client that each opens. */
const asksApi: Readonly<Record<string, readonly string[]>> = {
  messaging: ["track"],
  gateway: ["forwarder", "payload", "timeouts", "triggers", "tx"],
  swap: ["chains", "providers", "status", "tokens"],
}

/** Tasks that also read a chain: they need viem, but neither the other protocols' code nor the devnet's. */
const asksChain: Readonly<Record<string, readonly string[]>> = {
  messaging: ["fees", "connect", "send", "track"],
  gateway: ["addresses"],
  swap: ["quote", "execute", "pay"],
}

const clients: Readonly<Record<string, string>> = {
  messaging: "messaging/createMessagingClient.ts",
  gateway: "gateway/createGatewayClient.ts",
  swap: "../extras/swap/src/createSwapClient.ts",
}

/** Where the actions of each family are. */
const actions: Readonly<Record<string, string>> = {
  messaging: "../tasks/messaging/",
  gateway: "../tasks/gateway/",
  swap: "../extras/swap/tasks/",
}

describe("the plugin's start", () => {
  it("imports nothing but itself, Hardhat and what Node has loaded, so that no command waits for a library", async () => {
    const packages = new Set<string>()
    const files = new Set<string>()
    for (const file of loadedAlways) await collectImports(new URL(file, source), { packages, files })
    expect([...packages].filter((name) => !/^(hardhat\/|node:path$)/.test(name))).to.deep.equal([])
    expect(files.size).to.be.within(loadedAlways.length + 1, 21)
  })

  for (const [family, names] of Object.entries(asksApi)) {
    for (const name of names) {
      it(`loads nothing that reads chains for ${family} ${name}`, async () => {
        const { packages, files } = await loadedBy(`${actions[family] ?? ""}${name}.ts`, clients[family] ?? "")
        // Any part of viem takes longer than everything else together. Zod is for the answer, and tables are for what it says.
        expect([...packages].filter((name) => /^(viem|zod)(\/|$)/.test(name))).to.deep.equal([])
        expect(among(files, /src\/(onchain\/|devnet\/[a-z]+\/|messaging\/onchain\/|execution\/)/)).to.deep.equal([])
      })
    }
  }

  it("loads neither viem nor Zod for messaging explain before it looks for a node", async () => {
    const { packages } = await loadedBy("../tasks/messaging/explain.ts")
    expect([...packages].filter((name) => /^(viem|zod)(\/|$)/.test(name))).to.deep.equal([])
  })

  it("loads of the devnet's page what takes notes, and the rest when a browser asks", async () => {
    const { files } = await loadedBy("../extras/page/tasks/openDevnetPage.ts")
    const page = among(files, /extras\/page\/(src\/|tasks\/explainForPage)/)
    expect(page.map((file) => file.replace(/^.*\//, ""))).to.have.members([
      "openPage.ts",
      "createFeed.ts",
      "createEventLog.ts",
      "kinds.ts",
      "PageEvent.ts",
    ])
    const { files: ofTests } = await loadedBy("devnet/startDevnet.ts", "../tasks/devnet/devnet.ts")
    expect(among(ofTests, /\/extras\//)).to.deep.equal([])
  })

  it("loads neither viem, Zod nor Hardhat with hardhat-plugs/watch before a watch is opened", async () => {
    const { packages, files } = await loadedBy("watch/index.ts")
    expect([...packages].filter((name) => /^(viem|zod|hardhat|pg)(\/|$)/.test(name))).to.deep.equal([])
    expect(files.size).to.be.within(8, 35)
  })

  for (const [family, names] of Object.entries(asksChain)) {
    for (const name of names) {
      it(`loads no other protocol and no devnet for ${family} ${name}`, async () => {
        const { files } = await loadedBy(`${actions[family] ?? ""}${name}.ts`, clients[family] ?? "")
        const others = Object.keys(clients).filter((other) => other !== family)
        expect(among(files, new RegExp(`src/(${others.join("|")})/index\\.ts`))).to.deep.equal([])
        // What stands in `index.ts` of the API room is for users' scripts. A task names the files that it needs.
        expect(among(files, /src\/(messaging|gateway|swap)\/index\.ts/)).to.deep.equal([])
      })
    }
  }
})

/** What a task's action loads before it runs, and what the API client that it opens loads. */
async function loadedBy(...paths: string[]): Promise<{ packages: Set<string>; files: Set<string> }> {
  const found = { packages: new Set<string>(), files: new Set<string>() }
  for (const path of paths) await collectImports(new URL(path, source), found)
  return found
}

function among(files: ReadonlySet<string>, pattern: RegExp): string[] {
  return [...files].filter((file) => pattern.test(file))
}

/** Follows what is imported at run time when a file is loaded: neither types nor what is imported later. */
async function collectImports(
  file: URL,
  found: { readonly packages: Set<string>; readonly files: Set<string> },
): Promise<void> {
  if (found.files.has(file.href)) return
  found.files.add(file.href)
  const text = await readFile(file, "utf8")
  for (const [, specifier = ""] of text.matchAll(/^(?:import|export) (?!type\b)(?:[^"=]*? from )?"([^"]+)"$/gm)) {
    const path = specifier
      .replace(/\.js$/, ".ts")
      .replace(/^#src\//, source.href)
      .replace(/^#/, new URL("..", source).href)
    if (/^(\.|file:)/.test(path)) await collectImports(new URL(path, file), found)
    else found.packages.add(specifier)
  }
}
