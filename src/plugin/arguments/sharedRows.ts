import { flag, rows } from "./rows.js"

/** Options that several tasks have. */
export const shared = rows({
  json: flag("Print JSON on standard output, and nothing else there"),
  from: { says: "Source chain, by name or slug (default: the chain of --network)" },
  until: {
    kind: "messageState",
    says: "Stop when every message has reached this state, such as ATTESTED (default: its final state)",
  },
  timeout: { kind: "duration", says: "Maximum time to wait, such as 30s, 10m or 2h; exit code 3 when it passes" },
  source: {
    kind: "choice",
    of: ["api", "chain", "both"],
    called: "a source",
    otherwise: "both",
    says: "Where states are read: api, chain, or both, which must agree on what was delivered (default: both)",
  },
  // An option of every task that explains. Its action hands it on to `showExplanation`.
  markdown: { says: "Write the explanation as Markdown for an issue to this file; - for standard output" },
  // The options of every task that sends transactions.
  maxGasPrice: {
    kind: "gasPrice",
    says: "Gas price to pay at most, in gwei (default: ten times the usual one, and 10 at least)",
  },
  maxGasCost: {
    kind: "amount",
    says: "What all gas may cost on a chain, in its currency (default: that of the chain in the configuration, or 0.05 ETH)",
  },
  confirmations: {
    ...{ kind: "count", most: 1_000, otherwise: "1" },
    says: "Wait until there are so many blocks from that of the transaction on (default: 1)",
  },
  safe: {
    says: "Send nothing: write the transaction for Safe to this file, with the chain's name, such as safe.alpha.json",
  },
})
