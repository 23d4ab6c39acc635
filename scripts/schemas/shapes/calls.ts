import { z } from "zod"

import { address, slug } from "./values.js"
import { type SwitchboardKind, switchboardKinds } from "#src/messaging/switchboardKinds.js"

/** What a task has written with `--safe`. */
export const safeFiles: z.ZodType = z
  .array(z.strictObject({ file: z.string(), chainName: z.string(), safe: address, transactions: z.int() }))
  .optional()
  .meta({ description: "With --safe: the files that were written." })

type Argument = { name: string | null; type: string; text: string }

/** The call that connects a plug, read back from its data. */
export const call: { readonly signature: z.ZodString; readonly args: z.ZodType<Argument[]> } = {
  signature: z.string().meta({ description: "Such as connect(uint32,address,address)." }),
  args: z
    .array(z.strictObject({ name: z.string().nullable(), type: z.string(), text: z.string() }))
    .meta({ description: "Lists and tuples are JSON." }),
}

export const switchboardKind: z.ZodType<SwitchboardKind | null> = z
  .enum(switchboardKinds)
  .nullable()
  .meta({ description: "null: the switchboard is not one of those that are known on this path." })

/** One direction of a connection. */
export const connection: Readonly<Record<string, z.ZodType>> = {
  application: z.string(),
  srcChainName: z.string(),
  srcChainSlug: slug,
  srcPlug: address,
  dstChainName: z.string(),
  dstChainSlug: slug,
}
