import { emptyTask, task } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import { json, markdown, maxGasCost, maxGasPrice, named, text, textOr, timeout } from "#src/plugin/arguments/options.js"
import type { OptionName } from "#src/primitives/commands/taskNames.js"
import { loadAction } from "#tasks/loadAction.js"

const swap = emptyTask("swap", "Swaps on one chain or across chains: compare offers, execute one, track and explain it")

const from = text("from", "Chain to swap from, by name or slug (default: the chain of --network)")
const to = text("to", "Chain to receive the output token on, by name or chain id (default: the same chain)")
const wanted = text("for", "Token to receive, by symbol or address")
const receiver = text("receiver", "Account that receives the output (default: the sender)")
const slippage = text("slippage", "Percent by which the output may fall short, such as 1 (default: 0.5)")
const provider = text("provider", "Use only these bridges and dexes, such as pool,curve")
const without = text("without", "Use none of these bridges and dexes")
const feeBps = text(
  "feeBps",
  "Fee for the account of --fee-taker, in hundredths of a percent of the amount, such as 25",
)
const feeTaker = text("feeTaker", "Account that receives the fee of --fee-bps")

const acceptLoss = text(
  "acceptLoss",
  "Maximum loss of value in percent, such as 20; a swap that loses more is refused (default: 15)",
)

const minOut = text(
  "minOut",
  "Least amount that you accept, in whole tokens of the output; needed with --yes outside the devnet, unless plugs.swap.prices has both",
)

const allowTarget = text(
  "allowTarget",
  "Contracts that the swap may call and approve, separated by commas, besides those of the configuration",
)

const requote = {
  name: "requote" satisfies OptionName,
  description: "When the quote expires, take a new one with at least the same output and the same contracts",
} as const

const acceptUndecoded = {
  name: "acceptUndecoded" satisfies OptionName,
  description: "Sign calldata that cannot be decoded without asking, although only the swap API says what it pays",
} as const

const userOps = text("userOps", "How to pay: tx, a transaction, or deposit, a transfer to an address (default: tx)")
const refundAddress = text("refundAddress", "Account on the origin chain that a deposit is refunded to")

const quote = task(["swap", "quote"], "Compare the routes that are offered for a swap")
  .addPositionalArgument(named("amount", "Amount in whole tokens, such as 12.5"))
  .addPositionalArgument(named("token", "Token to give, by symbol or address"))
  .addOption(from)
  .addOption(to)
  .addOption(wanted)
  .addOption(receiver)
  .addOption(slippage)
  .addOption(provider)
  .addOption(without)
  .addOption(userOps)
  .addOption(refundAddress)
  .addOption(feeBps)
  .addOption(feeTaker)
  .addOption(text("user", "Account that would send the swap (default: the first account of the chain's network)"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./quote.js")>("extras/swap/tasks/quote.js"))

const execute = task(
  ["swap", "execute"],
  "Execute a swap after asking, or with --user-ops deposit show what to pay; run it again to resume after a crash; exit code 2: failed or refunded, 3: timed out",
)
  .addPositionalArgument(text("amount", "Amount in whole tokens, such as 12.5"))
  .addPositionalArgument(text("token", "Token to give, by symbol or address"))
  .addOption(from)
  .addOption(to)
  .addOption(wanted)
  .addOption(receiver)
  .addOption(slippage)
  .addOption(provider)
  .addOption(without)
  .addOption(userOps)
  .addOption(refundAddress)
  .addOption(feeBps)
  .addOption(feeTaker)
  .addOption(text("route", "Which route to take: best, fastest or suggested (default: best)"))
  .addOption(allowTarget)
  .addOption(acceptLoss)
  .addOption(minOut)
  .addFlag(acceptUndecoded)
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addFlag(requote)
  .addFlag(
    named("yes", "Send without asking; needed where there is no terminal; a contract in no allow-list is refused"),
  )
  .addOption(text("resume", "Resume the swap of this quote instead of beginning one"))
  .addOption(timeout)
  .addFlag(
    named(
      "json",
      "Print one JSON line for each event: plan, resumed, execution, deposit, paid, unknown, status, reorg, waiting, trouble, end",
    ),
  )
  .setAction(loadAction<typeof import("./execute.js")>("extras/swap/tasks/execute.js"))

const pay = task(
  ["swap", "pay"],
  "Pay a deposit that swap execute --user-ops deposit has shown, after asking; run it again to resume after a crash",
)
  .addPositionalArgument(named("quoteId", "Id of the deposit's quote"))
  .addOption(from)
  .addOption(text("allowTarget", "The deposit address, to confirm it in advance; needed with --yes"))
  .addOption(acceptLoss)
  .addOption(minOut)
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addFlag(named("yes", "Send without asking; needed where there is no terminal"))
  .addOption(timeout)
  .addFlag(named("json", "Print one JSON line for each event: plan, resumed, execution, status, reorg, trouble, end"))
  .setAction(loadAction<typeof import("./pay.js")>("extras/swap/tasks/pay.js"))

const status = task(
  ["swap", "status"],
  "Show the state of a swap; exit code 2: failed, expired or refunded, 3: timed out",
)
  .addPositionalArgument(named("id", "Id of its quote, or hash of its transaction on the origin chain"))
  .addFlag(named("wait", "Wait until it has ended"))
  .addFlag(named("details", "Also show the quote as the API stored it"))
  .addOption(timeout)
  .addFlag(named("json", "Print JSON: one document, or with --wait one line for each event"))
  .setAction(loadAction<typeof import("./status.js")>("extras/swap/tasks/status.js"))

const chains = task(["swap", "chains"], "Show the chains that swaps can use")
  .addFlag(json)
  .setAction(loadAction<typeof import("./chains.js")>("extras/swap/tasks/chains.js"))

const tokens = task(["swap", "tokens"], "Show tokens, or search for one")
  .addPositionalArgument(text("search", "An address, or part of a name or symbol"))
  .addOption(text("chains", "Chains, by name or chain id, such as alpha,beta (default: all)"))
  .addOption(text("list", "Which list to show: full or trending (default: the API's own)"))
  .addOption(text("user", "Show the balances of this account"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./tokens.js")>("extras/swap/tasks/tokens.js"))

const providers = task(["swap", "providers"], "Show bridges and dexes, with the ids that --provider takes")
  .addFlag(named("withoutDeposits", "Leave out those that only take deposits"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./providers.js")>("extras/swap/tasks/providers.js"))

const list = task(["swap", "list"], "List the latest swaps that were sent from this project, with state and age")
  .addOption(text("chain", "Only swaps from this chain, by name or slug"))
  .addOption(text("account", "Only swaps of this account"))
  .addOption(text("state", "Only swaps in this state, such as COMPLETED"))
  .addOption(textOr("limit", "20", "How many swaps to show, at most 500"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./list.js")>("extras/swap/tasks/list.js"))

const explain = task(
  ["swap", "explain"],
  "Explain why a swap has not arrived, and how to fix it; exit code 2: it needs a fix, 3: unknown",
)
  .addPositionalArgument(text("id", "Id of its quote, or hash of its transaction on the origin chain"))
  .addOption(markdown)
  .addFlag(json)
  .setAction(loadAction<typeof import("./explain.js")>("extras/swap/tasks/explain.js"))

const resume = task(
  ["swap", "resume"],
  "Go on with an unfinished swap of this project; exit code 2: failed or refunded, 3: timed out",
)
  .addPositionalArgument(text("quoteId", "Id of its quote (default: the only unfinished swap)"))
  .addOption(allowTarget)
  .addOption(acceptLoss)
  .addOption(minOut)
  .addFlag(acceptUndecoded)
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addFlag(requote)
  .addFlag(
    named(
      "yes",
      "Send without asking; needed without a terminal for a transaction that no node has yet; a contract in no allow-list is refused",
    ),
  )
  .addOption(timeout)
  .addFlag(
    named("json", "Print one JSON line for each event: plan, resumed, execution, status, reorg, waiting, trouble, end"),
  )
  .setAction(loadAction<typeof import("./resume.js")>("extras/swap/tasks/resume.js"))

const revoke = task(
  ["swap", "revoke"],
  "Set allowances that swaps have left behind to 0, after asking: on every chain that swaps were sent on, or with --network on one",
)
  .addOption(text("token", "Only allowances of this token, by address"))
  .addOption(
    text("spender", "Only allowances of this contract; with --token and --network, also one that no swap has left"),
  )
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addFlag(named("yes", "Send without asking; needed where there is no terminal"))
  .addFlag(named("json", "Print one JSON line for each event: allowance, revoked, end"))
  .setAction(loadAction<typeof import("./revoke.js")>("extras/swap/tasks/revoke.js"))

/** The tasks for swaps. Their actions are imported when they run. */
export const swapTasks: TaskDefinition[] = [
  swap,
  quote,
  execute,
  pay,
  status,
  explain,
  resume,
  revoke,
  list,
  chains,
  tokens,
  providers,
].map((each) => each.build())
