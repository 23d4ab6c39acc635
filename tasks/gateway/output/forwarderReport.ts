import { paint } from "#src/terminal/paint.js"
import { facts, type Report } from "#src/terminal/report.js"

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

/** A forwarder's address from the API beside the predicted one, and a warning if they differ. */
export function forwarderReport(
  { onChainAddress, name, forwarderAddress, isDeployed, predicted, agrees }: ForwarderFacts,
  chain: string,
): Report {
  const unknown = paint.magenta("unknown: plugs.gateway.contracts is missing in the Hardhat configuration")
  return [
    facts([
      ["contract", `${onChainAddress}${name === undefined ? "" : ` (${name})`} on ${chain}`],
      ["forwarder by the API", forwarderAddress ?? "none"],
      ["forwarder predicted", predicted ?? unknown],
      ["deployed", isDeployed ? "yes" : "not yet"],
    ]),
    agrees === true && paint.green("Both agree."),
    agrees === false && [
      paint.red(paint.bold("They differ. Do not use the API's address before you know why.")),
      "Check plugs.gateway: its contracts must belong to the gateway that baseUrl serves.",
    ],
  ]
}
