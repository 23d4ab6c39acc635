/**
 * Loaded before a program, it writes down the time and the CPU time that the program took: at its end, or with BENCH_UNTIL=request when it
 * makes its first request, which it does not live to send. JavaScript, so that Node does not first load what strips types.
 */
import { subscribe } from "node:diagnostics_channel"
import { writeFileSync } from "node:fs"

const { BENCH_USAGE, BENCH_UNTIL } = process.env
// What the program starts is not measured.
delete process.env.BENCH_USAGE

if (BENCH_USAGE !== undefined) {
  const report = () => {
    const { user, system } = process.cpuUsage()
    writeFileSync(BENCH_USAGE, JSON.stringify({ value: performance.now(), cpu: (user + system) / 1000 }))
  }
  if (BENCH_UNTIL === "request") {
    subscribe("undici:request:create", () => {
      report()
      process.exit()
    })
  } else process.once("exit", report)
}
