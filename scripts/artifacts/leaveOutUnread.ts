import type { SolidityHooks } from "hardhat/types/hooks"

/**
 * Compiles without what nobody reads, which is most of what the compiler writes: the bytecode in words, and for the Solidity tests of
 * `npm test` the syntax trees, the source maps and the contracts that they only import. Hardhat asks for all of them always, and its test
 * runner wants the fields. It reads trees and maps for the stack of a revert, so they stay where anything else is compiled.
 */
export const leaveOutUnread: SolidityHooks["invokeSolc"] = async (context, compiler, input, config, next) => {
  const { outputSelection, optimizer } = input.settings
  const tests = Object.keys(input.sources).filter((source) => source.endsWith(".t.sol"))
  const keepsStacks = tests.length === 0 || optimizer.enabled === true
  const { "": ofFiles = [], "*": ofContracts = [], ...ofOthers } = outputSelection["*"] ?? {}
  const asked = {
    ...ofOthers,
    "": ofFiles.filter((output) => keepsStacks || output !== "ast"),
    "*": ofContracts.filter((output) => !output.endsWith(".opcodes") && (keepsStacks || !output.endsWith(".sourceMap"))),
  }
  const chosen = keepsStacks ? { ...outputSelection, "*": asked } : Object.fromEntries(tests.map((test) => [test, asked]))
  const settings = { ...input.settings, outputSelection: chosen }
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
