import { z } from "zod"

import { connection } from "../shapes/calls.js"
import { deliveries } from "../shapes/deliveries.js"
import { forks } from "../shapes/forks.js"
import { address, amount, hex, slug } from "../shapes/values.js"
import { type TaskOutputs } from "../taskSchema.js"
import { findingNames } from "#extras/audit/src/judging/Finding.js"
import { ruleNames } from "#extras/audit/src/linting/rules.js"
import { weaknessNames } from "#extras/audit/src/trust/findWeaknesses.js"
import { wayCodes } from "#extras/audit/src/trust/Power.js"
import { trustRules } from "#src/messaging/TrustPolicy.js"
import { checkNames } from "#tasks/doctor/checks.js"

const number = z.string().meta({ description: "Place in the file, such as 2, or 2.1 for a call that is packed in it." })
const operation = z.union([z.literal(0), z.literal(1)]).meta({ description: "1 is a delegatecall." })

const verdict = z.enum(["as wired", "beyond", "unknown"])

const call = z.strictObject({
  number,
  from: address,
  to: address,
  name: z.string().nullable().meta({ description: "What the target is called in the project or the protocol." }),
  value: amount.meta({ description: "In wei." }),
  data: hex,
  operation,
  signature: z.string().nullable().meta({ description: "The function; null if it could not be decoded." }),
  args: z.array(z.strictObject({ name: z.string().nullable(), type: z.string(), text: z.string() })).nullable(),
  isKnown: z.boolean().meta({ description: "Whether the ABI is that of the target, and not found by the selector." }),
  isClaimed: z
    .boolean()
    .meta({ description: "Whether only the file names the function; its selector is that of the data." }),
  creates: z.boolean().meta({ description: "Whether the data is the code of a contract that comes to be at `to`." }),
  problem: z.string().nullable().meta({ description: "Why it could not be decoded whole." }),
  claimed: z
    .string()
    .nullable()
    .meta({ description: "The function that the file names, where its data is of another." }),
})

const hashes = z.strictObject({
  version: z.string(),
  nonce: amount,
  to: address.meta({ description: "The only target, or the MultiSend that makes several calls one." }),
  operation,
  domainHash: hex,
  messageHash: hex,
  safeTxHash: hex,
})

const place = z.number().int().min(1)

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

const count = z.number().int().min(0)

const gasNeed = z.strictObject({
  needed: count.nullable().meta({ description: "Gas; null if no amount suffices." }),
  used: count,
  newSlots: count,
  changedSlots: count,
  newAccounts: count,
  codeBytes: count,
})

const deliveryGas = z.strictObject({ inbound: gasNeed, execution: gasNeed.nullable() }).nullable()

const breach = {
  rule: z.enum(trustRules).meta({ description: "Stable. extras/audit/docs/trust.md lists them all." }),
  way: z.enum(wayCodes).nullable(),
  srcChainSlug: slug.nullable(),
  dstChainSlug: slug.nullable(),
  dstPlug: address.nullable(),
  says: z.string(),
  evidence,
}

const outputs: TaskOutputs = {
  "plugs-doctor": {
    document: {
      verdict: z.enum(["ok", "warning", "failed"]),
      checks: z.array(
        z.strictObject({
          name: z.enum(checkNames),
          status: z.enum(["ok", "warning", "failed", "skipped"]),
          subject: z.string(),
          says: z.string(),
          mend: z.string().nullable(),
        }),
      ),
    },
  },
  "plugs-judge": {
    document: {
      verdict: verdict.meta({
        description:
          "beyond: they do more than the wiring says, or fail. unknown: nothing was found, and not all was judged.",
      }),
      findings: z.array(
        z.strictObject({
          name: z.enum(findingNames).meta({ description: "Stable. extras/audit/docs/judge.md lists them all." }),
          number: z
            .string()
            .nullable()
            .meta({ description: "The call, the message or the scheduled call; null if it was found afterwards." }),
          chain: z.string().nullable(),
          says: z.string(),
        }),
      ),
      forks,
      wiring: z
        .strictObject({ done: z.number(), left: z.number() })
        .meta({ description: "Changes of the wiring that the batches make, and those that are left." }),
      lacks: z.array(z.strictObject(connection)).meta({ description: "The changes of the wiring that are left." }),
      names: z
        .array(z.strictObject({ chainName: z.string(), address, name: z.string() }))
        .meta({ description: "What the project, the wiring or the protocol calls the addresses in the calls." }),
      deliveries,
      notJudged: z.array(z.strictObject({ name: z.string(), why: z.string() })),
      batches: z.array(
        z.strictObject({
          chainName: z.string(),
          chainId: z.number(),
          from: address,
          file: z.string().nullable().meta({ description: "As the command line names it." }),
          notes: z.array(z.string()),
          verdict: verdict.meta({
            description:
              "unknown: nothing was found in its own calls, and not all was judged, or something was found that is in no call.",
          }),
          hashes: hashes.nullable().meta({ description: "What the owners of the Safe sign, as a device shows it." }),
          whyNoHashes: z.string().nullable(),
          calls: z.array(call).meta({ description: "Each before those that are packed in it." }),
        }),
      ),
      steps: z.array(
        z.strictObject({
          number: z
            .string()
            .meta({ description: "That of the call, or message or scheduled with a number of its own." }),
          chainName: z.string(),
          from: address,
          to: address,
          status: z.enum(["applied", "reverted", "undone", "skipped", "unread"]),
          reason: z.string().nullable(),
        }),
      ),
    },
  },
  "plugs-record": {
    document: {
      passed: z.boolean().meta({ description: "Whether all tests have passed." }),
      chains: z.array(
        z.strictObject({
          name: z.string(),
          file: z.string(),
          block: z.number().nullable().meta({ description: "Null where no test has forked the chain." }),
          previousBlock: z.number().nullable(),
          bytes: z.number(),
          answers: z.number(),
          added: z.number(),
          removed: z.number(),
          changed: z.number().meta({ description: "Answers to the same questions that are others now." }),
        }),
      ),
    },
  },
  "plugs-lint": {
    document: {
      findings: z.array(
        z.strictObject({
          rule: z.enum(ruleNames).meta({ description: "Stable. extras/audit/docs/lint.md lists them all." }),
          file: z.string().meta({ description: "From the root of the project, such as contracts/Vault.sol." }),
          line: place,
          column: place.meta({ description: "In UTF-16 units, as editors count them." }),
          endLine: place,
          endColumn: place.meta({ description: "Behind the last character." }),
          says: z.string(),
          docs: z.url().meta({ description: "The section on the rule." }),
          scsvs: z
            .string()
            .nullable()
            .meta({ description: "The requirement of OWASP's SCSVS 0.0.1, such as S4.1.C4; null if there is none." }),
        }),
      ),
      files: z.array(z.string()).meta({ description: "All that were judged." }),
    },
  },
  "plugs-upgrade-check": {
    document: {
      hardfork: z.string().meta({ description: "The next one." }),
      paths: z.array(
        z.strictObject({
          application: z.string().nullable(),
          srcChainName: z.string(),
          srcChainSlug: slug,
          srcPlug: address.nullable(),
          dstChainName: z.string(),
          dstChainSlug: slug,
          dstPlug: address,
          status: z.enum(["fine", "dies", "unverified"]),
          why: z.string().nullable(),
          messageId: hex.nullable().meta({ description: "The message that was priced; null: one of 32 zeros." }),
          today: deliveryGas,
          next: deliveryGas,
          granted: amount.nullable().meta({ description: "What that message brings for inbound." }),
          limit: amount.nullable().meta({ description: "What is needed by both rules, and a tenth more." }),
          fee: amount.nullable().meta({ description: "What a message with that costs now, in wei." }),
          change: z.string().nullable(),
        }),
      ),
      notRead: z.array(z.strictObject({ name: z.string(), why: z.string() })),
    },
  },
  "plugs-trust": {
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
  },
}

export default outputs
