/** Runs one measurement in this process, and prints its samples as a line of JSON. Started by `npm run bench`, for each process anew. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import type { Measure, MeasureOptions } from "./measuring/Measure.ts"

const { file, options } = JSON.parse(process.env["BENCH_MEASUREMENT"] ?? "{}") as {
  file: string
  options: MeasureOptions
}
const path = join(import.meta.dirname, "measurements", `${file}.ts`)
const { measure } = (await import(pathToFileURL(path).href)) as { measure: Measure }
console.log(JSON.stringify(await measure(options)))
