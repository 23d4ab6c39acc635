import { task } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import { finality, named, text, textOr } from "#src/plugin/arguments/options.js"
import { loadAction } from "#tasks/loadAction.js"

const watch = task(
  ["messaging", "watch"],
  "Watch all messages of the wiring's plugs, and alert; exit code 2: failed or forged, 3: late, stuck or held (--once)",
)
  .addOption(
    text("plug", "Watch these plugs, by name or address, such as Counter or 0x…@alpha (default: those of the wiring)"),
  )
  .addOption(textOr("blocks", "10000", "How many of the newest blocks of each chain to begin with"))
  .addOption(finality)
  .addOption(textOr("interval", "15s", "Time between two looks at the chains, such as 15s"))
  .addFlag(named("reconcile", "Compare every delivered message with what was sent, and check plugs.watch.invariants"))
  .addOption(text("metricsPort", "Serve metrics to Prometheus at this port of this machine, under /metrics"))
  .addOption(text("otlp", "Send traces and metrics by OpenTelemetry to this URL, such as http://127.0.0.1:4318"))
  .addFlag(named("once", "Look once, report what is new, and end"))
  .addFlag(named("json", "Print one JSON line for each event"))
  .setAction(loadAction<typeof import("./watch.js")>("extras/watch/tasks/watch.js"))
  .build()

const exporting = task(["messaging", "export"], "Export all messages of the wiring's plugs as NDJSON, CSV or SQLite")
  .addOption(
    text(
      "since",
      "Those sent since 2026-11-01, 2026-11-01T12:00Z, a time ago such as 7d, a block such as 190@alpha, or 0 for all",
    ),
  )
  .addOption(text("plug", "Those of these plugs, as messaging watch takes them (default: those of the wiring)"))
  .addOption(text("format", "ndjson, csv or sqlite (default: as the name of the file ends, else ndjson)"))
  .addOption(text("output", "Write this file; needed for sqlite and with --json (default: standard output)"))
  .addFlag(named("force", "Replace the file if it is there already"))
  .addOption(finality)
  .addFlag(named("json", "Print one JSON document about the file"))
  .setAction(loadAction<typeof import("./export.js")>("extras/watch/tasks/export.js"))
  .build()

/** The tasks that read all messages of plugs, for as long as somebody wants. Their actions are imported when they run. */
export const watchTasks: TaskDefinition[] = [watch, exporting]
