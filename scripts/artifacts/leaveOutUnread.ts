import type { SolidityHooks } from "hardhat/types/hooks"

/**
 * Compiles without what nobody reads, which is most of what the compiler writes, and for tests a third of its time: the bytecode in words,
 * and the syntax trees. Hardhat asks for them always, and its test runner wants the fields. It reads the trees for the stack trace of a
 * Solidity test that fails, so they stay where tests are optimized, as they are unless `npm test` runs them.
 */
export const leaveOutUnread: SolidityHooks["invokeSolc"] = async (context, compiler, input, config, next) => {
  const { outputSelection, optimizer } = input.settings
  const hasTests = Object.keys(input.sources).some((source) => source.endsWith(".t.sol"))
  const keepsTrees = hasTests && optimizer.enabled === true
  const { "": ofFiles = [], "*": ofContracts = [], ...ofOthers } = outputSelection["*"] ?? {}
  const asked = {
    ...ofOthers,
    "": ofFiles.filter((output) => keepsTrees || output !== "ast"),
    "*": ofContracts.filter((output) => !output.endsWith(".opcodes")),
  }
  const settings = { ...input.settings, outputSelection: { ...outputSelection, "*": asked } }
  const output = await next(context, compiler, { ...input, settings }, config)
  for (const contract of Object.values(output.contracts ?? {}).flatMap((file) => Object.values(file))) {
    const { bytecode, deployedBytecode } = contract.evm ?? {}
    for (const code of [bytecode, deployedBytecode]) if (code !== undefined) code.opcodes = ""
  }
  for (const source of Object.values(output.sources)) source.ast ??= { nodeType: "SourceUnit", nodes: [] }
  return output
}
