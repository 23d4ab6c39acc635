import { site } from "#src/primitives/PlugsError.js"

const swapDocs = `${site}/docs/migrating-swaps.html`
const messagingDocs = `${site}/docs/messaging-scripts.html`
const gatewayDocs = `${site}/docs/app-gateways-scripts.html`

/** What the swap API serves now, by words of paths that it had. The first that fits counts. */
const successors: readonly (readonly [words: RegExp, path: string])[] = [
  [/status|active-routes/, "status"],
  [/token.*search|search.*token/, "tokens/search"],
  [/token/, "tokens/list"],
  [/chains/, "supported-chains"],
  [/providers|bridges|dexes/, "providers"],
  // Earlier versions had paths for approvals, for building transactions and for submitting them.
  [/quote|approval|route|app\/|bungee|submit|build/, "quote"],
]

function versionThree(version = "3", rest = ""): string | undefined {
  const [, path] = successors.find(([words]) => words.test(rest)) ?? []
  const asked = version === "3" ? "this path" : `version ${version}`
  return path && `${asked} is not served; GET /v3/swap/${path} is: ${swapDocs}`
}

const streamed = "a stream of routes is not served here; GET /v3/swap/quote is, and has all of them at once"
const activated =
  "activate is not served here, and not needed: what GET /v3/swap/quote offers is ready, deposit addresses too"
const fees = `estimate-fees is not served any more; GET /v1/estimate-min-fees is, with srcPlug: ${messagingDocs}`

/**
 * Paths of earlier versions of the APIs, and those that the devnet does not have, and what is served in their place. To add one: a row. The
 * groups of its pattern are passed on.
 */
const formerPaths: readonly (readonly [path: RegExp, says: (first?: string, second?: string) => string | undefined])[] =
  [
    [/^\/swap\/v3\/swap\/quote\/stream$/, () => streamed],
    [/^\/swap\/v3\/swap\/quote\/[^/]+\/activate$/, () => activated],
    [/^\/swap\/(?!v3\/swap\/)(?:api\/)?(?:v(\d+)\/)?(.+)$/, versionThree],
    [/^\/messaging\/(?:v\d+\/)?estimate-fees$/, () => fees],
    [
      /^\/gateway\/(?:api\/)?v\d+(\/\w+)$/,
      (path = "") => `its paths have no version; GET ${path} is served: ${gatewayDocs}`,
    ],
  ]

/** What to do in place of a request for a path that an API here once had; `undefined` for any other path. */
export function successorOf(path: string): string | undefined {
  for (const [pattern, says] of formerPaths) {
    const [found, ...groups] = pattern.exec(path) ?? []
    if (found !== undefined) return says(...groups)
  }
  return undefined
}
