import { relative } from "node:path/posix"

import type { Artifact } from "hardhat/types/artifacts"

import { deployed, moduleOf } from "./deployed.js"

export type ArtifactModule = { readonly path: string; readonly text: string }

/** Renders the TypeScript modules with the contracts that TypeScript deploys: their ABIs, and where their bytecode is. */
export async function artifactModules(readArtifact: (name: string) => Promise<Artifact>): Promise<ArtifactModule[]> {
  const rendered = Object.entries(deployed).flatMap(([folder, names]) =>
    [...Map.groupBy(names, (name) => moduleOf(folder, name))].map(async ([module, contracts]) => ({
      path: `${folder}/${module}.ts`,
      text: render(folder, await Promise.all(contracts.map(readArtifact))),
    })),
  )
  return await Promise.all(rendered)
}

function render(folder: string, artifacts: readonly Artifact[]): string {
  const reader = "src/devnet/chain/readBytecode.js"
  return [
    `/** @generated from ${artifacts.map(({ sourceName }) => sourceName).join(", ")} by \`npm run generate\`. */`,
    `import { type ContractArtifact, createArtifact } from "${folder.startsWith("src/devnet/") ? relative(folder, reader) : `#${reader}`}"`,
    ...artifacts.map(renderContract),
    "",
  ].join("\n")
}

function renderContract({ abi, contractName }: Artifact): string {
  const name = contractName.charAt(0).toLowerCase() + contractName.slice(1)
  return [
    "",
    `const ${name}Abi = [`,
    ...abi.map((entry: unknown) => `  ${JSON.stringify(entry)},`),
    "] as const",
    `export const ${name}Artifact: ContractArtifact<typeof ${name}Abi> = createArtifact(import.meta.url, "${contractName}", ${name}Abi)`,
  ].join("\n")
}
