import type { Address } from "viem"

import { paint } from "#src/terminal/paint.js"
import { apart, ifAny, type Report, table } from "#src/terminal/report.js"

/** A contract of the gateway chain or of a chain that it reaches. */
export type UsedContract = {
  readonly name: string
  /** `null` where the async deployer has to be asked. */
  readonly address: Address | null
  readonly from: "configuration" | "deployment" | "devnet" | "chain"
  /** Whether there is code at the address; `null` if the chain was not asked. */
  readonly hasCode: boolean | null
}

/** The contracts that app gateways use, and where they come from. */
export type GatewayContractList = {
  /** `devnet`, the name of a public deployment or the path of a file; `null` if nothing says which. */
  readonly deployment: string | null
  readonly gateway: {
    readonly slug: number | null
    readonly network: string
    readonly contracts: readonly UsedContract[]
  }
  readonly chains: readonly { readonly slug: number; readonly contracts: readonly UsedContract[] }[]
}

/** The contracts that app gateways use, a table for each chain. */
export function contractsReport(
  { deployment, gateway, chains }: GatewayContractList,
  nameOf: (slug: number) => string,
): Report {
  const number = gateway.slug === null ? "" : `, slug ${gateway.slug}`
  const isChecked = [gateway, ...chains].some(({ contracts }) => contracts.some(({ hasCode }) => hasCode !== null))
  const titleOf = (slug: number): string =>
    nameOf(slug) === String(slug) ? `Chain ${slug}` : `${nameOf(slug)} (${slug})`
  return apart(
    paint.bold(`Deployment: ${deployment ?? "none; only what the configuration says is used"}`),
    [paint.bold(`Gateway chain (network ${gateway.network}${number})`), contractTable(gateway.contracts)],
    ...chains.map(({ slug, contracts }) => [paint.bold(titleOf(slug)), contractTable(contracts)]),
    !isChecked && paint.dim("No network was asked. --check asks each whether its contracts are there."),
  )
}

function contractTable(contracts: readonly UsedContract[]): Report {
  if (contracts.length === 0) return "none"
  return table(contracts, {
    contract: ({ name }) => name,
    address: ({ address }) => address ?? "asked of the deployer on use",
    from: ({ from }) => from,
    code: ifAny(({ hasCode }) => (hasCode === null ? null : hasCode ? paint.green("yes") : paint.red("none")), {
      absent: "–",
    }),
  })
}
