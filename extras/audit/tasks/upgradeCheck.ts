import { upgradeCheckRows } from "./index.js"
import { readBuilt } from "./lint.js"
import { upgradeFields, upgradeReport } from "./output/upgradeReport.js"
import { openPaths } from "./trust/readProjectTrust.js"
import { listGasConstants } from "#extras/audit/src/linting/lintSources.js"
import { readUpgradeGas } from "#src/messaging/history/readUpgradeGas.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { PartlyReadError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { nextHardfork } from "#src/primitives/numbers/gasRules.js"

export default actionOf(upgradeCheckRows, async ({ since, check, ...asked }, hre, { clock, signal, terminal }) => {
  const entries = chainsOf(hre.config.plugs)
  await using opened = openChains(hre, { signal })
  const { wanted, chains, notRead } = await openPaths(hre, asked, opened)
  for (const { name, why } of notRead) terminal.err.line(`${name} was not read: ${why}.`)
  const hardforks = new Map(entries.flatMap(({ slug, hardfork }) => (hardfork === undefined ? [] : [[slug, hardfork]])))
  const [found, constants] = await Promise.all([
    readUpgradeGas({ paths: wanted, chains, hardforks, since: new Date(clock.now() - since), clock, signal }),
    // Contracts that were not built here show no constants.
    readBuilt(hre.artifacts).then(listGasConstants, () => []),
  ])
  const nameOf = nameChains(entries)
  const paths = found.map((path, index) => ({
    ...{ ...path, application: wanted[index]?.application ?? null, constants },
    ...{ srcChain: nameOf(path.from.slug), dstChain: nameOf(path.to.slug) },
  }))
  const dying = paths.filter(({ status }) => status === "dies")
  const unverified = paths.filter(({ status }) => status === "unverified")
  const error = !check
    ? undefined
    : dying.length > 0
      ? new ShownFailureError({
          message: `Messages of ${dying.length === 1 ? "a path" : `${String(dying.length)} paths`} will bring too little gas under the rules of ${nextHardfork}.`,
          next: "Change what stands beside each path, before its chain changes its rules.",
        })
      : unverified.length > 0
        ? new PartlyReadError(unverified.map(({ srcChain, dstChain }) => ({ name: `${srcChain} → ${dstChain}` })))
        : undefined
  return {
    document: { hardfork: nextHardfork, paths: paths.map(upgradeFields), notRead },
    report: () => upgradeReport(paths),
    error,
  }
})
