import { decodeRevertString } from "../reverts.js"
import { watcherAbi } from "../onchain/watcherAbi.js"
import type { PayloadFacts, RequestFacts, WatcherFacts } from "../reading/types.js"
import { type Findings, type GatewayCase, type GatewayCause, toCause } from "./types.js"
import { atHead, creditsText, requestText } from "./words.js"

/** Finds why what a request may cost stops it. */
export function findFeesCauses(of: GatewayCase): Promise<Findings> {
  return Promise.resolve({ causes: of.reading.requests.flatMap((request) => feesCauses(of, request)) })
}

/** A request stops at the first payload whose highest possible fee exceeds what is left of its maximum. */
function feesCauses({ reading }: GatewayCase, request: RequestFacts): GatewayCause[] {
  const { watcher } = reading
  const { payloads, cancelled, settled, maxFees, appGateway } = request
  if (cancelled !== null || settled !== null) return []
  const open = payloads.filter(({ resolved }) => resolved === null)
  const batch = Math.min(...open.map(({ batchCount }) => batchCount))
  const next = open.filter(({ batchCount, finalized }) => batchCount === batch && finalized === null)
  for (const payload of next) {
    const refusal = refusalOf(payload)
    const dearest = watcher === null || maxFees === null ? undefined : costOf(request, payload, watcher)
    // While others of the batch run, their highest fees are held, and what they do not use is free again when they are done.
    const isAlone = open.every(({ finalized }) => finalized === null)
    const isOver = dearest !== undefined && maxFees !== null && dearest.promised > maxFees && isAlone
    if (!isOver && (refusal === undefined || payload.reported?.isGivenUp !== true)) continue
    const limit = maxFees ?? refusal?.maxFees ?? 0n
    const needed = dearest?.whole ?? refusal?.required ?? 0n
    return [
      toCause({
        name: "fees-too-low",
        says: `${capitalized(requestText(request))} may cost ${creditsText(limit)} at most, and its payload ${payload.payloadId} may bring it to ${creditsText(dearest?.promised ?? needed)}. ${creditsText(needed)} are enough for all of its payloads.`,
        evidence: [
          { source: atHead(reading), says: `The maximum fees of ${requestText(request)} are ${String(limit)}.` },
          ...(dearest === undefined ? [] : [{ source: atHead(reading), says: dearest.says }]),
          ...(refusal === undefined
            ? []
            : [
                {
                  source: "the gateway API",
                  says: `It is not finalized: MaxFeesTooLow(required: ${refusal.required}, maxFees: ${refusal.maxFees}).`,
                },
              ]),
        ],
        mend: {
          who: `the app gateway ${appGateway ?? "that made it"}, by a function that calls _increaseFees(${request.requestCount ?? "…"}, ${needed}), and by higher maxFees for its next requests`,
          command: null,
        },
        about: payload.payloadId,
      }),
    ]
  }
  return []
}

type Refusal = { readonly required: bigint; readonly maxFees: bigint }

/** What the API says of a finalization that the watcher contract refused. */
function refusalOf({ reported }: PayloadFacts): Refusal | undefined {
  const text = reported?.simulationDetails.executeRevertString ?? ""
  const { decoded } = decodeRevertString(text, [watcherAbi])
  const [required, maxFees] =
    decoded?.name === "MaxFeesTooLow" ? decoded.args : (/MaxFeesTooLow\(\D*(\d+)\D+(\d+)/.exec(text) ?? []).slice(1)
  if (required === undefined || maxFees === undefined) return undefined
  return { required: BigInt(required as string | bigint), maxFees: BigInt(maxFees as string | bigint) }
}

type Cost = {
  /** What was charged, and the highest fees of what runs and of the payload. */
  readonly promised: bigint
  /** The same with every payload of the request: enough whatever they use. */
  readonly whole: bigint
  readonly says: string
}

function costOf({ payloads }: RequestFacts, payload: PayloadFacts, watcher: WatcherFacts): Cost | undefined {
  const own = dearestFee(payload, watcher)
  if (own === undefined) return undefined
  const costs = payloads.map((each): { isBegun: boolean; fee: bigint } => {
    const { resolved, finalized } = each
    if (resolved !== null && "fee" in resolved) return { isBegun: true, fee: resolved.fee }
    return { isBegun: finalized !== null, fee: dearestFee(each, watcher) ?? 0n }
  })
  const begun = costs.reduce((sum, { isBegun, fee }) => (isBegun ? sum + fee : sum), 0n)
  const { gasLimit = 0n, value = 0n } = payload.options ?? {}
  return {
    promised: begun + own,
    whole: costs.reduce((sum, { fee }) => sum + fee, 0n),
    says: `PAYLOAD_FEE is ${watcher.payloadFee} and FEE_PER_GAS ${watcher.feePerGas}: with a gas limit of ${gasLimit} and a value of ${value}, the payload costs ${own} at most, beside ${begun} of the others.`,
  }
}

/** The highest possible fee of a payload, as the watcher contract computes it. */
function dearestFee({ options, callType }: PayloadFacts, { payloadFee, feePerGas }: WatcherFacts): bigint | undefined {
  if (options === null) return undefined
  return callType === "READ" || callType === "SCHEDULE"
    ? payloadFee
    : payloadFee + options.gasLimit * feePerGas + options.value
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
