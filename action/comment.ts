/** The second step of the action: writes the report to the pull request, into the comment that an earlier run wrote there. */
import { existsSync, readFileSync } from "node:fs"

type Comment = { readonly id: number; readonly body?: string; readonly user?: { readonly type?: string } | null }

/** Comments in a page, and pages that are read: more than a pull request that people still read has. */
const [perPage, maxPages] = [100, 20]

const { env } = process
const api = env["GITHUB_API_URL"] ?? "https://api.github.com"
const reportFile = env["PLUGS_ACTION_REPORT"] ?? "hardhat-plugs-report.md"

await main().catch((error: unknown) => {
  // The checks have their own verdict. A comment that cannot be written does not change it.
  const why = error instanceof Error ? error.message : String(error)
  console.log(`::warning::The report is in the summary of this run alone: ${why.replaceAll(/[\r\n]+/g, " ")}`)
})

async function main(): Promise<void> {
  const number = pullRequestNumber()
  if (number === undefined) {
    console.log("No pull request: the report is in the summary of this run.")
    return
  }
  if (!existsSync(reportFile)) throw new Error("the checks have written none")
  const body = readFileSync(reportFile, "utf8")
  const [marker = ""] = body.split("\n")
  const issues = `/repos/${env["GITHUB_REPOSITORY"] ?? ""}/issues`
  const own = await findOwn(`${issues}/${number}/comments`, marker)
  if (own === undefined) await request("POST", `${issues}/${number}/comments`, { body })
  else await request("PATCH", `${issues}/comments/${own.id}`, { body })
  console.log(own === undefined ? "The report is a new comment." : "The report has replaced the one of an earlier run.")
}

function pullRequestNumber(): number | undefined {
  const event = JSON.parse(readFileSync(env["GITHUB_EVENT_PATH"] ?? "", "utf8")) as {
    pull_request?: { number?: unknown }
  }
  const number = event.pull_request?.number
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

/** People can write the marker, too: only a comment of a bot is replaced. */
async function findOwn(path: string, marker: string): Promise<Comment | undefined> {
  for (let page = 1; page <= maxPages; page += 1) {
    const comments = (await request("GET", `${path}?per_page=${perPage}&page=${page}`)) as readonly Comment[]
    const own = comments.find(({ body, user }) => user?.type === "Bot" && body?.startsWith(`${marker}\n`) === true)
    if (own !== undefined || comments.length < perPage) return own
  }
  return undefined
}

async function request(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${env["PLUGS_ACTION_TOKEN"] ?? ""}`,
      "x-github-api-version": "2022-11-28",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "error",
    signal: AbortSignal.timeout(30_000),
  })
  if (response.status === 403)
    throw new Error("the token may not write comments. The job needs `pull-requests: write`, which a fork never has")
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} ${path.split("?")[0] ?? ""}`)
  return await response.json()
}
