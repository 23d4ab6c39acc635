import { code, table } from "./table.js"
import { ruleNames, rules, scsvsOf } from "#extras/audit/src/linting/rules.js"

/** Renders the rules of `plugs lint`, each with a link to its section. */
export function ruleTable(): Promise<string> {
  const rows = ruleNames.map((name) => [`[${code(name)}](#${name})`, rules[name].says, scsvsOf(name) ?? ""])
  return Promise.resolve(table(["rule", "what is wrong", "SCSVS"], rows))
}
