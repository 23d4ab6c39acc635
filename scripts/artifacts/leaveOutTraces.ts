import type { TestHooks } from "hardhat/types/hooks"

/**
 * Where a process of the tests says `TEST_TRACES=none`: its chains name no function and line of this project's contracts in the stack of a
 * revert. Hardhat would read all 36 MB that the compiler has written, for more than a second, before it opens the first chain.
 */
const hooks = (): Promise<Partial<TestHooks>> =>
  Promise.resolve({
    onTestRunStart: async (context, runner, next) => {
      if (process.env["TEST_TRACES"] === "none") context.artifacts.getAllBuildInfoIds = () => Promise.resolve(new Set())
      await next(context, runner)
    },
  })

export default hooks
