import { decodeRevert } from "../../onchain/decodeRevert.js"
import { tryInbound } from "../../onchain/delivery/inboundCall.js"
import type { MessageCause } from "../types.js"
import { certainly, evidenceOf, type ExecutionCase } from "./ExecutionCase.js"
import { findGasNeeded } from "./findGasNeeded.js"
import { mendByRetry } from "./mendByRetry.js"
import { nameOwner } from "./nameOwner.js"

/** Simulates the call of `inbound`: whether it reverts, or needs more gas than the message gives it. */
export async function findInboundCauses(subject: ExecutionCase): Promise<readonly MessageCause[]> {
  const { arrival, call, journey, abis, findSource } = subject
  const { chain, head } = arrival
  const { minMsgGasLimit } = journey.message
  const block = { blockNumber: head.number }
  const [reverting, starving] = await Promise.all([
    tryInbound(chain.client, call, block),
    tryInbound(chain.client, call, { ...block, inboundGas: minMsgGasLimit }),
  ])
  const plug = `the plug ${call.to} on ${chain.name}`
  // One with a limit above what is tried otherwise succeeds with its limit.
  if (reverting !== undefined && starving !== undefined) {
    const revert = decodeRevert(reverting.error, abis) ?? decodeRevert("0x")
    const reason = revert?.reason ?? ""
    const [line, owner] = await Promise.all([
      findSource?.({ chain, ...call }).catch(() => undefined),
      nameOwner(arrival, call.to),
    ])
    const at = line === undefined ? "" : ` at ${line}`
    const withValue = call.value === 0n ? "" : ` with ${String(call.value)} wei`
    return [
      certainly(subject, {
        name: "inbound-reverts",
        says: `inbound of ${plug} reverts${at}: ${reason}.`,
        evidence: [
          evidenceOf(
            arrival,
            `inbound, called by the socket ${call.from}${withValue}, reverts: ${reason}.`,
            "simulation",
          ),
        ],
        mend: { who: `${owner}, so that inbound takes this message`, command: null },
      }),
    ]
  }
  if (starving === undefined) return []
  const needed = await findGasNeeded(minMsgGasLimit, async (inboundGas) => {
    return (await tryInbound(chain.client, call, { ...block, inboundGas })) === undefined
  })
  const amount = needed === undefined ? "more" : `about ${needed.toLocaleString("en")}`
  return [
    certainly(subject, {
      name: "inbound-needs-more-gas",
      says: `inbound of ${plug} needs ${amount} gas, and the message gives it ${minMsgGasLimit.toLocaleString("en")}.`,
      evidence: [
        evidenceOf(
          arrival,
          `inbound fails with ${String(minMsgGasLimit)} gas, and succeeds with ${needed === undefined ? "as much as the node allows" : String(needed)}.`,
          "simulation",
        ),
      ],
      mend: await mendByRetry(subject, needed === undefined ? {} : { gasLimit: withMargin(needed) }),
    }),
  ]
}

/** A fifth more, because what inbound does can change until it is executed; in thousands. */
function withMargin(gas: bigint): bigint {
  return ((gas * 6n) / 5n / 1_000n + 1n) * 1_000n
}
