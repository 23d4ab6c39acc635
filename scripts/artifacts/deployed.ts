/** The modules in which the package has ABIs of contracts that it deploys, and where their bytecode is: by folder and protocol. */
const modules = {
  "src/devnet/artifacts": {
    gateway: [
      ...["AddressResolver", "AsyncDeployer", "ContractFactory", "FeeToken", "FeesManager", "FeesPlug"],
      ...["Forwarder", "ForwarderBeacon", "GatewaySocket", "Watcher"],
    ],
    messaging: [
      ...["CapacitorFactory", "ExecutionManager", "Hasher", "SignatureVerifier", "Socket", "TransmitManager"],
    ],
    operators: ["ActorBatcher", "Batcher"],
    switchboards: ["FastSwitchboard", "OptimisticSwitchboard"],
  },
  "extras/swap/src/artifacts": {
    market: [
      ...["ConstantProductDex", "DepositFactory", "LiquidityBridge", "MarketReader", "MintBridge", "PostedPriceDex"],
      ...["SwapRouter"],
    ],
    tokens: ["AwkwardToken", "MarketToken", "WrappedNative"],
  },
} as const

/** The module that has a contract, in a folder of {@link deployed}: one of its own where no table says otherwise. */
export function moduleOf(folder: string, contract: string): string {
  const own = Object.entries((modules as Modules)[folder] ?? {}).find(([, names]) => names.includes(contract))
  return own?.[0] ?? contract
}

type Modules = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** The contracts that TypeScript deploys, and the folder of their ABIs and bytecode. To add one: its name, and `npm run generate`. */
export const deployed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(modules as Modules).map(([folder, of]) => [folder, Object.values(of).flat()])),
  "examples/demos/artifacts": [
    "Counter",
    "CounterAppGateway",
    "FaultyAppGateway",
    "FaultyTarget",
    "GatewayCounter",
    "ReminderAppGateway",
  ],
  "test/fixtures/artifacts": [
    "Belongings",
    "Board",
    "BridgeToken",
    "ChainApp",
    "CheatingPlug",
    "CheatingRouter",
    "Collectible",
    "DeafPlug",
    "DeployApp",
    "ForeignPlug",
    "Hop",
    "HopApp",
    "GuardedToken",
    "Imitator",
    "KeepingPlug",
    "MoodyPlug",
    "OldTaxedToken",
    "OpenExecutionManager",
    "OverreachingPlug",
    "OwnSafe",
    "OwnSwitchboard",
    "OwnTimelock",
    "OwnedToken",
    "PaidCounterApp",
    "Part",
    "PingPong",
    "PlannedApp",
    "ReadApp",
    "RevertApp",
    "ScheduleApp",
    "SingleCapacitor",
    "TokenApp",
    "TriggerPlug",
    "TriggeredAppGateway",
    "TroubledApp",
    "TroubledTarget",
    "UploadApp",
    "WriteApp",
  ],
}
