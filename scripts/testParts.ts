import { readdirSync } from "node:fs"

/**
 * Folders and files of `test` by the process that runs them, the first that names one; one more runs all others. Those of the first need no
 * contract and run while the compiler does, which uses one core. The others need somewhat more than a minute of one core each, but for those of tasks,
 * which wait for chains and clocks as well, so that three and the Solidity tests keep two cores busy and end together. A fourth slows the rest.
 */
const parts: readonly (readonly string[])[] = [
  [
    "action",
    "attacks/swap/refunds.ts",
    "attacks/text.ts",
    "bench",
    "docs/errors.ts",
    "docs/generated.ts",
    "docs/names.ts",
    "docs/patterns.ts",
    "docs/security.ts",
    "docs/compiled/strict.ts",
    "explaining",
    "gateway/createGatewayClient.ts",
    "gateway/following",
    "gateway/onchain",
    "gateway/wire",
    "http",
    "imports.ts",
    "init/bin.ts",
    "init/runCommand.ts",
    "linting",
    "messaging/createMessagingClient.ts",
    "messaging/following",
    "messaging/onchain",
    "messaging/wire",
    "package/contents.ts",
    "plugin/startup.ts",
    "primitives",
    "scripts",
    "swap/checks",
    "swap/createSwapClient.ts",
    "swap/execution/journal",
    "swap/following",
    "swap/wire",
    "tasks/abandonedRequests.ts",
    "tasks/badInput.ts",
    "tasks/gateway/addresses.ts",
    "tasks/gateway/payload.ts",
    "tasks/gateway/timeouts.ts",
    "tasks/gateway/triggers.ts",
    "tasks/gateway/tx.ts",
    "tasks/hostileText.ts",
    "terminal",
    "tracking",
  ],
  [
    "contracts",
    "docs",
    "end-to-end",
    "init",
    "messaging/trust",
    "package",
    "plugs",
    "swap",
    "tasks/plugs",
    "tasks/swap",
  ],
  ["conformance", "gateway", "messaging/judging", "tasks"],
]

/**
 * Tests of the deep suite alone: of tools of this repository that take seconds, and those that documents show as they stand, or that are
 * Solidity, so that they cannot say so themselves.
 */
export const deepFiles: readonly string[] = [
  // `npm run check` runs it too.
  "docs/generated.ts",
  "docs/run/fork.ts",
  "imports.ts",
  "scripts/mutate/findTests.ts",
  "scripts/mutate/switchFaults.ts",
  "standard/OpenZeppelin.t.sol",
  "testing/Examples.t.sol",
  "testing/Planted.t.sol",
]

/** How many processes share the tests in TypeScript. */
export const numberOfParts: number = parts.length + 1

/** The test files that one process runs, from the root of the repository. */
export function filesOfPart(part: number, isDeep: boolean): string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("fixtures/") && partOf(file) === part)
    .filter((file) => isDeep || !deepFiles.includes(file))
    .sort()
    .map((file) => `test/${file}`)
}

function partOf(file: string): number {
  const part = parts.findIndex((paths) => paths.some((path) => file === path || file.startsWith(`${path}/`)))
  return part === -1 ? parts.length : part
}
