import type { TaskDefinition } from "hardhat/types/tasks"

import { task } from "hardhat/config"

import { text } from "../../src/plugin/arguments/options.js"
import { loadAction } from "../loadAction.js"

const devnet = task("devnet", "Start local chains with all three protocols and their APIs, and run them until Ctrl-C")
  .addOption(text("port", "Port on 127.0.0.1 (default: plugs.devnet.port in the configuration, 8645)"))
  .addOption(text("chains", "Names of the chains, such as alpha,beta,gamma (default: plugs.devnet.chains, alpha,beta)"))
  .addOption(
    text("gatewayChainId", "Chain id and slug of the gateway chain (default: plugs.devnet.gateway.chainId, 41000)"),
  )
  .addOption(
    text(
      "path",
      "Switchboards between two chains, such as alpha:beta=optimistic,alpha:gamma=fast (default: plugs.devnet.paths, both kinds)",
    ),
  )
  .addOption(
    text(
      "optimisticTimeout",
      "Time on the chain's clock until an optimistic switchboard allows a packet (default: plugs.devnet.optimisticTimeout, 5s)",
    ),
  )
  .addOption(text("blockTime", "Mine a block at this interval, such as 2s (default: a block for each transaction)"))
  .addOption(text("pace", "Keep each message in each state for at least this long, such as 500ms, to watch it move"))
  .addOption(text("apiKey", "The x-api-key that the messaging and swap APIs require (default: devnet)"))
  .addOption(
    text("allowOrigin", "Origins of web pages that may use it, such as http://localhost:5173, beside those configured"),
  )
  .addOption(
    text("state", "Folder to keep the chains in; the next start goes on from there (default: nothing is kept)"),
  )
  .addFlag({ name: "reset", description: "Delete what --state has kept, and begin anew" })
  .addFlag({ name: "demo", description: "Send a message between two chains, show each state it reaches, and exit" })
  .addFlag({
    name: "json",
    description: "Print one JSON line for each event: ready, message, payload, timeout, trigger, problem, stopped",
  })
  .setAction(loadAction<typeof import("./devnet.js")>("devnet/devnet.js"))
  .build()

/** The devnet task. Its action is imported when it runs. */
export const devnetTasks: TaskDefinition[] = [devnet]
