import type { SolidityHooks } from "hardhat/types/hooks"

/**
 * Compiles without the bytecode in words, which nobody reads: a third of what the compiler writes for tests, and a seventh of its time.
 * Hardhat asks for it always, and its test runner wants the field.
 */
export const leaveOutOpcodes: SolidityHooks["invokeSolc"] = async (context, compiler, input, config, next) => {
  const ofContracts = input.settings.outputSelection["*"]?.["*"] ?? []
  const selection = { ...input.settings.outputSelection }
  selection["*"] = { ...selection["*"], "*": ofContracts.filter((output) => !output.endsWith(".opcodes")) }
  const settings = { ...input.settings, outputSelection: selection }
  const output = await next(context, compiler, { ...input, settings }, config)
  for (const contract of Object.values(output.contracts ?? {}).flatMap((file) => Object.values(file))) {
    const { bytecode, deployedBytecode } = contract.evm ?? {}
    for (const code of [bytecode, deployedBytecode]) if (code !== undefined) code.opcodes = ""
  }
  return output
}
