import { formatFacts, formatTable } from "./table.js"
import type { Paint } from "./terminal.js"

export type DevnetFacts = {
  readonly url: string
  readonly chains: readonly {
    readonly name: string
    readonly chainId: number
    readonly slug: number
    readonly rpcUrl: string
  }[]
  readonly socket: string
  readonly switchboard: string
  readonly messaging: { readonly baseUrl: string; readonly apiKey: string }
  /** An account with funds for which every chain signs. */
  readonly account: string
  readonly balance: string
  /** What the project's configuration must say for its tasks and scripts to find this devnet, when it doesn't yet. */
  readonly advice?: string | undefined
}

/** What a person needs to use a devnet, on one screen. */
export function devnetBanner({ url, chains, ...facts }: DevnetFacts, paint: Paint): string {
  return [
    `${paint.bold("Cross-chain devnet")} on ${paint.cyan(url)}`,
    "",
    formatTable({
      columns: [
        { title: "chain" },
        { title: "chain id", align: "right" },
        { title: "slug", align: "right" },
        { title: "JSON-RPC" },
      ],
      rows: chains.map(({ name, chainId, slug, rpcUrl }) => [name, String(chainId), String(slug), rpcUrl]),
      paint,
    }),
    "",
    formatFacts(
      [
        ["socket", `${facts.socket}, on every chain`],
        ["switchboard", `${facts.switchboard}, on every chain`],
        ["account", `${facts.account}, unlocked, with ${facts.balance} on every chain`],
        ["messaging API", `${facts.messaging.baseUrl} with x-api-key: ${facts.messaging.apiKey}`],
      ],
      paint,
    ),
    "",
    ...(facts.advice === undefined
      ? []
      : [`${paint.yellow("To use it from this project")}, write ${facts.advice} into the Hardhat configuration.`, ""]),
    "Messages appear below as they travel. Ctrl-C stops the devnet, and what was on its chains is gone.",
  ].join("\n")
}
