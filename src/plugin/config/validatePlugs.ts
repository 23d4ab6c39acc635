import type { HardhatUserConfig } from "hardhat/types/config"
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks"

import { defaultChains, gatewayChain } from "../../devnet/defaults.js"
import { identifyChains, identifyGateway } from "../../devnet/identifyChains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import {
  type ConfigCheck,
  type ReportProblem,
  address,
  baseUrl,
  chainId,
  chainName,
  contractName,
  dataFile,
  keyed,
  listOf,
} from "./configChecks.js"
import { isRecord } from "../../primitives/isRecord.js"
import {
  mebibytes,
  object,
  oneOf,
  optimisticTimeout,
  origin,
  port,
  secret,
  slug,
  switchboardKind,
  text,
  tokenPins,
} from "./configChecks.js"
import { publicGateways } from "./defaults.js"
import type { PlugsUserConfig } from "./PlugsConfig.js"
import { isLoopback } from "../../primitives/urls/isLoopback.js"

/**
 * Validates the `plugs` block. It uses no schema library, because this runs before every command, `--help` included, and importing
 * one takes longer than all the rest of the plugin.
 *
 * @example
 * validatePlugs({ plugs: { devnet: { prot: 1 } } })
 * // [{ path: ["plugs", "devnet", "prot"], message: "is not known here. Known: port, chains, gateway, …" }]
 */
export function validatePlugs(config: HardhatUserConfig): HardhatUserConfigValidationError[] {
  const found: HardhatUserConfigValidationError[] = []
  const report: ReportProblem = (path, message) => void found.push({ path: [...path], message })
  const networks = oneOf(isRecord(config.networks) ? Object.keys(config.networks) : [], "config.networks")
  const knownChain = oneOf(chainNamesOf(config.plugs), "config.plugs.chains")
  const contractChain = oneOf([...chainNamesOf(config.plugs), gatewayChain.name], "the chains")
  const swapChain = object({
    allowedTargets: listOf(address, "addresses"),
    allowedSpenders: listOf(address, "addresses"),
  })
  const block = object({
    messaging,
    gateway: gateway(networks),
    swap: swap({
      tokens: keyed("chain", knownChain, tokenPins),
      chains: keyed("chain", knownChain, swapChain),
    }),
    chains: keyed("chain", chainName, object({ slug, network: networks, socket: address })),
    contracts: keyed("contract", contractName, keyed("chain", contractChain, address)),
    wiring: keyed("application", anything, wiringApplication),
    devnet: object({
      port,
      chains: devnetChains,
      // Its chain id is its slug too.
      gateway: object({ chainId: slug }),
      allowedOrigins: listOf(origin, "origins"),
      paths: listOf(devnetPath, "paths"),
      optimisticTimeout,
      memoryWarning: mebibytes,
    }),
  })
  block(config.plugs, ["plugs"], report)
  // Entries are compared with each other only once each is valid.
  if (found.length === 0) refuseDuplicates(config.plugs ?? {}, report)
  return found
}

/** Names the chains of a block that is not valid yet. */
function chainNamesOf(plugs: unknown): string[] {
  const { chains, devnet } = isRecord(plugs) ? plugs : {}
  const { chains: devnetChains = defaultChains } = isRecord(devnet) ? devnet : {}
  const entries: readonly unknown[] = Array.isArray(devnetChains) ? devnetChains : []
  const names = entries.map((entry) => (isRecord(entry) ? entry["name"] : entry))
  return [...Object.keys(isRecord(chains) ? chains : {}), ...names.filter((name) => typeof name === "string")]
}

/** The messaging API, which requires a key on every host. Only the devnet has a default. */
const messaging: ConfigCheck = (value, path, report) => {
  const fields = { baseUrl: baseUrl("messaging", { hasKey: true }), apiKey: secret, deployment: dataFile([]) }
  object(fields)(value, path, report)
  const origin = remoteOrigin(value)
  if (origin !== undefined && read(value, "apiKey") === undefined)
    report([...path, "apiKey"], missingKey(origin, "MESSAGING_API_KEY"))
}

/** The swap API, which requires the affiliate on every host, and a key on most. Only the devnet has defaults. */
function swap(more: Readonly<Record<string, ConfigCheck>>): ConfigCheck {
  return (value, path, report) => {
    const key: ConfigCheck = (apiKey, ...place) => {
      if (apiKey !== null) secret(apiKey, ...place)
    }
    object({ baseUrl: baseUrl("swap", { hasKey: true }), apiKey: key, affiliate: text, ...more })(value, path, report)
    const origin = remoteOrigin(value)
    if (origin === undefined) return
    if (read(value, "apiKey") === undefined && !keylessHosts.has(origin)) {
      report([...path, "apiKey"], `${missingKey(origin, "SWAP_API_KEY")} For a host without keys, write apiKey: null.`)
    }
    if (read(value, "affiliate") === undefined) {
      report([...path, "affiliate"], `is needed for ${origin}. Write the id that was issued for your project.`)
    }
  }
}

/**
 * Public hosts of the swap API that want no key: one with a limit that all share, and one for web pages of known domains. For any other
 * host a missing key is more likely forgotten than not wanted.
 */
const keylessHosts: ReadonlySet<string> = new Set(["https://public-backend.socket.tech", "https://backend.socket.tech"])

function missingKey(origin: string, variable: string): string {
  return `is needed for ${origin}. Write apiKey: configVariable("${variable}"), with configVariable from "hardhat/config".`
}

/** The origin of an API on another machine. A base URL of another kind is a problem that was reported. */
function remoteOrigin(value: unknown): string | undefined {
  const url = read(value, "baseUrl")
  if (typeof url !== "string" || isLoopback(url)) return undefined
  const { protocol, origin } = URL.parse(url) ?? {}
  return protocol === "https:" ? origin : undefined
}

function read(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

/** Without a deployment all three contracts are required, because a forwarder's address depends on all of them. */
function gateway(networks: ConfigCheck): ConfigCheck {
  const contracts = { addressResolver: address, asyncDeployer: address, forwarderBeacon: address }
  return (value, path, report) => {
    const fields = {
      baseUrl: baseUrl("gateway", { hasKey: false }),
      deployment: dataFile(publicGateways),
      network: networks,
      contracts: object(contracts, read(value, "deployment") === undefined ? Object.keys(contracts) : []),
    }
    object(fields)(value, path, report)
  }
}

/** The rest needs the chains and is checked when the wiring is used. */
const wiringApplication: ConfigCheck = (value, path, report) => {
  if (!isRecord(value) || !isRecord(value["contracts"])) report(path, "must be an object with contracts.")
}

const anything: ConfigCheck = () => undefined

const devnetChains: ConfigCheck = (value, path, report) => {
  if (!Array.isArray(value)) {
    report(path, 'must be a list of chains, such as ["alpha", "beta"].')
    return
  }
  const numbered = object({ name: chainName, chainId, slug }, ["name", "chainId"])
  for (const [index, entry] of (value as unknown[]).entries()) {
    const check = typeof entry === "string" ? chainName : numbered
    check(entry, [...path, index], report)
  }
}

const twoChains: ConfigCheck = (value, path, report) => {
  if (Array.isArray(value) && value.length !== 2) report(path, "must name two chains.")
  else listOf(chainName, "two chains")(value, path, report)
}

/** Whether there are such chains is checked by validatePaths, once all names are known to be valid. */
const devnetPath: ConfigCheck = object({ between: twoChains, kinds: listOf(switchboardKind, "kinds") }, [
  "between",
  "kinds",
])

function refuseDuplicates({ chains = {}, devnet }: PlugsUserConfig, report: ReportProblem): void {
  const slugs = new Map<number, string>()
  for (const [key, { slug }] of Object.entries(chains)) {
    if (slug === undefined) continue
    const twin = slugs.get(slug)
    if (twin !== undefined) report(["plugs", "chains", key, "slug"], `is also the slug of ${twin}.`)
    slugs.set(slug, key)
  }
  const gatewayChainId = devnet?.gateway?.chainId
  try {
    identifyGateway(identifyChains(devnet?.chains ?? defaultChains), gatewayChainId)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const path = error.argument === "gatewayChainId" ? ["gateway", "chainId"] : ["chains"]
    report(["plugs", "devnet", ...path], error.explanation)
  }
}
