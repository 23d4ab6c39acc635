import { z } from "zod"

// A value with an `id` is written once in each schema, under `$defs`.

/** An amount in the smallest unit, as text, because a JSON number would lose digits. */
export const amount: z.ZodType = z
  .string()
  .regex(/^\d+$/)
  .meta({ id: "Amount", description: "Decimal digits: an amount in the smallest unit, such as wei." })

/** An address of an EVM chain. */
export const address: z.ZodType = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({ id: "Address", description: "An address of an EVM chain." })

/** An address of any chain. */
export const anyAddress: z.ZodType = z
  .string()
  .meta({ id: "AnyAddress", description: "An address. On a chain that is not an EVM chain it is as the API gave it." })

/** The hash of a transaction on an EVM chain. */
export const hash: z.ZodType = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ id: "Hash", description: "The hash of a transaction on an EVM chain." })

/** The hash of a transaction on any chain. */
export const anyHash: z.ZodType = z.string().meta({
  id: "AnyHash",
  description: "The hash of a transaction. On a chain that is not an EVM chain it is as the API gave it.",
})

/** Bytes. */
export const hex: z.ZodType = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .meta({ id: "Hex", description: "Bytes, as 0x and hex digits." })

/** When something happened here. */
export const at: z.ZodType = z
  .int()
  .meta({ id: "At", description: "Milliseconds since 1970, by the clock of this machine." })

/** When something happened on a chain. */
export const chainTime: z.ZodType = z
  .int()
  .meta({ id: "ChainTime", description: "Milliseconds since 1970, by the clock of the chain." })

/** How long something took. */
export const milliseconds: z.ZodType = z.int().meta({ id: "Milliseconds", description: "A duration in milliseconds." })

/** A time that an API gives. */
export const seconds: z.ZodType = z
  .number()
  .meta({ id: "Seconds", description: "Seconds since 1970, as the API gives it." })

export const slug: z.ZodType = z.int().meta({ id: "Slug", description: "The number of a chain in the protocol." })

export const chainId: z.ZodType = z.int().meta({ id: "ChainId", description: "The id of a chain." })

/** A chain of the configuration. */
export const chain: z.ZodType = z
  .strictObject({ name: z.string(), slug, network: z.string(), socket: address.optional() })
  .meta({ id: "Chain", description: "A chain of the configuration: its name, slug, Hardhat network and socket." })

/**
 * An object that an API gave. Fields that the API adds later are printed, too, so a reader must expect others than these.
 *
 * @example
 * apiObject("Forwarder", { chainSlug: slug, isDeployed: z.boolean() })
 */
export function apiObject(id: string, shape: z.ZodRawShape): z.ZodType {
  return z.looseObject(shape).meta({ id, description: "As the API gives it; it can have more fields." })
}

/** A value that an API gave and that could not be read. */
export const foreign: z.ZodType = z
  .array(z.strictObject({ path: z.string(), received: z.unknown(), expected: z.string() }))
  .meta({
    id: "Foreign",
    description: "What could not be read: where it was, what it was, and what is documented there.",
  })
