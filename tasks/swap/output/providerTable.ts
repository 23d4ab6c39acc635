import type { Providers } from "../../../src/swap/types.js"
import { safeName } from "./routeFormat.js"
import { formatTable } from "../../../src/terminal/table.js"
import type { Printer } from "../../../src/terminal/terminal.js"

/** Lays out bridges and dexes, with the ids that options take. */
export function providerTable({ bridges, dexes }: Providers, { paint, columns: width }: Printer): string {
  const rowsOf = (kind: string, providers: Providers["bridges"]): string[][] =>
    providers.map(({ providerId, displayName }) => [safeName(providerId), kind, safeName(displayName)])
  const rows = [...rowsOf("bridge", bridges), ...rowsOf("dex", dexes)]
  if (rows.length === 0) return paint.magenta("The swap API has no providers.")
  return formatTable({ columns: [{ title: "id" }, { title: "kind" }, { title: "name" }], rows, paint, width })
}
