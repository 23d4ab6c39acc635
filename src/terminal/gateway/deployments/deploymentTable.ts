import type { Deployment } from "../../../gateway/types.js"
import { deploymentStates } from "../../../gateway/states.js"
import { type ContractNames, showContract } from "../../core/contractNames.js"
import { explainState, paintState } from "../../core/paintState.js"
import { formatTable } from "../../core/table.js"
import type { Printer } from "../../core/terminal.js"

type RowError = { readonly shortMessage: string }

export type DeploymentRow = {
  readonly chain: { readonly name: string; readonly slug: number }
  /** `null` when it could not be read. */
  readonly deployment: Deployment | null
  readonly error: RowError | null
}

/** Lays out where a contract is deployed, one row per chain. An error is shown in the row of its chain. */
export function deploymentTable(
  rows: readonly DeploymentRow[],
  { paint, columns: width }: Printer,
  names?: ContractNames,
): string {
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
      ...(deployment === null ? ["–", "–", "–"] : cells(deployment, chain.slug, names, paint)),
      ...(hasErrors ? [paint.red(error?.shortMessage ?? "")] : []),
    ]),
    paint,
    width,
  })
}

function cells(
  { state, onChainAddress, forwarderAddress, isStuck }: Deployment,
  slug: number,
  names: ContractNames | undefined,
  paint: Printer["paint"],
): readonly [contract: string, forwarder: string, state: string] {
  const contract = onChainAddress === null ? "not yet" : showContract(onChainAddress, slug, names)
  const isUnknown = state === "IN_PROGRESS"
  if (isStuck === true) {
    const stuck = `stuck: ${onChainAddress === null ? "not deployed" : "its forwarder is not deployed"} for 5 min since it was requested`
    return [contract, forwarderAddress ?? "not yet", paint.red(stuck)]
  }
  return [
    contract,
    forwarderAddress ?? "not yet",
    // The API gives zeros both for a deployment in progress and for one that was never requested.
    isUnknown
      ? paint.magenta("not yet")
      : paintState(explainState(state, deploymentStates), paint, statesByExplanation),
  ]
}

/** The states by their explanations, so that an explanation is painted like its state. */
const statesByExplanation = Object.fromEntries(Object.values(deploymentStates).map((info) => [info.says, info]))
