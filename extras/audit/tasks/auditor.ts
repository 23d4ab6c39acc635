import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, isAddressEqual } from "viem"

import type { ProjectTrust } from "./output/trustFields.js"
import { pathReport, sayAnswer } from "./output/trustReport.js"
import { readProjectTrust, type TrustReading } from "./trust/readProjectTrust.js"
import { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
import type { TrustBreach, TrustedPath, TrustPolicy } from "#src/messaging/TrustPolicy.js"
import { PartlyReadError } from "#src/plugin/run/shownErrors.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { plainText } from "#src/terminal/renderText.js"

// What others ask of `plugs trust` through the registry of extras: paths go in, and what breaks a policy comes out.

export { checkPaths } from "#extras/audit/src/trust/explainMessage.js"

/** Reads the paths of a project that end at a plug, and finds what of them breaks a policy. */
export async function checkPlug(
  hre: HardhatRuntimeEnvironment,
  { chain, address }: { readonly chain: Pick<ChainEntry, "slug" | "name">; readonly address: Address },
  { demands, ...io }: TrustReading & { readonly demands: TrustPolicy },
): Promise<Pick<ProjectTrust, "notRead"> & { readonly breaches: readonly TrustBreach[] }> {
  const asked = { plugs: [`${address}@${chain.name}`], file: undefined }
  const { paths, notRead } = await readProjectTrust(hre, asked, io)
  const own = paths.filter(({ to }) => to.slug === chain.slug && isAddressEqual(to.plug, address))
  const { breaches } = checkTrust(own, demands, io.clock.now())
  return { breaches: breaches.filter(({ dstPlug }) => dstPlug !== null), notRead }
}

/**
 * Says who can do what on a path: the answer, and all that follows.
 *
 * @throws {PartlyReadError} the path was not read
 */
export async function describePath(
  hre: HardhatRuntimeEnvironment,
  path: TrustedPath,
  io: TrustReading,
): Promise<{ readonly plugName: string | undefined; readonly says: string; readonly report: string }> {
  const { paths, notRead } = await readProjectTrust(hre, [{ application: null, ...path }], io)
  const [found] = paths
  if (found === undefined) throw new PartlyReadError(notRead)
  return { plugName: found.plugName, says: sayAnswer(found), report: plainText(pathReport(found), 80) }
}
