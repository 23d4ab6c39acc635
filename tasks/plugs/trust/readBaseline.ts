import { readFile } from "node:fs/promises"

import { z } from "zod"

import type { ComparedPath } from "../../../src/messaging/trust/compareTrust.js"
import { powerNames, wayCodes } from "../../../src/messaging/trust/Power.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { excerpt } from "../../../src/primitives/text.js"

const name = z.string().regex(/^[\w-]{1,64}$/)

const baseline = z.object({
  schemaVersion: z.literal(1),
  paths: z
    .array(
      z.object({
        srcChainName: name,
        dstChainName: name,
        dstPlug: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
        powers: z.array(
          z.object({
            power: z.enum(powerNames),
            code: z.enum(wayCodes),
            keys: z.array(z.unknown()),
            seconds: z
              .string()
              .regex(/^\d{1,78}$/)
              .transform(BigInt)
              .nullable(),
          }),
        ),
        weaknesses: z.array(z.object({ name })),
        notWhole: z.array(z.enum(wayCodes)),
      }),
    )
    .max(10_000),
})

/**
 * Reads what `plugs trust --json` printed before.
 *
 * @throws {InvalidInputError} the file cannot be read, or is not that
 */
export async function readBaseline(file: string): Promise<readonly ComparedPath[]> {
  const argument = "--baseline"
  const fix = "Give a file with the output of npx hardhat plugs trust --json."
  try {
    return baseline.parse(JSON.parse(await readFile(file, "utf8"))).paths
  } catch (error) {
    const reason = error instanceof z.ZodError ? "it is not the output of plugs trust" : (error as Error).message
    throw new InvalidInputError({ argument, problem: excerpt(`${file} cannot be used: ${reason}`, 200), fix })
  }
}
