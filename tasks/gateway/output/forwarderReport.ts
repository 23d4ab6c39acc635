import { formatFacts } from "#src/terminal/table.js"
import type { Paint } from "#src/terminal/terminal.js"

export type ForwarderFacts = {
  readonly onChainAddress: string
  /** The project's name of the contract. */
  readonly name?: string | undefined
  /** The address that the API gives. */
  readonly forwarderAddress: string | null
  readonly isDeployed: boolean
  readonly predicted: string | null
  readonly agrees: boolean | null
}

/** Shows a forwarder's address from the API beside the predicted one, and warns if they differ. */
export function forwarderReport(
  { onChainAddress, name, forwarderAddress, isDeployed, predicted, agrees }: ForwarderFacts,
  chain: string,
  paint: Paint,
): string {
  const facts = formatFacts(
    [
      ["contract", `${onChainAddress}${name === undefined ? "" : ` (${name})`} on ${chain}`],
      ["forwarder by the API", forwarderAddress ?? "none"],
      [
        "forwarder predicted",
        predicted ?? paint.magenta("unknown: plugs.gateway.contracts is missing in the Hardhat configuration"),
      ],
      ["deployed", isDeployed ? "yes" : "not yet"],
    ],
    paint,
  )
  if (agrees === null) return facts
  if (agrees) return `${facts}\n${paint.green("Both agree.")}`
  return [
    facts,
    paint.red(paint.bold("They differ. Do not use the API's address before you know why.")),
    "Check plugs.gateway: its contracts must belong to the gateway that baseUrl serves.",
  ].join("\n")
}
