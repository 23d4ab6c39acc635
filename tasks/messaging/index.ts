import { emptyTask, task } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import {
  confirmations,
  from,
  json,
  markdown,
  maxGasCost,
  maxGasPrice,
  named,
  safe,
  source,
  text,
  textOr,
  timeout,
  until,
} from "#src/plugin/arguments/options.js"
import { loadAction } from "#tasks/loadAction.js"

const messaging = emptyTask(
  "messaging",
  "Cross-chain messages: read their fees, send, track, list, export, explain and retry them, connect plugs",
)

const fees = task(["messaging", "fees"], "Show what a message costs, by the API and on-chain, for one or more chains")
  .addOption(text("plug", "The plug that sends the message, by name or address"))
  .addOption(from)
  .addOption(text("to", "Destination chains, by name or slug, such as beta,gamma"))
  .addOption(text("gasLimit", "Gas limit of inbound on the destination (default: the plug's INBOUND_GAS, else 100000)"))
  .addOption(text("payloadLength", "Size of the payload in bytes (default: 96)"))
  .addOption(text("call", 'Simulate this function, such as "greet(uint32,string)", and show what sending costs'))
  .addOption(text("value", "Native tokens for the function's own use; needs --call"))
  .addVariadicArgument({ name: "args", description: "Arguments of the function of --call", defaultValue: [] })
  .addFlag(named("history", "Show what delivered messages have cost instead"))
  .addOption(
    text(
      "since",
      "With --history, from when on: 2026-11-19, 2026-11-19T12:00Z, or a time ago such as 12h (default: 7d)",
    ),
  )
  .addOption(text("forecast", "With --history, also what so many further messages will cost, such as 10000"))
  .addFlag(named("csv", "With --history, print CSV with exact amounts"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./fees.js")>("tasks/messaging/fees.js"))

const send = task(["messaging", "send"], "Call a function of a plug that sends a message, with the fee attached")
  .addPositionalArgument(named("plug", "The plug that sends the message, by name, such as Greeter, or by address"))
  .addPositionalArgument({
    name: "signature",
    description: 'The function to call, such as greet, or "add(uint32,uint256)" of an unknown contract',
  })
  .addVariadicArgument({
    name: "args",
    description: "Arguments, in order or as name=value; a uint32 can be a chain's name, and lists and structs are JSON",
    defaultValue: [],
  })
  .addOption(from)
  .addOption(
    text(
      "account",
      "The account that sends and pays; the Safe, with --safe (default: the first of the chain's network)",
    ),
  )
  .addOption(
    textOr("margin", "10", "Percent to attach on top of the fee, in case it rises; the unused part comes back"),
  )
  .addOption(
    textOr(
      "value",
      "0",
      "Native tokens for the function's own use, such as 0.5 or 1000wei; they are attached in addition to the fee",
    ),
  )
  .addOption(
    text(
      "maxFee",
      "Maximum fee in native tokens, margin included, such as 0.01 (default: twice the minimum of the socket)",
    ),
  )
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addOption(text("budget", "What all of it may cost: fee, margin, value and gas; exit code 2 if it is more"))
  .addFlag(
    named("preflight", "Simulate inbound on the destination before paying; always done where a network is not local"),
  )
  .addFlag(named("yes", "Send without asking; needed without a terminal where a network is not local"))
  .addOption(confirmations)
  .addOption(safe)
  .addFlag(named("anyway", "Send and pay for a message that would not arrive now; without a terminal it is refused"))
  .addFlag(named("evenWithoutMessage", "Send the transaction although it sends no message; without this it is refused"))
  .addFlag(named("track", "Track the messages until they are delivered or fail"))
  .addOption(until)
  .addOption(timeout)
  .addFlag(json)
  .setAction(loadAction<typeof import("./send.js")>("tasks/messaging/send.js"))

const track = task(
  ["messaging", "track"],
  "Track the messages of a transaction; exit code 0: delivered, 2: failed, 3: timed out",
)
  .addPositionalArgument(
    text("txHash", "Hash of the source chain's transaction (default: the last that a task of this project sent)"),
  )
  .addOption(from)
  .addOption(text("messageId", "Track only this message of the transaction"))
  .addOption(until)
  .addOption(timeout)
  .addOption(source)
  .addOption(
    text(
      "finality",
      "With --source chain, what counts: latest, safe, finalized, or what has this many blocks above it (default: latest)",
    ),
  )
  .addFlag(named("json", "Print one JSON line for each event: unknown, status, reorg, trouble, end"))
  .setAction(loadAction<typeof import("./track.js")>("tasks/messaging/track.js"))

const connect = task(
  ["messaging", "connect"],
  "Connect a plug to its sibling on another chain; run it for each of the two plugs",
)
  .addPositionalArgument(named("plug", "The plug to connect, by name or address"))
  .addPositionalArgument({ name: "sibling", description: "The plug on the other chain, by name or address" })
  .addOption(text("from", "Chain of the plug, by name or slug (default: the chain of --network)"))
  .addOption(text("to", "Chain of the sibling, by name or slug"))
  .addOption(
    text(
      "switchboard",
      "Switchboard of the plug's chain, for both directions: a kind, such as FAST, or an address (default: FAST on a devnet)",
    ),
  )
  .addOption(
    textOr(
      "function",
      "connect",
      'The plug\'s function that connects, by name or signature, such as "link(uint32 slug, address sibling, address switchboard)"',
    ),
  )
  .addOption(
    text(
      "args",
      "Arguments of --function, with commas: sibling, switchboard, siblingChainSlug, or values (default: as its parameters are called)",
    ),
  )
  .addOption(
    text("allowSwitchboard", "The switchboard, by address, to confirm one in advance that is not known on its chain"),
  )
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addFlag(
    named(
      "yes",
      "Connect without asking, also to an address without a contract; needed without a terminal on real chains",
    ),
  )
  .addOption(confirmations)
  .addOption(safe)
  .addFlag(json)
  .setAction(loadAction<typeof import("./connect.js")>("tasks/messaging/connect.js"))

const disconnect = task(
  ["messaging", "disconnect"],
  "Disconnect a plug from its sibling on another chain, so that it neither sends there nor takes messages from there",
)
  .addPositionalArgument(named("plug", "The plug to disconnect, by name or address"))
  .addOption(text("from", "Chain of the plug, by name or slug (default: the chain of --network)"))
  .addOption(text("to", "Chain of the sibling, by name or slug"))
  .addOption(
    textOr(
      "function",
      "connect",
      "The plug's function that connects, by name or signature; it is called with the zero address as sibling",
    ),
  )
  .addOption(text("args", "Arguments of --function, as messaging connect has them"))
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addFlag(named("yes", "Disconnect without asking; needed without a terminal on real chains"))
  .addOption(confirmations)
  .addOption(safe)
  .addFlag(json)
  .setAction(loadAction<typeof import("./disconnect.js")>("tasks/messaging/disconnect.js"))

const chains = task(
  ["messaging", "chains"],
  "Show the chains of this project, the known deployments, and which chains each reaches by which kind of switchboard",
)
  .addOption(text("chain", "Show this chain: a name, slug or chain id"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./chains.js")>("tasks/messaging/chains.js"))

const wire = task(
  ["messaging", "wire"],
  "Connect the contracts of an application on all its chains, as its wiring says; exit code 2: they differ (--check)",
)
  .addFlag(named("plan", "Show how the chains differ from the wiring, and send nothing (default)"))
  .addFlag(named("apply", "Show the differences, ask, and send the transactions that mend them"))
  .addFlag(named("check", "Show the differences, send nothing, and exit with code 2 if there are any"))
  .addFlag(named("dryRun", "Apply it to forks of the chains in this process, and send nothing to the chains"))
  .addFlag(named("disconnect", "Also disconnect plugs from siblings that are not in the wiring"))
  .addFlag(named("yes", "Send without asking"))
  .addOption(
    text(
      "allowSwitchboard",
      "Switchboards to use that are not known on their chain, by address and with commas; needed with --yes and --safe",
    ),
  )
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addOption(text("file", "Module or JSON file with the wiring (default: plugs.wiring of the configuration)"))
  .addOption(
    text("safe", "Write the transactions of other owners for Safe, one file a chain, such as wiring.alpha.json"),
  )
  .addFlag(named("calldata", "Print the transactions of other owners, with addresses and data"))
  .addOption(
    text(
      "timelock",
      "Have timelocks that own plugs told by this account, which proposes to them; with --safe or --calldata",
    ),
  )
  .addFlag(json)
  .setAction(loadAction<typeof import("./wire.js")>("tasks/messaging/wire.js"))

const list = task(
  ["messaging", "list"],
  "List the latest messages of a plug, an account or all chains, with state and age",
)
  .addOption(text("chain", "Only messages from this chain, by name or slug (default: all in plugs.chains)"))
  .addOption(text("plug", "Only messages of this plug, by name or address"))
  .addOption(text("account", "Only messages whose transaction this account sent"))
  .addOption(text("state", "Only messages in this state, such as INBOUND_REVERTING"))
  .addOption(textOr("limit", "20", "How many messages to show, at most 500"))
  .addOption(textOr("blocks", "10000", "How many of the newest blocks of each chain to search"))
  .addOption(source)
  .addFlag(json)
  .setAction(loadAction<typeof import("./list.js")>("tasks/messaging/list.js"))

const explain = task(
  ["messaging", "explain"],
  "Explain why a message has not arrived, and how to fix it; exit code 2: it needs a fix, 3: unknown",
)
  .addPositionalArgument(
    text("id", "Hash of the source chain's transaction, or a message id (default: the last that a task sent)"),
  )
  .addOption(from)
  .addOption(text("messageId", "Explain only this message of the transaction"))
  .addOption(source)
  .addOption(markdown)
  .addFlag(json)
  .setAction(loadAction<typeof import("./explain.js")>("tasks/messaging/explain.js"))

const retry = task(
  ["messaging", "retry"],
  "Execute a message again that was given up: on a devnet, a fork, or where your account may execute",
)
  .addPositionalArgument(
    text(
      "id",
      "Hash of the source chain's transaction, or a message id (default: the last transaction that a task of this project sent)",
    ),
  )
  .addOption(from)
  .addOption(text("messageId", "Which message of the transaction, if it sent several"))
  .addOption(text("gasLimit", "Gas for inbound, if it needs more than the message asks for"))
  .addOption(maxGasPrice)
  .addOption(maxGasCost)
  .addOption(
    text(
      "maxValue",
      "What the account may pay for the message's own value, in the chain's currency (default: 0, and any on the devnet)",
    ),
  )
  .addFlag(named("dryRun", "Check whether it can be executed and show what it costs, and send nothing"))
  .addOption(text("cause", "Retry all messages of the project's plugs that explain gives this cause, such as given-up"))
  .addOption(
    text("account", "The account that executes and pays; the Safe, with --safe (default: the first of the network)"),
  )
  .addFlag(named("yes", "Execute without asking"))
  .addOption(confirmations)
  .addOption(safe)
  .addFlag(json)
  .setAction(loadAction<typeof import("./retry.js")>("tasks/messaging/retry.js"))

/** The tasks for messages. Their actions are imported when they run. */
export const messagingTasks: TaskDefinition[] = [
  messaging,
  fees,
  send,
  track,
  list,
  explain,
  retry,
  connect,
  disconnect,
  wire,
  chains,
].map((each) => each.build())
