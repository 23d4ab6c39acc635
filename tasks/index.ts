import type { TaskDefinition } from "hardhat/types/tasks"

import { emptyTask, task } from "hardhat/config"

import { gatewayTasks } from "./gateway/index.js"
import { swapTasks } from "./swap/index.js"
import { from, json, text, timeout, until } from "../src/plugin/arguments/options.js"

const devnet = task("devnet", "Start local chains with everything that moves messages between them, until Ctrl-C")
  .addOption(text("port", "Port on 127.0.0.1 (default: plugs.devnet.port of the configuration, 8645)"))
  .addOption(text("chains", "Names of the chains, such as alpha,beta,gamma (default: plugs.devnet.chains, alpha,beta)"))
  .addOption(text("blockTime", "Mine a block at this interval, such as 2s (default: a block for each transaction)"))
  .addOption(text("pace", "Keep a message at least this long in each state, such as 500ms, for a person to watch"))
  .addOption(text("apiKey", "The x-api-key that the messaging and swap APIs ask for (default: devnet)"))
  .addFlag({ name: "demo", description: "Send a message between two chains, show its journey, and end" })
  .addFlag({ name: "json", description: "Print one JSON line an event: ready, message, payload, stopped" })
  .setAction(() => import("./devnet/devnet.js"))
  .build()

const messaging = emptyTask("messaging", "Cross-chain messages: what they cost, sending them, following them")

const fees = task(["messaging", "fees"], "Show what a message costs, by the API and on-chain, for one or more chains")
  .addOption(text("plug", "Address of the sending plug"))
  .addOption(from)
  .addOption(text("to", "Destination chains, by name or slug, such as beta,gamma"))
  .addOption({ name: "gasLimit", description: "Gas for inbound on the destination", defaultValue: "100000" })
  .addOption({ name: "payloadLength", description: "Bytes of the payload", defaultValue: "96" })
  .addFlag(json)
  .setAction(() => import("./messaging/fees.js"))
  .build()

const send = task(["messaging", "send"], "Call a function of a plug that sends a message, with the fee attached")
  .addPositionalArgument({ name: "plug", description: "Address of the sending plug" })
  .addPositionalArgument({ name: "signature", description: 'The function to call, such as "add(uint32,uint256)"' })
  .addVariadicArgument({
    name: "args",
    description: "Its arguments; a chain's name may stand for a uint32, and JSON for lists and structs",
    defaultValue: [],
  })
  .addOption(from)
  .addOption({
    name: "margin",
    description: "Percent to attach above the fee, in case it rises; what is over comes back",
    defaultValue: "10",
  })
  .addOption({ name: "value", description: "Native tokens to attach beside the fee, such as 0.5", defaultValue: "0" })
  .addFlag({ name: "track", description: "Follow the messages to their end" })
  .addOption(until)
  .addOption(timeout)
  .addFlag(json)
  .setAction(() => import("./messaging/send.js"))
  .build()

const track = task(
  ["messaging", "track"],
  "Follow the messages of a transaction: exit code 0 delivered, 2 failed, 3 too late",
)
  .addPositionalArgument({ name: "txHash", description: "Transaction on the source chain that sent them" })
  .addOption(from)
  .addOption(text("messageId", "Follow this message of the transaction alone"))
  .addOption(until)
  .addOption(timeout)
  .addFlag({ name: "json", description: "Print one JSON line an event: state, reorg, end" })
  .setAction(() => import("./messaging/track.js"))
  .build()

/** Every task of the plugin. What they do is imported when they run. */
export const tasks: TaskDefinition[] = [devnet, messaging.build(), fees, send, track, ...gatewayTasks, ...swapTasks]
