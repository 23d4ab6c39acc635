/** The action that comments: writes what a run of the checks reported to its pull request. It runs no code of the project, and takes the report for a stranger's text. */
import { readFileSync } from "node:fs"

import { callApi, download } from "./callApi.ts"
import { readReport } from "./readReport.ts"
import { type Ending, formatReport, markerOf } from "./report.ts"
import { unzip } from "./unzip.ts"

type Repository = { readonly full_name: string; readonly owner: { readonly login: string } }
type Run = {
  readonly id: number
  readonly event: string
  readonly head_sha: string
  readonly head_branch: string | null
  /** `null` where the fork is gone. */
  readonly head_repository: Repository | null
}
type Head = { readonly sha: string; readonly ref: string; readonly repo: Repository | null }
type Pull = { readonly number: number; readonly state: string; readonly head: Head }
type Artifact = { readonly id: number; readonly name: string; readonly expired: boolean }
type Comment = { readonly id: number; readonly body?: string; readonly user?: { readonly type?: string } | null }

/** Answers in a page, and pages that are read: more comments than a pull request has that people still read. */
const [perPage, maxPages] = [100, 20]
/** More than `maxOutput` of every check. */
const maxReport = 2_000_000

const { env } = process
const repository = `/repos/${env["GITHUB_REPOSITORY"] ?? ""}`
const title = env["INPUT_TITLE"] ?? "Cross-chain checks"

await main().catch((error: unknown) => {
  console.log(`::error::No comment was written: ${messageOf(error)}`)
  process.exitCode = 1
})

async function main(): Promise<void> {
  if (env["GITHUB_EVENT_NAME"] !== "workflow_run") throw new Error("this action runs on `workflow_run` alone")
  const { workflow_run: run } = JSON.parse(readFileSync(env["GITHUB_EVENT_PATH"] ?? "", "utf8")) as {
    workflow_run: Run
  }
  const pulls = await findPulls(run)
  const [pull] = pulls
  if (pull === undefined || pulls.length > 1) {
    const found = pull === undefined ? "No open pull request has" : `${pulls.length} open pull requests have`
    console.log(`::notice::No comment: ${found} the commit of this run as its newest.`)
    return
  }
  const link = `${env["GITHUB_SERVER_URL"] ?? "https://github.com"}/${env["GITHUB_REPOSITORY"] ?? ""}/actions/runs/${run.id}`
  const source = `What the [run](${link}) of commit ${run.head_sha} reports.`
  await write(pull.number, formatReport(title, await loadReport(run.id), source))
}

/** The pull requests whose newest commit was checked. An event names none for a fork, and a report is not asked. */
async function findPulls({ event, head_branch: branch, head_repository: from, head_sha: sha }: Run): Promise<Pull[]> {
  if (event !== "pull_request" || branch === null || from === null) return []
  const head = encodeURIComponent(`${from.owner.login}:${branch}`)
  const pulls = (await callApi("GET", `${repository}/pulls?head=${head}&state=open&per_page=${perPage}`)) as Pull[]
  return pulls.filter(
    ({ state, head }) =>
      state === "open" && head.sha === sha && head.ref === branch && head.repo?.full_name === from.full_name,
  )
}

/** Nothing where there is none, or none that can be read. */
async function loadReport(run: number): Promise<Ending[]> {
  const name = env["INPUT_ARTIFACT"] ?? "hardhat-plugs-report"
  const query = `name=${encodeURIComponent(name)}&per_page=${perPage}`
  const listed = await callApi("GET", `${repository}/actions/runs/${run}/artifacts?${query}`)
  const { artifacts } = listed as { artifacts: readonly Artifact[] }
  // A run that was started again has one of each attempt.
  const ids = artifacts.filter((artifact) => artifact.name === name && !artifact.expired).map(({ id }) => id)
  try {
    if (ids.length === 0) throw new Error(`the run has no artifact ${name}`)
    const zip = await download(`${repository}/actions/artifacts/${Math.max(...ids)}/zip`, maxReport)
    return readReport(unzip(zip, maxReport).toString())
  } catch (error) {
    console.log(`::warning::The report is not read: ${messageOf(error)}`)
    return []
  }
}

async function write(pull: number, body: string): Promise<void> {
  const own = await findOwn(`${repository}/issues/${pull}/comments`)
  if (own === undefined) await callApi("POST", `${repository}/issues/${pull}/comments`, { body })
  else await callApi("PATCH", `${repository}/issues/comments/${own.id}`, { body })
  console.log(own === undefined ? "The report is a new comment." : "The report has replaced the one of an earlier run.")
}

/** People can write the marker, too: only a comment of a bot is replaced. */
async function findOwn(path: string): Promise<Comment | undefined> {
  for (let page = 1; page <= maxPages; page += 1) {
    const comments = (await callApi("GET", `${path}?per_page=${perPage}&page=${page}`)) as readonly Comment[]
    const own = comments.find(
      ({ body, user }) => user?.type === "Bot" && body?.startsWith(`${markerOf(title)}\n`) === true,
    )
    if (own !== undefined || comments.length < perPage) return own
  }
  return undefined
}

/** On one line, because GitHub obeys a line that begins as a command does. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/[\r\n]+/g, " ")
}
