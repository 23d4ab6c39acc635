import { emptyTask } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import { defineTask, flag, rows } from "#src/plugin/arguments/rows.js"
import { shared } from "#src/plugin/arguments/sharedRows.js"

const { json, from, until, timeout, source, markdown, maxGasPrice, maxGasCost, confirmations, safe } = shared

// The arguments of the tasks, in the order of `--help`. Actions read them.

export const feesRows = rows({
  plug: { says: "The plug that sends the message, by name or address" },
  from,
  to: { says: "Destination chains, by name or slug, such as beta,gamma" },
  gasLimit: {
    kind: "whole",
    says: "Gas limit of inbound on the destination (default: the plug's INBOUND_GAS, else 100000)",
  },
  payloadLength: { kind: "count", least: 0, says: "Size of the payload in bytes (default: 96)" },
  call: { says: 'Simulate this function, such as "greet(uint32,string)", and show what sending costs' },
  value: { kind: "amount", needs: "call", says: "Native tokens for the function's own use; needs --call" },
  args: { as: "rest", needs: "call", says: "Arguments of the function of --call" },
  history: {
    ...{ as: "flag", not: ["gasLimit", "payloadLength", "call", "value", "args"] },
    says: "Show what delivered messages have cost instead",
  },
  since: {
    needs: "history",
    says: "With --history, from when on: 2026-11-19, 2026-11-19T12:00Z, or a time ago such as 12h (default: 7d)",
  },
  forecast: {
    ...{ kind: "count", needs: "history" },
    says: "With --history, also what so many further messages will cost, such as 10000",
  },
  csv: { as: "flag", needs: "history", not: ["json"], says: "With --history, print CSV with exact amounts" },
  json,
})

export const sendRows = rows({
  plug: { as: "argument", says: "The plug that sends the message, by name, such as Greeter, or by address" },
  signature: {
    as: "argument",
    says: 'The function to call, such as greet, or "add(uint32,uint256)" of an unknown contract',
  },
  args: {
    as: "rest",
    says: "Arguments, in order or as name=value; a uint32 can be a chain's name, and lists and structs are JSON",
  },
  from,
  account: {
    kind: "address",
    says: "The account that sends and pays; the Safe, with --safe (default: the first of the chain's network)",
  },
  margin: {
    ...{ kind: "percent", most: 1_000, default: "10" },
    says: "Percent to attach on top of the fee, in case it rises; the unused part comes back",
  },
  value: {
    ...{ kind: "amount", default: "0" },
    says: "Native tokens for the function's own use, such as 0.5 or 1000wei; they are attached in addition to the fee",
  },
  maxFee: {
    kind: "amount",
    says: "Maximum fee in native tokens, margin included, such as 0.01 (default: twice the minimum of the socket)",
  },
  maxGasPrice,
  maxGasCost,
  budget: { kind: "amount", says: "What all of it may cost: fee, margin, value and gas; exit code 2 if it is more" },
  preflight: flag("Simulate inbound on the destination before paying; always done where a network is not local"),
  yes: flag("Send without asking; needed without a terminal where a network is not local"),
  confirmations,
  safe: { ...safe, not: ["track", "confirmations"] },
  anyway: flag("Send and pay for a message that would not arrive now; without a terminal it is refused"),
  evenWithoutMessage: flag("Send the transaction although it sends no message; without this it is refused"),
  track: flag("Track the messages until they are delivered or fail"),
  until: { ...until, needs: "track" },
  timeout: { ...timeout, needs: "track" },
  json,
})

/** The message, or the messages, that a task is about. */
const id = {
  as: "optional",
  kind: "bytes32",
  called: "a transaction hash or a message id",
  says: "Hash of the source chain's transaction, or a message id (default: the last transaction that a task of this project sent)",
} as const

export const trackRows = rows({
  id,
  from,
  messageId: { kind: "messageId", says: "Track only this message of the transaction" },
  until,
  timeout,
  source,
  finality: {
    ...{ kind: "finality", needs: "source chain" },
    says: "With --source chain, what counts: latest, safe, finalized, or what has this many blocks above it (default: latest)",
  },
  json: flag("Print one JSON line for each event: unknown, status, reorg, trouble, end"),
})

const ends = rows({
  from: { says: "Chain of the plug, by name or slug (default: the chain of --network)" },
  to: { required: "--to beta", says: "Chain of the sibling, by name or slug" },
})

const account = {
  kind: "address",
  says: "The account that sends and pays (default: the first of the chain's network), or the Safe with --safe (default: the plug's owner)",
} as const

export const connectRows = rows({
  plug: { as: "argument", says: "The plug to connect, by name or address" },
  sibling: { as: "argument", says: "The plug on the other chain, by name or address" },
  ...ends,
  switchboard: {
    says: "Switchboard of the plug's chain, for both directions: a kind, such as FAST, or an address (default: FAST on a devnet)",
  },
  function: {
    default: "connect",
    says: 'The plug\'s function that connects, by name or signature, such as "link(uint32 slug, address sibling, address switchboard)"',
  },
  args: {
    says: "Arguments of --function, with commas: sibling, switchboard, siblingChainSlug, or values (default: as its parameters are called)",
  },
  allowSwitchboard: {
    kind: "addresses",
    says: "The switchboard, by address, to confirm one in advance that is not known on its chain",
  },
  account,
  maxGasPrice,
  maxGasCost,
  yes: flag("Connect without asking, also to an address without a contract; needed without a terminal on real chains"),
  confirmations,
  safe: { ...safe, not: ["confirmations"] },
  json,
})

export const disconnectRows = rows({
  plug: { as: "argument", says: "The plug to disconnect, by name or address" },
  ...ends,
  function: {
    default: "connect",
    says: "The plug's function that connects, by name or signature; it is called with the zero address as sibling",
  },
  args: { says: "Arguments of --function, as messaging connect has them" },
  account,
  maxGasPrice,
  maxGasCost,
  yes: flag("Disconnect without asking; needed without a terminal on real chains"),
  confirmations,
  safe: { ...safe, not: ["confirmations"] },
  json,
})

export const chainsRows = rows({
  chain: { says: "Show this chain: a name, slug or chain id" },
  json,
})

export const wireRows = rows({
  plan: flag("Show how the chains differ from the wiring, and send nothing (default)"),
  apply: flag("Show the differences, ask, and send the transactions that mend them"),
  check: flag("Show the differences, send nothing, and exit with code 2 if there are any"),
  dryRun: flag("Apply it to forks of the chains in this process, and send nothing to the chains"),
  disconnect: flag("Also disconnect plugs from siblings that are not in the wiring"),
  yes: flag("Send without asking"),
  allowSwitchboard: {
    kind: "addresses",
    says: "Switchboards to use that are not known on their chain, by address and with commas; needed with --yes and --safe",
  },
  maxGasPrice,
  maxGasCost,
  file: { says: "Module or JSON file with the wiring (default: plugs.wiring of the configuration)" },
  safe: { says: "Write the transactions of other owners for Safe, one file a chain, such as wiring.alpha.json" },
  calldata: flag("Print the transactions of other owners, with addresses and data"),
  timelock: {
    says: "Have timelocks that own plugs told by this account, which proposes to them; with --safe or --calldata",
  },
  json,
})

export const listRows = rows({
  plug: { as: "optional", says: "The plug whose messages are listed, by name or address (default: any)" },
  chain: { says: "Only messages from this chain, by name or slug (default: all in plugs.chains)" },
  account: { kind: "address", says: "Only messages whose transaction this account sent" },
  state: { kind: "messageState", says: "Only messages in this state, such as INBOUND_REVERTING" },
  limit: { kind: "count", most: 500, default: "20", says: "How many messages to show, at most 500" },
  blocks: { kind: "whole", default: "10000", says: "How many of the newest blocks of each chain to search" },
  source,
  fromStore: {
    ...{ as: "flag", not: ["account", "blocks", "source"] },
    says: "Those that messaging watch knows, from plugs.watch.store or its file; no chain is asked",
  },
  json,
})

export const explainRows = rows({
  id,
  from,
  messageId: { kind: "messageId", says: "Explain only this message of the transaction" },
  source,
  markdown,
  json,
})

export const retryRows = rows({
  id,
  from,
  messageId: { kind: "messageId", says: "Which message of the transaction, if it sent several" },
  gasLimit: { kind: "whole", says: "Gas for inbound, if it needs more than the message asks for" },
  maxGasPrice,
  maxGasCost,
  maxValue: {
    kind: "amount",
    says: "What the account may pay for the message's own value, in the chain's currency (default: 0, and any on the devnet)",
  },
  dryRun: flag("Check whether it can be executed and show what it costs, and send nothing"),
  cause: {
    not: ["id", "messageId"],
    says: "Retry all messages of the project's plugs that explain gives this cause, such as given-up",
  },
  account: {
    kind: "address",
    says: "The account that executes and pays; the Safe, with --safe (default: the first of the network)",
  },
  yes: flag("Execute without asking"),
  confirmations,
  safe: { ...safe, not: ["confirmations"] },
  json,
})

/** The tasks for messages. Their actions are imported when they run. */
export const messagingTasks: TaskDefinition[] = [
  emptyTask(
    "messaging",
    "Cross-chain messages: read their fees, send, track, list, export, explain and retry them, connect plugs",
  ).build(),
  defineTask(
    "messaging fees",
    "Show what a message costs, by the API and on-chain, for one or more chains",
    feesRows,
    "tasks/messaging/fees.js",
  ),
  defineTask(
    "messaging send",
    "Call a function of a plug that sends a message, with the fee attached",
    sendRows,
    "tasks/messaging/send.js",
  ),
  defineTask(
    "messaging track",
    "Track the messages of a transaction; exit code 0: delivered, 2: failed, 3: timed out",
    trackRows,
    "tasks/messaging/track.js",
  ),
  defineTask(
    "messaging list",
    "List the latest messages of a plug, an account or all chains, with state and age",
    listRows,
    "tasks/messaging/list.js",
  ),
  defineTask(
    "messaging explain",
    "Explain why a message has not arrived, and how to fix it; exit code 2: it needs a fix, 3: unknown",
    explainRows,
    "tasks/messaging/explain.js",
  ),
  defineTask(
    "messaging retry",
    "Execute a message again that was given up: on a devnet, a fork, or where your account may execute",
    retryRows,
    "tasks/messaging/retry.js",
  ),
  defineTask(
    "messaging connect",
    "Connect a plug to its sibling on another chain; run it for each of the two plugs",
    connectRows,
    "tasks/messaging/connect.js",
  ),
  defineTask(
    "messaging disconnect",
    "Disconnect a plug from its sibling on another chain, so that it neither sends there nor takes messages from there",
    disconnectRows,
    "tasks/messaging/disconnect.js",
  ),
  defineTask(
    "messaging wire",
    "Connect the contracts of an application on all its chains, as its wiring says; exit code 2: they differ (--check)",
    wireRows,
    "tasks/messaging/wire.js",
  ),
  defineTask(
    "messaging chains",
    "Show the chains of this project, the known deployments, and which chains each reaches by which kind of switchboard",
    chainsRows,
    "tasks/messaging/chains.js",
  ),
]
