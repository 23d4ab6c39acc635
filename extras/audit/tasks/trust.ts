import { z } from "zod"

import { trustRows } from "./index.js"
import { trustChanges } from "./output/trustChanges.js"
import { trustFields } from "./output/trustFields.js"
import { graphStart, trustGraph } from "./output/trustGraph.js"
import { policyReport, trustReport } from "./output/trustReport.js"
import { listReliance } from "./trust/listReliance.js"
import { readProjectTrust } from "./trust/readProjectTrust.js"
import { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
import { type ComparedPath, compareTrust } from "#extras/audit/src/trust/compareTrust.js"
import { powerNames, wayCodes } from "#extras/audit/src/trust/Power.js"
import { trustRules } from "#src/messaging/TrustPolicy.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import type { TrustUserConfig } from "#src/plugin/config/PlugsUserConfig.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { PartlyReadError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { readWholeFile, UnreadableFile } from "#src/primitives/files/readWholeFile.js"
import { checkOwnFile, writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { paint } from "#src/terminal/paint.js"

export default actionOf(trustRows, async ({ check, baseline, graph, ...asked }, hre, io) => {
  const { err } = io.terminal
  const policy = check ? readPolicy(hre.config.plugs.trust) : undefined
  const before = baseline === undefined ? undefined : await readBaseline(baseline)
  const ofGraph = { argument: "--graph", start: graphStart }
  if (graph !== undefined) await checkOwnFile(graph, ofGraph)
  await using opened = openChains(hre, { signal: io.signal })
  const found = await readProjectTrust(hre, asked, { clock: io.clock, opened })
  for (const { name, why } of found.notRead) err.line(`${name} was not read: ${why}.`)
  if (graph !== undefined) {
    await writeOwnFile(graph, { ...ofGraph, text: trustGraph(listReliance(found.paths)) })
    err.line(paint.dim(`What the applications rest on is in ${graph}.`))
  }
  const fields = trustFields(found)
  const checked = policy && checkTrust(found.paths, policy, io.clock.now())
  const changes = before && compareTrust(before, fields.paths)
  const breaches = checked?.breaches.length ?? 0
  const error =
    found.notRead.length > 0
      ? new PartlyReadError(found.notRead)
      : breaches > 0
        ? new ShownFailureError({
            message: "A path breaks a rule of plugs.trust.",
            next: "Mend what stands beside each breach, or accept it for a time with plugs.trust.exceptions.",
            facts: { breaches: String(breaches) },
          })
        : undefined
  return {
    document: { ...fields, ...checked, ...(changes && { changes }) },
    report: () => {
      if (changes !== undefined) return trustChanges(changes)
      return checked === undefined ? trustReport(found.paths) : policyReport(checked)
    },
    error,
  }
})

/** The names of rules and ways were not known to the check of the configuration. */
function readPolicy(policy: TrustUserConfig | undefined): TrustUserConfig {
  const argument = "plugs.trust"
  if (policy === undefined) {
    const fix = "Write it, such as trust: { leastKeysToForge: 2 }."
    throw new InvalidInputError({ argument, problem: "the configuration has none to check", fix })
  }
  for (const { rule, way } of policy.exceptions ?? []) {
    const known: readonly string[] = [...trustRules, ...wayCodes]
    const wrong = [rule, ...(way === undefined ? [] : [way])].find((name) => !known.includes(name))
    if (wrong === undefined) continue
    const problem = `an exception names ${wrong}, which is no rule or way`
    throw new InvalidInputError({ argument, problem, fix: `Known: ${known.join(", ")}.` })
  }
  return policy
}

const name = z.string().regex(/^[\w-]{1,64}$/)

const hex20 = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

const account = z.object({
  chainName: name,
  address: hex20,
  says: z.array(z.string().regex(/^[\w :]{1,99}$/)).max(200),
})

const baseline = z.object({
  schemaVersion: z.literal(1),
  paths: z
    .array(
      z.object({
        srcChainName: name,
        dstChainName: name,
        dstPlug: hex20,
        powers: z.array(
          z.object({
            power: z.enum(powerNames),
            code: z.enum(wayCodes),
            keys: z.array(z.object({ address: hex20 })),
            seconds: z
              .string()
              .regex(/^\d{1,78}$/)
              .transform(BigInt)
              .nullable(),
          }),
        ),
        // An earlier version wrote none: then each account is told as one that was not there.
        accounts: z.array(account).default([]),
        weaknesses: z.array(z.object({ name })),
        notWhole: z.array(z.enum(wayCodes)),
      }),
    )
    .max(10_000),
})

/** A path has some 50 kB. */
const maxBytes = 100 * 1024 * 1024

/**
 * Reads what `plugs trust --json` printed before. The file can be anybody's.
 *
 * @throws {InvalidInputError} the file cannot be read, or is not that
 */
async function readBaseline(file: string): Promise<readonly ComparedPath[]> {
  const argument = "--baseline"
  const fix = "Give a file with the output of npx hardhat plugs trust --json."
  try {
    return baseline.parse(JSON.parse(await readWholeFile(file, maxBytes))).paths
  } catch (error) {
    const isRead = !(error instanceof UnreadableFile)
    const problem = `${file} ${isRead ? "is not the output of plugs trust" : `cannot be read: ${error.message}`}`
    throw new InvalidInputError({ argument, problem, fix })
  }
}
