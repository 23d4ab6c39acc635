import type { HardhatUserConfig } from "hardhat/types/config"
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks"

import { extras } from "../extras.js"
import {
  address,
  amount,
  baseUrl,
  chainName,
  codeHash,
  codeName,
  command,
  type ConfigCheck,
  contractName,
  dataFile,
  day,
  invariant,
  keyed,
  listOf,
  mock,
  nodeUrl,
  object,
  oneOf,
  origin,
  priceFunction,
  type ReportProblem,
  secret,
  sentence,
  text,
  tokenPins,
  tokenPrices,
  wholeNumber,
  yesOrNo,
} from "./configChecks.js"
import type { PlugsUserConfig } from "./PlugsUserConfig.js"
import { publicGateways } from "./resolvePlugs.js"
import { assignChainNumbers, assignGatewayNumbers } from "#src/devnet/checkOptions.js"
import { readPaths } from "#src/devnet/messaging/paths.js"
import { devnetOptions, gatewayChain, optionList } from "#src/devnet/options.js"
import { devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { hardforks } from "#src/primitives/numbers/gasRules.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/**
 * Validates the `plugs` block, its routers with the check that is given. It uses no schema library, because this runs before every command, `--help` included, and importing
 * one takes longer than all the rest of the plugin.
 *
 * @example
 * validatePlugs({ plugs: { devnet: { prot: 1 } } })
 * // [{ path: ["plugs", "devnet", "prot"], message: "is not known here. Known: port, chains, gateway, …" }]
 */
export function validatePlugs(
  config: HardhatUserConfig,
  knownRouter: ConfigCheck = anything,
): HardhatUserConfigValidationError[] {
  const problems: HardhatUserConfigValidationError[] = []
  const report: ReportProblem = (path, message) => void problems.push({ path: [...path], message })
  const networks = isRecord(config.networks) ? Object.keys(config.networks) : []
  const network = oneOf(networks, "config.networks")
  const chain = oneOf(chainNamesOf(config.plugs), "config.plugs.chains")
  // Which chain a network reaches, its chain id says, or its node does when it is asked.
  const contractChain = oneOf(
    [...new Set([...chainNamesOf(config.plugs), gatewayChain.name, ...networks])],
    "the chains",
  )
  const block = object({
    messaging,
    gateway: gateway(network),
    swap: swap({
      tokens: keyed("chain", chain, tokenPins),
      chains: keyed(
        "chain",
        chain,
        object({ allowedTargets: addresses, allowedSpenders: addresses, allowedDeposits: addresses }),
      ),
      routers: keyed("chain", chain, keyed("router", address, knownRouter)),
      prices: keyed("chain", chain, tokenPrices),
    }),
    chains: keyed(
      "chain",
      chainName,
      object({ slug, network, socket: address, maxGasCost: amount, nodes: listOf(nodeUrl, "URLs"), hardfork }),
    ),
    contracts: keyed("contract", contractName, keyed("chain", contractChain, address)),
    wiring: keyed("application", anything, wiringApplication),
    watch: watch(chain),
    trust: trust(chain),
    forks: keyed("chain", chainName, object({ url: nodeUrl, block: wholeNumber(0), recording: text, grows: yesOrNo })),
    devnet,
    localNetworks: listOf(network, "networks"),
    recordsKey: secret,
    prices: priceFunction,
  })
  block(config.plugs, ["plugs"], report)
  // Entries are compared with each other only once each is valid.
  if (problems.length === 0) compareEntries(config.plugs ?? {}, report)
  return problems
}

/** Validates the `plugs` block. The check of routers is loaded where there are some. */
export async function validateBlock(config: HardhatUserConfig): Promise<HardhatUserConfigValidationError[]> {
  const hasRouters = valueAt(valueAt(config.plugs, "swap"), "routers") !== undefined
  return validatePlugs(config, hasRouters ? (await extras.routers()).knownRouter : undefined)
}

const hardfork = oneOf(hardforks, "the hardforks whose gas rules are known")

/** Names the chains of a block that is not valid yet. */
function chainNamesOf(plugs: unknown): string[] {
  const { chains, devnet } = isRecord(plugs) ? plugs : {}
  const { chains: devnetChains = devnetOptions.chains.default } = isRecord(devnet) ? devnet : {}
  const entries: readonly unknown[] = Array.isArray(devnetChains) ? devnetChains : []
  const names = entries.map((entry) => (isRecord(entry) ? entry["name"] : entry))
  return [...Object.keys(isRecord(chains) ? chains : {}), ...names.filter((name) => typeof name === "string")]
}

const anything: ConfigCheck = () => undefined
const addresses = listOf(address, "addresses")
const slug = wholeNumber(1, devnetOptions.gatewayChainId.to)

/** The messaging API, which requires a key on every host. Only the devnet has a default. */
const messaging: ConfigCheck = (value, path, report) => {
  const fields = { baseUrl: baseUrl("messaging", { hasKey: true }), apiKey: secret, deployment: dataFile([]), mock }
  object(fields)(value, path, report)
  const remote = remoteOrigin(value)
  if (remote !== undefined && valueAt(value, "apiKey") === undefined)
    report([...path, "apiKey"], missingKey(remote, "MESSAGING_API_KEY"))
}

/** The swap API, which requires the affiliate on every host, and a key on most. Only the devnet has defaults. */
function swap(more: Readonly<Record<string, ConfigCheck>>): ConfigCheck {
  const apiKey: ConfigCheck = (key, ...place) => {
    if (key !== null) secret(key, ...place)
  }
  const fields = object({ baseUrl: baseUrl("swap", { hasKey: true }), apiKey, affiliate: text, mock, ...more })
  return (value, path, report) => {
    fields(value, path, report)
    const remote = remoteOrigin(value)
    if (remote === undefined) return
    if (valueAt(value, "apiKey") === undefined && !keylessHosts.has(remote)) {
      report([...path, "apiKey"], `${missingKey(remote, "SWAP_API_KEY")} For a host without keys, write apiKey: null.`)
    }
    if (valueAt(value, "affiliate") === undefined) {
      report([...path, "affiliate"], `is needed for ${remote}. Write the id that was issued for your project.`)
    }
  }
}

/** Public hosts of the swap API that want no key. For any other a missing key is more likely forgotten than not wanted. */
const keylessHosts: ReadonlySet<string> = new Set(["https://public-backend.socket.tech", "https://backend.socket.tech"])

function missingKey(remote: string, variable: string): string {
  return `is needed for ${remote}. Write apiKey: configVariable("${variable}"), with configVariable from "hardhat/config".`
}

/** The origin of an API on another machine. A base URL of another kind is a problem that was reported. */
function remoteOrigin(value: unknown): string | undefined {
  const url = valueAt(value, "baseUrl")
  if (typeof url !== "string" || isLoopback(url)) return undefined
  const parsed = URL.parse(url)
  return parsed?.protocol === "https:" ? parsed.origin : undefined
}

function valueAt(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

/** Without a deployment all three contracts are required, because a forwarder's address depends on all of them. */
function gateway(network: ConfigCheck): ConfigCheck {
  const contracts = { addressResolver: address, asyncDeployer: address, forwarderBeacon: address }
  return (value, path, report) => {
    const fields = {
      baseUrl: baseUrl("gateway", { hasKey: false }),
      mock,
      deployment: dataFile(publicGateways),
      network,
      contracts: object(contracts, valueAt(value, "deployment") === undefined ? Object.keys(contracts) : []),
    }
    object(fields)(value, path, report)
  }
}

/** The rest needs the chains and is checked when the wiring is used. */
const wiringApplication: ConfigCheck = (value, path, report) => {
  if (!isRecord(value) || !isRecord(value["contracts"])) report(path, "must be an object with contracts.")
}

const webhook = object({ url: secret, secret, shape: oneOf(["event", "slack"], "the shapes") }, ["url"])

/** URLs are checked when they are read: most are secrets. */
function watch(chain: ConfigCheck): ConfigCheck {
  return object({
    fromBlocks: keyed("chain", chain, wholeNumber(0)),
    store: secret,
    lateAfter: wholeNumber(1),
    ...{ webhook, command, alarmCommand: command },
    published: keyed("chain", chain, sentence),
    invariants: keyed("invariant", chainName, invariant),
  })
}

/** Their names are in a file that no command may load before it needs it, so a rule is only held to its form here. */
function trust(chain: ConfigCheck): ConfigCheck {
  const exception = object({ rule: codeName, way: codeName, to: chain, reason: sentence, until: day }, [
    ...["rule", "reason", "until"],
  ])
  return object({
    leastKeysToForge: wholeNumber(1),
    leastSecondsUnwatched: wholeNumber(1),
    leastSafeSigners: wholeNumber(1),
    switchboards: addresses,
    safeCode: listOf(codeHash, "hashes"),
    exceptions: listOf(exception, "exceptions"),
  })
}

const numberedChain = object({ name: chainName, chainId: wholeNumber(1), slug }, ["name", "chainId"])

const devnetChain: ConfigCheck = (value, ...place) => {
  const check = typeof value === "string" ? chainName : numberedChain
  check(value, ...place)
}

const twoChains: ConfigCheck = (value, path, report) => {
  if (Array.isArray(value) && value.length !== 2) report(path, "must name two chains.")
  else listOf(chainName, "two chains")(value, path, report)
}

const switchboardKind = oneOf(devnetSwitchboardKinds, "the kinds of switchboards")

const devnet = object({
  port: wholeNumber(1, devnetOptions.port.to),
  chains: listOf(devnetChain, 'chains, such as ["alpha", "beta"]'),
  // Its chain id is its slug too.
  gateway: object({ chainId: slug }),
  allowedOrigins: listOf(origin, "origins"),
  paths: listOf(object({ between: twoChains, kinds: listOf(switchboardKind, "kinds") }, ["between", "kinds"]), "paths"),
  ...Object.fromEntries(
    optionList.flatMap(({ name, isConfigured, from = 0, to }) =>
      isConfigured === true ? [[name, wholeNumber(from, to)] as const] : [],
    ),
  ),
})

function compareEntries({ chains = {}, devnet: own = {} }: PlugsUserConfig, report: ReportProblem): void {
  const slugs = new Map<number, string>()
  for (const [key, { slug: number }] of Object.entries(chains)) {
    if (number === undefined) continue
    const twin = slugs.get(number)
    if (twin !== undefined) report(["plugs", "chains", key, "slug"], `is also the slug of ${twin}.`)
    slugs.set(number, key)
  }
  try {
    const devnetChains = assignChainNumbers(own.chains ?? devnetOptions.chains.default)
    assignGatewayNumbers(devnetChains, own.gateway?.chainId)
    readPaths(own.paths ?? [], devnetChains)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const path = error.argument === "gatewayChainId" ? ["gateway", "chainId"] : [error.argument]
    report(["plugs", "devnet", ...path], error.explanation)
  }
}
