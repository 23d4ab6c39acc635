import type { Deployment } from "../../gateway/types.js"
import { deploymentStates } from "../../gateway/states.js"
import { explainState, paintState } from "../core/paintState.js"
import { formatTable } from "../core/table.js"
import type { Printer } from "../core/terminal.js"

type RowError = { readonly shortMessage: string }

export type DeploymentRow = {
  readonly chain: { readonly name: string }
  /** `null` when it could not be learnt. */
  readonly deployment: Deployment | null
  readonly error: RowError | null
}

/** Where a contract is, one row a chain; an error stands in the row that it concerns. */
export function deploymentTable(rows: readonly DeploymentRow[], { paint, columns: width }: Printer): string {
  const hasErrors = rows.some(({ error }) => error !== null)
  return formatTable({
    columns: [
      { title: "chain" },
      { title: "contract" },
      { title: "forwarder" },
      { title: "state" },
      ...(hasErrors ? [{ title: "error" }] : []),
    ],
    rows: rows.map(({ chain, deployment, error }) => [
      chain.name,
      ...(deployment === null ? ["–", "–", "–"] : cells(deployment, paint)),
      ...(hasErrors ? [paint.red(error?.shortMessage ?? "")] : []),
    ]),
    paint,
    width,
  })
}

function cells(
  { state, onChainAddress, forwarderAddress }: Deployment,
  paint: Printer["paint"],
): readonly [contract: string, forwarder: string, state: string] {
  const isUnknown = state === "IN_PROGRESS"
  return [
    onChainAddress ?? "not yet",
    forwarderAddress ?? "not yet",
    // The API has zeros for a deployment that is under way and for one that nobody asked for.
    isUnknown ? paint.yellow("not yet") : paintState(explainState(state, deploymentStates), paint, says),
  ]
}

/** The states by what they say, so that these are painted like them. */
const says = Object.fromEntries(Object.values(deploymentStates).map((info) => [info.says, info]))
