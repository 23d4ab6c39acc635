import { readFile } from "node:fs/promises"

import { type Address, getAddress } from "viem"

/** A deployment of the protocol on one chain. */
export type Deployment = {
  /** Endpoint of the chain. Only read from: everything happens on a local fork. */
  readonly rpcUrl: string
  readonly socket: Address
  readonly fastSwitchboard: Address
  readonly optimisticSwitchboard: Address
}

/** Reads the deployment that the file in `CONFORMANCE_DEPLOYMENT` describes; nothing if the variable is not set. */
export async function readDeployment(): Promise<Deployment | undefined> {
  const path = process.env["CONFORMANCE_DEPLOYMENT"]
  if (path === undefined || path === "") return undefined
  const file = JSON.parse(await readFile(path, "utf8")) as Record<keyof Deployment, string>
  return {
    rpcUrl: new URL(file.rpcUrl).href,
    socket: getAddress(file.socket),
    fastSwitchboard: getAddress(file.fastSwitchboard),
    optimisticSwitchboard: getAddress(file.optimisticSwitchboard),
  }
}
