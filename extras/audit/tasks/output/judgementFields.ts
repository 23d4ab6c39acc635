import { listCalls } from "#extras/audit/src/judging/decodeCalls.js"
import type { Judgement } from "#extras/audit/src/judging/judgeBatches.js"
import { deliveryFields } from "#tasks/messaging/output/deliveries.js"
import { connectionFields } from "#tasks/messaging/output/wiringFields.js"

/** A judgement with the fields that it has in JSON. */
export function judgementFields({
  batches,
  steps,
  deliveries,
  lacks,
  names,
  ...judgement
}: Judgement): Record<string, unknown> {
  return {
    ...judgement,
    lacks: lacks.map(connectionFields),
    deliveries: deliveries.map(deliveryFields),
    names: names.map(({ chain: chainName, ...named }) => ({ chainName, ...named })),
    batches: batches.map(({ chain, from, file = null, notes, calls, hashes, verdict }) => ({
      ...{ chainName: chain.name, chainId: chain.chainId, from, file, notes, verdict },
      ...("why" in hashes ? { hashes: null, whyNoHashes: hashes.why } : { hashes, whyNoHashes: null }),
      calls: listCalls(calls).map(({ name = null, call, problem = null, claimed = null, creates = false, ...one }) => ({
        ...{ ...one, name, signature: call?.signature ?? null },
        args: call?.args.map((argument) => ({ ...argument, name: argument.name ?? null })) ?? null,
        ...{ problem, claimed, creates, inner: undefined, method: undefined },
      })),
    })),
    steps: steps.map(({ number, chain, from, to, status, reason = null }) => ({
      ...{ number, chainName: chain.name, from, to, status, reason },
    })),
  }
}
