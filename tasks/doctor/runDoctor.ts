import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { type ApiProbe, checkApi, checkApiClock, checkApiKey, checkDevnet, createApiProbes } from "./apis.js"
import {
  type Check,
  type CheckName,
  type CheckResult,
  type CheckStatus,
  type Finding,
  skipped,
  warning,
} from "./checks.js"
import { findPlugs, type PlugGroup } from "./findPlugs.js"
import { listMachineChecks } from "./machine.js"
import { runChecks, type RunChecksOptions } from "./runChecks.js"
import { describeDoctorChain, type DoctorChain } from "./subjects/DoctorChain.js"
import { type DoctorWiring, readDoctorWiring } from "./wiring.js"
import type { Knows } from "#src/explaining/remedy.js"
import { type LeftOutNetwork, leftOutNetworks } from "#src/plugin/config/chainsOf.js"
import type { TrustUserConfig } from "#src/plugin/config/PlugsUserConfig.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { type Chains, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { extras } from "#src/plugin/extras.js"
import { findChain } from "#src/primitives/chains.js"
import type { Clock } from "#src/primitives/clock.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

/** What to examine. */
type RunDoctorParameters = RunChecksOptions & {
  /** Plugs, such as `Greeter`, `Greeter@beta` or `0x…@beta`. None: those that the project has names for. */
  readonly plugs: readonly string[]
  /** Chains, by name or slug. None: all that are configured. */
  readonly chains: readonly string[]
  /** The chain that messages are sent from, by name or slug. */
  readonly from: string | undefined
}

/** The report: every check with what it found, and the worst of them. */
export type DoctorReport = {
  readonly verdict: Exclude<CheckStatus, "skipped">
  readonly checks: readonly CheckResult[]
}

/**
 * Checks everything that can be wrong before the first message. Nothing is signed, sent or written.
 *
 * @throws {InvalidInputError} a chain or a plug does not exist
 * @throws {AbortedError} the signal was aborted
 */
export async function runDoctor(
  hre: HardhatRuntimeEnvironment,
  { plugs, chains: names, from, limit, clock, signal, onProgress }: RunDoctorParameters,
): Promise<DoctorReport> {
  // Of a network whose configuration does not say which chain it reaches, its node is asked where it is named.
  const all = await chainsFor(hre, [...names, from])
  const named = names.length === 0 ? all : [...new Set(names.map((name) => findChain(all, name, "--chains")))]
  const source = from === undefined ? undefined : findChain(named, from, "--from")
  // A request must end before its check does, so that the check can say what happened.
  const timeout = Math.ceil(limit * 0.8)
  await using opened = openChains(hre, { timeout })
  const chains = await Promise.all(named.map((chain) => describeDoctorChain(hre, chain, opened)))
  const book = await openContractBook(hre)
  const wiring = await readDoctorWiring(hre, book, chains)
  const checks = await listChecks({
    ...{ hre, opened, chains, clock, timeout, wiring, named: plugs },
    from: chains.find(({ name }) => name === source?.name),
    apis: createApiProbes(hre.config.plugs, { chains, clock, timeout }),
    groups: await findPlugs(book, chains, plugs, wiring.plugs),
    problems: book.problems,
    unread: names.length === 0 ? unreadNetworks(hre) : [],
  })
  const results = await runChecks(checks, { clock, signal, limit, onProgress })
  return { verdict: verdictOf(results), checks: results }
}

function isNamed(text: string, address: string): boolean {
  return text.trim().split("@")[0]?.toLowerCase() === address.toLowerCase()
}

function verdictOf(results: readonly CheckResult[]): DoctorReport["verdict"] {
  const has = (status: CheckStatus): boolean => results.some((result) => result.status === status)
  return has("failed") ? "failed" : has("warning") ? "warning" : "ok"
}

type Examined = {
  readonly hre: HardhatRuntimeEnvironment
  readonly opened: Chains
  readonly chains: readonly DoctorChain[]
  /** The chain that messages are sent from; any if it is not said. */
  readonly from: DoctorChain | undefined
  readonly apis: readonly ApiProbe[]
  readonly groups: readonly PlugGroup[]
  readonly wiring: DoctorWiring
  /** The plugs that were named to be examined. */
  readonly named: readonly string[]
  /** Networks of which nothing is checked. */
  readonly unread: readonly LeftOutNetwork[]
  /** What of Ignition's deployments could not be read. */
  readonly problems: readonly string[]
  readonly clock: Clock
  /** Milliseconds for a request. */
  readonly timeout: number
}

// These read chains, and are imported when a check runs: most wait for the devnet or for a network to answer.
const ofChains = (): Promise<typeof import("./chains.js")> => import("./chains.js")
const ofPlugs = (): Promise<typeof import("./plugs.js")> => import("./plugs.js")
const ofTrust = (): Promise<typeof import("./trust.js")> => import("./trust.js")

/** Lists all checks, in the order of the report. */
async function listChecks(examined: Examined): Promise<readonly Check[]> {
  const { hre, opened, chains, from, apis, groups, wiring, named, unread, problems, clock, timeout } = examined
  const { plugs: config, paths } = hre.config
  const plugs = groups.flatMap((group) => group.plugs)
  const port = `port ${config.devnet.port}`
  const devnet: Check = { name: "devnet", subject: port, run: () => checkDevnet({ config, chains, clock, timeout }) }
  const onDevnet = ({ isDevnet }: { readonly isDevnet: boolean }): readonly Check[] => (isDevnet ? [devnet] : [])

  const networks = checkEach(chains, (chain) => ({
    ...{ name: "network", subject: chain.name, needs: onDevnet(chain) },
    run: async () => (await ofChains()).checkNetwork(chain),
  }))
  const sockets = checkEach(chains, (chain) => ({
    ...{ name: "socket", subject: chain.name, needs: of(networks, chain) },
    run: async () => (await ofChains()).checkSocket(chain),
  }))
  const chainClocks = checkEach(chains, (chain) => ({
    ...{ name: "chain-clock", subject: chain.name, needs: of(networks, chain) },
    run: async () => (await ofChains()).checkChainClock(chain, clock),
  }))
  const accounts = checkEach(chains, (chain) => ({
    ...{ name: "account", subject: chain.name, needs: of(sockets, chain) },
    run: async () =>
      (await ofChains()).checkAccount({
        chain,
        plugs: plugs.filter((plug) => plug.chain.slug === chain.slug),
        isSource: from === undefined || from.slug === chain.slug,
      }),
  }))

  const answers = checkEach(apis, (api) => ({
    ...{ name: "api", subject: api.name, needs: onDevnet(api) },
    run: () => checkApi(api),
  }))
  const withKey = apis.filter(({ name }) => name !== "gateway")
  const apiKeys = checkEach(withKey, (api) => ({
    ...{ name: "api-key", subject: api.name, needs: onDevnet(api) },
    run: () => checkApiKey(api),
  }))
  const apiClocks = checkEach(apis, (api) => ({
    ...{ name: "api-clock", subject: api.name, needs: onDevnet(api) },
    run: () => checkApiClock(api),
  }))

  const plugChecks = checkEach(plugs, (plug) => ({
    ...{ name: "plug", subject: `${plug.label}@${plug.chain.name}`, needs: of(sockets, plug.chain) },
    run: async () => (await ofPlugs()).checkPlug(plug),
  }))
  const knows = lazily(async (): Promise<Knows> => {
    const { openKnownContracts } = await import("#src/plugin/connection/openKnownContracts.js")
    const isKnown = await openKnownContracts(
      hre,
      async (slug) => (await chains.find((chain) => chain.slug === slug)?.open())?.client,
    )
    // Whoever names an address here knows it.
    return async (place, beside) => named.some((text) => isNamed(text, place.address)) || (await isKnown(place, beside))
  })
  const connections = checkEach(groups, (group) => ({
    // Not skipped when one of several chains is away: the rest of the application can still be checked.
    ...{ name: "connection", subject: group.label },
    run: async () => (await ofPlugs()).checkGroup(group, { groups, wiring, isKnown: await knows() }),
  }))
  const messaging = apis.find(({ name }) => name === "messaging")
  const fees = checkEach(plugs, (plug) => ({
    ...{ name: "fee", subject: `${plug.label}@${plug.chain.name}` },
    needs: [...of(plugChecks, plug), ...(messaging === undefined ? [] : of(answers, messaging))],
    run: async (signal) => (await import("./checkFee.js")).checkFee(plug, { plugs: config, clock, timeout, signal }),
  }))

  const policy = config.trust
  const trust = checkEach(policy === undefined ? [] : plugs, (plug) => ({
    ...{ name: "trust", subject: `${plug.label}@${plug.chain.name}`, needs: of(plugChecks, plug) },
    run: async () => {
      const isWired = wiring.plugs.some(({ chain, address }) => chain === plug.chain && address === plug.address)
      return (await ofTrust()).checkPaths(plug, policy ?? {}, { hre, opened, isWired, clock })
    },
  }))

  const journals = lazily(async () => (await extras.swapDoctor()).readJournals(hre.config))
  const journal: Check = {
    ...{ name: "journal", subject: ".plugs/swaps" },
    run: async () => (await extras.swapDoctor()).checkJournal(await journals(), paths.root),
  }
  const allowances = checkEach(chains, (chain) => ({
    ...{ name: "allowance", subject: chain.name, needs: of(networks, chain) },
    run: async () => (await extras.swapDoctor()).checkAllowance(chain, await journals()),
  }))

  return [
    ...(await listMachineChecks(paths.root)),
    ...([...chains, ...apis].some(({ isDevnet }) => isDevnet) ? [devnet] : []),
    ...unread.map(unreadNetwork),
    ...[networks, sockets, chainClocks, accounts].flatMap((checks) => [...checks.values()]),
    ...[answers, apiKeys, apiClocks].flatMap((checks) => [...checks.values()]),
    ...(problems.length > 0 ? [damagedFiles(problems)] : []),
    ...plugChecks.values(),
    ...connections.values(),
    ...(wiring.problem === undefined ? [] : [unreadWiring(wiring.problem)]),
    ...fees.values(),
    ...trust.values(),
    checkOfPolicy(policy, clock),
    ...(plugs.length === 0 ? (["plug", "connection", "fee"] as const).map(withoutPlugs) : []),
    journal,
    ...allowances.values(),
  ]
}

function checkEach<Subject>(
  subjects: readonly Subject[],
  describe: (subject: Subject) => Check,
): ReadonlyMap<Subject, Check> {
  return new Map(subjects.map((subject) => [subject, describe(subject)]))
}

function of<Subject>(checks: ReadonlyMap<Subject, Check>, subject: Subject): readonly Check[] {
  const check = checks.get(subject)
  return check === undefined ? [] : [check]
}

/** What the configuration says nothing of, also a chain of `plugs.chains` whose slug follows from a chain id that it lacks. */
function unreadNetworks(hre: HardhatRuntimeEnvironment): LeftOutNetwork[] {
  const unidentified = Object.values(hre.config.plugs.unidentified)
  return [
    ...unidentified.map(({ network }): LeftOutNetwork => ({ network, why: "NO_CHAIN_ID", chain: null })),
    ...leftOutNetworks(hre),
  ]
}

function unreadNetwork({ network, chain }: LeftOutNetwork): Check {
  const says =
    chain === null
      ? `The network ${network} has no chainId: write it, or name the network with --chains to have it asked.`
      : `The network ${network} reaches the same chain as ${chain}, which is checked in its place.`
  return { name: "network", subject: network, run: () => Promise.resolve(skipped(says)) }
}

function damagedFiles(problems: readonly string[]): Check {
  const mend = "Restore the file, such as from version control. The plugs that it names are not checked before."
  const run: Check["run"] = () => Promise.resolve(warning(problems.join(" "), mend))
  return { name: "plug", subject: "Ignition's deployments", run }
}

function unreadWiring(problem: Error): Check {
  return { name: "connection", subject: "wiring", run: () => Promise.reject(problem) }
}

function checkOfPolicy(policy: TrustUserConfig | undefined, clock: Clock): Check {
  const says = "The configuration has no plugs.trust, so no path is held to anything."
  const run = async (): Promise<readonly Finding[]> =>
    policy === undefined ? [skipped(says)] : await (await ofTrust()).checkExceptions(policy, clock)
  return { name: "trust", subject: "plugs.trust", run }
}

function withoutPlugs(name: CheckName): Check {
  const says = "No plug is named: give some, such as 0x…@alpha, or list them in plugs.contracts."
  return { name, subject: name, run: () => Promise.resolve(skipped(says)) }
}
