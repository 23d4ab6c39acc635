import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { Clock } from "../../src/primitives/clock.js"
import type { ApiProbe } from "./apis/ApiProbe.js"
import { checkApiClock } from "./apis/checkApiClock.js"
import { checkDevnet } from "./chains/checkDevnet.js"
import type { DoctorChain } from "./chains/DoctorChain.js"
import { type Check, type CheckName, skipped, warning } from "./checks.js"
import { listMachineChecks } from "./machine/listMachineChecks.js"
import type { PlugGroup } from "./plugs/findPlugs.js"
import { lazily } from "../../src/primitives/lazily.js"

export type ListChecksParameters = {
  readonly hre: HardhatRuntimeEnvironment
  readonly chains: readonly DoctorChain[]
  /** The chain that messages are sent from; any if it is not said. */
  readonly from: DoctorChain | undefined
  readonly apis: readonly ApiProbe[]
  readonly groups: readonly PlugGroup[]
  /** What of Ignition's deployments could not be read. */
  readonly problems: readonly string[]
  readonly clock: Clock
  /** Milliseconds for a request. */
  readonly timeout: number
}

/**
 * Lists all checks, in the order of the report. What a check reads chains with is imported when it runs, because most wait for the devnet or
 * for a network to answer.
 */
export async function listChecks(parameters: ListChecksParameters): Promise<readonly Check[]> {
  const { hre, chains, from, apis, groups, problems, clock, timeout } = parameters
  const { plugs: config, paths } = hre.config
  const plugs = groups.flatMap((group) => group.plugs)
  const usesDevnet = [...chains, ...apis].some(({ isDevnet }) => isDevnet)
  const devnet: Check = {
    name: "devnet",
    subject: `port ${config.devnet.port}`,
    run: () => checkDevnet({ config, chains, clock, timeout }),
  }
  const onDevnet = ({ isDevnet }: { readonly isDevnet: boolean }): readonly Check[] => (isDevnet ? [devnet] : [])

  const ofChain = (
    name: CheckName,
    needs: (chain: DoctorChain) => readonly Check[],
    run: (chain: DoctorChain) => ReturnType<Check["run"]>,
  ) =>
    new Map(
      chains.map((chain) => [chain.slug, { name, subject: chain.name, needs: needs(chain), run: () => run(chain) }]),
    )
  const networks = ofChain("network", onDevnet, async (chain) =>
    (await import("./chains/checkNetwork.js")).checkNetwork(chain),
  )
  const networkOf = ({ slug }: DoctorChain): readonly Check[] =>
    [networks.get(slug)].filter((check) => check !== undefined)
  const sockets = ofChain("socket", networkOf, async (chain) =>
    (await import("./chains/checkSocket.js")).checkSocket(chain),
  )
  const socketOf = ({ slug }: DoctorChain): readonly Check[] =>
    [sockets.get(slug)].filter((check) => check !== undefined)
  const chainClocks = ofChain("chain-clock", networkOf, async (chain) =>
    (await import("./chains/checkChainClock.js")).checkChainClock(chain, clock),
  )
  const accounts = ofChain("account", socketOf, async (chain) => {
    const { checkAccount } = await import("./chains/checkAccount.js")
    return await checkAccount({
      chain,
      plugs: plugs.filter((plug) => plug.chain.slug === chain.slug),
      isSource: from === undefined || from.slug === chain.slug,
    })
  })

  const apiChecks = new Map(
    apis.map((api) => [
      api.name,
      {
        name: "api",
        subject: api.name,
        needs: onDevnet(api),
        run: async () => (await import("./apis/checkApi.js")).checkApi(api),
      } satisfies Check,
    ]),
  )
  const ofApi = (name: CheckName, run: (api: ApiProbe) => ReturnType<Check["run"]>, among = apis): Check[] =>
    among.map((api) => ({ name, subject: api.name, needs: onDevnet(api), run: () => run(api) }))

  const messaging = [apiChecks.get("messaging")].filter((check) => check !== undefined)
  const plugChecks = new Map(
    plugs.map((plug) => [
      plug,
      {
        name: "plug",
        subject: `${plug.label}@${plug.chain.name}`,
        needs: socketOf(plug.chain),
        run: async () => (await import("./plugs/checkPlug.js")).checkPlug(plug),
      } satisfies Check,
    ]),
  )
  const connections = groups.map((group): Check => ({
    name: "connection",
    subject: group.label,
    // Not skipped when one of several chains is away: the rest of the application can still be checked.
    run: async () => (await import("./plugs/checkGroup.js")).checkGroup(group),
  }))
  const fees = plugs.map((plug): Check => ({
    name: "fee",
    subject: `${plug.label}@${plug.chain.name}`,
    needs: [...[plugChecks.get(plug)].filter((check) => check !== undefined), ...messaging],
    run: async (signal) =>
      (await import("./plugs/checkFee.js")).checkFee(plug, { plugs: config, clock, timeout, signal }),
  }))

  const journals = lazily(async () => (await import("./swaps/readJournals.js")).readJournals(paths))
  const journal: Check = {
    name: "journal",
    subject: ".plugs/swaps",
    run: async () => (await import("./swaps/checkJournal.js")).checkJournal(await journals(), paths.root),
  }
  const allowances = ofChain("allowance", networkOf, async (chain) => {
    const { checkAllowance } = await import("./swaps/checkAllowance.js")
    return await checkAllowance(chain, await journals())
  })

  return [
    ...(await listMachineChecks(paths.root)),
    ...(usesDevnet ? [devnet] : []),
    ...networks.values(),
    ...sockets.values(),
    ...chainClocks.values(),
    ...accounts.values(),
    ...apiChecks.values(),
    ...ofApi(
      "api-key",
      async (api) => (await import("./apis/checkApiKey.js")).checkApiKey(api),
      apis.filter(({ name }) => name !== "gateway"),
    ),
    ...ofApi("api-clock", checkApiClock),
    ...(problems.length > 0 ? [ofDamagedFiles(problems)] : []),
    ...plugChecks.values(),
    ...connections,
    ...fees,
    ...(plugs.length === 0 ? (["plug", "connection", "fee"] as const).map(withoutPlugs) : []),
    journal,
    ...allowances.values(),
  ]
}

function ofDamagedFiles(problems: readonly string[]): Check {
  const mend = "Restore the file, such as from version control. The plugs that it names are not checked before."
  const run: Check["run"] = () => Promise.resolve(warning(problems.join(" "), mend))
  return { name: "plug", subject: "Ignition's deployments", run }
}

function withoutPlugs(name: CheckName): Check {
  const says = "No plug is named: give some, such as 0x…@alpha, or list them in plugs.contracts."
  return { name, subject: name, run: () => Promise.resolve(skipped(says)) }
}
