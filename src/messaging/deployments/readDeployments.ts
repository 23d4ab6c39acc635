import { z } from "zod"

import { type SwitchboardKind, switchboardKinds } from "../switchboardKinds.js"
import type { ChainDeployment, DeployedSwitchboard, Deployments } from "./ChainDeployment.js"
import {
  fileAddressSchema as address,
  fileBlockSchema,
  fileNameSchema,
  readDataFile,
  slugKeySchema,
} from "#src/http/parsing/dataFiles.js"
import { field } from "#src/http/schemas.js"

/**
 * Reads deployments from a JSON file: chains by slug, each with `name`, `chainId`, `mainnet`, `socket`, `transmitManager` and `siblings`,
 * which has the switchboards by slug and kind. `startBlock` and `retired` are optional, and other keys are ignored.
 *
 * @throws {DataFileError} the file cannot be read, or something in it is not as specified; the error has the path and the reason
 * @example
 * const deployments = await readDeployments("./deployments.json")
 * // { "42161": { "name": "arbitrum", "chainId": 42161, "mainnet": true, "socket": "0x…", …,
 * //   "siblings": { "10": { "FAST": { "switchboard": "0x…" } } } } }
 */
export async function readDeployments(file: string): Promise<Deployments> {
  return await readDataFile(file, deploymentsSchema, "deployments")
}

const chainIdSchema = field("must be a chain id: a whole number above 0", (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined,
)
const flagSchema = field("must be true or false", (value) => (typeof value === "boolean" ? value : undefined))
const kindSchema = z.string().refine(isKind, `must be one of ${switchboardKinds.join(", ")}`)

// Other keys, such as the capacitors of a path, are not used and not looked at.
const siblingSchema = z.record(kindSchema, z.object({ switchboard: address }))
const chainSchema = z.object({
  name: fileNameSchema,
  chainId: chainIdSchema,
  mainnet: flagSchema,
  retired: flagSchema.optional(),
  startBlock: fileBlockSchema.optional(),
  socket: address,
  transmitManager: address,
  siblings: z.record(slugKeySchema, siblingSchema),
})

/** The content of a deployments file: chains by slug, and in each the switchboards by sibling and kind. */
const deploymentsSchema: z.ZodType<Deployments> = z
  .record(slugKeySchema, chainSchema)
  .superRefine((chains, context) => {
    const slugs = new Map<number, string>()
    for (const [slug, { chainId }] of Object.entries(chains)) {
      const twin = slugs.get(chainId)
      if (twin !== undefined) issue([slug, "chainId"], `is also the chain id of ${twin}`)
      slugs.set(chainId, slug)
    }
    function issue(path: string[], message: string): void {
      context.addIssue({ code: "custom", message, path })
    }
  })
  .transform((chains) =>
    Object.entries(chains).map(([slug, { mainnet, retired, siblings, ...chain }]): ChainDeployment => ({
      ...chain,
      slug: Number(slug),
      isMainnet: mainnet,
      ...(retired === true ? { isRetired: true } : {}),
      switchboards: toSwitchboards(slug, siblings),
    })),
  )

function isKind(text: string): boolean {
  return (switchboardKinds as readonly string[]).includes(text)
}

type Siblings = Readonly<Record<string, z.infer<typeof siblingSchema>>>

/** Groups siblings by their switchboard: most chains have one of a kind, which leads to all of them. The public file also has paths from a chain to itself. */
function toSwitchboards(own: string, siblings: Siblings): DeployedSwitchboard[] {
  const found = new Map<string, DeployedSwitchboard & { readonly siblings: number[] }>()
  for (const [slug, kinds] of Object.entries(siblings)) {
    if (slug === own) continue
    for (const [kind, { switchboard: address }] of Object.entries(kinds)) {
      const key = `${kind} ${address}`
      const known = found.get(key) ?? { kind: kind as SwitchboardKind, address, siblings: [] }
      known.siblings.push(Number(slug))
      found.set(key, known)
    }
  }
  return [...found.values()]
}
