import type { Artifact, ArtifactManager } from "hardhat/types/artifacts"

type References = Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>

/** Finds the project's contract that a chain has at an address, by its code. What is filled in when it is deployed does not count. */
export async function findArtifact(
  artifacts: Pick<ArtifactManager, "getAllFullyQualifiedNames" | "readArtifact">,
  code: string,
): Promise<Artifact | undefined> {
  for (const name of await artifacts.getAllFullyQualifiedNames()) {
    const artifact: Artifact = await artifacts.readArtifact(name)
    if (code.length > 2 && isCodeOf(artifact, code)) return artifact
  }
  return undefined
}

function isCodeOf({ deployedBytecode, immutableReferences = {}, deployedLinkReferences }: Artifact, code: string) {
  if (deployedBytecode.length !== code.length) return false
  const filledIn = [
    immutableReferences as References,
    ...Object.values(deployedLinkReferences as Record<string, References>),
  ]
    .flatMap((references) => Object.values(references))
    .flat()
  const hide = (bytecode: string): string =>
    filledIn.reduce((hidden, { start, length }) => {
      const from = 2 + 2 * start
      return hidden.slice(0, from) + "0".repeat(2 * length) + hidden.slice(from + 2 * length)
    }, bytecode.toLowerCase())
  return hide(deployedBytecode) === hide(code)
}
