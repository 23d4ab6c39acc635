import { z } from "zod"

import type { ComparedPath } from "#extras/audit/src/trust/compareTrust.js"
import { powerNames, wayCodes } from "#extras/audit/src/trust/Power.js"
import { readWholeFile } from "#src/primitives/files/readWholeFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

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
export async function readBaseline(file: string): Promise<readonly ComparedPath[]> {
  const argument = "--baseline"
  const fix = "Give a file with the output of npx hardhat plugs trust --json."
  const text = await readWholeFile(file, { argument, fix, maxBytes })
  try {
    return baseline.parse(JSON.parse(text)).paths
  } catch {
    throw new InvalidInputError({ argument, problem: `${file} is not the output of plugs trust`, fix })
  }
}
