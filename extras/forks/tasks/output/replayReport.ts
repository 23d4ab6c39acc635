import type { PlacedBuild } from "#extras/forks/src/replay/placeBuild.js"
import type { ReplayResult } from "#extras/forks/src/replay/readResult.js"
import type { Replay, StoppedReplay } from "#extras/forks/src/replay/replayMessage.js"
import { paint } from "#src/terminal/paint.js"
import { apart, facts, prose, type Report } from "#src/terminal/report.js"

/** A replay as a program gets it. */
export function replayDocument({ message, ...replay }: Replay): object {
  return { ...endsOf(message), ...replay }
}

/** A replay that was stopped, as a program gets it. */
export function stoppedDocument({ message, ...stopped }: StoppedReplay): object {
  return { ...endsOf(message), ...stopped }
}

function endsOf(message: Replay["message"]): object {
  const { messageId, srcChainSlug, srcPlug, dstChainSlug, dstPlug, transactionHash: outboundTx } = message
  return { messageId, outboundTx, srcChainSlug, srcPlug, dstChainSlug, dstPlug }
}

/** Where the fork answers, and how to go on. */
export function stoppedReport({ message, to, block, url, inbound, gasLimit, ...rest }: StoppedReplay): Report {
  return apart(
    [
      prose(`${message.messageId} waits before inbound, on a fork of ${to.name}, after block ${block}.`),
      facts([
        ["RPC", url],
        ["inbound", `${inbound.to}, called by ${inbound.from} with ${gasLimit} gas`],
        ["code", rest.build && sayBuild(rest.build)],
      ]),
    ],
    saySetUp(rest),
    [
      "Read and change it as any node. Then execute the message:",
      `curl -H content-type:application/json -d '{"jsonrpc":"2.0","id":1,"method":"plugs_execute"}' ${url}`,
    ],
  )
}

/** What happened, what happens on the fork, and what differs. */
export function replayReport({ message, to, block, happened, replayed, differences, leftOut }: Replay): Report {
  const { outcome, gasUsed, gasLimit, line, build, isCarried } = replayed
  const color = outcome === "delivered" ? paint.green : paint.red
  const filled = build === null ? [] : Object.entries(build.immutables).map(([name, value]) => `${name} ${value}`)
  const compared = differences.length === 0 ? "the same" : "another one"
  return apart(
    [
      prose(`${message.messageId} on a fork of ${to.name}, after block ${block}.`, `${paint.bold(color(outcome))}  `),
      facts([
        ["happened", happened && `${sayResult(happened)}, in ${happened.txHash}`],
        ["here", sayResult(replayed)],
        ["compared", happened && compared],
        ["inbound", gasUsed === null ? null : `${gasUsed} of ${gasLimit} gas`],
        ["line", line],
        ["code", build && sayBuild(build)],
        ["filled in", filled.length === 0 ? null : filled.join(", ")],
      ]),
    ],
    differences.map((difference) => prose(difference, "differs: ")),
    replayed.logs.map((log) => prose(log, "logs: ")),
    outcome !== "delivered" &&
      replayed.calls.map(({ to: called, name, failed }) =>
        prose(`${called ?? "a new contract"} ${name}${failed === null ? "" : `  ${paint.red(failed)}`}`, "calls: "),
      ),
    saySetUp({ isCarried, leftOut }),
  )
}

function sayBuild({ contract, address }: PlacedBuild): string {
  return `${contract}, in the place of the code at ${address}`
}

function saySetUp({ isCarried, leftOut }: Pick<StoppedReplay, "isCarried" | "leftOut">): Report {
  return [
    isCarried && "Its packet was proposed and attested on the fork, because the chain has not got it.",
    leftOut > 0 && `${leftOut} earlier transactions of its block were left out.`,
  ]
}

/** Such as `reverted: Paused()`. */
export function sayResult({ outcome, reason }: Pick<ReplayResult, "outcome" | "reason">): string {
  return reason === null ? outcome : `${outcome}: ${reason}`
}
