import type { Providers } from "../swap/resources.js"
import { named } from "./swapWords.js"
import { formatTable } from "./table.js"
import type { Printer } from "./terminal.js"

/** Bridges and dexes, by the ids that options take. */
export function providerTable({ bridges, dexes }: Providers, { paint, columns: width }: Printer): string {
  const rowsOf = (kind: string, providers: Providers["bridges"]): string[][] =>
    providers.map(({ providerId, displayName }) => [named(providerId), kind, named(displayName)])
  const rows = [...rowsOf("bridge", bridges), ...rowsOf("dex", dexes)]
  if (rows.length === 0) return paint.yellow("The swap API has no providers.")
  return formatTable({ columns: [{ title: "id" }, { title: "kind" }, { title: "name" }], rows, paint, width })
}
