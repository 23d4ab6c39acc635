import { causeSentences } from "./causeSentences.js"
import { code, table } from "./table.js"
import { swapCauses } from "#extras/swap/src/explaining/swapCauses.js"
import type { CauseTable } from "#src/explaining/explain.js"
import { gatewayCauses } from "#src/gateway/explaining/gatewayCauses.js"
import { messageCauses } from "#src/messaging/explaining/messageCauses.js"

/** The causes that `explain` of each family of tasks finds. */
export const causeTables: Readonly<Record<string, CauseTable>> = {
  messaging: messageCauses,
  gateway: gatewayCauses,
  swap: swapCauses,
}

/** Renders the causes of a family, with what they mean and how to fix them. */
export function causeTable([family = ""]: readonly string[]): Promise<string> {
  const causes = causeTables[family]
  if (causes === undefined) {
    throw new Error(`"${family}" has no table of causes. Known: ${Object.keys(causeTables).join(", ")}.`)
  }
  const rows = Object.entries(causes).map(([name, { verdict }]) => {
    const { means = "", fix = "" } = causeSentences[family]?.[name] ?? {}
    return [code(name), verdict, means, fix]
  })
  return Promise.resolve(table(["cause", "verdict", "what it means", "fix"], rows))
}
