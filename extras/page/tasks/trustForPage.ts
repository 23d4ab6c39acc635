import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { requireThisDevnet } from "./requireThisDevnet.js"
import type { PageTrust } from "#extras/page/src/PageEvent.js"
import type { PlacedPlug } from "#extras/page/src/routes.js"
import { explainTimeout } from "#src/plugin/connection/chains/openMessageChains.js"
import { extras } from "#src/plugin/extras.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { parseAddress } from "#src/primitives/address.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"

/**
 * Reads who can forge and censor messages from one plug to another, as `plugs trust` does.
 *
 * @throws {InvalidInputError} an address is none, or the project's chains are others
 * @throws what `readTrust` throws
 */
export async function trustForPage(
  from: PlacedPlug,
  to: PlacedPlug,
  hre: HardhatRuntimeEnvironment,
  { clock, port }: Pick<TaskIo, "clock"> & { readonly port: number },
): Promise<PageTrust> {
  const [, chain] = [await requireThisDevnet(from.slug, hre, port), await requireThisDevnet(to.slug, hre, port)]
  const end = ({ slug, address }: PlacedPlug) => ({ slug, plug: parseAddress(address, "plug") })
  const path = { from: end(from), to: end(to) }
  const { describePath } = await extras.auditor()
  const { plugName, says, report } = await describePath(hre, path, { clock, timeout: explainTimeout })
  const plug = `${plugName ?? path.to.plug}@${chain.name}`
  return {
    says,
    // The answer comes first there, too.
    report: report.slice(report.indexOf("\n\n") + 2),
    command: `npx hardhat ${commandLine("plugs trust", { plug }, { positional: ["plug"] })}`,
  }
}
