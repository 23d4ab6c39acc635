import type { StartDevnetOptions } from "../../devnet/index.js"
import { parseDuration } from "../../primitives/duration.js"
import type { DevnetConfig } from "../config/PlugsConfig.js"
import { readList, readRequired, readWholeNumber } from "./readArguments.js"

export type DevnetArguments = {
  port: string | undefined
  chains: string | undefined
  blockTime: string | undefined
  pace: string | undefined
  apiKey: string | undefined
  demo: boolean
  json: boolean
}

/**
 * Makes options for a devnet of a command line, and of the configuration where the command line is silent.
 *
 * @throws {InvalidInputError} named after the option that is wrong
 */
export function readDevnetArguments(
  args: Omit<DevnetArguments, "demo" | "json">,
  config: DevnetConfig,
): StartDevnetOptions & { port: number } {
  return {
    port:
      args.port === undefined
        ? config.port
        : Number(readWholeNumber(args.port, { argument: "--port", from: 1n, to: 65_535n })),
    chains: args.chains === undefined ? config.chains : readList(args.chains, "--chains"),
    ...(args.blockTime === undefined ? {} : { blockTime: parseDuration(args.blockTime, "--block-time") }),
    ...(args.pace === undefined ? {} : { pace: parseDuration(args.pace, "--pace") }),
    ...(args.apiKey === undefined
      ? {}
      : { apiKey: readRequired(args.apiKey, { argument: "--api-key", example: "--api-key devnet" }) }),
  }
}
