import type { TaskDefinition } from "hardhat/types/tasks"

import { defineTask, flag, rows } from "#src/plugin/arguments/rows.js"

const finality = {
  kind: "finality",
  default: "latest",
  says: "Which blocks count: latest, safe, finalized, or those with so many blocks above them",
} as const

// The arguments of the tasks, in the order of `--help`. Actions read them.

export const watchRows = rows({
  plug: {
    kind: "list",
    says: "Watch these plugs, by name or address, such as Counter or 0x…@alpha (default: those of the wiring)",
  },
  blocks: { kind: "whole", default: "10000", says: "How many of the newest blocks of each chain to begin with" },
  finality,
  interval: { kind: "duration", default: "15s", says: "Time between two looks at the chains, such as 15s" },
  reconcile: flag("Compare every delivered message with what was sent, and check plugs.watch.invariants"),
  store: {
    says: "Share a Postgres database with other watchers, such as postgres://watch@db/plugs (default: plugs.watch.store, or a file)",
  },
  metricsPort: {
    ...{ kind: "count", least: 0, most: 65_535 },
    says: "Serve metrics to Prometheus at this port of this machine, under /metrics",
  },
  otlp: { says: "Send traces and metrics by OpenTelemetry to this URL, such as http://127.0.0.1:4318" },
  publish: { says: "Write index.html and status.json for everybody into this folder, about once a minute" },
  once: flag("Look once, report what is new, and end"),
  keep: { default: "30d", says: "How long to keep what is over, such as 90d" },
  status: {
    ...{ as: "flag", not: ["once", "reconcile", "metricsPort", "otlp"] },
    says: "Say what the watch knows and who holds it, without asking a chain, and end; exit codes are those of --once",
  },
  import: {
    not: ["once", "status"],
    says: "Move what this file of a watch knows, such as .plugs/watch/wiring.sqlite, into the new database of --store, and end",
  },
  json: flag("Print one JSON line for each event"),
})

export const exportRows = rows({
  since: {
    required: "--since 2026-11-01",
    says: "Those sent since 2026-11-01, 2026-11-01T12:00Z, a time ago such as 7d, a block such as 190@alpha, or 0 for all",
  },
  plug: { kind: "list", says: "Those of these plugs, as messaging watch takes them (default: those of the wiring)" },
  format: { says: "ndjson, csv or sqlite (default: as the name of the file ends, else ndjson)" },
  output: { says: "Write this file; needed for sqlite and with --json (default: standard output)" },
  force: flag("Replace the file if it is there already"),
  finality,
  fromStore: {
    ...{ as: "flag", not: ["finality"] },
    says: "Those that messaging watch knows, from plugs.watch.store or its file; no chain is asked",
  },
  json: flag("Print one JSON document about the file"),
})

/** The tasks that read all messages of plugs, for as long as somebody wants. Their actions are imported when they run. */
export const watchTasks: TaskDefinition[] = [
  defineTask(
    "messaging watch",
    "Watch all messages of the wiring's plugs, and alert; exit code 2: failed or forged, 3: late, stuck or held (--once)",
    watchRows,
    "extras/watch/tasks/watch.js",
  ),
  defineTask(
    "messaging export",
    "Export all messages of the wiring's plugs as NDJSON, CSV or SQLite",
    exportRows,
    "extras/watch/tasks/export.js",
  ),
]
