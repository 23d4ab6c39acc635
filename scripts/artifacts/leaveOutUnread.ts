import type { SolidityHooks } from "hardhat/types/hooks"

/**
 * Compiles without what nobody reads, which is most of what the compiler writes: the bytecode in words, and for the Solidity tests of
 * `npm test` the syntax trees and source maps, two fifths of their time. Hardhat asks for all of them always, and its test runner wants the
 * fields. It reads trees and maps for the stack of a revert, so they stay where anything else is compiled.
 */
export const leaveOutUnread: SolidityHooks["invokeSolc"] = async (context, compiler, input, config, next) => {
  const { outputSelection, optimizer } = input.settings
  const hasTests = Object.keys(input.sources).some((source) => source.endsWith(".t.sol"))
  const keepsStacks = !hasTests || optimizer.enabled === true
  const { "": ofFiles = [], "*": ofContracts = [], ...ofOthers } = outputSelection["*"] ?? {}
  const asked = {
    ...ofOthers,
    "": ofFiles.filter((output) => keepsStacks || output !== "ast"),
    "*": ofContracts.filter((output) => !output.endsWith(".opcodes") && (keepsStacks || !output.endsWith(".sourceMap"))),
  }
  const settings = { ...input.settings, outputSelection: { ...outputSelection, "*": asked } }
  const output = await next(context, compiler, { ...input, settings }, config)
  for (const contract of Object.values(output.contracts ?? {}).flatMap((file) => Object.values(file))) {
    const { bytecode, deployedBytecode } = contract.evm ?? {}
    for (const code of [bytecode, deployedBytecode]) {
      if (code === undefined) continue
      code.opcodes = ""
      if (!keepsStacks) code.sourceMap = ""
    }
  }
  for (const source of Object.values(output.sources)) source.ast ??= { nodeType: "SourceUnit", nodes: [] }
  return output
}
