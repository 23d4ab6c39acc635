import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { readErrorClasses } from "../../scripts/docs/readErrorClasses.js"
import { codeIn, type Document, readDocument, readDocuments, table } from "./markdown.js"
import { findingNames } from "#extras/audit/src/judging/Finding.js"
import { weaknessNames } from "#extras/audit/src/trust/findWeaknesses.js"
import { wayCodes } from "#extras/audit/src/trust/Power.js"
import * as devnet from "#src/devnet/index.js"
import * as gateway from "#src/gateway/index.js"
import { givenUpStatuses } from "#src/gateway/states.js"
import * as plugin from "#src/index.js"
import * as messaging from "#src/messaging/index.js"
import { trustRules } from "#src/messaging/TrustPolicy.js"
import * as swap from "#src/swap/index.js"
import * as testing from "#src/testing/index.js"
import * as watch from "#src/watch/index.js"

type Manifest = { version: string; scripts: Record<string, string>; devDependencies: Record<string, string> }

const modules: Readonly<Record<string, object>> = {
  "hardhat-plugs": plugin,
  "hardhat-plugs/messaging": messaging,
  "hardhat-plugs/gateway": gateway,
  "hardhat-plugs/swap": swap,
  "hardhat-plugs/watch": watch,
  "hardhat-plugs/devnet": devnet,
  "hardhat-plugs/testing": testing,
}

/** Names in capitals that are neither errors nor states of ours. */
const otherCapitals = new Set([
  "PROOF_UPLOADED",
  ...Object.values(givenUpStatuses),
  "EBADENGINE",
  // Of configurations and of Postgres.
  ...["WATCH_STORE", "ALERTS_URL", "ALERTS_SECRET", "POSTGRES_PASSWORD", "CREATE"],
  "API-KEY",
  "SPARK",
  "USDC",
  "USDT",
  "WETH",
  "FASTEST",
  "FAST",
  "OPTIMISTIC",
  "NATIVE_BRIDGE",
  "MIMALLOC_ARENA_EAGER_COMMIT",
  "PLUGS_EVENT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  ...[...wayCodes, ...weaknessNames, ...trustRules, ...findingNames],
  ...["TRANSMITTER_ROLE", "EXECUTOR_ROLE", "GOVERNANCE_ROLE", "TRIP_ROLE", "UN_TRIP_ROLE"],
])

describe("the names in the documents", () => {
  let documents: Document[]
  let manifest: Manifest
  before(async () => {
    documents = await readDocuments()
    manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as Manifest
  })

  it("are all that plugs trust finds wrong, on its page", async () => {
    const page = await readDocument("extras/audit/docs/trust.md")
    expect(table(page, "name ").flatMap(([name]) => codeIn(name))).to.deep.equal(weaknessNames)
    expect(table(page, "rule ").flatMap(([name]) => codeIn(name))).to.deep.equal(trustRules)
  })

  it("are those of exports and files, where they are imported", () => {
    for (const { path, blocks } of documents) {
      for (const { code } of blocks) {
        for (const [, file = ""] of code.matchAll(/from "hardhat-plugs\/(contracts\/[^"]+)"/g)) {
          expect(existsSync(join(repository, file)), `${path} imports ${file}: no such file`).to.equal(true)
        }
        for (const [, names = "", from = ""] of code.matchAll(
          /^import \{([^}]*)\} from "(hardhat-plugs(?:\/(?!contracts)\w+)?)"/gm,
        )) {
          const values = names.split(",").filter((name) => !name.trim().startsWith("type "))
          for (const name of values) expect(modules[from], `${path}, imports of ${from}`).to.have.property(name.trim())
        }
      }
    }
  })

  for (const [entry, page] of [
    ["hardhat-plugs/messaging", "docs/messaging-scripts.md"],
    ["hardhat-plugs/gateway", "docs/app-gateways-scripts.md"],
    ["hardhat-plugs/swap", "extras/swap/docs/swaps-scripts.md"],
  ] as const) {
    it(`are those of functions of ${entry}, in its table`, async () => {
      const names = table(await readDocument(page), `function of \`${entry}\``).flatMap(([first]) => codeIn(first))
      expect(names).to.have.length.above(10)
      for (const name of names) expect(modules[entry], `${page}, functions of ${entry}`).to.have.property(name)
    })
  }

  it("are those of errors and states, where they are in capitals", async () => {
    const tables = [messaging.messageStates, messaging.inboundStates, gateway.transactionStates, gateway.payloadStates]
    const more = [
      gateway.timeoutStates,
      gateway.deploymentStates,
      gateway.callTypes,
      swap.routeStates,
      swap.routeRefusals,
      swap.quoteTypes,
    ]
    const states = [...tables, ...more, swap.executionStates].flatMap((table) => Object.keys(table))
    const known = new Set([...(await readErrorClasses()).map(({ code }) => code), ...states, ...otherCapitals])
    const unknown = documents.flatMap(({ path, inlineCode }) =>
      inlineCode.filter((text) => /^[A-Z][A-Z_]{2,}$/.test(text) && !known.has(text)).map((text) => `${path}: ${text}`),
    )
    expect(unknown, "no error and no state has this name").to.deep.equal([])
  })

  it("are those of scripts and versions that package.json has", () => {
    for (const { path, text } of documents) {
      for (const [, run, plain] of text.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)) {
        expect(manifest.scripts, path).to.have.property(run ?? plain ?? "")
      }
    }
    const readme = documents.find(({ path }) => path === "README.md")!
    expect(readme.text).to.contain(`hardhat-plugs-${manifest.version}.tgz`)
    const guide = documents.find(({ path }) => path === "docs/getting-started.md")!
    expect(guide.text).to.contain(`hardhat-plugs-${manifest.version}.tgz`)
    const pins = [...guide.text.matchAll(/ ((?:@[\w-]+\/)?[\w-]+)@(\d+\.\d+\.\d+)/g)]
    expect(pins).to.have.length.above(5)
    for (const [, name = "", version] of pins) {
      expect(manifest.devDependencies, "docs/getting-started.md, By hand").to.have.property(name, version)
    }
  })
})
