import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { failed, type Finding, ok, skipped, warning } from "./checks.js"
import type { DoctorPlug } from "./subjects/DoctorPlug.js"
import type { TrustBreach } from "#src/messaging/TrustPolicy.js"
import type { TrustUserConfig } from "#src/plugin/config/PlugsUserConfig.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { extras } from "#src/plugin/extras.js"
import type { Clock } from "#src/primitives/clock.js"

type Project = {
  readonly hre: HardhatRuntimeEnvironment
  /** Whether the wiring names the plug. */
  readonly isWired: boolean
  readonly opened: Chains
  readonly clock: Clock
}

/** Holds the paths that end at a plug to the policy of the project. */
export async function checkPaths(
  plug: DoctorPlug,
  policy: TrustUserConfig,
  { hre, isWired, ...io }: Project,
): Promise<readonly Finding[]> {
  const { label, chain, address } = plug
  if ((await plug.paths()).length === 0) return [skipped("It is connected to no chain.")]
  const { checkPlug } = await extras.auditor()
  const { breaches, notRead } = await checkPlug(hre, plug, { ...io, demands: policy })
  const unread = notRead.map(({ name, why }) =>
    skipped(`${name} was not read: ${why}.`, `${name} → ${label}@${chain.name}`),
  )
  if (breaches.length + unread.length === 0) return [ok("What it takes holds to plugs.trust.")]
  return [...breaches.map((breach) => toFinding(breach, isWired ? "" : ` ${address}@${chain.name}`)), ...unread]
}

/** Finds what of the policy itself is over. */
export async function checkExceptions(demands: TrustUserConfig, clock: Clock): Promise<readonly Finding[]> {
  const { checkPaths } = await extras.auditor()
  const ended = await checkPaths({ demands, paths: [], chains: [], clock })
  return ended.length === 0 ? [ok("No exception has ended.")] : ended.map((breach) => toFinding(breach, ""))
}

function toFinding({ rule, way, says }: TrustBreach, plugs: string): Finding {
  const look = `Mend it, or accept it for a time with plugs.trust.exceptions: npx hardhat plugs trust${plugs} --check`
  const found = `${[rule, way].filter(Boolean).join(" ")}: ${says}`
  return rule === "NOT_READ" ? warning(`Unverified: ${found}`, look) : failed(found, look)
}
