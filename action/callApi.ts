const { env } = process
/** More than a page of comments, each as long as GitHub allows. */
const maxAnswer = 32_000_000

/** Asks GitHub's API with the token of the action. */
export async function callApi(method: string, path: string, body?: object): Promise<unknown> {
  const response = await ask(method, path, body)
  if (!response.ok) throw refusal(response, method, path)
  return JSON.parse((await readBody(response, maxAnswer)).toString())
}

/** Loads a file from where the API points. The token stays with the API. */
export async function download(path: string, maxBytes: number): Promise<Buffer> {
  const response = await ask("GET", path)
  const location = response.headers.get("location")
  if (response.status !== 302 || location === null) throw refusal(response, "GET", path)
  if (new URL(location).protocol !== new URL(apiUrl()).protocol)
    throw new Error("the file is at no address to load from")
  const file = await fetch(location, { redirect: "error", signal: AbortSignal.timeout(60_000) })
  if (!file.ok) throw refusal(file, "GET", "the file")
  return await readBody(file, maxBytes)
}

function apiUrl(): string {
  return env["GITHUB_API_URL"] ?? "https://api.github.com"
}

async function ask(method: string, path: string, body?: object): Promise<Response> {
  return await fetch(`${apiUrl()}${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${env["INPUT_GITHUB-TOKEN"] ?? ""}`,
      "x-github-api-version": "2022-11-28",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
  })
}

function refusal({ status }: Response, method: string, path: string): Error {
  if (status === 403)
    return new Error("the token may not do this. The job needs `pull-requests: write` and `actions: read`")
  return new Error(`GitHub answered ${status} to ${method} ${path.split("?")[0] ?? ""}`)
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += (part as Uint8Array).length
    if (bytes > maxBytes) throw new Error(`an answer is larger than ${maxBytes} bytes`)
    parts.push(part as Uint8Array)
  }
  return Buffer.concat(parts)
}
