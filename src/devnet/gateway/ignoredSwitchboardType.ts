import type { Address, Hex } from "viem"
import { decodeFunctionData, decodeFunctionResult, keccak256, parseAbi, stringToHex } from "viem/utils"

import { contractFactoryArtifact } from "../artifacts/gateway.js"
import type { LocalChain } from "../chain/chains.js"
import { encodeCall } from "../chain/encodeCall.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import type { PayloadRecord } from "./ledger/types.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Reported once when an app gateway deploys plugs with a switchboard type that the devnet does not have. They are connected all the same. */
export class SwitchboardTypeIgnoredError extends PlugsError {
  readonly code = "SWITCHBOARD_TYPE_IGNORED"
  constructor({ appGateway, sbType }: { appGateway: Address; sbType: Hex }) {
    super("An app gateway deploys plugs with a switchboard type other than FAST, which the devnet ignores.", {
      facts: { "app gateway": appGateway, "switchboard type": sbType },
      next: "Check that the deployed system has a switchboard of this type on each chain. The devnet connects every plug through its fast one, so it cannot tell.",
    })
  }
}

const abi = parseAbi(["function sbType() view returns (bytes32)"])
const fast = keccak256(stringToHex("FAST"))

/** Reports each switchboard type that an app gateway relies on: the devnet has one switchboard, the deployed system may refuse. */
export function reportIgnoredSwitchboardTypes(
  chain: Pick<LocalChain, "provider">,
  ledger: Pick<GatewayLedger, "subscribe">,
  report: (error: unknown) => void,
): void {
  const reported = new Set<string>()
  /** By app gateway, while it is under way: the payloads of a request are seen at the same moment. */
  const reading = new Map<Address, Promise<Hex | undefined>>()
  const typeOf = (appGateway: Address): Promise<Hex | undefined> =>
    getOrAdd(reading, appGateway, () => readType(chain, appGateway).finally(() => reading.delete(appGateway)))
  ledger.subscribe((payload) => {
    if (payload.status !== "NO" || !deploysPlug(payload)) return
    const { appGateway } = payload
    void typeOf(appGateway).then((sbType) => {
      const key = `${appGateway} ${sbType}`
      if (sbType === undefined || sbType === fast || reported.has(key)) return
      reported.add(key)
      report(new SwitchboardTypeIgnoredError({ appGateway, sbType }))
    })
  })
}

function deploysPlug({ callType, callData }: PayloadRecord): boolean {
  if (callType !== "DEPLOY") return false
  const { args } = decodeFunctionData({ abi: contractFactoryArtifact.abi, data: callData })
  return args[1] === true
}

/** Returns undefined where the app gateway has no such function, as one with a base of its own, or the devnet has stopped. */
async function readType({ provider }: Pick<LocalChain, "provider">, to: Address): Promise<Hex | undefined> {
  try {
    const data = encodeCall({ abi, functionName: "sbType" })
    const answer = (await provider.request({ method: "eth_call", params: [{ to, data }, "latest"] })) as Hex
    return decodeFunctionResult({ abi, functionName: "sbType", data: answer })
  } catch {
    return undefined
  }
}
