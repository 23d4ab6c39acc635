import { globSync } from "node:fs"

import { isQuick, needsContracts } from "./quickTests.ts"

/**
 * Folders and files of `test`, and of the `test` of each extra, by the process that runs them, the first that names one; one more runs all
 * others. Those of the first need no contract and run while the compiler does, which uses one core; a file among them that deploys the protocol is in the last. The others need somewhat less than
 * a minute of one core each, so that three and the Solidity tests keep two cores busy and end together. A fourth slows the rest.
 */
const parts: readonly (readonly string[])[] = [
  [
    "action",
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
    "extras/audit/linting",
    "extras/create/bin.ts",
    "extras/create/runCommand.ts",
    "extras/swap/attacks/refunds.ts",
    "extras/swap/checks",
    "extras/swap/createSwapClient.ts",
    "extras/swap/execution/journal",
    "extras/swap/following",
    "extras/swap/wire",
    "messaging/createMessagingClient.ts",
    "messaging/following",
    "messaging/onchain",
    "messaging/wire",
    "package/contents.ts",
    "plugin/startup.ts",
    "primitives",
    "scripts",
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
    "extras/audit/tasks",
    "extras/audit/trust",
    "extras/create",
    "extras/swap/atlas",
    "extras/swap/depositTransfer.ts",
    "extras/swap/execution",
    "extras/swap/explaining",
    "extras/swap/migrateQuoteParameters.ts",
    "extras/swap/reading",
    "extras/swap/states.ts",
    "extras/swap/tasks",
    "extras/swap/version2Names.ts",
    "package",
    "plugs",
    "tasks/plugs",
  ],
  ["attacks", "conformance", "extras/audit/judging", "gateway", "tasks"],
]

/** What the soak suite runs, which the others run in small. */
export const soakFiles: readonly string[] = ["extras/watch/test/soak.ts"]

/**
 * Tests of the deep suite alone: of tools of this repository that take seconds, and those that documents show as they stand, or that are
 * Solidity, so that they cannot say so themselves.
 */
export const deepFiles: readonly string[] = [
  // `npm run check` runs it too.
  "docs/generated.ts",
  "docs/run/fork.ts",
  "imports.ts",
  "scripts/builtSite.ts",
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
  return testFiles(isDeep).filter((file) => partOf(file) === part)
}

/** The test files that start nothing, for three processes. Those of the first need no contract. */
export function quickParts(): string[][] {
  const files = testFiles(false).filter(isQuick)
  const others = files.filter((file) => partOf(file) > 0)
  const isOdd = (_file: string, index: number): boolean => index % 2 === 1
  return [
    files.filter((file) => partOf(file) === 0),
    others.filter(isOdd),
    others.filter((file, index) => !isOdd(file, index)),
  ]
}

/** The test files of one extra. */
export function filesOfExtra(extra: string, isDeep: boolean): string[] {
  return testFiles(isDeep).filter((file) => file.startsWith(`extras/${extra}/`))
}

function testFiles(isDeep: boolean): string[] {
  return globSync(["test/**/*.ts", "extras/*/test/**/*.ts"])
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/^(extras\/\w+\/)?test\/fixtures\//.test(file))
    .filter((file) => isDeep || !deepFiles.includes(nameOf(file)))
    .sort()
}

/** The name of a test file in the lists above, such as `http/get.ts` or `extras/page/routes.ts`. */
function nameOf(file: string): string {
  return file.replace(/^test\//, "").replace(/^(extras\/\w+)\/test\//, "$1/")
}

function partOf(file: string): number {
  const name = nameOf(file)
  const part = parts.findIndex((paths) => paths.some((path) => name === path || name.startsWith(`${path}/`)))
  const isEarly = part === 0 && needsContracts(file)
  return part === -1 || isEarly ? parts.length : part
}
