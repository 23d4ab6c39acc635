import { execFile } from "node:child_process"
import { access, readFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { before, describe, it } from "mocha"
import type { Hex } from "viem"
import { parse } from "yaml"

import { alertKinds, isFailure } from "#extras/watch/src/alerts/Alert.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { createMeasures } from "#extras/watch/src/telemetry/createMeasures.js"
import { watchRows } from "#extras/watch/tasks/index.js"
import { prometheusText } from "#extras/watch/tasks/watch/openMetrics.js"

const folder = "extras/watch/operating"
const read = (name: string) => readFile(path.join(folder, name), "utf8")

type Rule = { readonly alert: string; readonly expr: string; readonly labels: { readonly severity: string } }

/** The labels of each metric that is served, by its name. */
async function servedMetrics(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const tx = "0x00" as Hex
  const store = {
    message: () => Promise.resolve({ id: tx, packed: tx, src: 1, dst: 2, at: 1, since: 9, fee: 1n }),
    marksOf: () => Promise.resolve([{ kind: "sealed", chain: 1, tx, at: 5 }]),
    inFlight: () => Promise.resolve([]),
    alerts: () => Promise.resolve(new Map()),
    chains: () => Promise.resolve([{ slug: 1, name: "a", block: 1, lookedAt: 1 }]),
  } as unknown as WatchStore
  const chains = [{ slug: 1 }, { slug: 2 }]
  const measures = createMeasures(store, { chainName: String, chains, listeners: ["webhook"] })
  await measures.add(tx)
  const lines = prometheusText(await measures.read()).matchAll(/^(plugs_\w+)(?:\{(.*)\})? /gm)
  return new Map(
    Array.from(lines, ([, name = "", labels = ""]) => {
      return [name, new Set(Array.from(labels.matchAll(/(\w+)="/g), ([, label = ""]) => label))]
    }),
  )
}

/** The metrics of an expression, with the labels that it selects or groups them by. */
function metricsOf(expression: string): { readonly names: readonly string[]; readonly labels: readonly string[] } {
  const names = Array.from(expression.matchAll(/\bplugs_\w+/g), ([name]) => name)
  const grouped = expression.matchAll(/\bby \(([\w, ]*)\)/g)
  const selected = expression.matchAll(/(\w+)\s*[!=]=?~?\s*"/g)
  const labels = [...grouped].flatMap(([, list = ""]) => list.split(", "))
  return { names, labels: [...labels, ...Array.from(selected, ([, label = ""]) => label)] }
}

describe("the files to operate a watch", () => {
  let served: Awaited<ReturnType<typeof servedMetrics>>
  let rules: readonly Rule[]
  before(async () => {
    served = await servedMetrics()
    const { groups } = parse(await read("prometheus-rules.yml")) as { groups: { rules: Rule[] }[] }
    rules = groups.flatMap((group) => group.rules)
  })

  const expectServed = (expressions: readonly string[]) => {
    for (const expression of expressions) {
      const { names, labels } = metricsOf(expression)
      expect(names, expression).to.not.be.empty
      for (const name of names) {
        expect([...served.keys()], expression).to.include(name)
        for (const label of labels) expect([...served.get(name)!], `${label} in ${expression}`).to.include(label)
      }
    }
  }

  it("have rules of metrics and labels that are served, for each metric that says of trouble", () => {
    expectServed(rules.map(({ expr }) => expr))
    const used = new Set(rules.flatMap(({ expr }) => metricsOf(expr).names))
    for (const name of ["chain_looked_timestamp_seconds", "messages_in_flight", "alerts", "alerts_untold_total"]) {
      expect([...used]).to.include(`plugs_${name}`)
    }
  })

  it("have one rule for each kind of alert, critical where it is a failure", () => {
    for (const kind of alertKinds) {
      const found = rules.filter(({ expr }) => {
        const [, pattern] = /plugs_alerts\{kind=~?"([\w|]+)"\}/.exec(expr) ?? []
        return pattern?.split("|").includes(kind)
      })
      expect(found, kind).to.have.length(1)
      expect(found[0]?.labels.severity, kind).to.equal(isFailure(kind) ? "critical" : "warning")
    }
  })

  it("have a dashboard of what is served, and of each metric but in the parts of a histogram", async () => {
    type Panel = { readonly id: number; readonly targets: readonly { readonly expr: string }[] }
    const { panels } = JSON.parse(await read("grafana-dashboard.json")) as { panels: Panel[] }
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expectServed(expressions)
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length)
    const shown = new Set(expressions.flatMap((expression) => metricsOf(expression).names))
    expect([...served.keys()].filter((name) => !shown.has(name) && !/_(sum|count)$/.test(name))).to.deep.equal([])
  })

  it("start two watchers with options that there are, scraped where they serve, and with no secret in the file", async () => {
    type Service = {
      readonly image: string
      readonly command: string
      readonly network_mode?: string
      readonly environment?: Record<string, string>
      readonly volumes: readonly string[]
    }
    const text = await read("compose.yml")
    const { services, configs } = parse(text, { merge: true }) as {
      services: Record<"watcher-1" | "watcher-2" | "postgres" | "prometheus", Service>
      configs: { prometheus: { content: string } }
    }
    expect(Object.keys(services)).to.deep.equal(["watcher-1", "watcher-2", "postgres", "prometheus"])
    const watchers = [services["watcher-1"], services["watcher-2"]]
    const options = Object.keys(watchRows).map(
      (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    const ports = watchers.map(({ command, image, network_mode: network }) => {
      expect([image, network]).to.deep.equal(["node:24-slim", "service:prometheus"])
      for (const [option] of command.matchAll(/--[\w-]+/g)) expect(options).to.include(option)
      return /--metrics-port (\d+)/.exec(command)?.[1]
    })
    const { scrape_configs: scraped, rule_files: files } = parse(configs.prometheus.content) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[]
      rule_files: string[]
    }
    expect(scraped[0]?.static_configs[0]?.targets).to.deep.equal(ports.map((port) => `127.0.0.1:${port}`))
    const mounted = `./node_modules/hardhat-plugs/${folder}/prometheus-rules.yml:/etc/prometheus/${files[0]}:ro`
    expect(services.prometheus.volumes).to.include(mounted)
    const secrets = [...watchers, services.postgres].flatMap(({ environment = {} }) => Object.entries(environment))
    for (const [name, value] of secrets.filter(([key]) => /PASSWORD|SECRET|URL|STORE/.test(key))) {
      expect(value, name).to.match(/^(postgres:\/\/watch:)?\$\{[A-Z_]+:\?\}(@postgres:5432\/plugs)?$/)
    }
    const { files: packed } = JSON.parse(await readFile("package.json", "utf8")) as { files: string[] }
    expect(packed).to.include(folder)
  })

  it("have rules that promtool accepts, where it is installed", async function () {
    const folders = (process.env["PATH"] ?? "").split(path.delimiter).map((each) => path.join(each, "promtool"))
    const found = await Promise.all(
      folders.map((file) =>
        access(file).then(
          () => file,
          () => undefined,
        ),
      ),
    )
    const promtool = found.find((file) => file !== undefined)
    if (promtool === undefined) {
      console.log("\n  NOT TESTED: the rules by promtool, because it is not installed (Debian: prometheus).\n")
      return this.skip()
    }
    const { stdout } = await promisify(execFile)(promtool, [
      "check",
      "rules",
      path.join(folder, "prometheus-rules.yml"),
    ])
    expect(stdout).to.contain(`SUCCESS: ${rules.length} rules found`)
  })
})
