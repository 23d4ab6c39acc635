import { failed, type Finding, ok, skipped, warning } from "./checks.js"
import { explainFailure } from "./explainFailure.js"
import { type DoctorPlug, pricedMessage, readMinimum } from "./subjects/DoctorPlug.js"
import { compareFees, type FeeComparison } from "#src/messaging/compareFees.js"
import { createMessagingClient } from "#src/messaging/createMessagingClient.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"

/** Percent by which an API's estimate may differ from the chain: prices of gas change between two looks. */
const maxDifferencePercent = 10

/** Checks that the messaging API and the sockets agree on what a plug's messages cost. */
export async function checkFee(
  plug: DoctorPlug,
  {
    plugs: { messaging },
    clock,
    timeout,
    signal,
  }: { plugs: PlugsConfig; clock: Clock; timeout: number; signal: AbortSignal },
): Promise<Finding> {
  const paths = await plug.paths()
  if (paths.length === 0) return skipped("It is connected to no chain.")
  const { baseUrl, apiKey } = messaging
  const limits = { clock, timeout, totalTimeout: timeout, retries: 1 }
  const client = createMessagingClient({ baseUrl, apiKey: await apiKey.get(), ...limits })
  const destinations = paths.map(({ to }) => to)
  const rows = await compareFees({
    messages: destinations.map((to) => ({
      to,
      gasLimit: pricedMessage.minMsgGasLimit,
      payloadLength: pricedMessage.payloadSize,
    })),
    ...{ srcPlug: plug.address, srcChainSlug: plug.chain.slug, api: client, signal },
    read: ({ to }) => readMinimum(plug, to),
  })
  // The worst comes first.
  const findings = rows.map((row) => compare(row, plug))
  const worst =
    findings.find(({ status }) => status === "failed") ?? findings.find(({ status }) => status === "warning")
  return worst ?? ok(`The API and the socket agree for ${destinations.map(({ name }) => name).join(", ")}.`)
}

function compare(
  { to, estimate, onChain, note, errors }: FeeComparison,
  { label, chain, address }: DoctorPlug,
): Finding {
  const [error] = errors
  if (error !== undefined) return explainFailure(error)
  if (note !== null)
    return warning(`To ${to.name}: ${note}`, "Messages are followed on the chains themselves; nothing else is lost.")
  if (estimate === null || onChain === null) return ok("")
  const says = `To ${to.name}, the API says ${formatAmount(estimate, 18)} and the socket charges ${formatAmount(onChain, 18)}.`
  const look = `Go by the socket, as messaging send does, and tell the API's operators. Compare: npx hardhat messaging fees --plug ${address} --from ${chain.name} --to ${to.name}`
  const limit = BigInt(maxDifferencePercent)
  if (estimate * 100n < onChain * (100n - limit)) {
    return failed(`${says} Who attaches what the API says for ${label} is refused.`, look)
  }
  return estimate * 100n > onChain * (100n + limit) ? warning(says, look) : ok("")
}
