import { emptyTask, task } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import { json, markdown, maxGasCost, maxGasPrice, named, text, textOr, timeout } from "#src/plugin/arguments/options.js"
import { loadAction } from "#tasks/loadAction.js"

const gateway = emptyTask(
  "gateway",
  "App gateways: their transactions, payloads, triggers, timeouts, deployments and forwarders, and why one is stuck",
)

const tx = task(
  ["gateway", "tx"],
  "Show a gateway transaction: its payloads, fees and reverts; exit code 2: its tries are over, or reverting, 3: timed out",
)
  .addPositionalArgument(named("txHash", "Hash of a transaction on the gateway chain"))
  .addFlag(named("wait", "Wait until it is complete"))
  .addFlag(named("follow", "Also wait until everything that its callbacks opened is complete"))
  .addOption(text("until", "Stop waiting when every payload has reached this state, such as EXECUTED; needs --wait"))
  .addOption(timeout)
  .addFlag(
    named("failOnRevert", "Exit with code 2 at the first revert; without it, --wait gives reverts time to recover"),
  )
  .addFlag(named("json", "Print JSON: one document, or with --wait one line for each event"))
  .setAction(loadAction<typeof import("./tx.js")>("tasks/gateway/tx.js"))

const payload = task(
  ["gateway", "payload"],
  "Show one payload in full: what it calls, its transactions, and why it reverts; exit code 2: its tries are over",
)
  .addPositionalArgument({ name: "payloadId", description: "Id of the payload, as gateway tx --json prints it" })
  .addFlag(json)
  .setAction(loadAction<typeof import("./payload.js")>("tasks/gateway/payload.js"))

const triggers = task(
  ["gateway", "triggers"],
  "Show which app gateways a transaction's plugs called, and why one refused; exit code 2: its tries are over",
)
  .addPositionalArgument(named("txHash", "Hash of a transaction on the chain of the plug"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./triggers.js")>("tasks/gateway/triggers.js"))

const timeouts = task(["gateway", "timeouts"], "Show scheduled calls: when they are due, or how late they ran")
  .addOption(text("tx", "Show those that this gateway transaction scheduled"))
  .addOption(text("id", "Show the one with this timeout id"))
  .addOption(text("target", "Show those that call this contract of the gateway chain, by name or address"))
  .addFlag(named("wait", "Count down until all of them have run"))
  .addOption(timeout)
  .addFlag(named("json", "Print JSON: one document, or with --wait one line for each event"))
  .setAction(loadAction<typeof import("./timeouts.js")>("tasks/gateway/timeouts.js"))

const addresses = task(
  ["gateway", "addresses"],
  "Show where a contract of an app gateway is deployed, and its forwarder; exit code 2: stuck, five minutes after its request",
)
  .addPositionalArgument(named("appGateway", "The app gateway, by name, such as CounterApp, or by address"))
  .addOption(text("contract", "Name of the contract in _createContractId, or its 32-byte id"))
  .addOption(text("chains", "Chains, by name or slug, such as alpha,beta"))
  .addOption(text("tx", "The gateway transaction that deploys it, from which five minutes count; a devnet knows it"))
  .addFlag(named("wait", "Wait until it is deployed"))
  .addOption(timeout)
  .addFlag(named("json", "Print JSON: one document, or with --wait one line for each event"))
  .setAction(loadAction<typeof import("./addresses.js")>("tasks/gateway/addresses.js"))

const forwarder = task(
  ["gateway", "forwarder"],
  "Show a contract's forwarder as the API gives it and as predicted; exit code 2: they differ",
)
  .addPositionalArgument({
    name: "onChainAddress",
    description: "The contract on its chain, by name, such as Counter, or by address",
  })
  .addOption(text("chain", "The chain of the contract, by name or slug"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./forwarder.js")>("tasks/gateway/forwarder.js"))

const contracts = task(
  ["gateway", "contracts"],
  "Show the contracts that app gateways use, and where each address comes from; exit code 2: --check finds one missing",
)
  .addFlag(named("check", "Ask the chains whether the contracts are there"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./contracts.js")>("tasks/gateway/contracts.js"))

const list = task(["gateway", "list"], "List the latest transactions of app gateways, with state and age")
  .addOption(text("appGateway", "Only transactions of this app gateway, by name or address"))
  .addOption(text("state", "Only transactions in this state, such as REVERTING"))
  .addOption(textOr("limit", "20", "How many transactions to show, at most 500"))
  .addOption(textOr("blocks", "10000", "How many of the newest blocks to search"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./list.js")>("tasks/gateway/list.js"))

const explain = task(
  ["gateway", "explain"],
  "Explain why a call of an app gateway has not come to its end, and how to fix it; exit code 2: it needs a fix, 3: unknown",
)
  .addPositionalArgument(
    text(
      "id",
      "Hash of a gateway transaction or of a plug's transaction that called its app gateway, or the id of a payload, timeout or trigger",
    ),
  )
  .addOption(markdown)
  .addFlag(json)
  .setAction(loadAction<typeof import("./explain.js")>("tasks/gateway/explain.js"))

const topup = task(["gateway", "topup"], "Give an app gateway credits, or without --amount show how many it has")
  .addPositionalArgument(
    named("appGateway", "Account that gets the credits: an app gateway, by name, or any address of the gateway chain"),
  )
  .addOption(text("amount", "How much to pay, such as 5, in native currency of the gateway chain or in --token"))
  .addOption(text("from", "Pay on this chain, by name or slug, through its fees plug (default: the gateway chain)"))
  .addOption(
    text("token", "The token to pay with on --from, by symbol, name or address (default on a devnet: its fee token)"),
  )
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addFlag(named("yes", "Send without asking"))
  .addOption(timeout)
  .addFlag(json)
  .setAction(loadAction<typeof import("./topup.js")>("tasks/gateway/topup.js"))

const retry = task(
  ["gateway", "retry"],
  "Try again what a devnet has given up: a payload, callback, trigger or timeout that reverted; exit code 2: it reverts again",
)
  .addPositionalArgument(
    named("id", "Id of a payload, timeout or trigger, or the hash of the transaction that made them"),
  )
  .addOption(timeout)
  .addFlag(json)
  .setAction(loadAction<typeof import("./retry.js")>("tasks/gateway/retry.js"))

/** The tasks for app gateways. Their actions are imported when they run. */
export const gatewayTasks: TaskDefinition[] = [
  gateway,
  tx,
  list,
  explain,
  payload,
  triggers,
  timeouts,
  addresses,
  forwarder,
  contracts,
  topup,
  retry,
].map((each) => each.build())
