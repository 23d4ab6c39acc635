import type { Check } from "../checks.js"
import { checkCopies, singlePackages } from "./checkCopies.js"
import { checkNativePart, nativePart } from "./checkNativePart.js"
import { checkNode } from "./checkNode.js"
import { checkNpm } from "./checkNpm.js"
import { checkPackage } from "./checkPackage.js"
import { ownPackage, textsOf } from "../../../src/plugin/ownPackage.js"

/** Lists the checks of this machine and of what is installed in the project. What is needed stands in this package's package.json. */
export async function listMachineChecks(root: string): Promise<readonly Check[]> {
  const own = await ownPackage()
  const { engines, peerDependencies, peerDependenciesMeta } = own.manifest
  const optional = Object(peerDependenciesMeta) as Readonly<Record<string, { readonly optional?: boolean } | undefined>>
  return [
    {
      name: "node",
      subject: "node",
      run: () => Promise.resolve(checkNode(process.versions.node, textsOf(engines)["node"] ?? ">=22.13.0")),
    },
    { name: "npm", subject: "npm", run: (signal) => checkNpm(signal) },
    ...Object.entries(textsOf(peerDependencies)).map(([name, range]): Check => ({
      name: "package",
      subject: name,
      run: () => checkPackage({ name, range, isOptional: optional[name]?.optional === true }, root),
    })),
    { name: "package", subject: nativePart, run: () => checkNativePart(root) },
    ...singlePackages.map((name): Check => ({
      name: "copies",
      subject: name,
      run: () => checkCopies(name, { root, own: own.folder }),
    })),
  ]
}
