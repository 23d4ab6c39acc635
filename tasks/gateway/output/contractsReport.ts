import type { Address } from "viem"

import { formatTable } from "#src/terminal/table.js"
import type { Paint, Printer } from "#src/terminal/terminal.js"

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

/** Lays out the contracts that app gateways use, a table for each chain. */
export function contractsReport(
  { deployment, gateway, chains }: GatewayContractList,
  nameOf: (slug: number) => string,
  printer: Printer,
): string {
  const { paint } = printer
  const number = gateway.slug === null ? "" : `, slug ${gateway.slug}`
  const isChecked = [gateway, ...chains].some(({ contracts }) => contracts.some(({ hasCode }) => hasCode !== null))
  return [
    paint.bold(`Deployment: ${deployment ?? "none; only what the configuration says is used"}`),
    "",
    paint.bold(`Gateway chain (network ${gateway.network}${number})`),
    table(gateway.contracts, printer),
    ...chains.flatMap(({ slug, contracts }) => {
      const name = nameOf(slug)
      return ["", paint.bold(name === String(slug) ? `Chain ${slug}` : `${name} (${slug})`), table(contracts, printer)]
    }),
    ...(isChecked ? [] : ["", paint.dim("No network was asked. --check asks each whether its contracts are there.")]),
  ].join("\n")
}

function table(contracts: readonly UsedContract[], { paint, columns: width }: Printer): string {
  if (contracts.length === 0) return "none"
  const isChecked = contracts.some(({ hasCode }) => hasCode !== null)
  return formatTable({
    columns: [
      { title: "contract" },
      { title: "address" },
      { title: "from" },
      ...(isChecked ? [{ title: "code" }] : []),
    ],
    rows: contracts.map(({ name, address, from, hasCode }) => [
      name,
      address ?? "asked of the deployer on use",
      from,
      ...(isChecked ? [codeOf(hasCode, paint)] : []),
    ]),
    paint,
    width,
  })
}

function codeOf(hasCode: boolean | null, paint: Paint): string {
  if (hasCode === null) return "–"
  return hasCode ? paint.green("yes") : paint.red("none")
}
