import type { DevnetPath, StartDevnetOptions } from "../../src/devnet/index.js"
import { devnetSwitchboardKinds } from "../../src/messaging/switchboardKinds.js"
import { checkHeaderValue } from "../../src/primitives/checks.js"
import { readOrigins } from "../../src/primitives/urls/parseOrigin.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { inQuotes } from "../../src/primitives/text.js"
import { parseDuration } from "../../src/primitives/duration.js"
import type { DevnetConfig } from "../../src/plugin/config/PlugsConfig.js"
import { readList, readRequired, readWholeNumber } from "../../src/plugin/arguments/readArguments.js"

export type DevnetArguments = {
  port: string | undefined
  chains: string | undefined
  gatewayChainId: string | undefined
  path: string | undefined
  optimisticTimeout: string | undefined
  blockTime: string | undefined
  pace: string | undefined
  apiKey: string | undefined
  allowOrigin: string | undefined
  state: string | undefined
  reset: boolean
  demo: boolean
  json: boolean
}

/**
 * Reads the options of a devnet from the command line, and the rest from the configuration.
 *
 * @throws {InvalidInputError} an option is wrong; the error names it
 */
export function readDevnetArguments(
  args: Omit<DevnetArguments, "demo" | "json">,
  config: DevnetConfig,
): StartDevnetOptions & { port: number } {
  const chains = args.chains === undefined ? config.chains : readList(args.chains, "--chains")
  const names = chains.map((chain) => (typeof chain === "string" ? chain : chain.name))
  return {
    port:
      args.port === undefined
        ? config.port
        : Number(readWholeNumber(args.port, { argument: "--port", from: 1n, to: 65_535n })),
    // What is allowed for one run adds to what is allowed always.
    allowedOrigins: [
      ...config.allowedOrigins,
      ...(args.allowOrigin === undefined
        ? []
        : readOrigins(readList(args.allowOrigin, "--allow-origin"), "--allow-origin")),
    ],
    ...(config.memoryWarning === undefined ? {} : { memoryWarning: config.memoryWarning }),
    gatewayChainId:
      args.gatewayChainId === undefined
        ? config.gateway.chainId
        : Number(
            readWholeNumber(args.gatewayChainId, { argument: "--gateway-chain-id", from: 1n, to: 2n ** 32n - 1n }),
          ),
    chains,
    ...readPaths(args.path, { paths: config.paths, names }),
    ...readOptimisticTimeout(args.optimisticTimeout, config),
    ...(args.blockTime === undefined ? {} : { blockTime: parseDuration(args.blockTime, "--block-time") }),
    ...readState(args),
    ...(args.pace === undefined ? {} : { pace: parseDuration(args.pace, "--pace") }),
    ...(args.apiKey === undefined ? {} : { apiKey: readApiKey(args.apiKey) }),
  }
}

function readState({
  state,
  reset,
}: Pick<DevnetArguments, "state" | "reset">): Pick<StartDevnetOptions, "state" | "reset"> {
  if (state !== undefined) return { state, reset }
  if (!reset) return {}
  throw new InvalidInputError({
    argument: "--reset",
    problem: "there is nothing to reset without a folder",
    fix: "Give the folder with --state.",
  })
}

/** The paths of the command line replace all that are configured. Of these, only those between chains that are started count. */
function readPaths(
  given: string | undefined,
  { paths, names }: { paths: readonly DevnetPath[]; names: readonly string[] },
): Pick<StartDevnetOptions, "paths"> {
  if (given !== undefined) return { paths: readPathArguments(given) }
  const between = paths.filter((path) => path.between.every((name) => names.includes(name)))
  return between.length === 0 ? {} : { paths: between }
}

function readOptimisticTimeout(
  given: string | undefined,
  { optimisticTimeout }: DevnetConfig,
): Pick<StartDevnetOptions, "optimisticTimeout"> {
  if (given !== undefined) return { optimisticTimeout: Math.ceil(parseDuration(given, "--optimistic-timeout") / 1000) }
  return optimisticTimeout === undefined ? {} : { optimisticTimeout }
}

/** Reads paths such as `alpha:beta=optimistic`. The devnet checks the names, because it knows its chains. */
function readPathArguments(given: string): readonly DevnetPath[] {
  return readList(given, "--path").map((text) => {
    const [, one, other, list = ""] = /^([^:=]+):([^:=]+)=([a-z+]+)$/i.exec(text) ?? []
    const kinds = list.split("+").map((kind) => devnetSwitchboardKinds.find((known) => known === kind.toUpperCase()))
    if (one !== undefined && other !== undefined && kinds.every((kind) => kind !== undefined)) {
      return { between: [one, other], kinds }
    }
    throw new InvalidInputError({
      argument: "--path",
      problem: `${inQuotes(text)} is not two chains and the kinds between them`,
      fix: "Write alpha:beta=optimistic, alpha:beta=fast or alpha:beta=fast+optimistic, several with commas.",
    })
  })
}

function readApiKey(given: string): string {
  const argument = "--api-key"
  return checkHeaderValue(readRequired(given, { argument, example: `${argument} devnet` }), argument)
}
