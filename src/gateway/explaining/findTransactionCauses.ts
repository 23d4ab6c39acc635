import { blockSource } from "../../explaining/evidence.js"
import { readRevert } from "../../onchain/reading/readRevert.js"
import { feesManagerAbi } from "../onchain/abi.js"
import { gatewaySocketAbi, watcherAbi } from "../onchain/watcherAbi.js"
import type { TransactionFacts } from "../reading/types.js"
import { findTransactionMistake } from "./calls/findTransactionMistake.js"
import { findPayerCause } from "./findPayerCause.js"
import { type Findings, type GatewayCase, type GatewayCause, toCause } from "./types.js"
import { atHead } from "./words.js"

/** Finds why a transaction made no request. */
export async function findTransactionCauses(of: GatewayCase): Promise<Findings> {
  const { kind, transaction } = of.reading
  if (kind === "unknown") return { causes: [unknownCause(of)] }
  if ((kind !== "transaction" && kind !== "trigger") || transaction === null) return { causes: [] }
  if (transaction.state === "pending") return { causes: [pendingCause(transaction)] }
  if (transaction.reverted) return { causes: [await revertedCause(of, transaction)] }
  return { causes: nothingMadeCauses(of, transaction) }
}

function unknownCause({ reading }: GatewayCase): GatewayCause {
  const { id, api } = reading
  const evidence = [{ source: atHead(reading), says: `There is no transaction, payload, timeout or trigger ${id}.` }]
  const reported =
    api === undefined
      ? []
      : [{ source: "the gateway API", says: api.kind === "answer" ? `It does not know ${id}.` : api.says }]
  return toCause({
    name: "transaction-unknown",
    says: `Neither ${reading.gateway.name} nor a configured chain that it reaches has the transaction ${id}, and there is no payload, timeout or trigger with this id.`,
    evidence: [...evidence, ...reported],
    mend: {
      who: "you, by checking the hash or id, and that plugs.chains has the chain of the transaction",
      command: null,
    },
  })
}

function pendingCause({ chain, txHash }: TransactionFacts): GatewayCause {
  return toCause({
    name: "transaction-pending",
    says: `The transaction waits to be mined on ${chain.name}.`,
    evidence: [{ source: chain.name, says: `The node knows ${txHash} and has no receipt for it.` }],
  })
}

async function revertedCause(of: GatewayCase, transaction: TransactionFacts): Promise<GatewayCause> {
  const { chain, mined, revertData, txHash } = transaction
  const source = `${chain.name}, block ${String(mined?.blockNumber ?? "unknown")}`
  if (chain === of.reading.gateway && revertData !== null) {
    const call = { revert: { data: revertData }, source, what: "The transaction", about: null, then: "send it again" }
    const cause = (await findPayerCause(of, call)) ?? (await findTransactionMistake(of))
    if (cause !== undefined) return cause
  }
  const { reason = "the node does not say why" } =
    (revertData === null ? undefined : readRevert(revertData, [...of.abis, ...protocolAbis])) ?? {}
  return toCause({
    name: "transaction-reverted",
    says: `The transaction reverted on ${chain.name}, so it asked for nothing: ${reason}.`,
    evidence: [
      { source, says: `The receipt of ${txHash} says that it reverted.` },
      ...(revertData === null
        ? []
        : [{ source: `simulation on ${source}`, says: `The same call reverts with ${revertData}: ${reason}.` }]),
    ],
    mend: { who: "you, by mending why it reverts and sending it again", command: null },
  })
}

const protocolAbis = [watcherAbi, feesManagerAbi, gatewaySocketAbi]

function nothingMadeCauses({ reading }: GatewayCase, { chain, mined, to, txHash }: TransactionFacts): GatewayCause[] {
  const { requests, timeouts, triggers, changes, gateway, watcher, kind } = reading
  if (requests.length + timeouts.length + triggers.length + changes.length > 0 || mined === null) return []
  const isGateway = kind === "transaction"
  // The logs of a public deployment's watcher are not known, and its API may not have come to the transaction yet.
  const isKnown = isGateway ? watcher !== null : "socket" in chain && chain.socket !== undefined
  const what = isGateway
    ? "It queued no call in an async function, and set no timeout"
    : "No contract with an app gateway called its socket in it"
  return [
    toCause({
      name: "no-request",
      // Nobody can know whether it was meant to ask for something.
      certainty: isKnown ? "likely" : "possible",
      says: `The transaction to ${to ?? "no contract"} is mined on ${chain.name} and asked for nothing. ${what}. That is right if it was only to change something there.`,
      evidence: [
        {
          source: blockSource(chain, mined.blockNumber),
          says: isGateway
            ? `The receipt of ${txHash} has no RequestSubmitted and no TimeoutScheduled of the watcher ${gateway.watcher}.`
            : `The receipt of ${txHash} has no AppGatewayCallRequested of the gateway's socket.`,
        },
      ],
      mend: {
        who: "you, if it was to ask for something, by calling a function of the app gateway that is async",
        command: null,
      },
    }),
  ]
}
