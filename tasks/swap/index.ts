import type { TaskDefinition } from "hardhat/types/tasks"

import { emptyTask, task } from "hardhat/config"

import { json, text, timeout } from "../../src/plugin/arguments/options.js"

const swap = emptyTask("swap", "Swaps, also from one chain to another: offers, carrying them out, following them")

const from = text("from", "Chain to swap on, by name or slug (default: the chain of --network)")
const to = text("to", "Chain to get the other token on, by name, or by chain id (default: the same chain)")
const wanted = text("for", "Token to get, by symbol or address")
const receiver = text("receiver", "Who gets it (default: the sender)")
const slippage = text("slippage", "Percent that the output may fall short by, such as 1 (default: 0.5)")
const provider = text("provider", "Only through these bridges and dexes, such as pool,curve")
const without = text("without", "Through none of these")

const quote = task(["swap", "quote"], "Show what is offered for an amount of a token, route beside route")
  .addPositionalArgument({ name: "amount", description: "How much, in whole tokens, such as 12.5" })
  .addPositionalArgument({ name: "token", description: "Token to give, by symbol or address" })
  .addOption(from)
  .addOption(to)
  .addOption(wanted)
  .addOption(receiver)
  .addOption(slippage)
  .addOption(provider)
  .addOption(without)
  .addOption(text("user", "Who would send it (default: the first account of the chain's network)"))
  .addFlag(json)
  .setAction(() => import("./quote.js"))
  .build()

const execute = task(
  ["swap", "execute"],
  "Carry out a swap, after asking; the same command goes on after a crash; exit code 2 failed or refunded, 3 too late",
)
  .addPositionalArgument(text("amount", "How much, in whole tokens, such as 12.5"))
  .addPositionalArgument(text("token", "Token to give, by symbol or address"))
  .addOption(from)
  .addOption(to)
  .addOption(wanted)
  .addOption(receiver)
  .addOption(slippage)
  .addOption(provider)
  .addOption(without)
  .addOption(text("route", "Which of several routes: best, fastest or suggested (default: best)"))
  .addFlag({ name: "requote", description: "When the quote expires, use a new one that gives at least as much" })
  .addFlag({ name: "yes", description: "Don't ask; needed where there is no terminal" })
  .addOption(text("resume", "Go on with the swap that began with this quote, instead of beginning one"))
  .addOption(timeout)
  .addFlag({ name: "json", description: "Print one JSON line an event: plan, execution, state, reorg, end" })
  .setAction(() => import("./execute.js"))
  .build()

const status = task(
  ["swap", "status"],
  "Show how far a swap is; exit code 2 when it failed, expired or was refunded, 3 too late",
)
  .addPositionalArgument({ name: "id", description: "Id of its quote, or its transaction on the origin chain" })
  .addFlag({ name: "wait", description: "Follow it to its end" })
  .addOption(timeout)
  .addFlag({ name: "json", description: "Print JSON: one document, or with --wait one line an event" })
  .setAction(() => import("./status.js"))
  .build()

const chains = task(["swap", "chains"], "Show the chains that can be swapped on")
  .addFlag(json)
  .setAction(() => import("./chains.js"))
  .build()

const tokens = task(["swap", "tokens"], "Show tokens, or look for one")
  .addPositionalArgument(text("search", "An address, or a part of a name or symbol"))
  .addOption(text("chains", "Chains, by name or chain id, such as alpha,beta (default: all)"))
  .addOption(text("list", "Which list: full or trending (default: the API's own)"))
  .addOption(text("user", "Show the balances of this account"))
  .addFlag(json)
  .setAction(() => import("./tokens.js"))
  .build()

const providers = task(["swap", "providers"], "Show bridges and dexes, by the ids that --provider takes")
  .addFlag({ name: "withoutDeposits", description: "Leave out those that take deposits alone" })
  .addFlag(json)
  .setAction(() => import("./providers.js"))
  .build()

const demo = task(["swap", "demo"], "Swap on a devnet of its own: once to the end, and once so that it is refunded")
  .addFlag({ name: "json", description: "Print one JSON line an event" })
  .setAction(() => import("./demo.js"))
  .build()

/** The tasks about swaps. What they do is imported when they run. */
export const swapTasks: TaskDefinition[] = [swap.build(), quote, execute, status, chains, tokens, providers, demo]
