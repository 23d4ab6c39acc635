import type { TaskDefinition } from "hardhat/types/tasks"

import { defineTask, flag, rows } from "#src/plugin/arguments/rows.js"
import { shared } from "#src/plugin/arguments/sharedRows.js"

// The arguments of the tasks, in the order of `--help`. Actions read them.

export const replayRows = rows({
  id: {
    ...{ as: "optional", kind: "bytes32", called: "a transaction hash or a message id" },
    says: "Hash of the source chain's transaction, or a message id (default: the last transaction that a task of this project sent)",
  },
  from: shared.from,
  messageId: { kind: "messageId", says: "Replay this message of the transaction" },
  at: {
    says: "Begin before this transaction of the destination chain, or after this block (default: before it was executed, else the newest)",
  },
  gasLimit: { kind: "whole", says: "Gas for inbound (default: what it got, or what the message asks for)" },
  with: { says: "Replay with the project's build of this contract in place of the plug's code, such as Vault" },
  after: { kind: "transaction", says: "Make this transaction of the destination chain before" },
  allFailed: {
    ...{ as: "flag", not: ["id", "messageId", "at", "asTest"] },
    says: "Replay all messages of --plug that were not delivered, as things are and with the changes",
  },
  plug: { needs: "allFailed", says: "With --all-failed, the plug that sent them, by name or address" },
  blocks: {
    ...{ kind: "whole", needs: "allFailed", otherwise: "10000" },
    says: "With --all-failed, how many of the newest blocks to search (default: 10000)",
  },
  asTest: { says: "Write a test to this file that replays the message, and expects what came out of it" },
  serve: {
    ...{ kind: "count", most: 65_535, not: ["allFailed", "asTest"] },
    says: "Stop before inbound, and serve the fork on this port until Ctrl-C; its method plugs_execute goes on",
  },
  json: shared.json,
})

export const recordRows = rows({
  files: { as: "rest", says: "Test files, such as test/vault.ts (default: all tests of the project)" },
  chains: { kind: "list", says: "Chains, such as arbitrum,optimism (default: all in plugs.forks with a recording)" },
  refresh: flag("Record all again, at the newest block or at the one in plugs.forks, and say what has changed"),
  json: shared.json,
})

/** The tasks that try things on forks. Their actions are imported when they run. */
export const forkTasks: TaskDefinition[] = [
  defineTask(
    "messaging replay",
    "Execute a message again on a fork, with other gas or other code; exit code 2: it is not delivered there",
    replayRows,
    "extras/forks/tasks/replay.js",
  ),
  defineTask(
    "plugs record",
    "Run tests, and record what their forks read of the chains, so that they need no network",
    recordRows,
    "extras/forks/tasks/record.js",
  ),
]
