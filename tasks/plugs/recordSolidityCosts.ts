import type { Artifact, ArtifactManager } from "hardhat/types/artifacts"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Abi, type Hex, slice, toFunctionSelector } from "viem"
import { z } from "zod"

import { reportFolder, saveMeasurements } from "#src/costs/measurementFiles.js"
import type { Measurement } from "#src/costs/measureWorld.js"
import { isCodeOf } from "#src/explaining/source/sourceMaps.js"

/** The endpoint, and the group of snapshots, that contracts/testing/messaging/RecordedCosts.sol knows. */
const reportName = "hardhat-plugs-report"

const snapshots = z.array(
  z.object({ name: z.string(), entries: z.array(z.object({ name: z.string(), value: z.string() })) }),
)
const test = z.object({ valueSnapshotGroups: snapshots.optional() })
const resultSchema = z.object({ suiteResults: z.array(z.object({ testResults: z.array(test) })) })

/** Runs Solidity tests, and saves what their messages cost for the report. */
export async function recordSolidityCosts<Result extends { readonly value?: unknown; readonly error?: unknown }>(
  { config, artifacts }: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  run: () => Promise<Result>,
): Promise<Result> {
  const folder = reportFolder()
  const { profiles } = config.test.solidity
  const { default: profile } = profiles
  if (folder === undefined || profile === undefined) return await run()
  const { forking } = profile
  const get = () => Promise.resolve("http://127.0.0.1:1")
  const values = { get, getUrl: get, getHexString: get, getBigInt: () => Promise.resolve(0n) }
  const endpoint = { _type: "ResolvedConfigurationVariable", format: "{variable}", ...values } as const
  const rpcEndpoints = { ...forking?.rpcEndpoints, [reportName]: endpoint }
  profiles["default"] = { ...profile, forking: { ...forking, rpcEndpoints } }
  const result = await run()
  profiles["default"] = profile
  const { data } = resultSchema.safeParse(result.value ?? result.error)
  const tests = data?.suiteResults.flatMap(({ testResults }) => testResults) ?? []
  const recorded = tests.map(({ valueSnapshotGroups = [] }) =>
    valueSnapshotGroups.filter(({ name }) => name === reportName).flatMap(({ entries }) => entries),
  )
  if (recorded.some(({ length }) => length > 0)) {
    const contracts = await readContracts(artifacts)
    await saveMeasurements(
      folder,
      recorded.flatMap((entries, index) => measure(entries, contracts, index)),
    )
  }
  return result
}

function measure(
  entries: readonly { readonly name: string; readonly value: string }[],
  contracts: readonly Artifact[],
  index: number,
): Measurement[] {
  const figures = entries.map(({ name, value }) => ({ words: name.split(" "), value: BigInt(value) }))
  const senders = new Map(
    figures.flatMap(({ words: [, kind, address, code] }) =>
      kind === "code" ? [[address, contracts.find((contract) => isCodeOf(contract, String(code)))] as const] : [],
    ),
  )
  return figures.flatMap(({ words: [number, kind, address = "", selector, gasLimit = "0"], value }): Measurement[] => {
    const sender = senders.get(address)
    const functionName = nameFunction(slice(selector as Hex, 0, 4), sender?.abi as Abi | undefined)
    const named = { key: `${index} ${number}`, contract: sender?.contractName ?? address, functionName }
    if (kind === "fee") return [{ ...named, kind, wei: value }]
    return kind === "inbound" ? [{ ...named, kind, gasUsed: value, gasLimit: BigInt(gasLimit) }] : []
  })
}

function nameFunction(selector: Hex, abi: Abi = []): string {
  if (selector === "0x00000000") return "(called by the test)"
  const found = abi.find((item) => item.type === "function" && toFunctionSelector(item) === selector)
  return found?.type === "function" ? found.name : selector
}

async function readContracts(artifacts: ArtifactManager): Promise<Artifact[]> {
  const names = await artifacts.getAllFullyQualifiedNames()
  return await Promise.all([...names].map((name) => artifacts.readArtifact(name)))
}
