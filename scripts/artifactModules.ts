import type { Artifact, ArtifactManager } from "hardhat/types/artifacts"

/** Where the generated module of each contract goes: what the devnet deploys ships with the package, the rest is for tests. */
const folders = {
  "src/devnet/artifacts": [
    "ActorBatcher",
    "AddressResolver",
    "AsyncDeployer",
    "AwkwardToken",
    "Batcher",
    "BridgeToken",
    "ConstantProductDex",
    "ContractFactory",
    "Counter",
    "CounterAppGateway",
    "DepositFactory",
    "ExecutionManager",
    "FastSwitchboard",
    "FaultyAppGateway",
    "FaultyTarget",
    "FeeToken",
    "FeesManager",
    "FeesPlug",
    "Forwarder",
    "ForwarderBeacon",
    "GatewayCounter",
    "GatewaySocket",
    "LiquidityBridge",
    "MarketToken",
    "MintBridge",
    "PingPong",
    "PostedPriceDex",
    "ReminderAppGateway",
    "SingleCapacitor",
    "Socket",
    "SwapRouter",
    "TransmitManager",
    "Watcher",
    "WrappedNative",
  ],
  "test/fixtures/artifacts": ["MoodyPlug", "TriggerPlug", "TriggeredAppGateway"],
} as const satisfies Record<string, readonly string[]>

export type ArtifactModule = { readonly path: string; readonly text: string }

/** Renders the TypeScript module of every contract that this repository deploys from TypeScript. */
export async function artifactModules(artifacts: Pick<ArtifactManager, "readArtifact">): Promise<ArtifactModule[]> {
  return await Promise.all(
    Object.entries(folders).flatMap(([folder, names]) =>
      names.map(async (name) => ({
        path: `${folder}/${name}.ts`,
        text: render(await artifacts.readArtifact(name)),
      })),
    ),
  )
}

function render({ abi, bytecode, contractName, sourceName }: Artifact): string {
  const name = contractName.charAt(0).toLowerCase() + contractName.slice(1)
  return [
    `/** @generated from ${sourceName} by \`npm run generate\`. */`,
    `import type { Hex } from "viem"`,
    "",
    `export const ${name}Artifact = {`,
    "  abi: [",
    ...abi.map((entry: unknown) => `    ${JSON.stringify(entry)},`),
    "  ],",
    // Asserted, so that declarations carry the type and not the whole bytecode again.
    `  bytecode: ${JSON.stringify(bytecode)} as Hex,`,
    "} as const",
    "",
  ].join("\n")
}
