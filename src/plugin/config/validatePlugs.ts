import type { HardhatUserConfig } from "hardhat/types/config"
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks"

import { defaultChains } from "../../devnet/defaults.js"
import { identifyChains, identifyGateway } from "../../devnet/identifyChains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import {
  type ConfigCheck,
  type ReportProblem,
  address,
  baseUrl,
  chainId,
  chainName,
  keyed,
  listOf,
} from "./configChecks.js"
import { isRecord } from "../../primitives/isRecord.js"
import { mebibytes, object, oneOf, origin, port, secret, slug, text, tokenPins } from "./configChecks.js"
import type { PlugsUserConfig } from "./PlugsConfig.js"
import { isLoopback } from "../../primitives/isLoopback.js"

/**
 * Validates the `plugs` block. It uses no schema library, because this runs before every command, `--help` included, and importing
 * one takes longer than all the rest of the plugin.
 *
 * @example
 * validatePlugs({ plugs: { devnet: { prot: 1 } } })
 * // [{ path: ["plugs", "devnet", "prot"], message: "is not known here. Known: port, chains, gateway, allowedOrigins, memoryWarning." }]
 */
export function validatePlugs(config: HardhatUserConfig): HardhatUserConfigValidationError[] {
  const found: HardhatUserConfigValidationError[] = []
  const report: ReportProblem = (path, message) => void found.push({ path: [...path], message })
  const networks = oneOf(isRecord(config.networks) ? Object.keys(config.networks) : [], "config.networks")
  const knownChain = oneOf(chainNamesOf(config.plugs), "config.plugs.chains")
  const swapChain = object({
    allowedTargets: listOf(address, "addresses"),
    allowedSpenders: listOf(address, "addresses"),
  })
  const block = object({
    messaging: withKey("messaging", "MESSAGING_API_KEY"),
    gateway: object({ baseUrl: baseUrl("gateway", { hasKey: false }), contracts: gatewayContracts }),
    swap: withKey("swap", "SWAP_API_KEY", {
      affiliate: text,
      tokens: keyed("chain", knownChain, tokenPins),
      chains: keyed("chain", knownChain, swapChain),
    }),
    chains: keyed("chain", chainName, object({ slug, network: networks, socket: address }, ["slug"])),
    devnet: object({
      port,
      chains: devnetChains,
      // Its chain id is its slug too.
      gateway: object({ chainId: slug }),
      allowedOrigins: listOf(origin, "origins"),
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

/** An API that requires a key, for which only the devnet has a default. */
function withKey(api: string, variable: string, more: Readonly<Record<string, ConfigCheck>> = {}): ConfigCheck {
  return (value, path, report) => {
    object({ baseUrl: baseUrl(api, { hasKey: true }), apiKey: secret, ...more })(value, path, report)
    if (!isRecord(value) || value["apiKey"] !== undefined) return
    const url = value["baseUrl"]
    if (typeof url !== "string" || isLoopback(url)) return
    const { protocol, origin } = URL.parse(url) ?? {}
    // A base URL of another kind is a problem that was reported.
    if (protocol !== "https:" || origin === undefined) return
    report(
      [...path, "apiKey"],
      `is needed for ${origin}. Write apiKey: configVariable("${variable}"), with configVariable from "hardhat/config".`,
    )
  }
}

/** All three are required, because a forwarder's address depends on all of them. */
const gatewayContracts: ConfigCheck = object(
  { addressResolver: address, asyncDeployer: address, forwarderBeacon: address },
  ["addressResolver", "asyncDeployer", "forwarderBeacon"],
)

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

function refuseDuplicates({ chains = {}, devnet }: PlugsUserConfig, report: ReportProblem): void {
  const slugs = new Map<number, string>()
  for (const [key, chain] of Object.entries(chains)) {
    const twin = slugs.get(chain.slug)
    if (twin !== undefined) report(["plugs", "chains", key, "slug"], `is also the slug of ${twin}.`)
    slugs.set(chain.slug, key)
  }
  const gatewayChainId = devnet?.gateway?.chainId
  try {
    identifyGateway(identifyChains(devnet?.chains ?? defaultChains), gatewayChainId)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const path = error.argument === "gatewayChainId" ? ["gateway", "chainId"] : ["chains"]
    report(["plugs", "devnet", ...path], error.shortMessage.slice(`${error.argument}: `.length))
  }
}
