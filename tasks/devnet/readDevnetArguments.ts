import type { devnetRows } from "./index.js"
import type { StartDevnetOptions } from "#src/devnet/index.js"
import type { DevnetPath } from "#src/devnet/messaging/paths.js"
import { type ChainRequest, optionList } from "#src/devnet/options.js"
import { devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import type { DevnetConfig } from "#src/plugin/config/PlugsConfig.js"
import { checkHeaderValue } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"
import { readOrigins } from "#src/primitives/urls/parseOrigin.js"

type DevnetArguments = Values<typeof devnetRows>
type PageArguments = Pick<DevnetArguments, "page" | "noPage">

/**
 * Reads the options of a devnet from the command line, and the rest from the configuration.
 *
 * @throws {InvalidInputError} an option is wrong; the error names it
 */
export function readDevnetArguments(
  args: Omit<DevnetArguments, "fork" | "on" | "json" | keyof PageArguments>,
  { gateway, ...config }: DevnetConfig,
): StartDevnetOptions & { port: number } {
  const { chains = config.chains, allowOrigin: origins = [] } = args
  const names = chains.map((chain) => (typeof chain === "string" ? chain : chain.name))
  const { paths, ...configured } = config
  return {
    ...configured,
    gatewayChainId: gateway.chainId,
    ...readNumbers(args),
    chains,
    // What is allowed for one run adds to what is allowed always.
    allowedOrigins: [...config.allowedOrigins, ...readOrigins(origins, "--allow-origin")],
    ...readPaths(args.path, { paths, names }),
    ...readState(args),
    ...(args.apiKey === undefined ? {} : { apiKey: readApiKey(args.apiKey) }),
  }
}

/** The options of a devnet on these chains, which keeps no state. Forks have no paths: their contracts say those. */
export function optionsOn(
  chains: readonly ChainRequest[],
  asked: StartDevnetOptions & { port: number },
): StartDevnetOptions<string, false, false> & { port: number } {
  const isFork = chains.some((chain) => typeof chain !== "string" && chain.fork !== undefined)
  const ofContracts = ["paths", "optimisticTimeout"]
  const given = Object.entries(asked).filter(([name]) => !(isFork && ofContracts.includes(name)))
  return { ...(Object.fromEntries(given) as typeof asked), chains, gateway: false, market: false }
}

/** Reads whether the devnet has a page, and whether that may change something. */
export function readPageArguments({ page, noPage }: PageArguments): { isReadOnly: boolean } | undefined {
  const fix = "Write --page read, --no-page, or neither."
  if (page !== undefined && page !== "read") {
    throw new InvalidInputError({ argument: "--page", problem: `${inQuotes(page)} is not what a page can be`, fix })
  }
  if (!noPage) return { isReadOnly: page === "read" }
  if (page === undefined) return undefined
  throw new InvalidInputError({ argument: "--page", problem: "there is no page with --no-page", fix })
}

/** The options that are numbers, durations among them. */
function readNumbers(args: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const numbers = optionList.flatMap(({ name, unit }) => {
    const value = args[name]
    return typeof value === "number" ? [[name, unit === "s" ? Math.ceil(value / 1_000) : value] as const] : []
  })
  return Object.fromEntries(numbers)
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
  given: readonly string[] | undefined,
  { paths, names }: { paths: readonly DevnetPath[]; names: readonly string[] },
): Pick<StartDevnetOptions, "paths"> {
  if (given !== undefined) return { paths: readPathArguments(given) }
  const between = paths.filter((path) => path.between.every((name) => names.includes(name)))
  return between.length === 0 ? {} : { paths: between }
}

/** Reads paths such as `alpha:beta=optimistic`. The devnet checks the names, because it knows its chains. */
function readPathArguments(given: readonly string[]): readonly DevnetPath[] {
  return given.map((text) => {
    const [, one, other, list = ""] = /^([^:=]+):([^:=]+)=([a-z_+]+)$/i.exec(text) ?? []
    const kinds = list.split("+").map((kind) => devnetSwitchboardKinds.find((known) => known === kind.toUpperCase()))
    if (one !== undefined && other !== undefined && kinds.every((kind) => kind !== undefined)) {
      return { between: [one, other], kinds }
    }
    throw new InvalidInputError({
      argument: "--path",
      problem: `${inQuotes(text)} is not two chains and the kinds between them`,
      fix: `Write alpha:beta=${devnetSwitchboardKinds.join("+").toLowerCase()}, or some of these kinds, several paths with commas.`,
    })
  })
}

function readApiKey(given: string): string {
  const argument = "--api-key"
  return checkHeaderValue(readRequired(given, { argument, example: `${argument} devnet` }), argument)
}
