import { emptyTask } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import { defineTask, flag, rows } from "#src/plugin/arguments/rows.js"
import { shared } from "#src/plugin/arguments/sharedRows.js"

const { json, timeout, markdown, maxGasPrice, maxGasCost } = shared

const from = { says: "Chain to swap from, by name or slug (default: the chain of --network)" } as const

/** What is to be swapped. */
const request = rows({
  from,
  to: { says: "Chain to receive the output token on, by name or chain id (default: the same chain)" },
  for: { says: "Token to receive, by symbol or address" },
  receiver: { says: "Account that receives the output (default: the sender)" },
  slippage: { says: "Percent by which the output may fall short, such as 1 (default: 0.5)" },
  provider: { says: "Use only these bridges and dexes, such as pool,curve" },
  without: { says: "Use none of these bridges and dexes" },
  userOps: { says: "How to pay: tx, a transaction, or deposit, a transfer to an address (default: tx)" },
  refundAddress: { says: "Account on the origin chain that a deposit is refunded to" },
  feeBps: { says: "Fee for the account of --fee-taker, in hundredths of a percent of the amount, such as 25" },
  feeTaker: { kind: "address", says: "Account that receives the fee of --fee-bps" },
})

/** How far a swap may go. */
const least = rows({
  acceptLoss: {
    says: "Maximum loss of value in percent, such as 20; a swap that loses more is refused (default: 15)",
  },
  minOut: {
    says: "Least amount that you accept, in whole tokens of the output; needed with --yes outside the devnet, unless plugs.swap.prices has both",
  },
})

/** What a swap that is sent may do, cost and bring. */
const limits = rows({
  allowTarget: {
    kind: "addresses",
    says: "Contracts that the swap may call and approve, separated by commas, besides those of the configuration",
  },
  ...least,
  acceptUndecoded: flag(
    "Sign calldata that cannot be decoded without asking, although only the swap API says what it pays",
  ),
  maxGasPrice,
  maxGasCost,
  requote: flag("When the quote expires, take a new one with at least the same output and the same contracts"),
})

// The arguments of the tasks, in the order of `--help`. Actions read them.

export const quoteRows = rows({
  amount: { as: "argument", says: "Amount in whole tokens, such as 12.5" },
  token: { as: "argument", says: "Token to give, by symbol or address" },
  ...request,
  account: {
    kind: "address",
    says: "Account that would send the swap (default: the first account of the chain's network)",
  },
  json,
})

export const executeRows = rows({
  amount: { as: "optional", says: "Amount in whole tokens, such as 12.5" },
  token: { as: "optional", says: "Token to give, by symbol or address" },
  ...request,
  route: { says: "Which route to take: best, fastest or suggested (default: best)" },
  ...limits,
  yes: flag("Send without asking; needed where there is no terminal; a contract in no allow-list is refused"),
  resume: { says: "Resume the swap of this quote instead of beginning one" },
  timeout,
  json: flag(
    "Print one JSON line for each event: plan, resumed, execution, deposit, paid, unknown, status, reorg, waiting, trouble, end",
  ),
})

export const payRows = rows({
  quoteId: { as: "argument", says: "Id of the deposit's quote" },
  from,
  allowTarget: {
    kind: "addresses",
    says: "The deposit address, to confirm it in advance; needed with --yes",
  },
  ...least,
  maxGasPrice,
  maxGasCost,
  yes: flag("Send without asking; needed where there is no terminal"),
  timeout,
  json: flag("Print one JSON line for each event: plan, resumed, execution, status, reorg, trouble, end"),
})

export const statusRows = rows({
  id: { as: "argument", says: "Id of its quote, or hash of its transaction on the origin chain" },
  wait: flag("Wait until it has ended"),
  details: flag("Also show the quote as the API stored it"),
  timeout: { ...timeout, needs: "wait" },
  json: flag("Print JSON: one document, or with --wait one line for each event"),
})

export const explainRows = rows({
  id: {
    ...{ as: "optional", required: "the id of a quote" },
    says: "Id of its quote, or hash of its transaction on the origin chain",
  },
  markdown,
  json,
})

export const resumeRows = rows({
  quoteId: { as: "optional", says: "Id of its quote (default: the only unfinished swap)" },
  ...limits,
  yes: flag(
    "Send without asking; needed without a terminal for a transaction that no node has yet; a contract in no allow-list is refused",
  ),
  timeout,
  json: flag("Print one JSON line for each event: plan, resumed, execution, status, reorg, waiting, trouble, end"),
})

export const revokeRows = rows({
  token: { kind: "address", says: "Only allowances of this token, by address" },
  spender: {
    kind: "address",
    says: "Only allowances of this contract; with --token and --network, also one that no swap has left",
  },
  maxGasPrice,
  maxGasCost,
  yes: flag("Send without asking; needed where there is no terminal"),
  json: flag("Print one JSON line for each event: allowance, revoked, end"),
})

export const listRows = rows({
  chain: { says: "Only swaps from this chain, by name or slug" },
  account: { kind: "address", says: "Only swaps of this account" },
  state: { says: "Only swaps in this state, such as COMPLETED" },
  limit: { kind: "count", most: 500, default: "20", says: "How many swaps to show, at most 500" },
  json,
})

export const chainsRows = rows({ json })

export const tokensRows = rows({
  search: { as: "optional", says: "An address, or part of a name or symbol" },
  chains: { kind: "list", says: "Chains, by name or chain id, such as alpha,beta (default: all)" },
  list: {
    kind: "choice",
    of: ["full", "trending"],
    called: "a list of tokens",
    says: "Which list to show: full or trending (default: the API's own)",
  },
  account: { kind: "address", says: "Show the balances of this account" },
  json,
})

export const providersRows = rows({
  withoutDeposits: flag("Leave out those that only take deposits"),
  json,
})

/** The tasks for swaps. Their actions are imported when they run. */
export const swapTasks: TaskDefinition[] = [
  emptyTask("swap", "Swaps on one chain or across chains: compare offers, execute one, track and explain it").build(),
  defineTask("swap quote", "Compare the routes that are offered for a swap", quoteRows, "extras/swap/tasks/quote.js"),
  defineTask(
    "swap execute",
    "Execute a swap after asking, or with --user-ops deposit show what to pay; run it again to resume after a crash; exit code 2: failed or refunded, 3: timed out",
    executeRows,
    "extras/swap/tasks/execute.js",
  ),
  defineTask(
    "swap pay",
    "Pay a deposit that swap execute --user-ops deposit has shown, after asking; run it again to resume after a crash",
    payRows,
    "extras/swap/tasks/pay.js",
  ),
  defineTask(
    "swap status",
    "Show the state of a swap; exit code 2: failed, expired or refunded, 3: timed out",
    statusRows,
    "extras/swap/tasks/status.js",
  ),
  defineTask(
    "swap explain",
    "Explain why a swap has not arrived, and how to fix it; exit code 2: it needs a fix, 3: unknown",
    explainRows,
    "extras/swap/tasks/explain.js",
  ),
  defineTask(
    "swap resume",
    "Go on with an unfinished swap of this project; exit code 2: failed or refunded, 3: timed out",
    resumeRows,
    "extras/swap/tasks/resume.js",
  ),
  defineTask(
    "swap revoke",
    "Set allowances that swaps have left behind to 0, after asking: on every chain that swaps were sent on, or with --network on one",
    revokeRows,
    "extras/swap/tasks/revoke.js",
  ),
  defineTask(
    "swap list",
    "List the latest swaps that were sent from this project, with state and age",
    listRows,
    "extras/swap/tasks/list.js",
  ),
  defineTask("swap chains", "Show the chains that swaps can use", chainsRows, "extras/swap/tasks/chains.js"),
  defineTask("swap tokens", "Show tokens, or search for one", tokensRows, "extras/swap/tasks/tokens.js"),
  defineTask(
    "swap providers",
    "Show bridges and dexes, with the ids that --provider takes",
    providersRows,
    "extras/swap/tasks/providers.js",
  ),
]
