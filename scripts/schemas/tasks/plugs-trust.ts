import { z } from "zod"

import { trustRules } from "../../../src/messaging/trust/checkTrust.js"
import { weaknessNames } from "../../../src/messaging/trust/findWeaknesses.js"
import { wayCodes } from "../../../src/messaging/trust/Power.js"
import { address, amount, hash, hex, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

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
      code: z.enum(wayCodes).meta({ description: "Stable. docs/trust.md lists them all." }),
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
      name: z.enum(weaknessNames).meta({ description: "Stable. docs/trust.md lists them all." }),
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
  rule: z.enum(trustRules).meta({ description: "Stable. docs/trust.md lists them all." }),
  way: z.enum(wayCodes).nullable(),
  srcChainSlug: slug.nullable(),
  dstChainSlug: slug.nullable(),
  dstPlug: address.nullable(),
  says: z.string(),
  evidence,
}

const moved = z.strictObject({
  balances: z
    .array(z.strictObject({ address, before: amount, after: amount }))
    .meta({ description: "Native balances, but that of the account that sent the transaction." }),
  transfers: z
    .array(z.strictObject({ token: address, from: address, to: address, amount }))
    .meta({ description: "Tokens, by their Transfer logs. What is minted comes from the zero address." }),
  values: z
    .array(z.strictObject({ name: z.string(), before: z.string(), after: z.string() }))
    .meta({ description: "The plug's views without arguments whose answer has changed." }),
  events: z.array(z.string()).meta({ description: "The events of the plug, with their arguments." }),
  storage: z
    .array(z.strictObject({ address, words: z.int() }))
    .meta({ description: "How many words of storage have changed, by contract, but those of the socket." }),
})

const proof = z.strictObject({
  srcChainSlug: slug,
  dstChainSlug: slug,
  dstPlug: address,
  payload: hex.meta({ description: "What was forged." }),
  messageId: hash.nullable().meta({ description: "The delivered message whose payload it is; null if you gave it." }),
  code: z.enum(wayCodes).meta({ description: "The way that was tried." }),
  keys: z.array(holder).meta({ description: "The fewest keys of the way: no others were used." }),
  status: z.enum(["proven", "reverted", "refused", "not tried"]).meta({
    description:
      "proven: the plug ran it. reverted: the socket let it run, and inbound reverted. refused: the keys could not do it, which is a defect. not tried: it could not be carried out.",
  }),
  why: z.string().nullable().meta({ description: "Why it is not proven; null if it is." }),
  waited: amount.meta({ description: "Seconds that had to pass." }),
  moved: moved.nullable().meta({ description: "What the message has changed; null if nothing ran." }),
})

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
    proofs: z.array(proof).optional().meta({ description: "With --prove: every way that was tried on forks." }),
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
