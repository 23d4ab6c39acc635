import { emptyTask } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import { defineTask, flag, rows } from "#src/plugin/arguments/rows.js"
import { shared } from "#src/plugin/arguments/sharedRows.js"

const { json, timeout, markdown, maxGasPrice, maxGasCost } = shared
const jsonOrLines = flag("Print JSON: one document, or with --wait one line for each event")

// The arguments of the tasks, in the order of `--help`. Actions read them.

export const txRows = rows({
  txHash: { as: "argument", kind: "transaction", says: "Hash of a transaction on the gateway chain" },
  wait: flag("Wait until it is complete"),
  follow: flag("Also wait until everything that its callbacks opened is complete"),
  until: {
    kind: "payloadState",
    needs: ["wait", "follow"],
    says: "Stop waiting when every payload has reached this state, such as EXECUTED; needs --wait",
  },
  timeout: { ...timeout, needs: ["wait", "follow"] },
  failOnRevert: flag("Exit with code 2 at the first revert; without it, --wait gives reverts time to recover"),
  json: jsonOrLines,
})

export const payloadRows = rows({
  payloadId: {
    ...{ as: "argument", kind: "bytes32", called: "a payload id" },
    says: "Id of the payload, as gateway tx --json prints it",
  },
  json,
})

export const triggersRows = rows({
  txHash: { as: "argument", kind: "transaction", says: "Hash of a transaction on the chain of the plug" },
  json,
})

export const timeoutsRows = rows({
  tx: { kind: "transaction", says: "Show those that this gateway transaction scheduled" },
  id: { kind: "timeoutId", says: "Show the one with this timeout id" },
  target: { says: "Show those that call this contract of the gateway chain, by name or address" },
  wait: flag("Count down until all of them have run"),
  timeout: { ...timeout, needs: "wait" },
  json: jsonOrLines,
})

export const addressesRows = rows({
  appGateway: { as: "argument", says: "The app gateway, by name, such as CounterApp, or by address" },
  contract: {
    required: "--contract counter",
    says: "Name of the contract in _createContractId, or its 32-byte id",
  },
  chains: { kind: "list", required: "--chains alpha,beta", says: "Chains, by name or slug, such as alpha,beta" },
  tx: {
    kind: "transaction",
    says: "The gateway transaction that deploys it, from which five minutes count; a devnet knows it",
  },
  wait: flag("Wait until it is deployed"),
  timeout: { ...timeout, needs: "wait" },
  json: jsonOrLines,
})

export const forwarderRows = rows({
  onChainAddress: { as: "argument", says: "The contract on its chain, by name, such as Counter, or by address" },
  chain: { says: "The chain of the contract, by name or slug" },
  json,
})

export const contractsRows = rows({
  check: flag("Ask the chains whether the contracts are there"),
  json,
})

export const listRows = rows({
  appGateway: { says: "Only transactions of this app gateway, by name or address" },
  state: { says: "Only transactions in this state, such as REVERTING" },
  limit: { kind: "count", most: 500, default: "20", says: "How many transactions to show, at most 500" },
  blocks: { kind: "whole", default: "10000", says: "How many of the newest blocks to search" },
  json,
})

export const explainRows = rows({
  id: {
    ...{ as: "optional", kind: "bytes32", called: "a transaction hash, a payload id or a timeout id" },
    required: "the hash of a transaction",
    says: "Hash of a gateway transaction or of a plug's transaction that called its app gateway, or the id of a payload, timeout or trigger",
  },
  markdown,
  json,
})

export const topupRows = rows({
  appGateway: {
    as: "argument",
    says: "Account that gets the credits: an app gateway, by name, or any address of the gateway chain",
  },
  amount: { says: "How much to pay, such as 5, in native currency of the gateway chain or in --token" },
  from: {
    needs: "amount",
    says: "Pay on this chain, by name or slug, through its fees plug (default: the gateway chain)",
  },
  token: {
    needs: "from",
    says: "The token to pay with on --from, by symbol, name or address (default on a devnet: its fee token)",
  },
  maxGasPrice,
  maxGasCost,
  yes: { as: "flag", needs: "amount", says: "Send without asking" },
  timeout: { ...timeout, needs: "amount" },
  json,
})

export const retryRows = rows({
  id: {
    ...{ as: "argument", kind: "bytes32", called: "the id of a payload, timeout or trigger, or a transaction hash" },
    says: "Id of a payload, timeout or trigger, or the hash of the transaction that made them",
  },
  // A devnet tries again at once.
  timeout: { ...timeout, otherwise: "30s" },
  json,
})

/** The tasks for app gateways. Their actions are imported when they run. */
export const gatewayTasks: TaskDefinition[] = [
  emptyTask(
    "gateway",
    "App gateways: their transactions, payloads, triggers, timeouts, deployments and forwarders, and why one is stuck",
  ).build(),
  defineTask(
    "gateway tx",
    "Show a gateway transaction: its payloads, fees and reverts; exit code 2: its tries are over, or reverting, 3: timed out",
    txRows,
    "tasks/gateway/tx.js",
  ),
  defineTask(
    "gateway list",
    "List the latest transactions of app gateways, with state and age",
    listRows,
    "tasks/gateway/list.js",
  ),
  defineTask(
    "gateway explain",
    "Explain why a call of an app gateway has not come to its end, and how to fix it; exit code 2: it needs a fix, 3: unknown",
    explainRows,
    "tasks/gateway/explain.js",
  ),
  defineTask(
    "gateway payload",
    "Show one payload in full: what it calls, its transactions, and why it reverts; exit code 2: its tries are over",
    payloadRows,
    "tasks/gateway/payload.js",
  ),
  defineTask(
    "gateway triggers",
    "Show which app gateways a transaction's plugs called, and why one refused; exit code 2: its tries are over",
    triggersRows,
    "tasks/gateway/triggers.js",
  ),
  defineTask(
    "gateway timeouts",
    "Show scheduled calls: when they are due, or how late they ran",
    timeoutsRows,
    "tasks/gateway/timeouts.js",
  ),
  defineTask(
    "gateway addresses",
    "Show where a contract of an app gateway is deployed, and its forwarder; exit code 2: stuck, five minutes after its request",
    addressesRows,
    "tasks/gateway/addresses.js",
  ),
  defineTask(
    "gateway forwarder",
    "Show a contract's forwarder as the API gives it and as predicted; exit code 2: they differ",
    forwarderRows,
    "tasks/gateway/forwarder.js",
  ),
  defineTask(
    "gateway contracts",
    "Show the contracts that app gateways use, and where each address comes from; exit code 2: --check finds one missing",
    contractsRows,
    "tasks/gateway/contracts.js",
  ),
  defineTask(
    "gateway topup",
    "Give an app gateway credits, or without --amount show how many it has",
    topupRows,
    "tasks/gateway/topup.js",
  ),
  defineTask(
    "gateway retry",
    "Try again what a devnet has given up: a payload, callback, trigger or timeout that reverted; exit code 2: it reverts again",
    retryRows,
    "tasks/gateway/retry.js",
  ),
]
