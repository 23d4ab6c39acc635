import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import * as devnet from "../../src/devnet/index.js"
import * as gateway from "../../src/gateway/index.js"
import * as plugin from "../../src/index.js"
import * as messaging from "../../src/messaging/index.js"
import { bridges, depositProvider, dexes } from "../../src/devnet/market/providers.js"
import { marketTokens, priceInUsd } from "../../src/devnet/market/tokens.js"
import { validatePlugs } from "../../src/plugin/config/validatePlugs.js"
import { dropped, merged, renamed } from "../../src/swap/earlierNames.js"
import * as swap from "../../src/swap/index.js"
import { runHardhat } from "../fixtures/hardhatCommand.js"
import { type Document, readDocument, repository, section, table } from "./markdown.js"

type Manifest = { version: string; scripts: Record<string, string>; devDependencies: Record<string, string> }

const modules: Readonly<Record<string, object>> = {
  "hardhat-plugs": plugin,
  "hardhat-plugs/messaging": messaging,
  "hardhat-plugs/gateway": gateway,
  "hardhat-plugs/swap": swap,
  "hardhat-plugs/devnet": devnet,
}

/** Words of version 2 that were no parameters of a quote, and what stands in their place. */
const swapNames: Readonly<Record<string, string>> = {
  activeRouteId: "quoteId",
  requestHash: "quoteId",
  "API-KEY": "x-api-key",
}

const code = (cell = ""): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text)

describe("the documents", () => {
  let readme: Document
  let documents: Document[]
  let manifest: Manifest
  before(async () => {
    const changesets = (await readdir(join(repository, ".changeset"))).filter((file) => file.endsWith(".md"))
    const paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...changesets.map((file) => `.changeset/${file}`)]
    documents = await Promise.all(paths.map(readDocument))
    readme = documents[0]!
    manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as Manifest
  })

  it("show files as they are", async () => {
    const shown = readme.blocks.flatMap(({ source, code }) => (source === undefined ? [] : [{ source, code }]))
    expect(shown).to.have.length.above(5)
    for (const { source, code } of shown) {
      const file = await readFile(join(repository, source), "utf8")
      expect(code, `README.md shows another ${source}: copy the file into the block`).to.equal(asUsersImport(file))
    }
  })

  it("link to what exists", async () => {
    for (const { path, links } of documents) {
      for (const link of links) {
        const [target = "", anchor] = link.split("#")
        const file = target === "" ? path : join(dirname(path), target)
        expect(existsSync(resolve(repository, file)), `${path} links to ${link}: no such file`).to.equal(true)
        if (anchor === undefined) continue
        const { anchors } = await readDocument(file)
        expect(anchors, `${path} links to ${link}: no such heading`).to.include(anchor)
      }
    }
  })

  it("name no machine's path, no registry, and no host but in a configuration", () => {
    for (const { path, text, blocks } of documents) {
      expect(text, path).to.not.match(/(^|[\s"'`(])\/(root|work|tmp|home|Users)\b|registry\.|unpkg|npmjs/)
      const configurations = blocks.filter(({ code }) => code.includes("defineConfig(")).map(({ code }) => code)
      const elsewhere = configurations.reduce((left, code) => left.replace(code, ""), text)
      const hosts = [...elsewhere.matchAll(/https?:\/\/([^\s/:"'`)]+)/g)].map(([, host = ""]) =>
        host.replace(/\.$/, ""),
      )
      const own = hosts.filter((host) => host !== "127.0.0.1" && !host.endsWith(".example"))
      expect(own, `${path}: only a configuration names a public host`).to.deep.equal([])
    }
  })

  it("import what is exported", () => {
    for (const { path, blocks } of documents) {
      for (const { code: block } of blocks) {
        for (const [, file = ""] of block.matchAll(/from "hardhat-plugs\/(contracts\/[^"]+)"/g)) {
          expect(existsSync(join(repository, file)), `${path} imports ${file}: no such file`).to.equal(true)
        }
        for (const [, names = "", from = ""] of block.matchAll(
          /^import \{([^}]*)\} from "(hardhat-plugs(?:\/(?:messaging|gateway|swap|devnet))?)"/gm,
        )) {
          const values = names.split(",").filter((name) => !name.trim().startsWith("type "))
          for (const name of values) expect(modules[from], `${path}, imports of ${from}`).to.have.property(name.trim())
        }
      }
    }
  })

  it("describe functions that are exported", () => {
    for (const entry of ["hardhat-plugs/messaging", "hardhat-plugs/gateway", "hardhat-plugs/swap"]) {
      const names = table(readme.prose, `function of \`${entry}\``).flatMap(([first]) => code(first))
      expect(names, entry).to.have.length.above(10)
      for (const name of names) expect(modules[entry], `README.md, functions of ${entry}`).to.have.property(name)
    }
  })

  it("describe error codes that exist", async () => {
    const files = await readdir(join(repository, "src"), { recursive: true })
    const sources = await Promise.all(
      files.filter((file) => file.endsWith(".ts")).map((file) => readFile(join(repository, "src", file), "utf8")),
    )
    const known = sources.flatMap((text) => [...text.matchAll(/readonly code.* = "(\w+)"/g)].map(([, name]) => name))
    const told = table(readme.prose, "code ").flatMap(([first]) => code(first))
    expect(known, "README.md, Helpers for scripts").to.include.members(told)
  })

  it("describe every state with the words of the tracker", () => {
    const tables: Readonly<Record<string, Readonly<Record<string, { readonly says: string }>>>> = {
      "state ": messaging.messageStates,
      "payload state ": gateway.payloadStates,
      "call type ": gateway.callTypes,
      "route state ": swap.routeStates,
      "reason ": swap.routeRefusals,
    }
    for (const [head, states] of Object.entries(tables)) {
      const told = table(readme.prose, head).map(([state, meaning]) => [code(state)[0], meaning])
      const known = Object.entries(states).map(([state, { says }]) => [state, says])
      expect(told, `README.md: another table "${head}"`).to.have.deep.members(known)
    }
  })

  it("describe the market as the devnet has it", () => {
    const tokens = Object.values(marketTokens).map((token) => [
      token.symbol,
      String(token.decimals),
      `$${priceInUsd(token)}`,
    ])
    expect(table(readme.prose, "token ").map((row) => row.slice(0, 3))).to.deep.equal(tokens)
    const costs = { ...bridges, ...dexes }
    const providers = Object.entries(costs).map(([id, { feeBps }]) => [`\`${id}\``, `${feeBps / 100} %`])
    const told = table(readme.prose, "provider ").map(([id, , fee]) => [id, fee])
    expect(told).to.deep.equal([...providers, [`\`${depositProvider.id}\``, "none"]])
  })

  it("describe what becomes of every parameter of version 2", () => {
    const told = table(readme.prose, "version 2 ").flatMap(([names, now]) =>
      code(names).map((name) => [name, code(now)[0]] as const),
    )
    const gone = Object.keys(dropped).filter((name) => swapNames[name] === undefined)
    const known = { ...renamed, feePercent: "feeBps", ...merged, ...swapNames }
    expect(told).to.have.deep.members([...Object.entries(known), ...gone.map((name) => [name, undefined])])
  })

  it("describe every key of the configuration, and no other", () => {
    const told = table(readme.prose, "key ").flatMap(([first]) => code(first))
    const keysOf = (plugs: object, prefix: string): string[] => {
      const [problem] = validatePlugs({ plugs })
      return /Known: (.*)\./
        .exec(problem?.message ?? "")![1]!
        .split(", ")
        .map((key) => `${prefix}.${key}`)
    }
    const wrong = { prot: 1 }
    expect(keysOf(wrong, "plugs")).to.have.members(
      ["messaging", "gateway", "swap", "chains", "devnet"].map((key) => `plugs.${key}`),
    )
    expect(told, "README.md, Configuration").to.have.members([
      ...keysOf({ messaging: wrong }, "plugs.messaging"),
      ...keysOf({ gateway: wrong }, "plugs.gateway"),
      ...keysOf({ swap: wrong }, "plugs.swap"),
      ...keysOf({ chains: { any: { slug: 1, ...wrong } } }, "plugs.chains.<name>"),
      ...keysOf({ devnet: wrong }, "plugs.devnet"),
    ])
  })

  it("run scripts and install versions that package.json has", () => {
    for (const { path, text } of documents) {
      for (const [, run, plain] of text.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)) {
        expect(manifest.scripts, path).to.have.property(run ?? plain ?? "")
      }
    }
    expect(readme.text).to.contain(`hardhat-plugs-${manifest.version}.tgz`)
    const pins = [...readme.text.matchAll(/ ((?:@[\w-]+\/)?[\w-]+)@(\d+\.\d+\.\d+)/g)]
    expect(pins).to.have.length.above(5)
    for (const [, name = "", version] of pins) {
      expect(manifest.devDependencies, "README.md, Install in your own project").to.have.property(name, version)
    }
  })

  it("begin with the two commands that set everything up", () => {
    const commands = readme.blocks.filter(({ language }) => language === "sh").map(({ code: command }) => command)
    expect(commands.slice(0, 2), "README.md: its first two commands").to.deep.equal([
      "npx -y -p node@24 -c 'npm ci && npm start'",
      "npx -y -p node@24 -c 'npm ci && npm test'",
    ])
  })

  for (const [demo, script] of [
    ["demo", "start"],
    ["demo:gateway", "demo:gateway"],
    ["demo:swap", "demo:swap"],
  ] as const) {
    it(`show what \`npm run ${script}\` prints`, async () => {
      const shown = readme.blocks.find(({ info }) => info === demo)!.code
      const [, ...args] = manifest.scripts[script]!.split(" ")
      const { code: exit, stdout } = await runHardhat(args)
      expect(exit).to.equal(0)
      const missing = firstMissing(withoutChance(shown), withoutChance(stdout))
      expect(missing, `README.md shows another demo: run \`npm run ${script}\` and paste`).to.equal(undefined)
    }).timeout(30_000)
  }

  it("give every room of src its row", async () => {
    const architecture = documents.find(({ path }) => path === "ARCHITECTURE.md")!
    const entries = await readdir(join(repository, "src"), { withFileTypes: true })
    const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}`)
    const rows = table(section(architecture, "## What each room is for"), "room").map(([first = ""]) => first)
    const told = rows.map((cell) => /\[([^\]]+)\]/.exec(cell)?.[1])
    expect(told, "ARCHITECTURE.md").to.have.members([...rooms, "tasks"])
  })
})

/** Tests of this repository import from its sources what a user imports from the package. */
function asUsersImport(file: string): string {
  return file.replace(/"(?:\.\.\/)+src\/(\w+)\/index\.js"/g, '"hardhat-plugs/$1"').trimEnd()
}

/** A run differs from another in its times and hashes. */
function withoutChance(output: string): string {
  return output
    .replace(/\d+ ms|\d+(\.\d+)? s\b/g, "… ms")
    .replace(/(transaction|message)  ( *)0x\S+/g, "$1 0x…")
    .replace(/(it fires +).*/, "$1…")
    .replace(/0x[\da-f]{64}/g, "0x…")
    .trim()
}

/**
 * The first lines that a text shows and the whole does not have, in their order and side by side. Between them a line that is a mere
 * ellipsis stands for any others.
 */
function firstMissing(shown: string, whole: string): string | undefined {
  const parts = `\n${shown}\n`.split("\n…\n").map((part) => `\n${part}\n`.replace(/^\n+|\n+$/g, "\n"))
  if (parts.length === 1) return shown === whole ? undefined : whole
  let rest = `\n${whole}\n`
  for (const part of parts) {
    const at = rest.indexOf(part)
    if (at === -1) return part
    rest = rest.slice(at + part.length - 1)
  }
  return undefined
}
