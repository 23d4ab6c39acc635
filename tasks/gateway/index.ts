import type { TaskDefinition } from "hardhat/types/tasks"

import { emptyTask, task } from "hardhat/config"

import { json, text, timeout } from "../../src/plugin/arguments/options.js"

const gateway = emptyTask("gateway", "App gateways: their transactions, timeouts, deployments and forwarders")

const tx = task(
  ["gateway", "tx"],
  "Show how far a gateway transaction is: its payloads, fees and reverts; exit code 2 reverting, 3 too late",
)
  .addPositionalArgument({ name: "txHash", description: "Transaction on the gateway chain" })
  .addFlag({ name: "wait", description: "Follow it until it is complete" })
  .addOption(text("until", "End as soon as every payload is in this state, such as EXECUTED; needs --wait"))
  .addOption(timeout)
  .addFlag({
    name: "failOnRevert",
    description: "Exit code 2 as soon as anything reverts; with --wait it is else given until the deadline to recover",
  })
  .addFlag({ name: "json", description: "Print JSON: one document, or with --wait one line an event" })
  .setAction(() => import("./tx.js"))
  .build()

const timeouts = task(["gateway", "timeouts"], "Show scheduled calls: when they are due, or how late they ran")
  .addOption(text("tx", "Those that this gateway transaction scheduled"))
  .addOption(text("id", "The one with this id"))
  .addOption(text("target", "Those that call this contract of the gateway chain"))
  .addFlag({ name: "wait", description: "Count down until all of them have run" })
  .addOption(timeout)
  .addFlag({ name: "json", description: "Print JSON: one document, or with --wait one line an event" })
  .setAction(() => import("./timeouts.js"))
  .build()

const addresses = task(
  ["gateway", "addresses"],
  "Show where a contract of an app gateway is deployed, and its forwarder, on one or more chains",
)
  .addPositionalArgument({ name: "appGateway", description: "Address of the app gateway" })
  .addOption(text("contract", "The contract, by the name that _createContractId was given, or by its 32-byte id"))
  .addOption(text("chains", "Chains, by name or slug, such as alpha,beta"))
  .addFlag({ name: "wait", description: "Wait until it is deployed; exit code 2 when it is stuck after five minutes" })
  .addOption(timeout)
  .addFlag({ name: "json", description: "Print JSON: one document, or with --wait one line a chain" })
  .setAction(() => import("./addresses.js"))
  .build()

const forwarder = task(
  ["gateway", "forwarder"],
  "Show the forwarder of a contract, by the API and as predicted; exit code 2 when they differ",
)
  .addPositionalArgument({ name: "onChainAddress", description: "Address of the contract on its chain" })
  .addOption(text("chain", "The contract's chain, by name or slug"))
  .addFlag(json)
  .setAction(() => import("./forwarder.js"))
  .build()

const demo = task(
  ["gateway", "demo"],
  "Deploy an app gateway on a devnet of its own, and show deployments, calls, reads, a timeout and a revert",
)
  .addFlag({ name: "json", description: "Print one JSON line an event" })
  .setAction(() => import("./demo.js"))
  .build()

/** The tasks about app gateways. What they do is imported when they run. */
export const gatewayTasks: TaskDefinition[] = [gateway.build(), tx, timeouts, addresses, forwarder, demo]
