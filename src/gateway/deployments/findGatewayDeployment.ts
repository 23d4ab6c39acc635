import type { GatewayDeployment } from "./gatewayDeployments.js"
import { DataFileError } from "#src/primitives/files/fileErrors.js"

/**
 * Loads the public deployments of app gateways that the package knows.
 *
 * @example
 * (await loadGatewayDeployments()).map(({ name }) => name) // ["stage", "dev"]
 */
export async function loadGatewayDeployments(): Promise<readonly GatewayDeployment[]> {
  const { publicGateways } = await import("./publicGateways.js")
  return publicGateways
}

/**
 * Reads deployments of app gateways from a JSON file: by name, each with `gateway`, the contracts of the gateway chain and its slug, and
 * `chains`, the contracts on the chains that it reaches, by slug.
 *
 * @throws {DataFileError} the file cannot be read, or something in it is not as specified; the error has the path and the reason
 */
export async function readGatewayDeployments(file: string): Promise<readonly GatewayDeployment[]> {
  const { readDataFile } = await import("#src/http/parsing/dataFiles.js")
  const { gatewayDeploymentsSchema } = await import("./gatewayDeployments.js")
  return await readDataFile(file, gatewayDeploymentsSchema, "gateway deployments")
}

/**
 * Finds a deployment of app gateways. Nothing is asked of its chains.
 *
 * @param reference `stage`, `dev`, or a file, with the deployment's name after # if the file has several
 * @throws {DataFileError} the file is not as specified, or does not say which deployment is meant
 * @example
 * const { gateway, chains } = await findGatewayDeployment("stage")
 * const own = await findGatewayDeployment("./gateway-deployments.json#ours")
 */
export async function findGatewayDeployment(reference: string): Promise<GatewayDeployment> {
  const known = (await loadGatewayDeployments()).find(({ name }) => name === reference)
  if (known !== undefined) return known
  const [, file = reference, name] = /^(.*?)(?:#([^#/\\]*))?$/.exec(reference) ?? []
  const found = await readGatewayDeployments(file)
  const named = name === undefined ? found : found.filter((deployment) => deployment.name === name)
  const [only, another] = named
  if (only !== undefined && another === undefined) return only
  const names = found.map((deployment) => deployment.name).join(", ")
  const wanted = name === undefined ? "" : ` ${name}, only ${names === "" ? "none" : names}`
  const reason =
    only === undefined
      ? `it has no deployment${wanted}`
      : `it has ${names}: write which one after the path, such as ${file}#${only.name}`
  throw new DataFileError({ file, what: "gateway deployments", problems: [{ path: "", reason }] })
}
