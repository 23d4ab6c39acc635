import { z } from "zod"

import { address, amount, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"
import { weaknessNames } from "#extras/audit/src/trust/findWeaknesses.js"
import { wayCodes } from "#extras/audit/src/trust/Power.js"
import { trustRules } from "#src/messaging/TrustPolicy.js"

const evidence = z.array(z.strictObject({ source: z.string(), says: z.string() }))

const block = amount.nullable().meta({ description: "The block in which the chain was read; null if it was not." })

const holder = z
  .strictObject({
    address,
    kind: z.enum(["key", "delegated key", "timelock", "contract", "unknown"]),
    as: z.array(z.string()).meta({ description: "What it is here, such as transmitter. The wording can change." }),
    through: z
      .array(address)
      .meta({ description: "The Safes that it signs for, or is a module of, and the proxies that it upgrades." }),
  })
  .meta({ id: "KeyHolder", description: "A key, or a contract that acts by rules of its own." })

const path = z.strictObject({
  application: z.string().nullable().meta({ description: "Its name in the wiring; null if plugs were named." }),
  srcChainName: z.string(),
  srcChainSlug: slug,
  srcPlug: address,
  srcBlock: block,
  dstChainName: z.string(),
  dstChainSlug: slug,
  dstPlug: address,
  dstBlock: block,
  isConnected: z.boolean(),
  says: z.string().meta({ description: "The answer as one sentence. The wording can change." }),
  powers: z.array(
    z.strictObject({
      power: z.enum(["forge", "censor", "freeze", "rules", "drain"]),
      code: z.enum(wayCodes).meta({ description: "Stable. extras/audit/docs/trust.md lists them all." }),
      keys: z.array(holder).meta({ description: "A smallest set that suffices; empty where nobody is needed." }),
      seconds: amount.nullable().meta({ description: "Seconds that it takes at least; null if that is not known." }),
      stoppedBy: z
        .array(z.array(holder))
        .meta({ description: "The smallest sets of others who can stop it meanwhile." }),
      evidence,
    }),
  ),
  accounts: z
    .array(
      z.strictObject({
        chainName: z.string(),
        address,
        says: z
          .array(z.string())
          .meta({ description: "Such as threshold: 2, signer: 0x…, guard: 0x… or upgrader: 0x…." }),
      }),
    )
    .meta({ description: "Every account of the path that is not a key, and who acts for it. --baseline compares it." }),
  weaknesses: z.array(
    z.strictObject({
      name: z.enum(weaknessNames).meta({ description: "Stable. extras/audit/docs/trust.md lists them all." }),
      says: z.string(),
      evidence,
      mend: z
        .strictObject({ who: z.string(), command: z.string().nullable(), by: z.literal("others").optional() })
        .nullable(),
    }),
  ),
  notWhole: z.array(z.enum(wayCodes)).meta({ description: "Ways of which others may hold a part that was not read." }),
  unread: z.array(z.strictObject({ chain: z.string(), what: z.string(), why: z.string() })),
})

const breach = {
  rule: z.enum(trustRules).meta({ description: "Stable. extras/audit/docs/trust.md lists them all." }),
  way: z.enum(wayCodes).nullable(),
  srcChainSlug: slug.nullable(),
  dstChainSlug: slug.nullable(),
  dstPlug: address.nullable(),
  says: z.string(),
  evidence,
}

const output: TaskOutput = {
  document: {
    paths: z.array(path),
    notRead: z.array(z.strictObject({ name: z.string(), why: z.string() })).meta({
      description: "Chains of which nothing was read.",
    }),
    breaches: z.array(z.strictObject(breach)).optional().meta({ description: "With --check." }),
    accepted: z
      .array(z.strictObject({ ...breach, reason: z.string(), until: z.string() }))
      .optional()
      .meta({ description: "With --check: breaches for which there is an exception." }),
    changes: z
      .array(
        z.strictObject({
          path: z.string(),
          what: z.string(),
          before: z.string(),
          now: z.string(),
          isWorse: z.boolean(),
        }),
      )
      .optional()
      .meta({ description: "With --baseline: what became better or worse." }),
  },
}

export default output
