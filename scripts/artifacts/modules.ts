import { relative } from "node:path/posix"

import type { Artifact } from "hardhat/types/artifacts"

import { deployed } from "./deployed.js"

export type ArtifactModule = { readonly path: string; readonly text: string }

/** Renders the TypeScript module of every contract that TypeScript deploys: its ABI, and where its bytecode is. */
export async function artifactModules(readArtifact: (name: string) => Promise<Artifact>): Promise<ArtifactModule[]> {
  return await Promise.all(
    Object.entries(deployed).flatMap(([folder, names]) =>
      names.map(async (name) => ({
        path: `${folder}/${name}.ts`,
        text: render(folder, await readArtifact(name)),
      })),
    ),
  )
}

function render(folder: string, { abi, contractName, sourceName }: Artifact): string {
  const name = contractName.charAt(0).toLowerCase() + contractName.slice(1)
  const reader = "src/devnet/chain/readBytecode.js"
  return [
    `/** @generated from ${sourceName} by \`npm run generate\`. */`,
    `import { type ContractArtifact, createArtifact } from "${folder.startsWith("src/devnet/") ? relative(folder, reader) : `#${reader}`}"`,
    "",
    "const abi = [",
    ...abi.map((entry: unknown) => `  ${JSON.stringify(entry)},`),
    "] as const",
    "",
    `export const ${name}Artifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "${contractName}", abi)`,
    "",
  ].join("\n")
}
