import { readSource } from "../../../explaining/evidence.js"
import { decodeRevert } from "../../onchain/decodeRevert.js"
import { isOutOfGas, moreGasThan, tryInbound } from "../../onchain/delivery/inboundCall.js"
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
  const starving = await tryInbound(chain.client, call, { ...block, inboundGas: minMsgGasLimit })
  if (starving === undefined) return []
  const more = moreGasThan(minMsgGasLimit)
  const reverting = await tryInbound(chain.client, call, { ...block, inboundGas: more })
  const plug = `the plug ${call.to} on ${chain.name}`
  if (reverting !== undefined && isOutOfGas(reverting.error)) return [await runsOutOfGas(subject, more)]
  if (reverting !== undefined) {
    const revert = decodeRevert(reverting.error, abis) ?? decodeRevert("0x")
    const reason = revert?.reason ?? ""
    const withValue = call.value === 0n ? "" : ` with ${String(call.value)} wei`
    const simulated = evidenceOf(
      arrival,
      `inbound, called by the socket ${call.from}${withValue}, reverts: ${reason}.`,
      "simulation",
    )
    const [{ line, evidence: leftOut }, owner] = await Promise.all([
      readSource(findSource, { chain, ...call }, simulated.source),
      nameOwner(arrival, call.to),
    ])
    const at = line === undefined ? "" : ` at ${line}`
    return [
      certainly(subject, {
        name: "inbound-reverts",
        says: `inbound of ${plug} reverts${at}: ${reason}.`,
        evidence: [simulated, ...leftOut],
        mend: { who: `${owner}, so that inbound takes this message`, command: null },
      }),
    ]
  }
  const needed = await findGasNeeded(minMsgGasLimit, more, async (inboundGas) => {
    return (await tryInbound(chain.client, call, { ...block, inboundGas })) === undefined
  })
  return [
    certainly(subject, {
      name: "inbound-needs-more-gas",
      says: `inbound of ${plug} needs about ${needed.toLocaleString("en")} gas, and the message gives it ${minMsgGasLimit.toLocaleString("en")}.`,
      evidence: [
        evidenceOf(
          arrival,
          `inbound runs out of gas with ${String(minMsgGasLimit)}, and succeeds with ${String(needed)}.`,
          "simulation",
        ),
      ],
      mend: await mendByRetry(subject, { gasLimit: withMargin(needed) }),
    }),
  ]
}

/** How much would suffice is not looked for: it may loop without end. */
async function runsOutOfGas(subject: ExecutionCase, more: bigint): Promise<MessageCause> {
  const { arrival, call, journey } = subject
  const { minMsgGasLimit } = journey.message
  const [given, tried] = [minMsgGasLimit, more].map((gas) => gas.toLocaleString("en")) as [string, string]
  return certainly(subject, {
    name: "inbound-needs-more-gas",
    says: `inbound of the plug ${call.to} on ${arrival.chain.name} runs out of gas: the message gives it ${given}, and it runs out of ${tried} too.`,
    evidence: [
      evidenceOf(
        arrival,
        `inbound runs out of gas with ${String(minMsgGasLimit)}, and with ${String(more)}.`,
        "simulation",
      ),
    ],
    mend: {
      who: `${await nameOwner(arrival, call.to)}, if inbound loops without end; else whoever may execute, with messaging retry and a --gas-limit above ${String(more)}`,
      command: null,
    },
  })
}

/** A fifth more, because what inbound does can change until it is executed; in thousands. */
function withMargin(gas: bigint): bigint {
  return ((gas * 6n) / 5n / 1_000n + 1n) * 1_000n
}
