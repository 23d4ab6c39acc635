import type { Contract, Frame } from "./syntax/Contract.js"
import type { Node } from "./syntax/nodes.js"
import type { SourceFile } from "./syntax/readSyntax.js"

/** What a rule has found: where, and what is wrong there, as a sentence. */
export type Found = {
  readonly node: Node
  /** The calls that lead there. If the node is in a package, the finding is where the project's own code calls it. */
  readonly frame?: Frame | undefined
  readonly says: string
}

/** Looks for one mistake in a contract, with all that it inherits. */
export type FindInContract = (contract: Contract) => Iterable<Found>

/** Looks for one mistake in a file, whatever its contracts are. */
export type FindInFile = (file: SourceFile) => Iterable<Found>
