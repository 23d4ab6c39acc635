import { globSync } from "node:fs"

import type { ConfigHooks } from "hardhat/types/hooks"

/**
 * Contracts that tests alone deploy are not optimized, which would take longer than compiling all others. Hardhat compiles files together
 * whose configuration is one object, as overrides of the user's configuration are not.
 */
const hooks = (): Promise<Partial<ConfigHooks>> =>
  Promise.resolve({
    resolveUserConfig: async (config, resolveVariable, next) => {
      const resolved = await next(config, resolveVariable)
      const { default: optimized, unoptimized } = resolved.solidity.profiles
      const [compiler] = unoptimized?.compilers ?? []
      if (optimized === undefined || compiler === undefined) return resolved
      for (const file of globSync("contracts/fixtures/**/*.sol", { cwd: resolved.paths.root })) {
        optimized.overrides[file.replaceAll("\\", "/")] = compiler
      }
      return resolved
    },
  })

export default hooks
