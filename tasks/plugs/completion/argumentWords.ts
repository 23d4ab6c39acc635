import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { bridges, dexes } from "../../../src/devnet/market/providers.js"
import { payloadStates, transactionStates } from "../../../src/gateway/states.js"
import { messageStates } from "../../../src/messaging/states.js"
import { switchboardKinds } from "../../../src/messaging/switchboardKinds.js"
import { chainsOf } from "../../../src/plugin/config/chainsOf.js"
import { deploymentsOf } from "../../../src/plugin/config/deployments.js"
import { openContractBook } from "../../../src/plugin/contracts/ContractBook.js"
import { routeStates } from "../../../src/swap/states.js"
import { tokenLists } from "../../../src/swap/types.js"
import { routeChoices } from "../../swap/arguments/readExecuteArguments.js"
import type { CompletionWord } from "./Completions.js"
import { shells } from "./shells.js"

/** Returns the words that an option or an argument of a task takes; none if they are not known without a network. */
export type ArgumentWords = (task: string, argument: string) => readonly CompletionWord[]

/** Collects what the project has names for, and what the definitions of the tasks have as words. Nothing is asked. */
export async function argumentWords(hre: HardhatRuntimeEnvironment): Promise<ArgumentWords> {
  const { plugs, networks, solidity } = hre.config
  const known = (await deploymentsOf(plugs)).filter(({ isRetired }) => isRetired !== true)
  const book = await openContractBook(hre)
  const chains = [
    ...chainsOf(plugs).map(({ name, slug }) => ({ word: name, says: `chain ${slug}` })),
    ...Object.keys(plugs.unidentified).map((word) => ({ word, says: "chain" })),
  ]
  const contracts = book.names().map((word) => ({ word, says: "contract" }))
  const tokens = new Set(Object.values(plugs.swap.tokens).flatMap((symbols) => Object.keys(symbols)))
  const providers = Object.entries({ ...bridges, ...dexes }).map(([word, { displayName }]) => ({
    word,
    says: displayName,
  }))
  const anywhere: Readonly<Record<string, readonly CompletionWord[]>> = {
    network: wordsOf(Object.keys(networks), "network"),
    buildProfile: wordsOf(Object.keys(solidity.profiles), "build profile"),
  }
  const ofOurs: Readonly<Record<string, readonly CompletionWord[]>> = {
    ...{ from: chains, to: chains, chain: chains, chains },
    ...{ plug: contracts, plugs: contracts, sibling: contracts, appGateway: contracts, target: contracts },
    ...{ onChainAddress: contracts, switchboard: wordsOf(switchboardKinds, "switchboard") },
    ...{ provider: providers, without: providers, for: wordsOf(tokens, "token"), token: wordsOf(tokens, "token") },
    ...{ route: wordsOf(routeChoices, "route"), userOps: wordsOf(["tx", "deposit"], "payment") },
    ...{ list: explained(tokenLists), shell: wordsOf(Object.keys(shells), "shell") },
  }
  const ofOne: Readonly<Record<string, readonly CompletionWord[]>> = {
    "messaging chains chain": [
      ...chains,
      ...known.map(({ name, chainId }) => ({ word: name, says: `chain ${chainId}` })),
    ],
    "messaging send until": explained(messageStates),
    "messaging track until": explained(messageStates),
    "messaging list state": explained(messageStates),
    "gateway tx until": explained(payloadStates),
    "gateway list state": explained(transactionStates),
    "swap list state": explained(routeStates),
  }
  return (task, argument) => {
    const isOurs = families.has(task.split(" ")[0] ?? "")
    return ofOne[`${task} ${argument}`] ?? (isOurs ? ofOurs[argument] : undefined) ?? anywhere[argument] ?? []
  }
}

/** Other plugins mean other things by the same names. */
const families: ReadonlySet<string> = new Set(["devnet", "messaging", "gateway", "swap", "plugs"])

function wordsOf(words: Iterable<string>, says: string): CompletionWord[] {
  return [...words].map((word) => ({ word, says }))
}

function explained(states: Readonly<Record<string, { readonly says: string }>>): CompletionWord[] {
  return Object.entries(states).map(([word, { says }]) => ({ word, says }))
}
